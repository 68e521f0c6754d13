//! The three ways in which the courses write a move.

use super::{CourseMove, Point};
use crate::rules::Square;

/// A way to write points. Conversion happens here, at the edge, once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// `R (1,1) (1,4)`: row and column, both from 0 at the top left.
    #[default]
    RowColumn,
    /// `R (1,8) (4,8)`: column from the left, row from the bottom, both from 0.
    ColumnRow,
    /// `b8e8`: file letter and rank, as the protocols write it.
    Iccs,
}

impl Coordinates {
    /// One point.
    #[must_use]
    pub fn point(self, point: Point) -> String {
        match self {
            Self::RowColumn => format!("({},{})", point.row(), point.column()),
            Self::ColumnRow => format!("({},{})", point.column(), 9 - point.row()),
            Self::Iccs => Square::from(point).to_string(),
        }
    }

    /// A move of the piece with this letter.
    #[must_use]
    pub fn line(self, letter: char, chosen: CourseMove) -> String {
        let (from, to) = (self.point(chosen.from), self.point(chosen.to));
        match self {
            Self::RowColumn | Self::ColumnRow => format!("{letter} {from} {to}"),
            Self::Iccs => format!("{from}{to}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_in_three_systems() {
        let chosen = CourseMove { from: Point::new(1, 1).unwrap(), to: Point::new(1, 4).unwrap() };
        assert_eq!(Coordinates::RowColumn.line('R', chosen), "R (1,1) (1,4)");
        assert_eq!(Coordinates::ColumnRow.line('R', chosen), "R (1,8) (4,8)");
        assert_eq!(Coordinates::Iccs.line('R', chosen), "b8e8");
    }
}
