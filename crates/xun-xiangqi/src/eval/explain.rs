//! The evaluation split into its terms, for `xun xiangqi eval`.

use super::features::{GROUPS, Group};
use super::hand::{FULL_PHASE, finish};
use super::sink::Counts;
use super::terms::phase;
use super::weights::{Weights, end, middle};
use crate::rules::Position;

/// One group's part of the evaluation, in hundredths of a pawn at the position's own phase.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The group of features.
    pub group: &'static Group,
    /// Red's points for them.
    pub red: f64,
    /// Black's points for them.
    pub black: f64,
}

/// A score, term by term.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The terms that are present.
    pub terms: Vec<Term>,
    /// The part of the middlegame that is left, 0 to 1.
    pub phase: f64,
    /// The terms' sum for Red.
    pub sum: f64,
    /// The evaluation for the side to move, after damping.
    pub score: i32,
}

/// Explains the hand-written evaluation of a position.
#[must_use]
pub fn explain(position: &Position, weights: &Weights) -> Explanation {
    let counts = Counts::of(position);
    let share = f64::from(phase(position)) / f64::from(FULL_PHASE);
    let worth = |list: &[(usize, i32)], group: &Group| -> f64 {
        list.iter()
            .filter(|(feature, _)| (group.start..group.start + group.len).contains(feature))
            .map(|&(feature, count)| {
                let packed = weights.packed[feature];
                let value =
                    f64::from(middle(packed)) * share + f64::from(end(packed)) * (1.0 - share);
                value * f64::from(count)
            })
            .sum()
    };
    let terms: Vec<Term> = GROUPS
        .iter()
        .map(|group| Term {
            group,
            red: worth(&counts.red, group),
            black: worth(&counts.black, group),
        })
        .filter(|term| term.red != 0.0 || term.black != 0.0)
        .collect();
    let packed = |list: &[(usize, i32)]| -> i32 {
        list.iter().map(|&(feature, count)| weights.packed[feature] * count).sum()
    };
    let total = packed(&counts.red) - packed(&counts.black);
    Explanation {
        phase: share,
        sum: terms.iter().map(|term| term.red - term.black).sum(),
        score: finish(position, total),
        terms,
    }
}
