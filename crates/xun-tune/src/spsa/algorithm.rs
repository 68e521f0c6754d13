//! Tuning by simultaneous perturbation (SPSA): all numbers are nudged at once, each up or down by
//! chance; the side with the upward nudges plays the side with the downward ones, and every number
//! moves a little towards the side that won.
//!
//! One game says almost nothing, but thousands add up, however many numbers there are. The nudges
//! and the steps shrink with the usual exponents (Spall, 1998), so the early games explore and the
//! late ones settle.

use xun_game::SplitMix64;

/// Exponents of the shrinking steps and nudges.
const STEP_EXPONENT: f64 = 0.602;
const NUDGE_EXPONENT: f64 = 0.101;
/// Share of the whole run that damps the first steps.
const DAMPING: f64 = 0.1;
/// Step of a single result at the end of the run, in nudges squared.
const LAST_STEP: f64 = 0.002;

/// A number to be tuned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parameter {
    /// Its name.
    pub(crate) name: &'static str,
    /// Current value.
    pub(crate) value: f64,
    /// The least it may be.
    pub(crate) least: f64,
    /// The most it may be.
    pub(crate) most: f64,
    /// The nudge at the end of the run.
    pub(crate) nudge: f64,
}

/// Two sets of values to play each other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Trial {
    /// Direction in which each number was nudged: up for the first side where true.
    up: Vec<bool>,
    /// The trial's number.
    number: u64,
    /// Values of the first side, whole numbers.
    pub(crate) first: Vec<i64>,
    /// Values of the second side.
    pub(crate) second: Vec<i64>,
}

impl Trial {
    /// Its number, from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}

/// The tuner.
#[derive(Clone, Debug)]
pub(crate) struct Spsa {
    parameters: Vec<Parameter>,
    /// Trials of the whole run.
    planned: u64,
    begun: u64,
    random: SplitMix64,
}

impl Spsa {
    /// A run of this many trials over these numbers.
    pub(crate) fn new(parameters: Vec<Parameter>, planned: u64, seed: u64) -> Self {
        Self { parameters, planned: planned.max(1), begun: 0, random: SplitMix64::new(seed) }
    }

    /// The numbers with their current values.
    pub(crate) fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Trials begun.
    pub(crate) fn begun(&self) -> u64 {
        self.begun
    }

    /// The next trial; none after the last one planned.
    pub(crate) fn begin(&mut self) -> Option<Trial> {
        if self.begun == self.planned {
            return None;
        }
        self.begun += 1;
        let number = self.begun;
        let shrunk = self.shrunk(number);
        let mut trial = Trial { up: Vec::new(), number, first: Vec::new(), second: Vec::new() };
        for index in 0..self.parameters.len() {
            let up = self.uniform() < 0.5;
            // Rounded up as often as the fraction says, so that numbers of small range can move by
            // less than one.
            let dither = self.uniform();
            let parameter = &self.parameters[index];
            let nudge = if up { parameter.nudge } else { -parameter.nudge } * shrunk;
            let rounded =
                |value: f64| (value.clamp(parameter.least, parameter.most) + dither).floor() as i64;
            trial.first.push(rounded(parameter.value + nudge).min(parameter.most as i64));
            trial.second.push(rounded(parameter.value - nudge).min(parameter.most as i64));
            trial.up.push(up);
        }
        Some(trial)
    }

    /// Learns from a trial: wins of its first side less those of its second.
    pub(crate) fn learn(&mut self, trial: &Trial, margin: f64) {
        let shrunk = self.shrunk(trial.number);
        let planned = self.planned as f64;
        // The step grows towards the beginning so that it ends at `LAST_STEP` when measured in
        // nudges squared.
        let grown = ((DAMPING + 1.0) * planned / (DAMPING * planned + trial.number as f64))
            .powf(STEP_EXPONENT);
        let step = LAST_STEP * grown / (shrunk * shrunk);
        for (parameter, &up) in self.parameters.iter_mut().zip(&trial.up) {
            let nudge = parameter.nudge * shrunk * if up { 1.0 } else { -1.0 };
            parameter.value =
                (parameter.value + step * nudge * margin).clamp(parameter.least, parameter.most);
        }
    }

    /// Factor of the nudges in this trial, relative to the end of the run.
    fn shrunk(&self, number: u64) -> f64 {
        (self.planned as f64 / number as f64).powf(NUDGE_EXPONENT)
    }

    fn uniform(&mut self) -> f64 {
        (self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &'static str, value: f64, least: f64, most: f64) -> Parameter {
        Parameter { name, value, least, most, nudge: (most - least) / 20.0 }
    }

    #[test]
    fn finds_the_best_values_of_a_noisy_game() {
        let start = vec![parameter("wide", 20.0, 0.0, 200.0), parameter("narrow", 2.0, 1.0, 11.0)];
        let mut tuner = Spsa::new(start, 30_000, 7);
        let mut noise = Spsa::new(Vec::new(), 1, 99);
        // The strength falls with the distance from (120, 7); a game is won by chance, more often
        // by the stronger side.
        let strength = |values: &[i64]| {
            let (one, other) = ((values[0] as f64 - 120.0) / 60.0, (values[1] as f64 - 7.0) / 3.0);
            -(one * one + other * other)
        };
        while let Some(trial) = tuner.begin() {
            let chance = 1.0 / (1.0 + (strength(&trial.second) - strength(&trial.first)).exp());
            let margin = if noise.uniform() < chance { 1.0 } else { -1.0 };
            tuner.learn(&trial, margin);
        }
        let found: Vec<f64> = tuner.parameters().iter().map(|parameter| parameter.value).collect();
        assert!((found[0] - 120.0).abs() < 30.0 && (found[1] - 7.0).abs() < 1.5, "{found:?}");
    }

    #[test]
    fn values_stay_within_their_bounds() {
        let mut tuner = Spsa::new(vec![parameter("edge", 10.0, 1.0, 10.0)], 500, 3);
        while let Some(trial) = tuner.begin() {
            for value in trial.first.iter().chain(&trial.second) {
                assert!((1..=10).contains(value), "{value}");
            }
            // Whatever is larger wins: the value is pushed against its upper bound.
            tuner.learn(&trial, if trial.first > trial.second { 1.0 } else { -1.0 });
        }
        assert!(tuner.parameters()[0].value <= 10.0);
        assert_eq!(tuner.begun(), 500);
    }
}
