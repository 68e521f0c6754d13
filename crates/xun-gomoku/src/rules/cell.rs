//! The patterns at one empty point.

use super::colour::Colour;
use super::line::LineClass;
use super::shape::{Code, Mark, Shape};

/// The patterns that stones of either colour would make at one empty point. At an occupied point
/// they are those before the stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Cell {
    /// For each direction a byte: black's class low, white's high.
    pub(super) lines: u32,
    pub(super) codes: [Code; 2],
    pub(super) marks: [Mark; 2],
}

impl Cell {
    /// The class of the line in this direction after a stone of this colour.
    #[inline]
    #[must_use]
    pub fn line(&self, direction: usize, colour: Colour) -> LineClass {
        LineClass::from_index((self.lines >> (8 * direction + 4 * colour as usize) & 15) as usize)
    }

    /// The four classes' code.
    #[inline]
    #[must_use]
    pub fn code(&self, colour: Colour) -> Code {
        self.codes[colour as usize]
    }

    /// The four classes' shape.
    #[inline]
    #[must_use]
    pub fn shape(&self, colour: Colour) -> Shape {
        self.marks[colour as usize].shape()
    }

    /// Whether a stone of this colour makes a four on some line, forbidden or not.
    #[inline]
    #[must_use]
    pub fn makes_four(&self, colour: Colour) -> bool {
        self.marks[colour as usize].0 & Mark::FOUR != 0
    }

    /// Whether a stone of this colour makes an open three on some line, forbidden or not.
    #[inline]
    #[must_use]
    pub fn makes_three(&self, colour: Colour) -> bool {
        self.marks[colour as usize].0 & Mark::THREE != 0
    }
}
