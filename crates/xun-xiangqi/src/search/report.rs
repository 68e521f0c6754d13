//! What a search tells whoever listens, and what it answers in the end.

use super::score::Score;
use crate::rules::Move;
use std::time::Duration;

/// What a reported score bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportBound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// The state of one line of the search.
#[derive(Clone, Debug)]
pub struct Report {
    /// Depth in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub deepest: u32,
    /// Which of several lines, from 1.
    pub line: usize,
    /// The score, seen from the side to move.
    pub score: Score,
    /// What the score bounds.
    pub bound: ReportBound,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, thousandths.
    pub fullness: u32,
    /// The expected line of play.
    pub pv: Vec<Move>,
}

impl Report {
    /// Positions a second.
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The best move; none where the game is over (or every move was forbidden).
    pub best: Option<Move>,
    /// The reply it expects.
    pub ponder: Option<Move>,
    /// The score, seen from the side to move.
    pub score: Score,
    /// The last depth finished.
    pub depth: u32,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// The lines found, best first.
    pub lines: Vec<Report>,
}
