//! Sequential probability ratio test: play until the games say which of two hypotheses holds.
//!
//! The generalised test of M. Van den Bergh as engine testers use it: with mean and variance of the
//! score taken from the games (pairs where pairs are played), the log-likelihood ratio of "Elo is
//! `elo1`" against "Elo is `elo0`" is `n (s1 − s0) (2 s − s0 − s1) / (2 v)`.

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

/// The decision of the test so far.
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
    #[must_use]
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
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Whether to stop.
    ///
    /// ```
    /// use xun_arena::{Decision, Points, Sprt, Tally};
    /// let test = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
    /// let mut tally = Tally::default();
    /// assert_eq!(test.decision(&tally), Decision::Undecided);
    /// for _ in 0..1000 {
    ///     tally.add(Points::Win);
    ///     tally.add(Points::Draw);
    ///     tally.add_pair(Points::Win, Points::Draw);
    /// }
    /// assert_eq!(test.decision(&tally), Decision::Accepted);
    /// ```
    #[must_use]
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

/// Half a game more of every result (Jeffreys' prior): a result that has not occurred yet is not
/// impossible.
/// Without it the variance of a few games is far too small, and one pair won twice, or a dozen that
/// cancel out, would decide anything.
fn regularised<const N: usize>(counts: [u64; N]) -> [f64; N] {
    counts.map(|count| count as f64 + 0.5)
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

    /// By hand: s0 = 0.5, s1 = 0.507195; pairs 10/80/220/110/20, each and a half.
    #[test]
    fn a_ratio_worked_out_by_hand() {
        let pairs = [10, 80, 220, 110, 20];
        let tally = Tally { wins: 0, draws: 0, losses: 0, pairs };
        let (n, all) = (440.0, 442.5);
        let mean = (80.5 * 0.25 + 220.5 * 0.5 + 110.5 * 0.75 + 20.5) / all;
        let variance = (10.5 * mean * mean
            + 80.5 * (0.25 - mean) * (0.25 - mean)
            + 220.5 * (0.5 - mean) * (0.5 - mean)
            + 110.5 * (0.75 - mean) * (0.75 - mean)
            + 20.5 * (1.0 - mean) * (1.0 - mean))
            / all;
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

    #[test]
    fn a_few_games_decide_nothing() {
        let test = Sprt { elo0: 0.0, elo1: 50.0, ..TEST };
        let undecided =
            |tally: &Tally| assert_eq!(test.decision(tally), Decision::Undecided, "{tally:?}");
        undecided(&Tally { wins: 1, ..Tally::default() });
        undecided(&Tally { wins: 2, pairs: [0, 0, 0, 0, 1], ..Tally::default() });
        undecided(&Tally { losses: 2, pairs: [1, 0, 0, 0, 0], ..Tally::default() });
        undecided(&Tally { draws: 24, pairs: [0, 0, 12, 0, 0], ..Tally::default() });
        let ten = Tally { wins: 20, pairs: [0, 0, 0, 0, 10], ..Tally::default() };
        assert_eq!(test.decision(&ten), Decision::Accepted);
    }

    /// Share of 400 tests of players with these chances of each pair's result that accept the
    /// alternative.
    fn accepted(test: &Sprt, chances: [f64; 5], seed: u64) -> f64 {
        let mut random = xun_game::SplitMix64::new(seed);
        let mut accepted = 0;
        for _ in 0..400 {
            let mut tally = Tally::default();
            let decision = loop {
                let mut left = random.next_u64() as f64 / u64::MAX as f64;
                let result = chances.iter().position(|chance| {
                    left -= chance;
                    left <= 0.0
                });
                tally.pairs[result.unwrap_or(4)] += 1;
                match test.decision(&tally) {
                    Decision::Undecided => {}
                    decided => break decided,
                }
            };
            accepted += u32::from(decision == Decision::Accepted);
        }
        f64::from(accepted) / 400.0
    }

    #[test]
    fn the_risks_are_what_they_are_said_to_be() {
        let test = Sprt { elo0: 0.0, elo1: 40.0, ..TEST };
        // Lively and drawish players; then the same with the mean moved to what 40 Elo expect:
        // 0.5573.
        for (number, even) in
            [[0.1, 0.2, 0.4, 0.2, 0.1], [0.01, 0.09, 0.8, 0.09, 0.01]].into_iter().enumerate()
        {
            let wrong = accepted(&test, even, 7 + number as u64);
            assert!(wrong < 0.085, "accepted by {wrong} of the tests of equal players");
            let mut better = even;
            let moved = (expected_score(40.0) - 0.5) / 0.5;
            (better[2], better[4]) = (better[2] - moved, better[4] + moved);
            let missed = 1.0 - accepted(&test, better, 70 + number as u64);
            assert!(missed < 0.085, "missed by {missed} of the tests of a better player");
        }
    }
}
