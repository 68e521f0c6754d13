//! Many values into one: means by group, place and variant, and Elo with its interval.

use crate::experiment::{Mean, Measure};
use crate::results::{Results, Row};
use xun_arena::Tally;

/// A mean, with the ends of its 95 % interval where it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The value.
    pub value: f64,
    /// The interval's ends.
    pub interval: Option<(f64, f64)>,
    /// From how many rows.
    pub rows: usize,
}

impl Value {
    /// The mean of a measure over these rows; nothing if none has it.
    pub fn of<'a>(measure: &Measure, rows: impl Iterator<Item = &'a Row>) -> Option<Self> {
        if measure.mean == Mean::Elo {
            let (tally, rows) = tally(rows);
            let elo = tally.elo();
            // All won or all lost is no number; nine hundred is as far as a short match can see.
            let cut = |elo: f64| elo.clamp(-900.0, 900.0);
            return (rows > 0).then(|| Self {
                value: cut(elo.value),
                interval: Some((cut(elo.low), cut(elo.high))),
                rows,
            });
        }
        let values: Vec<f64> = rows.filter_map(|row| row.values.get(measure.id).copied()).collect();
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

/// The games of these rows, and how many rows had games.
pub fn tally<'a>(rows: impl Iterator<Item = &'a Row>) -> (Tally, usize) {
    let (mut tally, mut count) = (Tally::default(), 0);
    for row in rows {
        let value = |id: &str| row.values.get(id).map(|value| *value as u64);
        let (Some(wins), Some(draws), Some(losses)) = (value("wins"), value("draws"), value("losses")) else {
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
    pub fn rows_of<'a>(&'a self, group: &'a str, variant: &'a str) -> impl Iterator<Item = &'a Row> + 'a {
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
