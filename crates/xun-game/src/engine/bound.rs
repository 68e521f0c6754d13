//! The relation of a search result to the true score.

/// Which side of the true score a search result bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Bound {
    /// No score: only the static evaluation or the move is known.
    None = 0,
    /// The true score is at most this (fail low).
    Upper = 1,
    /// The true score is at least this (fail high).
    Lower = 2,
    /// The true score is this.
    Exact = 3,
}

impl Bound {
    /// The bound of the best score that a search with this window found. Only a search of the
    /// principal variation finds exact scores.
    #[inline]
    pub fn of<S: PartialOrd + Copy>(best: S, alpha: S, beta: S, pv: bool) -> Self {
        if best >= beta {
            Self::Lower
        } else if pv && best > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// The bound with these two bits, as the tables store it.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Upper,
            2 => Self::Lower,
            _ => Self::Exact,
        }
    }

    /// Whether the true score is at least the stored one.
    #[inline(always)]
    #[must_use]
    pub const fn is_lower(self) -> bool {
        self as u8 & 2 != 0
    }

    /// Whether the true score is at most the stored one.
    #[inline(always)]
    #[must_use]
    pub const fn is_upper(self) -> bool {
        self as u8 & 1 != 0
    }

    /// Whether a score with this bound settles a search with this window.
    #[inline(always)]
    pub fn settles<S: PartialOrd + Copy>(self, score: S, alpha: S, beta: S) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
            Self::None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_gives_the_bound_and_the_bound_settles_a_window() {
        assert_eq!(Bound::of(5, 0, 5, true), Bound::Lower);
        assert_eq!(Bound::of(3, 0, 5, true), Bound::Exact);
        assert_eq!(Bound::of(3, 0, 5, false), Bound::Upper);
        assert_eq!(Bound::of(0, 0, 5, true), Bound::Upper);
        assert!(Bound::Lower.settles(5, 0, 5) && !Bound::Lower.settles(4, 0, 5));
        assert!(Bound::Upper.settles(0, 0, 5) && !Bound::Upper.settles(1, 0, 5));
        assert!(Bound::Exact.settles(3, 0, 5) && !Bound::None.settles(9, 0, 5));
        for bound in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact] {
            assert_eq!(Bound::from_bits(bound as u8), bound);
        }
        assert!(Bound::Exact.is_lower() && Bound::Exact.is_upper() && !Bound::Upper.is_lower());
    }
}
