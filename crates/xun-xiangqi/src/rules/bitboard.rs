//! A set of points, one bit each, in the low 90 bits of a `u128`.

use super::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub(super) u128);

impl Bitboard {
    /// No point.
    pub const EMPTY: Self = Self(0);
    /// Every point.
    pub const ALL: Self = Self((1 << Square::COUNT) - 1);
    /// The nine files' first: file `a`.
    const FILE_A: u128 = {
        let mut bits = 0;
        let mut rank = 0;
        while rank < 10 {
            bits |= 1 << (9 * rank);
            rank += 1;
        }
        bits
    };

    /// The set of one point.
    #[inline(always)]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// All points of a file.
    #[inline(always)]
    #[must_use]
    pub const fn file(file: u8) -> Self {
        Self(Self::FILE_A << file)
    }

    /// All points of a rank.
    #[inline(always)]
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        Self(0x1FF << (9 * rank))
    }

    /// Whether the point is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether no point is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any point is in both sets.
    #[inline(always)]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The points, lowest first.
    #[inline(always)]
    #[must_use]
    pub const fn squares(self) -> Squares {
        Squares(self)
    }

    /// Number of points.
    #[inline(always)]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are two or more points.
    #[inline(always)]
    #[must_use]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest point.
    #[inline(always)]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_known(self.0.trailing_zeros())) }
    }

    /// The points that are in this set and not in the other.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The points strictly between two points of one file or rank; empty if they share neither.
    #[inline]
    #[must_use]
    pub const fn between(one: Square, other: Square) -> Self {
        let (low, high) = if one.index() < other.index() { (one, other) } else { (other, one) };
        if low.index() == high.index() {
            Self::EMPTY
        } else if low.rank() == high.rank() {
            Self((1 << high.index()) - (2 << low.index()))
        } else if low.file() == high.file() {
            Self(((1 << high.index()) - (1 << (low.index() + 9))) & (Self::FILE_A << low.file()))
        } else {
            Self::EMPTY
        }
    }
}

/// The points of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

macro_rules! operator {
    ($operation:ident, $method:ident, $assign:ident, $assign_method:ident, $symbol:tt) => {
        impl $operation for Bitboard {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $symbol other.0)
            }
        }
        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                self.0 = self.0 $symbol other.0;
            }
        }
    };
}
operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_is_what_it_says() {
        for one in Square::all() {
            for other in Square::all() {
                let expected: Bitboard = Square::all()
                    .filter(|middle| {
                        let inside = |a: u8, b: u8, m: u8| a.min(b) < m && m < a.max(b);
                        let (one, other, middle) = (one, other, *middle);
                        (one.file() == other.file()
                            && middle.file() == one.file()
                            && inside(one.rank(), other.rank(), middle.rank()))
                            || (one.rank() == other.rank()
                                && middle.rank() == one.rank()
                                && inside(one.file(), other.file(), middle.file()))
                    })
                    .collect();
                assert_eq!(Bitboard::between(one, other), expected, "{one} {other}");
            }
        }
    }

    #[test]
    fn a_set_lists_its_points_in_order() {
        let set: Bitboard = Square::all().step_by(7).collect();
        assert!(set.squares().eq(Square::all().step_by(7)));
        assert_eq!(set.count(), 13);
        assert_eq!(!!set, set);
    }
}
