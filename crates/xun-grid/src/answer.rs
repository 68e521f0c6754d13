//! The answer of a search: the path if there is one, the algorithm that ran, and statistics.

use crate::supply::{Purchase, Refill, TankState, replay};
use crate::{Algorithm, Cell, Guarantee, Heuristic, Options, Problem, Step};
use std::time::Duration;

/// The answer of a search.
///
/// ```
/// use xun_grid::{Guarantee, Problem};
///
/// let answer = "S.#\n..G\n".parse::<Problem>()?.solve()?;
/// let path = answer.path().expect("there is a way");
/// assert_eq!((path.steps(), path.cost, answer.guarantee), (3, 3.0, Guarantee::Optimal));
/// println!("{} expanded {} cells", answer.algorithm, answer.statistics.expanded);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// Found, impossible, or stopped before either was known.
    pub outcome: Outcome,
    /// The algorithm that ran; never [`Algorithm::Auto`].
    pub algorithm: Algorithm,
    /// The heuristic that it used, if it uses one.
    pub heuristic: Option<Heuristic>,
    /// The quality of a path found by it.
    pub guarantee: Guarantee,
    /// Units bought on the way, in order; empty where stations have no prices.
    pub purchases: Vec<Purchase>,
    /// Counts, time and memory.
    pub statistics: Statistics,
}

/// Outcome and statistics of a search, before the answer is put together.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    pub(crate) outcome: Outcome,
    pub(crate) statistics: Statistics,
}

impl Answer {
    /// The answer of a search with these effective options.
    #[inline]
    pub(crate) fn new(finished: Finished, options: &Options, guarantee: Guarantee) -> Self {
        Self {
            outcome: finished.outcome,
            algorithm: options.algorithm,
            heuristic: options.heuristic,
            guarantee,
            purchases: Vec::new(),
            statistics: finished.statistics,
        }
    }

    /// The path, if one was found.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.outcome {
            Outcome::Found(path) => Some(path),
            Outcome::Impossible | Outcome::Stopped => None,
        }
    }

    /// The price of all purchases together.
    #[must_use]
    pub fn money(&self) -> u128 {
        self.purchases.iter().map(Purchase::money).sum()
    }

    /// Every cell of the path with the supply on arrival and on leaving; empty without a path or
    /// without a limited supply. Walks the path once.
    ///
    /// ```
    /// use xun_grid::Problem;
    ///
    /// let problem = Problem::parse("tank 3\nprice a 5\nS..a..G\n")?;
    /// let answer = problem.solve()?;
    /// let left: Vec<u32> = answer.stops(&problem).iter().map(|stop| stop.supply).collect();
    /// assert_eq!((left, answer.money()), (vec![3, 2, 1, 3, 2, 1, 0], 15));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stops(&self, problem: &Problem) -> Vec<TankState> {
        let (Some(path), Some(supply)) = (self.path(), problem.supply()) else { return Vec::new() };
        if !problem.has_prices() {
            return replay(problem, &path.cells).unwrap_or_default();
        }
        let mut purchases = self.purchases.iter().peekable();
        let mut left = supply.tank;
        let stop = |(step, &cell)| {
            let arrival = if step == 0 { left } else { left.saturating_sub(1) };
            left = arrival;
            while let Some(purchase) = purchases.next_if(|purchase| purchase.step == step) {
                left += purchase.units;
            }
            TankState { cell, arrival, supply: left }
        };
        path.cells.iter().enumerate().map(stop).collect()
    }

    /// The refills on the way, in order, where stations refill the tank for nothing. Walks the
    /// path once.
    #[must_use]
    pub fn refills(&self, problem: &Problem) -> Vec<Refill> {
        let stops = if problem.has_prices() { Vec::new() } else { self.stops(problem) };
        let refilled = |(_, stop): &(usize, &TankState)| stop.supply > stop.arrival;
        let stops = stops.iter().enumerate().skip(1).filter(refilled);
        stops.map(|(step, stop)| Refill { step, cell: stop.cell, arrival: stop.arrival }).collect()
    }
}

/// The way a search ended.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub enum Outcome {
    /// A path. [`Answer::guarantee`] says whether it is a cheapest one.
    Found(Path),
    /// There is none.
    Impossible,
    /// A limit was reached, or [`Limits::stop`](crate::Limits::stop) was raised.
    Stopped,
}

/// A path from start to goal, both included.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The cells in order; a cell may occur more than once where supply matters.
    pub cells: Vec<Cell>,
    /// The sum of the terrain entered (1 on plain ground), √2 times that for diagonal steps; the
    /// money where stations sell.
    pub cost: f64,
}

impl Path {
    /// Number of moves.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.cells.len().saturating_sub(1)
    }

    /// The moves; consecutive cells are neighbours.
    #[expect(clippy::missing_panics_doc, reason = "consecutive cells of a path are neighbours")]
    pub fn moves(&self) -> impl Iterator<Item = Step> + '_ {
        self.cells.windows(2).map(|pair| {
            Step::between(pair[0], pair[1]).expect("consecutive cells of a path are neighbours")
        })
    }

    /// The moves as `U D L R`, if all are straight.
    #[must_use]
    pub fn letters(&self) -> Option<String> {
        self.moves().map(Step::letter).collect()
    }
}

/// Counts, time and memory of a search. Counts that an algorithm has no notion of stay zero.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Statistics {
    /// Cells (or labels) taken from the open list.
    pub expanded: u64,
    /// Cells (or labels) put onto it.
    pub generated: u64,
    /// Cells found cheaper after they had been expanded.
    pub reopened: u64,
    /// The greatest length of the open list.
    pub largest_frontier: u64,
    /// The bounds of IDA\* and fringe search, in order.
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
