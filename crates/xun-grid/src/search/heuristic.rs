//! Estimates of the cost to go.

use super::ground::Ground;
use crate::Cell;

/// An estimate of the cost from a cell to the goal over plain ground without walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// Nothing: A\* becomes uniform cost search.
    Zero,
    /// Rows plus columns. Exact for 4-connected moves, too much for 8-connected ones.
    Manhattan,
    /// As many diagonal steps as possible, then straight ones. Exact for 8-connected moves.
    Octile,
    /// The larger of rows and columns.
    Chebyshev,
    /// The straight line.
    Euclid,
}

impl Heuristic {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Zero, Self::Manhattan, Self::Octile, Self::Chebyshev, Self::Euclid];

    /// The name by which it is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Manhattan => "manhattan",
            Self::Octile => "octile",
            Self::Chebyshev => "chebyshev",
            Self::Euclid => "euclid",
        }
    }
}

/// A heuristic with its goal, in the ground's ticks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    heuristic: Heuristic,
    goal: Cell,
    straight: u64,
    /// What a diagonal step costs more than one straight step.
    diagonal_more: u64,
}

impl Estimate {
    pub(super) fn new(heuristic: Heuristic, goal: Cell, ground: &Ground) -> Self {
        let (straight, diagonal) = (ground.straight(), ground.diagonal());
        Self { heuristic, goal, straight, diagonal_more: diagonal - straight }
    }

    /// The same made smaller, so that an inadmissible one becomes admissible.
    pub(super) fn divided_by(self, excess: f64) -> Self {
        let less = |ticks: u64| (ticks as f64 / excess).floor() as u64;
        Self { straight: less(self.straight), diagonal_more: less(self.diagonal_more), ..self }
    }

    /// The estimate from this cell, in ticks.
    #[inline]
    pub(super) fn at(&self, cell: Cell) -> u64 {
        let rows = u64::from(cell.row.abs_diff(self.goal.row));
        let columns = u64::from(cell.column.abs_diff(self.goal.column));
        match self.heuristic {
            Heuristic::Zero => 0,
            Heuristic::Manhattan => (rows + columns) * self.straight,
            Heuristic::Octile => {
                rows.max(columns) * self.straight + rows.min(columns) * self.diagonal_more
            }
            Heuristic::Chebyshev => rows.max(columns) * self.straight,
            Heuristic::Euclid => {
                // Rounded down by more than the arithmetic can be wrong, so that it stays
                // admissible.
                let distance = ((rows * rows + columns * columns) as f64).sqrt();
                (distance * self.straight as f64 * (1.0 - 1e-14)) as u64
            }
        }
    }
}
