//! The number a textbook search gives a position.

use std::fmt;
use std::ops::Neg;

/// A value for the side to move: points of an evaluation, or a finished game.
///
/// A finished game is worth more the more depth was left when it was found, that is, the sooner it
/// ends. So the score of a position depends only on the position and the depth it is searched to,
/// never on the way there: this is what lets a transposition table be exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct GameValue(i32);

const WIN: i32 = 2_000_000_000;

impl GameValue {
    /// Equal.
    pub const ZERO: Self = Self(0);
    /// Above every score: the open end of a window.
    pub const INFINITY: Self = Self(i32::MAX);
    /// The most an evaluation may claim.
    pub const MOST_POINTS: Self = Self(WIN - 1);

    /// An evaluation's points; beyond [`MOST_POINTS`](Self::MOST_POINTS) either way they are cut to
    /// it.
    #[must_use]
    pub const fn points(points: i64) -> Self {
        let most = Self::MOST_POINTS.0 as i64;
        if points > most {
            Self::MOST_POINTS
        } else if points < -most {
            Self(-Self::MOST_POINTS.0)
        } else {
            Self(points as i32)
        }
    }

    /// A game won with this much depth left to search.
    #[must_use]
    pub const fn won(depth_left: u32) -> Self {
        Self(WIN + if depth_left > 1_000_000 { 1_000_000 } else { depth_left as i32 })
    }

    /// A game lost with this much depth left to search.
    #[must_use]
    pub const fn lost(depth_left: u32) -> Self {
        Self(-Self::won(depth_left).0)
    }

    /// The bare number.
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The score that has this bare number, for tables that pack scores.
    #[must_use]
    pub const fn from_bits(number: i32) -> Self {
        Self(if number == i32::MIN { -i32::MAX } else { number })
    }

    /// The least score above this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The greatest score below this one.
    #[must_use]
    pub const fn previous(self) -> Self {
        Self(if self.0 <= -i32::MAX { -i32::MAX } else { self.0 - 1 })
    }

    /// This score plus or minus some points, staying inside the scale: for windows.
    #[must_use]
    pub const fn shifted(self, by: i32) -> Self {
        let moved = self.0.saturating_add(by);
        Self(if moved < -i32::MAX { -i32::MAX } else { moved })
    }

    /// True for a finished game, won or lost.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0 >= WIN || self.0 <= -WIN
    }

    /// For a score found by a search of this depth: in how many plies the game is won (positive) or
    /// lost (negative). Exact when nothing was reduced or extended.
    #[must_use]
    pub const fn plies_to_end(self, depth: u32) -> Option<i32> {
        if self.0 >= WIN {
            Some(depth as i32 - (self.0 - WIN))
        } else if self.0 <= -WIN {
            Some(-(depth as i32 - (-self.0 - WIN)))
        } else {
            None
        }
    }
}

impl Neg for GameValue {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for GameValue {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            i32::MAX => to.pad("+∞"),
            number if number == -i32::MAX => to.pad("−∞"),
            number if number >= WIN => to.pad("won"),
            number if number <= -WIN => to.pad("lost"),
            number => to.pad(&number.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_are_better_and_later_losses_too() {
        assert!(GameValue::won(3) > GameValue::won(2));
        assert!(GameValue::lost(2) > GameValue::lost(3));
        assert!(GameValue::won(0) > GameValue::MOST_POINTS);
        assert!(GameValue::lost(0) < GameValue::points(i64::MIN));
        assert!(GameValue::won(u32::MAX) < GameValue::INFINITY);
    }

    #[test]
    fn plies_to_the_end_count_from_the_root() {
        assert_eq!(GameValue::won(4).plies_to_end(5), Some(1));
        assert_eq!(GameValue::lost(3).plies_to_end(5), Some(-2));
        assert_eq!(GameValue::points(7).plies_to_end(5), None);
    }

    #[test]
    fn the_ends_of_the_scale_stay_on_it() {
        assert_eq!(-(-GameValue::INFINITY), GameValue::INFINITY);
        assert_eq!(GameValue::INFINITY.next(), GameValue::INFINITY);
        assert_eq!((-GameValue::INFINITY).previous(), -GameValue::INFINITY);
        assert_eq!((-GameValue::INFINITY).shifted(-5), -GameValue::INFINITY);
        assert_eq!(GameValue::from_bits(i32::MIN), -GameValue::INFINITY);
    }
}
