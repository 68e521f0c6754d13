//! A map: the cells that can be entered, and the cost of entering each. Start, goal and supply
//! belong to the [`Problem`](crate::Problem).

use crate::Cell;
use thiserror::Error;

/// The byte of a wall in [`Map::costs`].
pub(crate) const WALL: u8 = Terrain::WALL.0;

/// The terrain of a cell: a wall, or ground with the cost of entering it.
///
/// ```
/// use xun_grid::Terrain;
///
/// assert!(Terrain::WALL.is_wall() && Terrain::new(0) == Terrain::WALL);
/// assert_eq!((Terrain::PLAIN.cost(), Terrain::new(40).cost()), (1, 40));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terrain(u8);

impl Terrain {
    /// It cannot be entered.
    pub const WALL: Self = Self(0);
    /// Ground that costs 1 to enter.
    pub const PLAIN: Self = Self(1);

    /// Ground that costs this much to enter; 0 is a wall.
    #[inline]
    #[must_use]
    pub const fn new(cost: u8) -> Self {
        Self(cost)
    }

    /// The cost of entering; 0 for a wall.
    #[inline]
    #[must_use]
    pub const fn cost(self) -> u8 {
        self.0
    }

    /// Whether it cannot be entered.
    #[inline]
    #[must_use]
    pub const fn is_wall(self) -> bool {
        self.0 == Self::WALL.0
    }
}

/// The largest map that is accepted: 20,000 × 20,000 cells.
pub const MAX_CELLS: u64 = 400_000_000;

/// A rectangle of terrain, one byte a cell, row by row.
///
/// ```
/// use xun_grid::{Cell, Map, Terrain};
///
/// let mut map = Map::open(3, 4)?;
/// map.set(Cell::new(1, 2), Terrain::WALL);
/// map.set(Cell::new(0, 0), Terrain::new(5));
/// assert!(!map.is_open(Cell::new(1, 2)) && !map.is_uniform());
/// assert_eq!(map.terrain(Cell::new(0, 0)).cost(), 5);
/// # Ok::<(), xun_grid::MapError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    rows: u32,
    columns: u32,
    costs: Vec<u8>,
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
        Ok(Self { rows, columns, costs: vec![1; cells as usize], weighted: 0 })
    }

    /// A map from the cost of entering each cell, row by row; 0 is a wall.
    ///
    /// # Errors
    ///
    /// If it would have no cells or more than [`MAX_CELLS`], or if the costs do not fill it.
    pub fn from_costs(rows: u32, columns: u32, costs: Vec<u8>) -> Result<Self, MapError> {
        let expected = Self::size(rows, columns)?;
        let found = costs.len() as u64;
        if found != expected {
            return Err(MapError::WrongLength { rows, columns, expected, found });
        }
        let weighted = costs.iter().filter(|&&cost| cost > 1).count();
        Ok(Self { rows, columns, costs, weighted })
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
        self.costs.len()
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

    /// The cost of entering each cell, row by row; 0 is a wall.
    #[inline]
    #[must_use]
    pub fn costs(&self) -> &[u8] {
        &self.costs
    }

    /// The terrain of the cell; a wall off the map.
    #[inline]
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> Terrain {
        if self.contains(cell) { Terrain(self.costs[self.index(cell)]) } else { Terrain::WALL }
    }

    /// Whether the cell lies on the map and is no wall.
    #[inline]
    #[must_use]
    pub fn is_open(&self, cell: Cell) -> bool {
        !self.terrain(cell).is_wall()
    }

    /// Changes the terrain of a cell on the map.
    pub fn set(&mut self, cell: Cell, terrain: Terrain) {
        let (index, cost) = (self.index(cell), terrain.cost());
        let before = std::mem::replace(&mut self.costs[index], cost);
        self.weighted = self.weighted + usize::from(cost > 1) - usize::from(before > 1);
    }

    /// Whether every open cell costs the same as plain ground.
    #[inline]
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        self.weighted == 0
    }
}
