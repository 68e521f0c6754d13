//! The experiments that ship.

use crate::experiment::Experiment;
use crate::studies;
use std::sync::LazyLock;

static ALL: LazyLock<Vec<Experiment>> = LazyLock::new(studies::all);

/// Every experiment that ships, in the order of the report.
pub fn catalogue() -> &'static [Experiment] {
    &ALL
}

/// The experiment of this id.
pub fn find(id: &str) -> Option<&'static Experiment> {
    catalogue().iter().find(|experiment| experiment.id == id)
}
