//! Textbook searches as players of a match.

use xun_arena::{Choice, Ending, Failure, GomokuReferee, Player, Referee, Turn, XiangqiReferee};
use xun_game::textbook::{Limits, NoObserver, Settings, search};
use xun_game::{Evaluation, Game};
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::textbook::{GomokuGame, Scope, ShapeEvaluation, ShapeValues};
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::rules::Rules;

fn failed(note: &impl ToString) -> Failure {
    Failure { ending: Ending::Crash, note: note.to_string() }
}

fn choice<G: Game>(
    game: &G,
    evaluation: &impl Evaluation<G>,
    settings: &Settings,
    limits: &Limits,
    turn: &Turn<'_>,
) -> Choice {
    let answer = search(game, evaluation, settings, limits, turn.stop, &mut NoObserver);
    let text = answer.best.map(|best| game.move_text(best));
    // Evaluations count in points of their own, so that no score is told: only the rules end a
    // game.
    Choice { text, score: None, depth: Some(answer.statistics.depth) }
}

/// Plays a game by replaying it onto a referee's board and searching there.
fn board<R: Referee>(made: Result<R, String>, moves: &[String]) -> Result<R, Failure> {
    let mut board = made.map_err(|reason| failed(&reason))?;
    for text in moves {
        board.play(text).map_err(|refusal| failed(&refusal))?;
    }
    Ok(board)
}

struct XiangqiPlayer<E> {
    evaluation: E,
    settings: Settings,
    limits: Limits,
}

impl<E: Evaluation<XiangqiGame>> Player for XiangqiPlayer<E> {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let board = board(XiangqiReferee::new(Rules::default(), turn.opening), turn.moves)?;
        let game = XiangqiGame::new(board.position().clone());
        Ok(choice(&game, &self.evaluation, &self.settings, &self.limits, turn))
    }
}

/// A textbook search that plays Xiangqi.
pub(crate) fn xiangqi_player<E: Evaluation<XiangqiGame> + 'static>(
    evaluation: E,
    settings: Settings,
    limits: Limits,
) -> Box<dyn Player> {
    Box::new(XiangqiPlayer { evaluation, settings, limits })
}

struct GomokuPlayer {
    size: Size,
    values: ShapeValues,
    settings: Settings,
    limits: Limits,
}

impl Player for GomokuPlayer {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let board =
            board(GomokuReferee::new(self.size, Rule::Freestyle, turn.opening), turn.moves)?;
        let game = GomokuGame::new(board.board().clone(), Scope::Near, &self.values);
        let judge = ShapeEvaluation::new(&self.values);
        Ok(choice(&game, &judge, &self.settings, &self.limits, turn))
    }
}

/// A textbook search that plays Gomoku near the stones, with these values of the shapes.
pub(crate) fn gomoku_player(
    size: Size,
    values: ShapeValues,
    settings: Settings,
    limits: Limits,
) -> Box<dyn Player> {
    Box::new(GomokuPlayer { size, values, settings, limits })
}
