//! What a search answers: the path if there is one, and what it took to find it.

use crate::{Cell, Step};
use std::time::Duration;

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Found, impossible, or stopped before either was known.
    pub outcome: Outcome,
    /// What the search did.
    pub statistics: Statistics,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A path. Whether it is a shortest one is the algorithm's promise.
    Found(Path),
    /// There is none.
    Impossible,
    /// A limit was reached or someone asked to stop.
    Stopped,
}

/// A path from start to goal, both included.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The cells in order; a cell may occur more than once where supply matters.
    pub cells: Vec<Cell>,
    /// What it costs: steps on plain ground, √2 for a diagonal step, terrain where weighted, money
    /// where priced.
    pub cost: f64,
}

impl Path {
    /// Number of moves.
    pub fn steps(&self) -> usize {
        self.cells.len().saturating_sub(1)
    }

    /// The moves; consecutive cells are neighbours.
    pub fn moves(&self) -> impl Iterator<Item = Step> + '_ {
        self.cells.windows(2).map(|pair| {
            Step::between(pair[0], pair[1]).expect("consecutive cells of a path are neighbours")
        })
    }

    /// The moves as `U D L R`, if all are straight.
    pub fn letters(&self) -> Option<String> {
        self.moves().map(Step::letter).collect()
    }
}

/// What a search did. Counts that an algorithm has no notion of stay zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Cells (or labels) taken from the frontier.
    pub expanded: u64,
    /// Cells (or labels) put onto it.
    pub generated: u64,
    /// Cells found cheaper after they had been expanded.
    pub reopened: u64,
    /// The most that waited at one time.
    pub largest_frontier: u64,
    /// IDA\*'s and fringe search's bounds in order.
    pub bounds: Vec<Bound>,
    /// Wall time.
    pub time: Duration,
    /// Bytes that the search itself allocated at most.
    pub memory: u64,
}

/// One iteration of a search by bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The bound on cost.
    pub bound: f64,
    /// Nodes visited within it.
    pub nodes: u64,
}
