//! Margins that differ by rule.

use crate::rules::Rule;

/// Margins that differ by rule.
pub(crate) struct Tuning {
    pub(super) futility: i32,
    pub(super) singular: i32,
    quiescence_margin: i32,
    pub(super) far: u32,
}

impl Tuning {
    pub(super) fn of(rule: Rule) -> &'static Self {
        const FREESTYLE: Tuning = Tuning { futility: 63, singular: 58, quiescence_margin: 2086, far: 4 };
        const STANDARD: Tuning = Tuning { futility: 61, singular: 55, quiescence_margin: 1818, far: 4 };
        const RENJU: Tuning = Tuning { futility: 80, singular: 60, quiescence_margin: 2158, far: 5 };
        match rule {
            Rule::Freestyle | Rule::Caro => &FREESTYLE,
            Rule::Standard => &STANDARD,
            Rule::Renju => &RENJU,
        }
    }

    pub(super) fn quiescence_margin(&self, depth: i32) -> i32 {
        (self.quiescence_margin + 60 * depth).max(768)
    }
}
