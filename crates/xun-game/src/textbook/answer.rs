//! The answer of a textbook search.

use super::statistics::Statistics;
use crate::GameValue;
use std::time::Duration;

/// The relation of a root move's score to its true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Precision {
    /// The move is worth exactly this.
    Exact,
    /// The move is worth at most this: it was left as soon as it was seen not to be the best.
    AtMost,
    /// The move is worth at least this.
    AtLeast,
    /// The move was not searched.
    Unknown,
}

/// One root move with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move.
    pub chosen: M,
    /// Its place in the game's natural order.
    pub index: usize,
    /// Its score for the side to move.
    pub score: GameValue,
    /// The relation of the score to the true value.
    pub precision: Precision,
    /// The line expected after it, itself included.
    pub line: Vec<M>,
}

/// One finished iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration<M> {
    /// Its depth.
    pub depth: u32,
    /// The best move then.
    pub best: M,
    /// Its score.
    pub score: GameValue,
    /// The expected line.
    pub line: Vec<M>,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The best move; none only if the game is over.
    pub best: Option<M>,
    /// Its score for the side to move.
    pub score: GameValue,
    /// The expected line, beginning with the best move. It can be shorter than the depth where the
    /// table answered.
    pub line: Vec<M>,
    /// Every root move in the game's natural order.
    pub moves: Vec<RootMove<M>>,
    /// The iterations, one if there was no deepening.
    pub iterations: Vec<Iteration<M>>,
    /// Statistics of the search.
    pub statistics: Statistics,
    /// True if a limit or the stop flag ended the search before its depth.
    pub stopped: bool,
}
