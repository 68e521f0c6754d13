//! Cells of a grid, and the eight steps from one to its neighbours.

use std::fmt;

/// A cell of a grid by row (from the top) and column (from the left), both from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Rows from the top.
    pub row: u32,
    /// Columns from the left.
    pub column: u32,
}

impl Cell {
    /// The cell at this row and column.
    #[inline]
    #[must_use]
    pub const fn new(row: u32, column: u32) -> Self {
        Self { row, column }
    }

    /// The neighbour in this direction, if its coordinates do not leave the number range; it may
    /// still lie outside a given map.
    #[inline]
    #[must_use]
    pub fn step(self, step: Step) -> Option<Self> {
        let (down, right) = step.delta();
        Some(Self {
            row: self.row.checked_add_signed(down)?,
            column: self.column.checked_add_signed(right)?,
        })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "({},{})", self.row, self.column)
    }
}

/// One move on a grid. The first four are the moves of a 4-connected grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Row − 1.
    Up,
    /// Row + 1.
    Down,
    /// Column − 1.
    Left,
    /// Column + 1.
    Right,
    /// Row − 1, column − 1.
    UpLeft,
    /// Row − 1, column + 1.
    UpRight,
    /// Row + 1, column − 1.
    DownLeft,
    /// Row + 1, column + 1.
    DownRight,
}

impl Step {
    /// The four straight moves.
    pub const STRAIGHT: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];
    /// All eight moves.
    pub const ALL: [Self; 8] = [
        Self::Up,
        Self::Down,
        Self::Left,
        Self::Right,
        Self::UpLeft,
        Self::UpRight,
        Self::DownLeft,
        Self::DownRight,
    ];

    /// Change of row and column.
    #[inline]
    #[must_use]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::UpLeft => (-1, -1),
            Self::UpRight => (-1, 1),
            Self::DownLeft => (1, -1),
            Self::DownRight => (1, 1),
        }
    }

    /// The move between two neighbouring cells.
    #[inline]
    #[must_use]
    pub fn between(from: Cell, to: Cell) -> Option<Self> {
        Self::ALL.into_iter().find(|&step| from.step(step) == Some(to))
    }

    /// The letter of a straight move in the lab's answers: `U D L R`. Diagonal moves have none.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> Option<char> {
        match self {
            Self::Up => Some('U'),
            Self::Down => Some('D'),
            Self::Left => Some('L'),
            Self::Right => Some('R'),
            _ => None,
        }
    }
}
