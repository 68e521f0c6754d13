//! Textbook searches as players of a match.

use xun_arena::{
    Choice, Failure, GameMove, GomokuReferee, Opening, Player, Referee, Turn, XiangqiReferee,
};
use xun_game::Evaluation;
use xun_game::textbook::{CompiledSearch, Limits, Settings};
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::textbook::{GomokuGame, Scope, ShapeEvaluation, ShapeValues};
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::rules::Rules;

fn choice<G: CompiledSearch<E>, E: Evaluation<G>>(
    game: &G,
    of: fn(G::Move) -> GameMove,
    evaluation: &E,
    settings: &Settings,
    limits: &Limits,
    turn: &Turn<'_>,
) -> Choice {
    let answer = game.search_with(evaluation, settings, limits, turn.stop, None);
    // Evaluations count in points of their own, so that no score is told: only the rules end a
    // game.
    Choice { chosen: answer.best.map(of), score: None, depth: Some(answer.statistics.depth) }
}

struct XiangqiPlayer<E> {
    board: Option<XiangqiReferee>,
    evaluation: E,
    settings: Settings,
    limits: Limits,
}

impl<E: Evaluation<XiangqiGame>> Player for XiangqiPlayer<E>
where
    XiangqiGame: CompiledSearch<E>,
{
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure> {
        self.board = Some(XiangqiReferee::new(Rules::default(), opening).map_err(Failure::crash)?);
        Ok(())
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        self.board.as_mut().map_or(Ok(()), |board| board.play(played)).map_err(Failure::crash)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let board = self.board.as_ref().ok_or_else(|| Failure::crash("no game was set up"))?;
        let game = XiangqiGame::new(board.position().clone());
        Ok(choice(&game, GameMove::Xiangqi, &self.evaluation, &self.settings, &self.limits, turn))
    }
}

/// A textbook search that plays Xiangqi.
pub(crate) fn xiangqi_player<E: Evaluation<XiangqiGame> + 'static>(
    evaluation: E,
    settings: Settings,
    limits: Limits,
) -> Box<dyn Player>
where
    XiangqiGame: CompiledSearch<E>,
{
    Box::new(XiangqiPlayer { board: None, evaluation, settings, limits })
}

struct GomokuPlayer {
    board: Option<GomokuReferee>,
    size: Size,
    values: ShapeValues,
    settings: Settings,
    limits: Limits,
}

impl Player for GomokuPlayer {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure> {
        self.board =
            Some(GomokuReferee::new(self.size, Rule::Freestyle, opening).map_err(Failure::crash)?);
        Ok(())
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        self.board.as_mut().map_or(Ok(()), |board| board.play(played)).map_err(Failure::crash)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let board = self.board.as_ref().ok_or_else(|| Failure::crash("no game was set up"))?;
        let game = GomokuGame::new(board.board().clone(), Scope::Near, &self.values);
        let judge = ShapeEvaluation::new(&self.values);
        Ok(choice(&game, GameMove::Gomoku, &judge, &self.settings, &self.limits, turn))
    }
}

/// A textbook search that plays Gomoku near the stones, with these values of the shapes.
pub(crate) fn gomoku_player(
    size: Size,
    values: ShapeValues,
    settings: Settings,
    limits: Limits,
) -> Box<dyn Player> {
    Box::new(GomokuPlayer { board: None, size, values, settings, limits })
}
