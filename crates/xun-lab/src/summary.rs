//! Many values into one: means by group, place and variant, and Elo with its interval.

use crate::experiment::{Mean, Measure};
use crate::results::{Results, Row};
use xun_arena::{Tally, elo};

/// The measure that says a search was given up: there is no mean over such rows.
pub const UNFINISHED: &str = "unfinished";

/// A mean, with the ends of its 95 % interval where it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The value.
    pub value: f64,
    /// The interval's ends.
    pub interval: Option<(f64, f64)>,
    /// Number of rows that it summarises.
    pub rows: usize,
}

impl Value {
    /// The mean of a measure over these rows; nothing if none has it.
    pub fn of<'a>(measure: &Measure, rows: impl Iterator<Item = &'a Row>) -> Option<Self> {
        if measure.mean == Mean::Elo {
            let (tally, rows) = tally(rows);
            return (rows > 0).then(|| Self::elo(&tally, rows));
        }
        let rows: Vec<&Row> = rows.collect();
        // A mean of those that finished would make what gave up on the hard ones look good.
        if measure.id != UNFINISHED && rows.iter().any(|row| row.values.contains_key(UNFINISHED)) {
            return None;
        }
        let values: Vec<f64> =
            rows.iter().filter_map(|row| row.values.get(measure.id).copied()).collect();
        let count = values.len();
        if count == 0 {
            return None;
        }
        let sum: f64 = values.iter().sum();
        let value = match measure.mean {
            Mean::Sum => sum,
            Mean::Geometric if values.iter().all(|value| *value > 0.0) => {
                (values.iter().map(|value| value.ln()).sum::<f64>() / count as f64).exp()
            }
            _ => sum / count as f64,
        };
        Some(Self { value, interval: None, rows: count })
    }
}

/// All won or all lost is no number; nine hundred is as far as a short match can see.
const FARTHEST_ELO: f64 = 900.0;

impl Value {
    /// The Elo difference of these games with its 95 % interval.
    ///
    /// The error is that of the pairs and of one more that was half lost and half won: a few games
    /// that all went one way would else look like certainty.
    fn elo(games: &Tally, rows: usize) -> Self {
        let mut pairs = games.pairs.map(|count| count as f64);
        pairs[0] += 0.5;
        pairs[4] += 0.5;
        let count: f64 = pairs.iter().sum();
        let place = |index: usize| index as f64 / 4.0;
        let mean = pairs.iter().enumerate().map(|(index, pairs)| pairs * place(index)).sum::<f64>()
            / count;
        let spread = |(index, pairs): (usize, &f64)| pairs * (place(index) - mean).powi(2);
        let variance = pairs.iter().enumerate().map(spread).sum::<f64>() / count;
        let error = 1.959_963_985 * (variance / count).sqrt();
        let cut = |score: f64| elo(score).clamp(-FARTHEST_ELO, FARTHEST_ELO);
        let score = games.score();
        Self { value: cut(score), interval: Some((cut(score - error), cut(score + error))), rows }
    }
}

/// The games of these rows, and how many rows had games.
pub fn tally<'a>(rows: impl Iterator<Item = &'a Row>) -> (Tally, usize) {
    let (mut tally, mut count) = (Tally::default(), 0);
    for row in rows {
        let value = |id: &str| row.values.get(id).map(|value| *value as u64);
        let (Some(wins), Some(draws), Some(losses)) =
            (value("wins"), value("draws"), value("losses"))
        else {
            continue;
        };
        count += 1;
        tally.wins += wins;
        tally.draws += draws;
        tally.losses += losses;
        if let Some(place) = value("pair").and_then(|halves| tally.pairs.get_mut(halves as usize)) {
            *place += 1;
        }
    }
    (tally, count)
}

impl Results {
    /// The rows of a group and a variant.
    pub fn rows_of<'a>(
        &'a self,
        group: &'a str,
        variant: &'a str,
    ) -> impl Iterator<Item = &'a Row> + 'a {
        self.rows.iter().filter(move |row| row.group == group && row.variant == variant)
    }

    /// The mean of a measure over the rows of a group and a variant.
    pub fn value(&self, measure: &Measure, group: &str, variant: &str) -> Option<Value> {
        Value::of(measure, self.rows_of(group, variant))
    }

    /// The mean at one place of the horizontal axis.
    pub fn value_at(&self, measure: &Measure, group: &str, variant: &str, x: f64) -> Option<Value> {
        Value::of(measure, self.rows_of(group, variant).filter(|row| row.x == Some(x)))
    }

    /// The places of a group on the horizontal axis, in order.
    pub fn places(&self, group: &str) -> Vec<f64> {
        let mut places: Vec<f64> =
            self.rows.iter().filter(|row| row.group == group).filter_map(|row| row.x).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        places
    }

    /// The problems of a group, in the order of the rows.
    pub fn problems(&self, group: &str) -> Vec<&str> {
        let mut problems: Vec<&str> = Vec::new();
        for row in self.rows.iter().filter(|row| row.group == group) {
            if !problems.contains(&row.problem.as_str()) {
                problems.push(&row.problem);
            }
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(pairs: [u64; 5]) -> Tally {
        let points: u64 = pairs.iter().zip(0..).map(|(count, halves)| count * halves).sum();
        let total = 2 * pairs.iter().sum::<u64>();
        // Wins and losses that have these points; draws do not matter to the score.
        Tally {
            wins: points / 2,
            draws: points % 2,
            losses: total - points / 2 - points % 2,
            pairs,
        }
    }

    #[test]
    fn one_pair_proves_nothing() {
        for pairs in [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 1, 0, 0]] {
            let (low, high) = Value::elo(&games(pairs), 1).interval.expect("Elo has one");
            assert!(low < 0.0 && high > 0.0, "{pairs:?}: {low} to {high}");
        }
    }

    #[test]
    fn many_pairs_agree_with_the_arena() {
        let games = games([10, 80, 220, 110, 20]);
        let (ours, theirs) = (Value::elo(&games, 440), games.elo());
        let (low, high) = ours.interval.expect("Elo has one");
        assert!((ours.value - theirs.value).abs() < 1e-9);
        assert!(
            (low - theirs.low).abs() < 1.0 && (high - theirs.high).abs() < 1.0,
            "{low} {high} {theirs:?}"
        );
    }
}
