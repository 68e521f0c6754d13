//! A move: where from and where to, in two bytes; and lists of them.

use super::Square;
use std::fmt;
use std::num::NonZeroU16;

/// From one point to another. `Option<Move>` is as small as `Move`: no move goes from a point to
/// itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// Bits of a square inside a packed move.
const BITS: u32 = 7;
const MASK: u16 = (1 << BITS) - 1;
/// Always set, so that a move is never zero and no check for it is compiled.
const PRESENT: u16 = 1 << 15;

impl Move {
    /// The move between two different points; `None` if they are the same.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Option<Self> {
        if from.index() == to.index() { None } else { Some(Self::between(from, to)) }
    }

    /// The points are known to differ: one is reached from the other.
    #[inline(always)]
    pub(crate) const fn between(from: Square, to: Square) -> Self {
        debug_assert!(from.index() != to.index());
        match NonZeroU16::new(from.index() as u16 | (to.index() as u16) << BITS | PRESENT) {
            Some(packed) => Self(packed),
            None => unreachable!(),
        }
    }

    /// The point that the piece leaves.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_known((self.0.get() & MASK) as u32)
    }

    /// The point that the piece enters.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_known((self.0.get() >> BITS & MASK) as u32)
    }

    /// The two bytes, for a table or a file.
    #[inline(always)]
    #[must_use]
    pub const fn pack(self) -> u16 {
        self.0.get() & !PRESENT
    }

    /// The move of two bytes, if they are one.
    #[inline]
    #[must_use]
    pub const fn unpack(packed: u16) -> Option<Self> {
        match (
            Square::from_index((packed & MASK) as usize),
            Square::from_index((packed >> BITS) as usize),
        ) {
            (Some(from), Some(to)) => Self::new(from, to),
            _ => None,
        }
    }

    /// The move with left and right exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self::between(self.from().mirrored(), self.to().mirrored())
    }

    /// The move with the two homes exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self::between(self.from().flipped(), self.to().flipped())
    }
}

impl fmt::Display for Move {
    /// ICCS as UCI writes it: `h2e2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Room for the moves of any position: 2 rooks and 2 cannons with 17 each, 2 horses with 8, 2
/// elephants with 4, 2 advisors with 5 together, a king with 4 and 5 pawns with 3 make 116.
pub const MAX_MOVES: usize = 128;

/// The moves of a position, on the stack.
pub type MoveList = arrayvec::ArrayVec<Move, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_round_trips() {
        for from in Square::all() {
            for to in Square::all() {
                let made = Move::new(from, to);
                assert_eq!(made.is_none(), from == to);
                if let Some(made) = made {
                    assert_eq!((made.from(), made.to()), (from, to));
                    assert_eq!(Move::unpack(made.pack()), Some(made));
                    assert_eq!(Move::between(from, to), made);
                }
            }
        }
        assert_eq!(Move::unpack(0), None);
        assert_eq!(Move::unpack(u16::MAX), None);
    }
}
