//! Answers and refusals shared by the questions about more than one path.

use crate::{ProblemError, Statistics};
use thiserror::Error;

/// The answer to a question about more than one path, or about paths at any angle.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reply<T> {
    /// Found, impossible, or stopped before either was known.
    pub finding: Finding<T>,
    /// Counts, time and memory.
    pub statistics: Statistics,
}

impl<T> Reply<T> {
    /// A reply from its parts, for answers that are put together from others.
    pub fn new(finding: Finding<T>, statistics: Statistics) -> Self {
        Self { finding, statistics }
    }

    /// The result, if there is one.
    pub fn found(&self) -> Option<&T> {
        match &self.finding {
            Finding::Found(found) => Some(found),
            Finding::Impossible | Finding::Stopped => None,
        }
    }
}

/// The way a question was answered.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub enum Finding<T> {
    /// The answer.
    Found(T),
    /// There is no way.
    Impossible,
    /// A limit was reached, or [`Limits::stop`](crate::Limits::stop) was raised.
    Stopped,
}

/// The reason why a question is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// A cell is outside the map or in a wall.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A list of cells is empty.
    #[error("there is no {what}; give at least one")]
    NoCells {
        /// `start` or `goal`.
        what: &'static str,
    },
    /// Too many way-points for an exact best order.
    #[error(
        "{found} way-points; the best order is found for at most {most}, a given one for any number"
    )]
    TooManyStops {
        /// Way-points given.
        found: usize,
        /// The largest number.
        most: usize,
    },
    /// Paths at any angle are for ground of one cost.
    #[error("paths at any angle are for ground of one cost; this map has dearer ground")]
    WeightedTerrain,
    /// Agents take one unit of time for each step.
    #[error("plans of several agents are for ground of one cost; this map has dearer ground")]
    WeightedAgents,
    /// Two agents begin in one cell.
    #[error("two agents begin at {cell}; each needs a cell of its own")]
    SharedStart {
        /// The cell.
        cell: crate::Cell,
    },
    /// A trip is not planned.
    #[error(transparent)]
    Trip(#[from] crate::trip::TripError),
}
