//! Distance and flow fields: the cost of the cheapest path between every cell and the nearest of
//! some sources, and the step that leads there.

use crate::{Cell, Path, Step};

/// The direction of the paths of a [`Field`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the sources to each cell: a distance field.
    FromSources,
    /// From each cell to the nearest source: a flow field, which any number of travellers follow.
    ToSources,
}

/// Costs and steps of all cells. Made by [`Searcher::field`](crate::Searcher::field).
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    rows: u32,
    columns: u32,
    direction: Direction,
    costs: Vec<f64>,
    /// The step between the cell and the next cell on the way, as taken by the traveller; 8 for a
    /// source, 9 where there is no path.
    steps: Vec<u8>,
}

/// The cell is a source.
pub(crate) const SOURCE: u8 = 8;
/// There is no path.
pub(crate) const NO_PATH: u8 = 9;

impl Field {
    pub(crate) fn new(
        (rows, columns): (u32, u32),
        direction: Direction,
        costs: Vec<f64>,
        steps: Vec<u8>,
    ) -> Self {
        Self { rows, columns, direction, costs, steps }
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The direction of its paths.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The costs of all cells, row by row; infinite where there is no path.
    #[must_use]
    pub fn costs(&self) -> &[f64] {
        &self.costs
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let inside = cell.row < self.rows && cell.column < self.columns;
        inside.then(|| cell.row as usize * self.columns as usize + cell.column as usize)
    }

    /// The cost of the cheapest path between the cell and its nearest source.
    #[must_use]
    pub fn cost(&self, cell: Cell) -> Option<f64> {
        self.index(cell).map(|index| self.costs[index]).filter(|cost| cost.is_finite())
    }

    /// The next step of a traveller in this cell towards its nearest source; in a field from the
    /// sources, the last step of the path to this cell. None at a source and where there is no
    /// path.
    #[must_use]
    pub fn step(&self, cell: Cell) -> Option<Step> {
        Step::ALL.get(usize::from(self.steps[self.index(cell)?])).copied()
    }

    /// The cheapest path between the cell and its nearest source, in the field's direction.
    #[must_use]
    pub fn path(&self, cell: Cell) -> Option<Path> {
        let cost = self.cost(cell)?;
        let (mut at, mut cells) = (cell, vec![cell]);
        while let Some(step) = self.step(at) {
            at = match self.direction {
                Direction::ToSources => at.step(step)?,
                Direction::FromSources => {
                    let (down, right) = step.delta();
                    Cell {
                        row: at.row.checked_add_signed(-down)?,
                        column: at.column.checked_add_signed(-right)?,
                    }
                }
            };
            cells.push(at);
        }
        if self.direction == Direction::FromSources {
            cells.reverse();
        }
        Some(Path { cells, cost })
    }
}
