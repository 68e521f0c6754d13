//! Scores: odds on a logarithmic scale, or a forced end and how far it is.

use std::fmt;
use std::ops::Neg;

/// A value for the side to move. Within ±[`Score::BOUND`] it is an estimate (200 is odds of e to
/// 1); beyond, a forced win or loss at a known distance from the root of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i16);

impl Score {
    /// More than any score.
    pub const INFINITE: Self = Self(32_000);
    /// A draw.
    pub const DRAW: Self = Self(0);
    const MATE: i16 = 30_000;
    /// Estimates stay within this.
    pub const BOUND: Self = Self(Self::MATE - 1_000);
    const ESTIMATE: i32 = 20_000;

    /// An estimate.
    #[inline]
    pub fn estimate(value: i32) -> Self {
        Self(value.clamp(-Self::ESTIMATE, Self::ESTIMATE) as i16)
    }

    /// The side to move makes five this many plies from the root.
    #[inline]
    pub const fn win_at(ply: usize) -> Self {
        Self(Self::MATE - ply as i16)
    }

    /// The other side makes five this many plies from the root.
    #[inline]
    pub const fn loss_at(ply: usize) -> Self {
        Self(ply as i16 - Self::MATE)
    }

    /// Whether it is a forced win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Self::BOUND.0
    }

    /// Whether it is a forced loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::BOUND.0
    }

    /// Whether it is a forced win or loss.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies from the root to the five that decides the game, if it is decided.
    pub const fn plies_to_five(self) -> Option<u32> {
        if self.is_decided() { Some((Self::MATE - self.0.abs()) as u32) } else { None }
    }

    /// The plain number.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0 as i32
    }

    /// This much more or less; not meant to cross into forced ends.
    #[inline]
    #[must_use]
    pub const fn plus(self, amount: i32) -> Self {
        let sum = self.0 as i32 + amount;
        let most = Self::INFINITE.0 as i32;
        Self(if sum > most {
            most as i16
        } else if sum < -most {
            -most as i16
        } else {
            sum as i16
        })
    }

    /// As the table keeps it: the distance counted from the position instead of the root.
    #[inline]
    pub(crate) const fn to_table(self, ply: usize) -> i16 {
        if self.is_win() {
            self.0 + ply as i16
        } else if self.is_loss() {
            self.0 - ply as i16
        } else {
            self.0
        }
    }

    #[inline]
    pub(crate) const fn from_table(raw: i16, ply: usize) -> Self {
        let score = Self(raw);
        if score.is_win() {
            Self(raw - ply as i16)
        } else if score.is_loss() {
            Self(raw + ply as i16)
        } else {
            score
        }
    }

    /// The chance to win that an estimate stands for, in thousandths.
    pub fn permille(self) -> u32 {
        let odds = (f64::from(self.0) / 200.0).exp();
        (1000.0 * odds / (1.0 + odds)).round() as u32
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// `+12`, `-340`, or `+M7` and `-M8`: five in that many plies.
impl fmt::Display for Score {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_five() {
            Some(plies) => write!(formatter, "{}M{plies}", if self.0 > 0 { '+' } else { '-' }),
            None => write!(formatter, "{:+}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forced_ends_keep_their_distance_through_the_table() {
        for (score, ply) in
            [(Score::win_at(31), 12), (Score::loss_at(20), 7), (Score::estimate(123), 9)]
        {
            assert_eq!(Score::from_table(score.to_table(ply), ply), score);
        }
        assert_eq!(Score::from_table(Score::win_at(31).to_table(12), 0), Score::win_at(19));
        assert!(Score::win_at(5) > Score::win_at(7) && Score::loss_at(6) < Score::loss_at(8));
        assert_eq!(Score::win_at(5).to_string(), "+M5");
    }
}
