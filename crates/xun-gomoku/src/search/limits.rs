//! What a search may use, and what it tells while it works.

use super::score::Score;
use crate::rules::Point;
use std::time::Duration;

/// Limits of one search. The default has none but the deepest depth there is.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Most plies of the iterative deepening.
    pub depth: Option<u32>,
    /// Most nodes over all threads.
    pub nodes: Option<u64>,
    /// Time to aim at; the search does not begin an iteration that it will hardly finish.
    pub soft_time: Option<Duration>,
    /// When it must have answered.
    pub hard_time: Option<Duration>,
    /// How many best lines to find (0 counts as 1).
    pub lines: usize,
    /// Root moves to choose from; empty for all.
    pub only: Vec<Point>,
    /// Root moves to leave out.
    pub without: Vec<Point>,
}

/// One line of play and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The value for the side to move at the root.
    pub score: Score,
    /// The moves; the first is the root move.
    pub moves: Vec<Point>,
    /// The iteration that found it.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub selective_depth: u32,
}

/// What a search tells while it works.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A line was found or improved: its rank from zero, and the totals so far.
    Line {
        /// Place among the best lines, from zero.
        rank: usize,
        /// The line.
        line: &'a Line,
        /// Nodes so far.
        nodes: u64,
        /// Time so far.
        time: Duration,
    },
    /// A root move is being looked at.
    RootMove {
        /// The move.
        point: Point,
        /// Iteration.
        depth: u32,
    },
    /// A root move was looked at, and whether it lost.
    RootMoveDone {
        /// The move.
        point: Point,
        /// Whether it loses by force.
        lost: bool,
        /// Whether it is the best so far.
        best: bool,
    },
}
