//! Sequential probability ratio test: play until the games say which of two hypotheses holds.
//!
//! The generalised test of M. Van den Bergh as engine testers use it: with mean and variance of the score
//! taken from the games (pairs where pairs are played), the log-likelihood ratio of "Elo is `elo1`" against
//! "Elo is `elo0`" is `n (s1 − s0) (2 s − s0 − s1) / (2 v)`.

use crate::score::{Tally, expected_score, moments};
use serde::{Deserialize, Serialize};

/// The two hypotheses and the risks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Elo difference under the null hypothesis.
    pub elo0: f64,
    /// Elo difference under the alternative.
    pub elo1: f64,
    /// Risk of accepting the alternative although the null holds.
    pub alpha: f64,
    /// Risk of accepting the null although the alternative holds.
    pub beta: f64,
}

/// What the games say so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The alternative holds: stop.
    Accepted,
    /// The null holds: stop.
    Rejected,
    /// Play on.
    Undecided,
}

impl Sprt {
    /// The log-likelihood ratio.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        let complete: u64 = tally.pairs.iter().sum();
        let (mean, variance, count) = if complete > 0 {
            let (mean, variance) = moments(&regularised(tally.pairs));
            (mean, variance, complete as f64)
        } else {
            let (mean, variance) = moments(&regularised([tally.losses, tally.draws, tally.wins]));
            (mean, variance, tally.games() as f64)
        };
        if count == 0.0 || variance == 0.0 {
            return 0.0;
        }
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// The ratios at which to stop: lower, upper.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Whether to stop.
    pub fn decision(&self, tally: &Tally) -> Decision {
        let (ratio, (lower, upper)) = (self.ratio(tally), self.bounds());
        if ratio >= upper {
            Decision::Accepted
        } else if ratio <= lower {
            Decision::Rejected
        } else {
            Decision::Undecided
        }
    }
}

/// A count of zero stands for "rare", not "impossible": without this, five wins in a row would prove anything.
fn regularised<const N: usize>(counts: [u64; N]) -> [f64; N] {
    counts.map(|count| if count == 0 { 1e-3 } else { count as f64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = TEST.bounds();
        assert!((upper - 2.944_439).abs() < 1e-6 && (lower + 2.944_439).abs() < 1e-6);
    }

    /// By hand: s0 = 0.5, s1 = 0.507195; pairs 10/80/220/110/20: mean 0.528409, variance 0.043568 (a pair's mean).
    #[test]
    fn a_ratio_worked_out_by_hand() {
        let pairs = [10, 80, 220, 110, 20];
        let tally = Tally { wins: 0, draws: 0, losses: 0, pairs };
        let n = 440.0;
        let mean = (80.0 * 0.25 + 220.0 * 0.5 + 110.0 * 0.75 + 20.0) / n;
        let variance = (10.0 * mean * mean
            + 80.0 * (0.25 - mean) * (0.25 - mean)
            + 220.0 * (0.5 - mean) * (0.5 - mean)
            + 110.0 * (0.75 - mean) * (0.75 - mean)
            + 20.0 * (1.0 - mean) * (1.0 - mean))
            / n;
        let s1 = 1.0 / (1.0 + 10_f64.powf(-5.0 / 400.0));
        let expected = n * (s1 - 0.5) * (2.0 * mean - 0.5 - s1) / (2.0 * variance);
        assert!((TEST.ratio(&tally) - expected).abs() < 1e-9);
        assert!((expected - 1.81).abs() < 0.05, "{expected}");
    }

    #[test]
    fn a_strong_player_is_accepted_and_a_weak_one_rejected() {
        let strong = Tally { wins: 0, draws: 0, losses: 0, pairs: [20, 200, 400, 330, 60] };
        let weak = Tally { pairs: [60, 330, 400, 200, 20], ..strong };
        assert_eq!(TEST.decision(&strong), Decision::Accepted);
        assert_eq!(TEST.decision(&weak), Decision::Rejected);
        assert_eq!(TEST.decision(&Tally::default()), Decision::Undecided);
    }
}
