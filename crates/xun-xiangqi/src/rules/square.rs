//! A point of the board, and the two coordinates it is made of.

use std::fmt;

/// One of the 90 points, numbered from Red's left corner: `a0` is 0, `i0` is 8, `i9` is 89.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of points that the board has.
    pub const COUNT: usize = 90;
    /// Number of files (columns) of the board.
    pub const FILES: u8 = 9;
    /// Number of ranks (rows) of the board.
    pub const RANKS: u8 = 10;

    /// The point of this number, if there is one.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The point at a file (0 = `a`) and rank (0 = Red's home), if it is on the board.
    ///
    /// ```
    /// use xun_xiangqi::rules::Square;
    /// assert_eq!(Square::new(4, 0).unwrap().to_string(), "e0");
    /// assert!(Square::new(9, 0).is_none());
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < Self::FILES && rank < Self::RANKS {
            Some(Self(rank * Self::FILES + file))
        } else {
            None
        }
    }

    /// The number is known to be below 90: it came from a bit of a board or from a stored move.
    #[inline(always)]
    pub(super) const fn from_known(index: u32) -> Self {
        debug_assert!(index < Self::COUNT as u32);
        Self(index as u8)
    }

    /// The number of this point, 0 to 89.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number as an index into tables padded to 128 rows, which need no bounds check.
    #[inline(always)]
    pub(super) const fn padded(self) -> usize {
        (self.0 & 127) as usize
    }

    /// The file, 0 (`a`, Red's left) to 8.
    #[inline(always)]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % Self::FILES
    }

    /// The rank, 0 (Red's home) to 9 (Black's home).
    #[inline(always)]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / Self::FILES
    }

    /// The point this many files to the right and ranks up, if it is on the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || rank < 0 { None } else { Self::new(file as u8, rank as u8) }
    }

    /// The same point with left and right exchanged.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.rank() * Self::FILES + (Self::FILES - 1 - self.file()))
    }

    /// The same point seen from the other side of the table (turned by half a circle).
    #[must_use]
    pub const fn rotated(self) -> Self {
        Self(Self::COUNT as u8 - 1 - self.0)
    }

    /// The same file, counted from the other home rank (as exchanging the colours does).
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self((Self::RANKS - 1 - self.rank()) * Self::FILES + self.file())
    }

    /// Every point, from `a0` to `i9`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_and_number_agree() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(square.mirrored().mirrored(), square);
            assert_eq!(square.rotated(), square.mirrored().flipped());
        }
    }
}
