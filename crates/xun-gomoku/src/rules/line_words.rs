//! Lines as 64-bit words, two bits a point: which line a point is on, and the classes of its
//! surroundings.

use super::colour::Colour;
use super::line::LineClass;
use super::point::{FIELD, Point, STRIDE};
use super::tables::RuleTables;

/// Lines of all four directions, dead ones among them.
pub(crate) const LINES: usize = 6 * STRIDE;

/// The number of a point's line in each direction, and its place on it.
#[inline]
pub(crate) const fn line_of(point: Point, direction: usize) -> (usize, usize) {
    let (x, y) = (point.index() % STRIDE, point.index() / STRIDE);
    match direction {
        0 => (y, x),
        1 => (STRIDE + x, y),
        2 => (2 * STRIDE + x + STRIDE - y, x),
        _ => (4 * STRIDE + x + y, x),
    }
}

/// The key of a window: the line's points around the place without the place itself.
#[inline]
pub(super) const fn window<const HALF: usize>(line: u64, place: usize) -> usize {
    let around = line >> (2 * (place - HALF));
    let low = around & ((1 << (2 * HALF)) - 1);
    let high = around >> (2 * HALF + 2) & ((1 << (2 * HALF)) - 1);
    (low | high << (2 * HALF)) as usize
}

/// Both colours' classes on one line of a point.
#[inline]
pub(super) fn line_byte(
    tables: &RuleTables,
    lines: &[u64; LINES],
    point: Point,
    direction: usize,
) -> u8 {
    let (line, place) = line_of(point, direction);
    let key = if tables.half == 4 {
        window::<4>(lines[line], place)
    } else {
        window::<5>(lines[line], place)
    };
    tables.lines[key]
}

/// A copy of the lines alone, for trying stones without touching the board.
#[derive(Clone)]
pub(crate) struct LineWords {
    pub(super) lines: [u64; LINES],
    pub(super) tables: &'static RuleTables,
}

impl LineWords {
    /// One line of one direction.
    #[inline]
    pub(crate) fn line(&self, line: usize) -> u64 {
        self.lines[line]
    }

    /// Puts a stone on an empty point, or takes it away again.
    #[inline]
    pub(crate) fn flip(&mut self, point: Point, colour: Colour) {
        let stone = colour as u64 + 1;
        for direction in 0..4 {
            let (line, place) = line_of(point, direction);
            self.lines[line] ^= stone << (2 * place);
        }
    }

    /// The class of one line of an empty point after a stone of this colour.
    #[inline]
    pub(crate) fn class(&self, point: Point, direction: usize, colour: Colour) -> LineClass {
        let byte = line_byte(self.tables, &self.lines, point, direction);
        LineClass::from_index(usize::from(byte >> (4 * colour as u8) & 15))
    }

    /// The contents of a place of the padded field.
    #[inline]
    pub(crate) fn content(&self, index: isize) -> u8 {
        let point = Point::from_index(index as usize & (FIELD - 1));
        let (line, place) = line_of(point, 0);
        (self.lines[line] >> (2 * place) & 3) as u8
    }
}
