//! Events of a running experiment, in order.

use crate::results::Row;
use serde::{Deserialize, Serialize};

/// Something that happened. The order is: one `began`; for every finished measurement its `row`s
/// and then one `progress`, with `done` growing by one; one `ended`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// An experiment begins.
    Began {
        /// Its id.
        experiment: String,
        /// Number of measurements.
        total: usize,
    },
    /// A new row of data.
    Row {
        /// The experiment's id.
        experiment: String,
        /// The row.
        row: Row,
    },
    /// A measurement is finished.
    Progress {
        /// The experiment's id.
        experiment: String,
        /// Measurements finished.
        done: usize,
        /// Measurements in all.
        total: usize,
    },
    /// The experiment is over.
    Ended {
        /// Its id.
        experiment: String,
        /// False if it was stopped before its end.
        complete: bool,
        /// Time taken.
        seconds: f64,
    },
}
