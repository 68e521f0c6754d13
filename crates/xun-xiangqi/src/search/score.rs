//! Scores: hundredths of a pawn, and mates beyond them.

use std::ops::{Add, Neg, Sub};

/// The deepest ply a search goes to.
pub const MAX_PLY: usize = 128;
/// Being mated at once; a mate in `n` plies is `n` short of it.
const MATE: i32 = 31_000;
/// Scores beyond this are mates (or wins by the repetition rules).
const DECIDED: i32 = MATE - 2 * MAX_PLY as i32;

/// A score, seen from one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Nobody is better.
    pub const ZERO: Self = Self(0);
    /// More than any score.
    pub const INFINITE: Self = Self(32_000);
    /// No score is known.
    pub const NONE: Self = Self(-32_500);

    /// So many hundredths of a pawn, kept short of any mate.
    pub fn new(value: i32) -> Self {
        Self(value.clamp(1 - DECIDED, DECIDED - 1))
    }

    /// A value that may be anything: a window's edge, a stored number.
    #[inline(always)]
    pub(super) const fn raw(value: i32) -> Self {
        Self(value)
    }

    /// Winning by mate at this ply.
    pub const fn mate_in(ply: usize) -> Self {
        Self(MATE - ply as i32)
    }

    /// Being mated at this ply.
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - MATE)
    }

    /// The number.
    #[inline(always)]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Whether somebody is winning by force.
    #[inline(always)]
    pub const fn is_decided(self) -> bool {
        self.0 >= DECIDED || self.0 <= -DECIDED
    }

    /// Whether the side it is seen from is winning by force.
    #[inline(always)]
    pub const fn is_win(self) -> bool {
        self.0 >= DECIDED
    }

    /// Whether the side it is seen from is losing by force.
    #[inline(always)]
    pub const fn is_loss(self) -> bool {
        self.0 <= -DECIDED
    }

    /// Moves to mate if decided: positive when winning.
    pub fn mate_distance(self) -> Option<i32> {
        if self.is_win() {
            Some((MATE - self.0 + 1) / 2)
        } else if self.is_loss() {
            Some(-(MATE + self.0 + 1) / 2)
        } else {
            None
        }
    }

    /// As the table keeps it: mates counted from the node, not from the root.
    #[inline(always)]
    pub(super) fn to_table(self, ply: usize) -> i16 {
        let value = match self.0 {
            value if value >= DECIDED => value + ply as i32,
            value if value <= -DECIDED => value - ply as i32,
            value => value,
        };
        value as i16
    }

    /// Back from the table.
    #[inline(always)]
    pub(super) fn from_table(stored: i16, ply: usize) -> Self {
        Self(match i32::from(stored) {
            value if value >= DECIDED => value - ply as i32,
            value if value <= -DECIDED => value + ply as i32,
            value => value,
        })
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: i32) -> Self {
        Self(self.0 + other)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: i32) -> Self {
        Self(self.0 - other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves() {
        assert_eq!(Score::mate_in(1).mate_distance(), Some(1));
        assert_eq!(Score::mate_in(3).mate_distance(), Some(2));
        assert_eq!(Score::mated_in(0).mate_distance(), Some(0));
        assert_eq!(Score::mated_in(2).mate_distance(), Some(-1));
        assert_eq!(Score::new(500).mate_distance(), None);
        assert!(!Score::new(i32::MAX).is_decided() && !Score::new(-40_000).is_decided());
    }

    #[test]
    fn the_table_keeps_mates_relative_to_the_node() {
        for score in [Score::mate_in(7), Score::mated_in(9), Score::new(-55)] {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
        assert_eq!(Score::from_table(Score::mate_in(7).to_table(5), 3), Score::mate_in(5));
    }
}
