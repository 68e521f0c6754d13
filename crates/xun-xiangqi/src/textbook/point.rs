//! Points and moves as a course program sees them: rows from the top, columns from the left.

use crate::rules::{Move, Square};
use std::fmt;

/// A point of the board, numbered as it is scanned: row by row from the top, each from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// Number of points.
    pub const COUNT: usize = 90;

    /// The point in this row (from the top, 0 to 9) and column (from the left, 0 to 8), if it is on
    /// the board.
    #[must_use]
    pub const fn new(row: u8, column: u8) -> Option<Self> {
        if row < 10 && column < 9 { Some(Self(row * 9 + column)) } else { None }
    }

    /// The point of a number that is known to be below 90.
    pub(super) const fn from_known(index: u8) -> Self {
        debug_assert!((index as usize) < Self::COUNT);
        Self(index)
    }

    /// The number, 0 to 89.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row from the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 9
    }

    /// The column from the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % 9
    }

    /// The point so many rows down and columns to the right.
    #[must_use]
    pub const fn offset(self, down: i8, right: i8) -> Option<Self> {
        let (row, column) = (self.row() as i8 + down, self.column() as i8 + right);
        if row < 0 || column < 0 { None } else { Self::new(row as u8, column as u8) }
    }

    /// Every point in the order of scanning.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl From<Point> for Square {
    fn from(point: Point) -> Self {
        Self::new(point.column(), 9 - point.row()).expect("both boards have 10 rows and 9 columns")
    }
}

impl From<Square> for Point {
    fn from(square: Square) -> Self {
        Self((9 - square.rank()) * 9 + square.file())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "({},{})", self.row(), self.column())
    }
}

/// A move of a course board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CourseMove {
    /// The point it leaves.
    pub from: Point,
    /// The point it goes to.
    pub to: Point,
}

impl From<CourseMove> for Move {
    fn from(chosen: CourseMove) -> Self {
        Self::new(chosen.from.into(), chosen.to.into()).expect("a piece moves to another point")
    }
}

impl From<Move> for CourseMove {
    fn from(chosen: Move) -> Self {
        Self { from: chosen.from().into(), to: chosen.to().into() }
    }
}

impl fmt::Debug for CourseMove {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{:?} {:?}", self.from, self.to)
    }
}
