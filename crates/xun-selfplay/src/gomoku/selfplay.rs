//! One game against ourselves, from a random but even opening.

use super::record::{Game, GomokuResult};
use std::sync::Arc;
use xun_game::{Limits, SplitMix64, Stop};
use xun_gomoku::eval::Weights;
use xun_gomoku::rules::{Board, Colour, Point, Rule, Shape, Size, Status};
use xun_gomoku::search::{Answer, Evaluation, GomokuEngine, Question, Settings};

/// Settings of self-play games.
#[derive(Clone)]
pub struct SelfPlay {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Nodes for each move.
    pub nodes: u64,
    /// An opening is even if the first search says no more than this for either side.
    pub even: i32,
    /// Decides the openings, with the game's number.
    pub seed: u64,
    /// Weights of the patterns to play with, if anything but the evaluation below.
    pub weights: Option<Arc<Weights>>,
    /// The evaluation to play with.
    pub evaluation: Evaluation,
}

impl SelfPlay {
    /// Usual limit of an even score: odds of about three to one.
    pub const EVEN: i32 = 220;

    /// An engine that plays so.
    pub fn engine(&self) -> GomokuEngine {
        let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: TABLE_BYTES });
        engine.set_evaluation(self.evaluation.clone());
        if let Some(weights) = &self.weights {
            engine.set_weights(Arc::clone(weights));
        }
        engine
    }

    /// A random opening that a search calls even; none if it was stopped.
    pub fn opening(&self, seed: u64, stop: &Stop) -> Option<Board> {
        even_opening(self, &mut Random::new(seed), &mut self.engine(), stop)
    }

    fn question(&self) -> Question {
        Question::new(Limits::nodes(self.nodes))
    }
}

const TABLE_BYTES: usize = 4 << 20;

/// Random numbers of the openings. The remainder keeps the games of a seed what they always were.
pub(super) struct Random(SplitMix64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }
}

/// Plays the game of this number; none if it was stopped.
pub fn play_game(how: &SelfPlay, number: u32, stop: &Stop) -> Option<Game> {
    let mut random = Random::new(how.seed ^ u64::from(number).wrapping_mul(0x2545_f491_4f6c_dd1d));
    let mut engine = how.engine();
    let board = even_opening(how, &mut random, &mut engine, stop)?;
    let opening = board.stones();
    let mut moves: Vec<(Point, i16)> = board.history().map(|(point, _)| (point, 0)).collect();
    let question = how.question();
    let (played, outcome) =
        play_on(board, stop, |board| engine.search(board, &question, stop, &mut |_| {}))?;
    moves.extend(played);
    Some(Game { number, rule: how.rule, size: how.size, opening, moves, outcome })
}

/// Plays a game to its end: the moves with their scores, and the outcome; none if it was stopped.
pub(super) fn play_on(
    mut board: Board,
    stop: &Stop,
    mut ask: impl FnMut(&Board) -> Answer,
) -> Option<(Vec<(Point, i16)>, GomokuResult)> {
    let opening = board.stones();
    let mut moves = Vec::new();
    let outcome = loop {
        match board.status() {
            Status::Won(colour) => break GomokuResult::Won(colour),
            Status::Draw => break GomokuResult::Draw,
            Status::Ongoing => {}
        }
        let answer = ask(&board);
        if stop.is_stopped() {
            return None;
        }
        let point = answer.best?;
        let score = answer.score;
        if board.is_forbidden(point) {
            break GomokuResult::Won(Colour::White);
        }
        moves.push((point, score.get() as i16));
        let own = board.to_move();
        board.play(point);
        // A forced end needs not be played out.
        if score.is_win() {
            break GomokuResult::Won(own);
        }
        if score.is_loss() {
            break GomokuResult::Won(!own);
        }
        // Long quiet games are draws.
        if board.stones() > 120 && board.stones() > opening + 100 && score.get().abs() < 20 {
            break GomokuResult::Draw;
        }
    };
    Some((moves, outcome))
}

fn even_opening(
    how: &SelfPlay,
    random: &mut Random,
    engine: &mut GomokuEngine,
    stop: &Stop,
) -> Option<Board> {
    let mut board = random_opening(how, random);
    for _ in 0..12 {
        let score = engine.search(&board, &how.question(), stop, &mut |_| {}).score;
        if stop.is_stopped() {
            return None;
        }
        if score.get().abs() <= how.even {
            break;
        }
        board = random_opening(how, random);
    }
    Some(board)
}

/// A few stones near one another without anything that must be answered.
fn random_opening(how: &SelfPlay, random: &mut Random) -> Board {
    let size = how.size;
    loop {
        let mut board = Board::new(size, how.rule);
        let stones = 2 + random.below(8) as usize;
        let reach = 3 + random.below(3) as i64;
        let spread = |random: &mut Random, side: u8| {
            let centre = i64::from(side / 2) + random.below(5) as i64 - 2;
            move |random: &mut Random| centre + random.below(2 * reach as u64 + 1) as i64 - reach
        };
        let (column, row) = (spread(random, size.width()), spread(random, size.height()));
        for _ in 0..200 {
            if board.stones() == stones {
                break;
            }
            let (x, y) = (column(random), row(random));
            let Some(point) = u32::try_from(x)
                .ok()
                .zip(u32::try_from(y).ok())
                .and_then(|(x, y)| size.point(x, y))
            else {
                continue;
            };
            if board.is_empty(point) && board.cell(point).shape(board.to_move()) < Shape::Three {
                board.play(point);
            }
        }
        if board.stones() >= 2 {
            return board;
        }
    }
}
