//! Points of the board, and the board's size.
//!
//! A point is an index into a fixed 32 × 32 field that has a margin of five on every side, so that
//! walking up to five steps in any direction never leaves the field and needs no bounds arithmetic.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The smallest side of a board.
pub const MIN_SIDE: u8 = 5;
/// The largest side of a board.
pub const MAX_SIDE: u8 = 22;
/// The most points of a board.
pub const MAX_AREA: usize = (MAX_SIDE as usize) * (MAX_SIDE as usize);
/// Points in one row of the padded field.
pub const STRIDE: usize = 32;
pub(crate) const FIELD: usize = STRIDE * STRIDE;
pub(crate) const MARGIN: usize = 5;

/// A point, by its index in the padded field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point in this column and row, both from zero. They must be less than [`MAX_SIDE`].
    #[inline]
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Self {
        debug_assert!(x < MAX_SIDE && y < MAX_SIDE);
        Self((y as u16 + MARGIN as u16) * STRIDE as u16 + x as u16 + MARGIN as u16)
    }

    #[inline]
    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The index in the padded field, below 1024.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize & (FIELD - 1)
    }

    /// The column, from zero.
    #[inline]
    #[must_use]
    pub const fn x(self) -> u8 {
        (self.0 as usize % STRIDE - MARGIN) as u8
    }

    /// The row, from zero.
    #[inline]
    #[must_use]
    pub const fn y(self) -> u8 {
        (self.0 as usize / STRIDE - MARGIN) as u8
    }

    /// Steps of a king from here to there.
    #[inline]
    #[must_use]
    pub fn distance(self, other: Self) -> u32 {
        let (x, y) = (self.x().abs_diff(other.x()), self.y().abs_diff(other.y()));
        u32::from(x.max(y))
    }
}

/// The point as players write it: `h8` is the eighth column and the eighth row.
impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", char::from(b'a' + self.x()), self.y() + 1)
    }
}

/// Width and height of a board, each from 5 to 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board of a size that we do not play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a board has {MIN_SIDE} to {MAX_SIDE} columns and rows, not {width}×{height}")]
pub struct SizeError {
    /// Columns asked for.
    pub width: u32,
    /// Rows asked for.
    pub height: u32,
}

impl Size {
    /// The usual board, 15 × 15.
    pub const STANDARD: Self = Self { width: 15, height: 15 };

    /// A size, if it may be.
    ///
    /// # Errors
    /// A width or height outside 5 to 22.
    pub fn new(width: u32, height: u32) -> Result<Self, SizeError> {
        let range = u32::from(MIN_SIDE)..=u32::from(MAX_SIDE);
        if range.contains(&width) && range.contains(&height) {
            Ok(Self { width: width as u8, height: height as u8 })
        } else {
            Err(SizeError { width, height })
        }
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether this column and row are on the board.
    #[must_use]
    pub const fn contains(self, x: u32, y: u32) -> bool {
        x < self.width as u32 && y < self.height as u32
    }

    /// The point in this column and row, if it is on the board.
    #[must_use]
    pub fn point(self, x: u32, y: u32) -> Option<Point> {
        self.contains(x, y).then(|| Point::new(x as u8, y as u8))
    }

    /// Whether the point is on the board.
    #[must_use]
    pub const fn has(self, point: Point) -> bool {
        self.contains(point.x() as u32, point.y() as u32)
    }

    /// The middle point (of an even side, the lower one of the two).
    #[must_use]
    pub const fn centre(self) -> Point {
        Point::new((self.width - 1) / 2, (self.height - 1) / 2)
    }

    /// Every point, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::new(x, y)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}×{}", self.width, self.height)
    }
}

/// A text that is no size of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseSizeError {
    /// It is not written as a size.
    #[error("{0:?} is no board size: expected one like 15 or 20x15")]
    Malformed(String),
    /// No board has this size.
    #[error(transparent)]
    Range(#[from] SizeError),
}

impl FromStr for Size {
    type Err = ParseSizeError;

    /// Reads `15`, `20x15` or `20×15`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (width, height) = text.split_once(['x', '×']).unwrap_or((text, text));
        let number = |text: &str| text.trim().parse::<u32>();
        match (number(width), number(height)) {
            (Ok(width), Ok(height)) => Ok(Self::new(width, height)?),
            _ => Err(ParseSizeError::Malformed(text.to_owned())),
        }
    }
}

/// Several points written together: `h8i9j10`.
pub struct Span<'a>(pub &'a [Point]);

impl fmt::Display for Span<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|point| write!(formatter, "{point}"))
    }
}
