//! Lines of sight between the centres of two cells, in whole numbers.

use super::ground::Ground;
use crate::{Cell, Map};

/// Distance that a line keeps from walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    /// It may touch their edges and corners.
    Allowed,
    /// It may not.
    Forbidden,
}

/// Whether the straight line between the centres of two open cells passes through no wall. It may
/// touch the corner of a wall, but not pass between two walls that meet at a corner.
///
/// ```
/// use xun_grid::any_angle::line_of_sight;
/// use xun_grid::{Cell, Map};
///
/// let map = Map::from_costs(2, 3, vec![1, 1, 0, 1, 1, 1])?;
/// assert!(line_of_sight(&map, Cell::new(0, 0), Cell::new(1, 1)));
/// assert!(line_of_sight(&map, Cell::new(0, 1), Cell::new(1, 2)));
/// assert!(!line_of_sight(&map, Cell::new(0, 0), Cell::new(0, 2)));
/// # Ok::<(), xun_grid::MapError>(())
/// ```
#[must_use]
pub fn line_of_sight(map: &Map, from: Cell, to: Cell) -> bool {
    let wall = |row: i64, column: i64| !map.is_open(Cell::new(row as u32, column as u32));
    map.is_open(from) && map.is_open(to) && sees(wall, from, to, Touch::Allowed)
}

impl Ground {
    /// Whether the line between two cells' centres is free of walls.
    pub(super) fn sees(&self, from: Cell, to: Cell, touch: Touch) -> bool {
        sees(|row, column| self.is_wall(row, column), from, to, touch)
    }
}

/// Walks along the line from row to row and asks for all cells that it passes.
fn sees(wall: impl Fn(i64, i64) -> bool, from: Cell, to: Cell, touch: Touch) -> bool {
    let (from, to) = if from.row <= to.row { (from, to) } else { (to, from) };
    let (row, column) = (i64::from(from.row), i64::from(from.column));
    let rows = i64::from(to.row) - row;
    let columns = i64::from(to.column) - column;
    if rows == 0 {
        let (first, last) = (column.min(column + columns), column.max(column + columns));
        return (first..=last).all(|at| !wall(row, at));
    }
    // In units of 1 / (2 · rows) of a cell: the line's place when it enters and leaves a row.
    let unit = 2 * rows;
    let place = |edge: i64| (2 * column + 1) * rows + columns * edge;
    for offset in 0..=rows {
        let enters = if offset == 0 { place(0) } else { place(2 * offset - 1) };
        let leaves = if offset == rows { place(2 * rows) } else { place(2 * offset + 1) };
        let (low, high) = (enters.min(leaves), enters.max(leaves));
        let first = low.div_euclid(unit);
        let last = if low == high { first } else { (high - 1).div_euclid(unit) };
        if (first..=last).any(|at| wall(row + offset, at)) {
            return false;
        }
        // The corner below, if the line passes through one.
        if offset < rows && leaves.rem_euclid(unit) == 0 {
            let corner = leaves / unit;
            let around = [(0, -1), (0, 0), (1, -1), (1, 0)]
                .map(|(down, right)| wall(row + offset + down, corner + right));
            let blocked = match touch {
                Touch::Allowed => {
                    around[0] == around[3] && around[1] == around[2] && around[0] != around[1]
                }
                Touch::Forbidden => around.contains(&true),
            };
            if blocked {
                return false;
            }
        }
    }
    true
}
