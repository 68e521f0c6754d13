//! Which of many numbers matter: each has a low and a high value; in every trial one side gets a
//! random half of the high ones and the other side the opposite half. Each trial says a little
//! about every number, so a run measures them all as well as a match of the whole run's length
//! would measure one.

use crate::random;

/// A number with two values to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Its name.
    pub name: &'static str,
    /// One value.
    pub low: i64,
    /// The other.
    pub high: i64,
}

/// Two sets of values to play each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// Which numbers are high for the first side.
    high: Vec<bool>,
    /// The trial's number, from 1.
    pub number: u64,
    /// Values of the first side.
    pub first: Vec<i64>,
    /// Values of the second side.
    pub second: Vec<i64>,
}

/// What the high value of a number is worth against the low one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The mean of the margins, turned to the high value's side.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

/// The measuring.
#[derive(Clone, Debug)]
pub struct Screening {
    factors: Vec<Factor>,
    planned: u64,
    begun: u64,
    learnt: u64,
    sums: Vec<f64>,
    squares: f64,
    random: u64,
}

impl Screening {
    /// A run of this many trials.
    pub fn new(factors: Vec<Factor>, planned: u64, seed: u64) -> Self {
        let sums = vec![0.0; factors.len()];
        Self { factors, planned, begun: 0, learnt: 0, sums, squares: 0.0, random: seed }
    }

    /// The numbers measured.
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// Trials whose margin is known.
    pub fn learnt(&self) -> u64 {
        self.learnt
    }

    /// The next trial; none after the last one planned.
    pub fn begin(&mut self) -> Option<Contrast> {
        if self.begun == self.planned {
            return None;
        }
        self.begun += 1;
        let high: Vec<bool> = self.factors.iter().map(|_| is_odd(&mut self.random)).collect();
        let values = |flipped: bool| {
            let chosen = self.factors.iter().zip(&high);
            chosen
                .map(|(factor, &high)| if high == flipped { factor.low } else { factor.high })
                .collect()
        };
        Some(Contrast { number: self.begun, first: values(false), second: values(true), high })
    }

    /// The first side's margin over the second in a trial.
    pub fn learn(&mut self, trial: &Contrast, margin: f64) {
        self.learnt += 1;
        self.squares += margin * margin;
        for (sum, &high) in self.sums.iter_mut().zip(&trial.high) {
            *sum += if high { margin } else { -margin };
        }
    }

    /// What each number's high value is worth, in the order of the factors.
    pub fn effects(&self) -> Vec<Effect> {
        let count = self.learnt.max(1) as f64;
        let error = (self.squares / count / count).sqrt();
        self.sums.iter().map(|sum| Effect { mean: sum / count, error }).collect()
    }
}

fn is_odd(state: &mut u64) -> bool {
    random::next(state) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_which_numbers_matter_and_by_how_much() {
        let factor = |name| Factor { name, low: 0, high: 10 };
        let mut screening =
            Screening::new(vec![factor("good"), factor("idle"), factor("bad")], 4000, 7);
        let mut noise = 3;
        while let Some(trial) = screening.begin() {
            let worth = |values: &[i64]| 0.003 * values[0] as f64 - 0.006 * values[2] as f64;
            let luck = if is_odd(&mut noise) { 0.25 } else { -0.25 };
            screening.learn(&trial, worth(&trial.first) - worth(&trial.second) + luck);
        }
        let effects = screening.effects();
        for (effect, true_worth) in effects.iter().zip([0.03, 0.0, -0.06]) {
            assert!((effect.mean - true_worth).abs() < 4.0 * effect.error, "{effects:?}");
            assert!((0.003..0.005).contains(&effect.error), "{effects:?}");
        }
        assert_eq!(screening.learnt(), 4000);
    }

    #[test]
    fn the_sides_have_opposite_values() {
        let factor = Factor { name: "one", low: -3, high: 8 };
        let mut screening = Screening::new(vec![factor; 20], 1, 1);
        let trial = screening.begin().expect("one is planned");
        assert!(trial.first.iter().zip(&trial.second).all(|(first, second)| first + second == 5));
        assert!(screening.begin().is_none());
    }
}
