//! The rules alone: boards, stones, lines, wins, forbidden points and positions.
//!
//! [`Board`] is the fast, incremental board of the searches. Everything that a person or a program
//! may send comes in through [`Position`], which lists every fault of an impossible one.

mod board;
mod cell;
mod colour;
mod forbidden;
mod line;
mod line_words;
mod point;
mod point_set;
mod position;
mod rule;
mod shape;
mod symmetry;
mod tables;
mod zobrist;

pub use board::{Board, MAX_CHANGES, STEPS};
pub use cell::Cell;
pub use colour::{Colour, PerColour};
pub use forbidden::{Forbidden, forbidden_kind};
pub use line::{Goal, LineClass, classify};
pub(crate) use line_words::{LINES, LineWords, line_of};
pub use point::{
    MAX_AREA, MAX_SIDE, MIN_SIDE, ParseSizeError, Point, STRIDE, Size, SizeError, Span,
};
pub use point_set::PointSet;
pub use position::{Impossible, Position, PositionFault, Status};
pub use rule::{Rule, UnknownRule};
pub use shape::{CODES, Code, Shape, classes_of_code, code_of_classes};
pub use symmetry::Symmetry;
pub use tables::DIRECTIONS;
pub(crate) use zobrist::{SIDE_KEY, stone_key};
