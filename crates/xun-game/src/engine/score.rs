//! Scores of the engines' searches: an evaluation, or a forced end of the game at a known distance.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score seen from the side to move.
///
/// Below [`Score::DECIDED`] either way it is an evaluation in the engine's units. Beyond, the game
/// is won or lost by force, and the distance from [`Score::mate_in`]`(0)` counts the plies to its
/// end.
///
/// ```
/// use xun_game::Score;
///
/// let mate = Score::mate_in(5);
/// assert!(mate.is_win() && (-mate).is_loss());
/// assert_eq!((mate.plies_to_end(), mate.mate_distance()), (Some(5), Some(3)));
/// // A sooner win is better, and every win is better than any evaluation.
/// assert!(Score::mate_in(3) > mate && mate > Score::new(9_999));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// A win on the board; a win in `n` plies is `n` less.
const MATE: i32 = 31_000;
/// Longest forced end in plies. More than the points of the largest Gomoku board (22 × 22).
const MOST_PLIES: i32 = 1_000;
/// Scores from here on are forced wins.
const DECIDED: i32 = MATE - MOST_PLIES;

impl Score {
    /// An even position.
    pub const ZERO: Self = Self(0);
    /// Above every score: the open end of a window.
    pub const INFINITE: Self = Self(32_000);
    /// Marks a score that is not known. Below every score.
    pub const NONE: Self = Self(-32_500);
    /// The least score of a forced win.
    pub const DECIDED: Self = Self(DECIDED);

    /// An evaluation. Values beyond ±([`Score::DECIDED`] − 1) are cut off there, so that none looks
    /// like a forced end.
    #[inline(always)]
    #[must_use]
    pub const fn new(value: i32) -> Self {
        Self(if value >= DECIDED {
            DECIDED - 1
        } else if value <= -DECIDED {
            1 - DECIDED
        } else {
            value
        })
    }

    /// The score with exactly this number: a window's edge, a stored number.
    #[inline(always)]
    #[must_use]
    pub const fn from_raw(value: i32) -> Self {
        Self(value)
    }

    /// The side to move wins at this ply, counted from the root.
    #[inline(always)]
    #[must_use]
    pub const fn mate_in(ply: usize) -> Self {
        Self(MATE - ply as i32)
    }

    /// The side to move loses at this ply, counted from the root.
    #[inline(always)]
    #[must_use]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - MATE)
    }

    /// The bare number.
    #[inline(always)]
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Whether it is a forced win of the side to move. Also true of [`Score::INFINITE`].
    #[inline(always)]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= DECIDED
    }

    /// Whether it is a forced loss of the side to move. Also true of −[`Score::INFINITE`], the
    /// best score of a node before its first move was searched.
    #[inline(always)]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -DECIDED
    }

    /// Whether it is a forced win or loss.
    #[inline(always)]
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies from the root to the forced end of the game, if it is decided.
    #[inline]
    #[must_use]
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.is_decided() && self.0.abs() <= MATE {
            Some((MATE - self.0.abs()) as u32)
        } else {
            None
        }
    }

    /// Moves to mate, if it is decided: positive for a win, negative or zero for a loss.
    #[must_use]
    pub const fn mate_distance(self) -> Option<i32> {
        if self.is_win() {
            Some((MATE - self.0 + 1) / 2)
        } else if self.is_loss() {
            Some(-(MATE + self.0 + 1) / 2)
        } else {
            None
        }
    }

    /// This score plus or minus some points, kept within ±[`Score::INFINITE`]: for windows.
    #[inline]
    #[must_use]
    pub const fn saturating_add(self, points: i32) -> Self {
        let sum = self.0.saturating_add(points);
        Self(if sum > Self::INFINITE.0 {
            Self::INFINITE.0
        } else if sum < -Self::INFINITE.0 {
            -Self::INFINITE.0
        } else {
            sum
        })
    }

    /// The form stored in a transposition table: forced ends are counted from the node at this ply
    /// instead of from the root.
    #[inline(always)]
    #[must_use]
    pub const fn to_table(self, ply: usize) -> i16 {
        let value = if self.0 >= DECIDED {
            self.0 + ply as i32
        } else if self.0 <= -DECIDED {
            self.0 - ply as i32
        } else {
            self.0
        };
        value as i16
    }

    /// The score stored by [`Score::to_table`], read at a node of this ply.
    #[inline(always)]
    #[must_use]
    pub const fn from_table(stored: i16, ply: usize) -> Self {
        let value = stored as i32;
        Self(if value >= DECIDED {
            value - ply as i32
        } else if value <= -DECIDED {
            value + ply as i32
        } else {
            value
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
    fn add(self, points: i32) -> Self {
        Self(self.0 + points)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn sub(self, points: i32) -> Self {
        Self(self.0 - points)
    }
}

/// `+12`, `-340`, or `+M7` and `-M8`: a forced end in that many plies.
impl fmt::Display for Score {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) => write!(out, "{}M{plies}", if self.0 > 0 { '+' } else { '-' }),
            None => write!(out, "{:+}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves_and_plies() {
        assert_eq!(Score::mate_in(1).mate_distance(), Some(1));
        assert_eq!(Score::mate_in(3).mate_distance(), Some(2));
        assert_eq!(Score::mated_in(0).mate_distance(), Some(0));
        assert_eq!(Score::mated_in(2).mate_distance(), Some(-1));
        assert_eq!(Score::new(500).mate_distance(), None);
        assert_eq!(Score::mate_in(7).plies_to_end(), Some(7));
        assert_eq!(Score::mated_in(8).plies_to_end(), Some(8));
        assert!(Score::mate_in(5) > Score::mate_in(7) && Score::mated_in(6) < Score::mated_in(8));
        assert!(Score::mate_in(480).is_win() && Score::mated_in(480).is_loss());
    }

    #[test]
    fn evaluations_are_not_decided_and_window_edges_have_no_distance() {
        assert!(!Score::new(i32::MAX).is_decided() && !Score::new(-40_000).is_decided());
        assert!(Score::INFINITE.is_win() && (-Score::INFINITE).is_loss());
        assert_eq!(Score::INFINITE.plies_to_end(), None);
    }

    #[test]
    fn sums_of_windows_stay_on_the_scale() {
        assert_eq!(Score::mate_in(0).saturating_add(i32::MAX), Score::INFINITE);
        assert_eq!((-Score::INFINITE).saturating_add(-5), -Score::INFINITE);
        assert_eq!(Score::new(5).saturating_add(-7), Score::new(-2));
    }

    #[test]
    fn the_table_keeps_mates_relative_to_the_node() {
        for score in [
            Score::mate_in(7),
            Score::mated_in(9),
            Score::mate_in(400),
            Score::mated_in(400),
            Score::new(-55),
        ] {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
        assert_eq!(Score::from_table(Score::mate_in(7).to_table(5), 3), Score::mate_in(5));
        assert_eq!(Score::from_table(Score::NONE.to_table(0), 0), Score::NONE);
    }

    #[test]
    fn forced_ends_are_written_in_plies() {
        assert_eq!(Score::mate_in(5).to_string(), "+M5");
        assert_eq!(Score::mated_in(8).to_string(), "-M8");
        assert_eq!(Score::new(-340).to_string(), "-340");
    }
}
