//! A course evaluation as data: what each piece is worth, and how much more or less on each point.

use super::Point;
use crate::rules::{Colour, Piece, PieceKind};

/// Piece values, position tables, and the values of pieces that can be captured next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseTables {
    /// By kind.
    pub values: [i32; 7],
    /// By kind and by point, seen by red: row 0 is the far side.
    pub positions: [[i32; Point::COUNT]; 7],
    /// By kind: what it is worth to be able to capture it. All zero where a set does not count
    /// that.
    pub captures: [i32; 7],
}

const OWN: &str = include_str!("own.json");

impl CourseTables {
    /// The set that ships with the program, written for it.
    #[expect(clippy::missing_panics_doc, reason = "a constant file, checked by a test")]
    #[must_use]
    pub fn own() -> Self {
        Self::from_json(OWN, None).expect("the set that ships is checked by a test")
    }

    /// The value of a piece on a point for its side.
    #[must_use]
    pub fn worth(&self, piece: Piece, point: Point) -> i32 {
        self.values[piece.kind() as usize] + self.position(piece, point)
    }

    /// The part of its worth that depends on the point.
    #[must_use]
    pub fn position(&self, piece: Piece, point: Point) -> i32 {
        let index = match piece.colour() {
            Colour::Red => point.index(),
            // Black looks at its own side of the table; left and right stay.
            Colour::Black => (9 - point.row() as usize) * 9 + point.column() as usize,
        };
        self.positions[piece.kind() as usize][index]
    }

    /// The value of being able to capture a piece of this kind.
    #[must_use]
    pub fn capture(&self, kind: PieceKind) -> i32 {
        self.captures[kind as usize]
    }

    /// Gain of this piece's position by the move, in points, as a course program reports
    /// it.
    #[must_use]
    pub fn position_gain(&self, piece: Piece, from: Point, to: Point) -> i32 {
        self.position(piece, to) - self.position(piece, from)
    }
}
