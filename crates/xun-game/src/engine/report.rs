//! Events of a running search.

use super::{Bound, Score};
use std::time::Duration;

/// One line of the search: its score, its principal variation, and the totals so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Deepest ply reached below this line (selective depth).
    pub selective_depth: u32,
    /// Number of the line among the best ones, from 1 (multi-PV).
    pub line: usize,
    /// The score, seen from the side to move at the root.
    pub score: Score,
    /// The bound of the score: [`Bound::Exact`], or a fail low or high of the aspiration window.
    pub bound: Bound,
    /// Positions visited by all threads so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Fullness of the transposition table in thousandths.
    pub fullness: u32,
    /// The principal variation; its first move is the root move.
    pub pv: Vec<M>,
}

impl<M> Report<M> {
    /// Positions visited per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// An event of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<M> {
    /// A line was finished or its bound changed.
    Line(Report<M>),
    /// The search of a root move begins.
    RootMove {
        /// The move.
        root_move: M,
        /// Depth of the iteration.
        depth: u32,
    },
    /// The search of a root move has ended.
    RootMoveDone {
        /// The move.
        root_move: M,
        /// Whether it loses by force.
        is_loss: bool,
        /// Whether it is the best so far.
        is_best: bool,
    },
}

impl<M> Event<M> {
    /// The report, if the event is one about a line.
    pub fn report(&self) -> Option<&Report<M>> {
        if let Self::Line(report) = self { Some(report) } else { None }
    }
}
