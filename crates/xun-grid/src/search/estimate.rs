//! Estimates of the cost to go, in ticks.

use super::padded_map::PaddedMap;
use crate::{Cell, Heuristic};

/// The [`Heuristic`]s of plain searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
    Zero,
    Manhattan,
    Octile,
    Chebyshev,
    Euclid,
}

impl Distance {
    /// The distance that a heuristic names. Those of supply searches do not come here
    /// ([`Searcher::effective`](super::Searcher::effective)); zero is right for every one.
    pub(super) fn of(heuristic: Heuristic) -> Self {
        match heuristic {
            Heuristic::Manhattan => Self::Manhattan,
            Heuristic::Octile => Self::Octile,
            Heuristic::Chebyshev => Self::Chebyshev,
            Heuristic::Euclid => Self::Euclid,
            Heuristic::Zero | Heuristic::SupplyRegion | Heuristic::Exact => Self::Zero,
        }
    }
}

/// A distance with its goal, in the padded map's ticks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    distance: Distance,
    goal: Cell,
    straight: u64,
    /// The cost of a diagonal step less that of a straight step.
    diagonal_more: u64,
}

impl Estimate {
    pub(super) fn new(distance: Distance, goal: Cell, grid: &PaddedMap) -> Self {
        let (straight, diagonal) = (grid.straight(), grid.diagonal());
        Self { distance, goal, straight, diagonal_more: diagonal - straight }
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
        match self.distance {
            Distance::Zero => 0,
            Distance::Manhattan => (rows + columns) * self.straight,
            Distance::Octile => {
                rows.max(columns) * self.straight + rows.min(columns) * self.diagonal_more
            }
            Distance::Chebyshev => rows.max(columns) * self.straight,
            Distance::Euclid => {
                // Rounded down by more than the arithmetic can be wrong, so that it stays
                // admissible.
                let line = ((rows * rows + columns * columns) as f64).sqrt();
                (line * self.straight as f64 * (1.0 - 1e-14)) as u64
            }
        }
    }
}
