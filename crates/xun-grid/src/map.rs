//! A map: the cells that can be entered, and the cost of entering each. Start, goal and supply
//! belong to the [`Problem`](crate::Problem).

use crate::Cell;
use thiserror::Error;

/// Terrain that cannot be entered.
pub const WALL: u8 = 0;

/// The largest map that is accepted: 20,000 × 20,000 cells.
pub const MAX_CELLS: u64 = 400_000_000;

/// A rectangle of terrain, one byte a cell, row by row: [`WALL`], or the cost of entering (1 is
/// plain ground).
///
/// ```
/// use xun_grid::{Cell, Map, WALL};
///
/// let mut map = Map::open(3, 4)?;
/// map.set(Cell::new(1, 2), WALL);
/// map.set(Cell::new(0, 0), 5);
/// assert!(!map.is_open(Cell::new(1, 2)) && !map.is_uniform());
/// assert_eq!(map.cost(Cell::new(0, 0)), 5);
/// # Ok::<(), xun_grid::MapError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    rows: u32,
    columns: u32,
    terrain: Vec<u8>,
    /// Number of cells that cost more than 1.
    weighted: usize,
}

/// The reason why a map cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MapError {
    /// No rows or no columns.
    #[error("a map needs at least one row and one column, not {rows}×{columns}")]
    Empty {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
    },
    /// More than [`MAX_CELLS`].
    #[error("{rows}×{columns} is more than the {MAX_CELLS} cells that a map may have")]
    TooLarge {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
    },
    /// The terrain does not fill the rectangle.
    #[error("{rows}×{columns} needs {expected} cells, not {found}")]
    WrongLength {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
        /// Rows × columns.
        expected: u64,
        /// Cells given.
        found: u64,
    },
}

impl Map {
    /// A map of plain ground without walls.
    ///
    /// # Errors
    ///
    /// If it would have no cells or more than [`MAX_CELLS`].
    pub fn open(rows: u32, columns: u32) -> Result<Self, MapError> {
        let cells = Self::size(rows, columns)?;
        Ok(Self { rows, columns, terrain: vec![1; cells as usize], weighted: 0 })
    }

    /// A map from its terrain, row by row.
    ///
    /// # Errors
    ///
    /// If it would have no cells or more than [`MAX_CELLS`], or if the terrain does not fill it.
    pub fn from_terrain(rows: u32, columns: u32, terrain: Vec<u8>) -> Result<Self, MapError> {
        let expected = Self::size(rows, columns)?;
        let found = terrain.len() as u64;
        if found != expected {
            return Err(MapError::WrongLength { rows, columns, expected, found });
        }
        let weighted = terrain.iter().filter(|&&cost| cost > 1).count();
        Ok(Self { rows, columns, terrain, weighted })
    }

    /// The number of cells of a map of this size.
    ///
    /// # Errors
    ///
    /// If there are none or more than [`MAX_CELLS`].
    pub fn size(rows: u32, columns: u32) -> Result<u64, MapError> {
        match u64::from(rows) * u64::from(columns) {
            0 => Err(MapError::Empty { rows, columns }),
            cells if cells > MAX_CELLS => Err(MapError::TooLarge { rows, columns }),
            cells => Ok(cells),
        }
    }

    /// Number of rows.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Number of columns.
    #[inline]
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Number of cells.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> usize {
        self.terrain.len()
    }

    /// Whether the cell lies on the map.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// The cell's place in row order. The cell must lie on the map.
    #[inline]
    #[must_use]
    pub fn index(&self, cell: Cell) -> usize {
        debug_assert!(self.contains(cell));
        cell.row as usize * self.columns as usize + cell.column as usize
    }

    /// The cell at this place in row order.
    #[inline]
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        let columns = self.columns as usize;
        Cell { row: (index / columns) as u32, column: (index % columns) as u32 }
    }

    /// The terrain, row by row.
    #[inline]
    #[must_use]
    pub fn terrain(&self) -> &[u8] {
        &self.terrain
    }

    /// The cost of entering the cell; [`WALL`] off the map too.
    #[inline]
    #[must_use]
    pub fn cost(&self, cell: Cell) -> u8 {
        if self.contains(cell) { self.terrain[self.index(cell)] } else { WALL }
    }

    /// Whether the cell lies on the map and is no wall.
    #[inline]
    #[must_use]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.cost(cell) != WALL
    }

    /// Changes the terrain of a cell on the map.
    pub fn set(&mut self, cell: Cell, terrain: u8) {
        let index = self.index(cell);
        let before = std::mem::replace(&mut self.terrain[index], terrain);
        self.weighted = self.weighted + usize::from(terrain > 1) - usize::from(before > 1);
    }

    /// Whether every open cell costs the same as plain ground.
    #[inline]
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        self.weighted == 0
    }
}
