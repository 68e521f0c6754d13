//! Receivers of the evaluation's terms: one sum, or a list of the counted features.

use super::features::COUNT;
use super::terms::{add_squares, add_terms};
use crate::rules::{Colour, Position};

/// Receives every feature that is present.
pub(super) trait Sink {
    /// Feature `feature` is present `count` times for this colour.
    fn add(&mut self, colour: Colour, feature: usize, count: i32);
}

/// Adds up the weights: the fast way.
pub(super) struct Sum<'a> {
    pub(super) weights: &'a [i32; COUNT],
    pub(super) total: i32,
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, colour: Colour, feature: usize, count: i32) {
        let signed = if colour == Colour::Red { count } else { -count };
        self.total += self.weights[feature] * signed;
    }
}

/// Counts features for each colour.
pub(super) struct Counts {
    pub(super) red: Vec<(usize, i32)>,
    pub(super) black: Vec<(usize, i32)>,
}

impl Sink for Counts {
    fn add(&mut self, colour: Colour, feature: usize, count: i32) {
        let list = if colour == Colour::Red { &mut self.red } else { &mut self.black };
        list.push((feature, count));
    }
}

impl Counts {
    /// Everything that counts in a position.
    pub(super) fn of(position: &Position) -> Self {
        let mut counts = Self { red: Vec::new(), black: Vec::new() };
        add_squares(position, &mut counts);
        add_terms(position, &mut counts);
        counts
    }
}

/// The features of a position, Red's less Black's, those that cancel left out: what the tuner fits
/// weights to.
#[must_use]
pub fn trace(position: &Position) -> Vec<(u16, i8)> {
    let counts = Counts::of(position);
    let mut all: Vec<(u16, i32)> =
        counts.red.iter().map(|&(feature, count)| (feature as u16, count)).collect();
    all.extend(counts.black.iter().map(|&(feature, count)| (feature as u16, -count)));
    all.sort_unstable_by_key(|&(feature, _)| feature);
    let mut merged: Vec<(u16, i8)> = Vec::with_capacity(all.len());
    for (feature, count) in all {
        match merged.last_mut() {
            Some(last) if last.0 == feature => last.1 += count as i8,
            _ => merged.push((feature, count as i8)),
        }
    }
    merged.retain(|&(_, count)| count != 0);
    merged
}
