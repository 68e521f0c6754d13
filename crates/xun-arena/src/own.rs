//! Our own engines as players, in this process, with an experience book if they are given one.

use crate::experience::{Book, MoveRecordOf, Setting};
use crate::gomoku::GomokuReferee;
use crate::player::{Choice, Failure, Player, Turn};
use crate::record::{Ending, Game};
use crate::referee::Referee;
use crate::xiangqi::XiangqiReferee;
use std::path::Path;
use std::time::Duration;
use xun_game::{Clock, Limits};
use xun_gomoku::rules::text::parse_point;
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::search as gomoku;
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::search::{Engine, EngineOptions, Handicap, Question};

/// What an in-process engine leaves of its time for everything around it.
const MARGIN: Duration = Duration::from_millis(5);

fn failed(note: impl Into<String>) -> Failure {
    Failure { ending: Ending::Crash, note: note.into() }
}

/// Moves that experience advises against here; never all that are legal.
fn avoided(book: Option<&Book>, setting: Setting, turn: &Turn<'_>, legal: usize) -> Vec<String> {
    let Some(book) = book else { return Vec::new() };
    let moves: Vec<&str> = turn.moves.iter().map(String::as_str).collect();
    // A book that cannot be read just now is no reason to lose a game.
    let known = book.look_up(setting, turn.opening, &moves).unwrap_or_default();
    let bad: Vec<String> =
        known.moves.into_iter().filter(MoveRecordOf::is_avoided).map(|made| made.text).collect();
    if bad.len() < legal { bad } else { Vec::new() }
}

/// Our Xiangqi engine.
pub struct XiangqiEngine {
    engine: Engine<PlayingEvaluator>,
    options: EngineOptions,
    book: Option<Book>,
    seed: u64,
}

impl XiangqiEngine {
    /// With options as its protocols have them, an evaluation, and a book to consult.
    pub fn new(
        options: EngineOptions,
        evaluator: PlayingEvaluator,
        book: Option<&Path>,
        seed: u64,
    ) -> Result<Self, String> {
        let mut engine = Engine::new(options.hash as usize, evaluator).map_err(|error| error.to_string())?;
        engine.set_threads(options.threads as usize);
        engine.set_rules(options.rules());
        engine.set_overhead(MARGIN);
        let book = book.map(Book::open).transpose().map_err(|error| error.to_string())?;
        Ok(Self { engine, options, book, seed })
    }
}

impl Player for XiangqiEngine {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.engine.new_game();
        // A weakened player errs differently in each game.
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.engine.set_handicap(Handicap::of_skill(self.options.skill(), self.seed));
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let mut board = XiangqiReferee::new(self.options.rules(), turn.opening).map_err(failed)?;
        for text in turn.moves {
            board.play(text).map_err(|refusal| failed(refusal.to_string()))?;
        }
        let setting = Setting { game: Game::Xiangqi, size: Size::STANDARD, rule: Rule::Freestyle };
        let bad = avoided(self.book.as_ref(), setting, turn, board.legal_moves().len());
        let question = Question {
            limits: limits(turn),
            banned: bad.iter().filter_map(|text| parse_coordinates(text, Ranks::FromZero).ok()).collect(),
            lines: 1,
            ..Question::default()
        };
        let answer = self.engine.search(board.position(), &question, &mut |_| {});
        Ok(Choice {
            text: answer.best.map(|chosen| chosen.to_string()),
            score: Some(answer.score.get()),
            depth: Some(answer.depth),
        })
    }
}

fn limits(turn: &Turn<'_>) -> Limits {
    let clock = turn.control.per_game.map(|_| Clock {
        remaining: turn.clocks[turn.seat as usize],
        increment: turn.control.increment,
        moves_to_go: None,
    });
    Limits {
        depth: turn.control.depth,
        nodes: turn.control.nodes,
        move_time: turn.control.per_move,
        clock,
        ..Limits::default()
    }
}

/// Our Gomoku engine.
pub struct GomokuEngine {
    engine: gomoku::Engine,
    size: Size,
    rule: Rule,
    book: Option<Book>,
}

impl GomokuEngine {
    /// For one board and rule, with a book to consult.
    pub fn new(
        settings: gomoku::Settings,
        size: Size,
        rule: Rule,
        book: Option<&Path>,
    ) -> Result<Self, String> {
        let book = book.map(Book::open).transpose().map_err(|error| error.to_string())?;
        Ok(Self { engine: gomoku::Engine::new(settings), size, rule, book })
    }

    fn limits(turn: &Turn<'_>) -> gomoku::Limits {
        let left = turn.clocks[turn.seat as usize];
        let per_game = turn.control.per_game.map(|_| left / 25 + turn.control.increment * 3 / 4);
        let hard = turn.control.per_move.or(per_game.map(|soft| (soft * 3).min(left)));
        let hard = hard.map(|time| time.saturating_sub(MARGIN).max(Duration::from_millis(1)));
        gomoku::Limits {
            depth: turn.control.depth,
            nodes: turn.control.nodes,
            soft_time: per_game.or(hard),
            hard_time: hard,
            lines: 1,
            ..gomoku::Limits::default()
        }
    }
}

impl Player for GomokuEngine {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let mut board = GomokuReferee::new(self.size, self.rule, turn.opening).map_err(failed)?;
        for text in turn.moves {
            board.play(text).map_err(|refusal| failed(refusal.to_string()))?;
        }
        let setting = Setting { game: Game::Gomoku, size: self.size, rule: self.rule };
        let bad = avoided(self.book.as_ref(), setting, turn, board.legal_moves().len());
        let mut limits = Self::limits(turn);
        limits.without = bad.iter().filter_map(|text| parse_point(text, self.size).ok()).collect();
        let answer = self.engine.search(board.board(), &limits, Some(turn.stop), &mut |_| {});
        Ok(Choice {
            text: answer.best().map(|point| point.to_string()),
            score: Some(answer.score().raw()),
            depth: Some(answer.depth),
        })
    }
}
