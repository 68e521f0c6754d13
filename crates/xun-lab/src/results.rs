//! Results of an experiment, as stored.

use crate::machine::Machine;
use crate::options::Size;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One measurement: a variant on a problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The family of the problem, one of the experiment's groups.
    pub group: String,
    /// The problem itself.
    pub problem: String,
    /// The variant, one of the experiment's variants.
    pub variant: String,
    /// The problem's size, depth or bound, where the experiment has such an axis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    /// The measured values, by measure.
    pub values: BTreeMap<String, f64>,
}

/// Everything an experiment measured, and under which conditions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The experiment's id.
    pub experiment: String,
    /// The seed.
    pub seed: u64,
    /// Size of the measurement.
    pub size: Size,
    /// Measurements at one time.
    pub threads: usize,
    /// The name of the course's tables, where others than the shipped ones were used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<String>,
    /// The machine.
    pub machine: Machine,
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// Time taken, in seconds.
    pub seconds: f64,
    /// False if it was stopped before its end.
    pub complete: bool,
    /// The rows, in the order of problems and variants, whatever the order in which they were
    /// measured.
    pub rows: Vec<Row>,
}

impl Results {
    /// The command that repeats it.
    pub fn command(&self) -> String {
        let quick = if self.size == Size::Quick { " --quick" } else { "" };
        let course = if self.course.is_some() { " --course DIR" } else { "" };
        format!("xun lab run {} --seed {}{quick}{course}", self.experiment, self.seed)
    }
}
