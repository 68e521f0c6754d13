//! The experiments, one a file.

mod heuristics;

use crate::experiment::{Experiment, Item, Mean, Measure, Unit};
use crate::text::Text;

/// All of them, in the order of the report.
pub(crate) fn all() -> Vec<Experiment> {
    vec![heuristics::experiment()]
}

/// A named thing.
pub(super) const fn item(id: &'static str, en: &'static str, zh: &'static str) -> Item {
    Item { id, name: Text::new(en, zh) }
}

/// A count that the seed repeats, averaged geometrically.
pub(super) const fn counted(id: &'static str, en: &'static str, zh: &'static str) -> Measure {
    Measure { id, name: Text::new(en, zh), unit: Unit::Count, mean: Mean::Geometric, exact: true }
}

/// Wall time in milliseconds.
pub(super) const fn time() -> Measure {
    Measure {
        id: "time",
        name: Text::new("time", "用时"),
        unit: Unit::Milliseconds,
        mean: Mean::Geometric,
        exact: false,
    }
}
