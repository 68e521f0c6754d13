//! The strength that a number of games shows: Elo with its error, and the likelihood of
//! superiority.
//!
//! Games come in pairs from one opening with colours exchanged. The two results of a pair are not
//! independent (an unbalanced opening wins one and loses the other), so the error is computed from
//! the five possible sums of a pair, the *pentanomial* counts, where pairs are complete.
//!
//! The normal approximation needs some pairs that differ: one pair of a win and a loss has no
//! variance, which does not make its Elo exact. For fewer than ten pairs (or single games), and
//! where an end would lie beyond 0 or 1, the interval is Wilson's score interval (1927). It takes
//! each of them as one trial that is won or lost: wider than need be, and finite unless all games
//! were won or lost.

use serde::{Deserialize, Serialize};

/// The result of one game for the player in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// 0
    Loss,
    /// ½
    Draw,
    /// 1
    Win,
}

impl Points {
    /// Half points: 0, 1, 2.
    #[must_use]
    pub fn halves(self) -> usize {
        self as usize
    }

    /// The result for the other player.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// One player's results against another.
///
/// ```
/// use xun_arena::{Points, Tally};
///
/// let mut tally = Tally::default();
/// for points in [Points::Win, Points::Win, Points::Draw, Points::Loss] {
///     tally.add(points);
/// }
/// assert_eq!(tally.score(), 0.625);
/// assert!(tally.elo().low < 0.0 && tally.elo().value > 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs by their sum: 0, ½, 1, 1½, 2 points.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, points: Points) {
        match points {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    /// Notes that these two games were one pair (the games themselves are added separately).
    pub fn add_pair(&mut self, first: Points, second: Points) {
        self.pairs[first.halves() + second.halves()] += 1;
    }

    /// Games in all.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Mean points a game, 0 to 1; one half before the first game.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + 0.5 * self.draws as f64) / self.games() as f64
    }

    /// Standard error of [`score`](Self::score): from pairs if all games belong to complete ones,
    /// else from single games.
    #[must_use]
    pub fn error(&self) -> f64 {
        let complete: u64 = self.pairs.iter().sum();
        if complete > 0 && 2 * complete == self.games() {
            let (mean, variance) = moments(&self.pairs.map(|count| count as f64));
            debug_assert!((mean - self.score()).abs() < 1e-9);
            return (variance / complete as f64).sqrt();
        }
        let (_, variance) = moments(&[self.losses as f64, self.draws as f64, self.wins as f64]);
        (variance / (self.games() as f64).max(1.0)).sqrt()
    }

    /// Independent results: pairs if all games belong to complete ones, else games.
    fn trials(&self) -> u64 {
        let pairs: u64 = self.pairs.iter().sum();
        if 2 * pairs == self.games() { pairs } else { self.games() }
    }

    /// Ends of the 95 % interval of the score: normal approximation, or Wilson's interval where
    /// that is not to be trusted.
    fn interval(&self) -> (f64, f64) {
        let (score, error) = (self.score(), Z95 * self.error());
        let (low, high) = (score - error, score + error);
        let trials = self.trials();
        if trials >= ENOUGH_TRIALS && error > 0.0 && low > 0.0 && high < 1.0 {
            (low, high)
        } else if trials == 0 {
            (0.0, 1.0)
        } else {
            wilson(score, trials as f64, Z95)
        }
    }

    /// Elo difference with the ends of its 95 % interval; infinite where all games went one way.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let (low, high) = self.interval();
        Elo { value: elo(self.score()), low: elo(low), high: elo(high) }
    }

    /// Likelihood that the player is the stronger one, given these games.
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> f64 {
        let error = self.error();
        if error == 0.0 {
            return match self.score().total_cmp(&0.5) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            };
        }
        normal_cdf((self.score() - 0.5) / error)
    }
}

/// Number of standard errors on each side of a 95 % interval.
const Z95: f64 = 1.959_963_985;

/// Fewest pairs (or single games) whose variance is trusted.
const ENOUGH_TRIALS: u64 = 10;

/// Wilson's interval of a mean of trials that are worth 0 or 1, `z` standard errors to each side.
pub(crate) fn wilson(mean: f64, trials: f64, z: f64) -> (f64, f64) {
    let z2 = z * z / trials;
    let centre = (mean + z2 / 2.0) / (1.0 + z2);
    let half = (mean * (1.0 - mean) * z2 + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
    // The ends at 0 and 1 are exact for means of 0 and 1, whatever the rounding.
    let low = if mean <= 0.0 { 0.0 } else { centre - half };
    let high = if mean >= 1.0 { 1.0 } else { centre + half };
    (low, high)
}

/// An Elo difference with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The Elo difference that predicts this score; infinite at 0 and 1.
#[must_use]
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that this Elo difference predicts.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Mean and variance of counts of equally spaced values from 0 to 1.
pub(crate) fn moments(counts: &[f64]) -> (f64, f64) {
    let total: f64 = counts.iter().sum();
    if total == 0.0 {
        return (0.5, 0.0);
    }
    let value = |index: usize| index as f64 / (counts.len() - 1) as f64;
    let mean =
        counts.iter().enumerate().map(|(index, count)| count * value(index)).sum::<f64>() / total;
    let variance = counts
        .iter()
        .enumerate()
        .map(|(index, count)| count * (value(index) - mean).powi(2))
        .sum::<f64>();
    (mean, variance / total)
}

/// The normal distribution's Φ.
fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses, pairs: [0; 5] }
    }

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found} is not {expected}");
    }

    #[test]
    fn elo_of_known_scores() {
        near(elo(0.5), 0.0, 1e-9);
        near(elo(0.75), 190.848, 0.001);
        near(elo(0.64), 99.951, 0.001);
        near(expected_score(100.0), 0.640_065, 1e-6);
        near(elo(expected_score(-37.0)), -37.0, 1e-9);
    }

    /// The worked example of the chess programming wiki's match statistics: +50 =50 −20 of 120.
    #[test]
    fn a_plain_match() {
        let games = tally(50, 50, 20);
        near(games.score(), 0.625, 1e-12);
        near(games.elo().value, 88.739, 0.001);
        // variance (50·0.375² + 50·0.125² + 20·0.625²) / 120 = 0.130208
        near(games.error(), (0.130_208_333 / 120.0_f64).sqrt(), 1e-8);
        // z = 0.125 / 0.032940 = 3.7947
        near(games.likelihood_of_superiority(), 0.999_926, 2e-6);
    }

    #[test]
    fn superiority_is_even_at_an_even_score() {
        near(tally(10, 5, 10).likelihood_of_superiority(), 0.5, 1e-7);
        near(tally(0, 0, 0).likelihood_of_superiority(), 0.5, 1e-7);
        near(tally(3, 0, 0).likelihood_of_superiority(), 1.0, 1e-7);
    }

    #[test]
    fn pairs_that_cancel_out_have_no_error() {
        let mut games = Tally::default();
        for _ in 0..50 {
            games.add(Points::Win);
            games.add(Points::Loss);
            games.add_pair(Points::Win, Points::Loss);
        }
        near(games.error(), 0.0, 1e-12);
        near(tally(50, 0, 50).error(), 0.05, 1e-12);
    }

    #[test]
    fn all_won_is_infinite_above_only() {
        let elo = tally(10, 0, 0).elo();
        assert!(elo.value.is_infinite() && elo.high.is_infinite());
        // Wilson: 10 of 10 won has a lower end of 10 / (10 + z²) = 0.7225.
        near(elo.low, 166.2, 0.1);
        let lost = tally(0, 0, 10).elo();
        assert!(lost.low.is_infinite() && lost.low < 0.0);
        near(lost.high, -166.2, 0.1);
    }

    fn pairs(results: &[(Points, Points)]) -> Tally {
        let mut games = Tally::default();
        for &(first, second) in results {
            games.add(first);
            games.add(second);
            games.add_pair(first, second);
        }
        games
    }

    #[test]
    fn few_games_have_wide_and_finite_intervals() {
        use Points::{Loss, Win};
        let none = Tally::default().elo();
        assert!(none.low.is_infinite() && none.high.is_infinite());
        // Wilson with one trial of mean ½: 0.5 ± 0.4454.
        let one = pairs(&[(Win, Loss)]).elo();
        near(one.high, 495.3, 0.1);
        near(one.low, -one.high, 1e-9);
        let three_to_one = pairs(&[(Win, Win), (Win, Loss)]).elo();
        assert!(three_to_one.low < 0.0 && three_to_one.high > three_to_one.value);
        assert!(three_to_one.high.is_finite());
        let five_to_one = pairs(&[(Win, Win), (Win, Win), (Win, Loss)]).elo();
        assert!(five_to_one.low < 0.0 && five_to_one.high.is_finite());
        // Pairs that all cancel out do not make Elo exact.
        let even = pairs(&[(Win, Loss); 50]).elo();
        assert!(even.low < -50.0 && even.high > 50.0 && even.high < 150.0);
    }

    #[test]
    fn the_interval_contains_the_value_and_narrows_with_games() {
        use Points::{Draw, Loss, Win};
        let sample = [(Win, Draw), (Win, Loss), (Draw, Draw), (Win, Win), (Loss, Draw)];
        let mut width = f64::INFINITY;
        for times in 1..20 {
            let elo = pairs(&sample.repeat(times)).elo();
            assert!(elo.low < elo.value && elo.value < elo.high, "{times}: {elo:?}");
            assert!(elo.high - elo.low < width, "{times}: {elo:?}");
            width = elo.high - elo.low;
        }
    }

    #[test]
    fn phi_at_known_points() {
        near(normal_cdf(0.0), 0.5, 2e-7);
        near(normal_cdf(1.959_964), 0.975, 2e-7);
        near(normal_cdf(-1.0), 0.158_655_25, 2e-7);
    }
}
