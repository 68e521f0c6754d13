//! Messages about experiments: the catalogue, and the figures of a run as they grow.

use super::Text;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A question about experiments.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum LabQuestion {
    /// Lists the experiments with their phases.
    Catalogue,
    /// Run an experiment. It goes on when the page goes away.
    Run {
        /// Its name.
        id: String,
        /// Seconds instead of minutes.
        quick: bool,
        /// Chooses the problems.
        seed: u32,
    },
    /// Tell its state now and as it changes, until it rests or the question is stopped.
    Watch {
        /// Its name.
        id: String,
    },
    /// Stop it; what was measured is kept.
    Halt {
        /// Its name.
        id: String,
    },
    /// The rows as a file.
    Rows {
        /// Its name.
        id: String,
        /// `csv` or `json`.
        format: String,
    },
}

/// The phase of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum LabPhase {
    /// It has not been run.
    Never,
    /// It waits for another experiment.
    Waiting,
    /// It measures.
    Running,
    /// It ends after the measurement under way.
    Stopping,
    /// It was stopped before its end.
    Stopped,
    /// Everything is measured.
    Finished,
    /// It failed.
    Failed,
}

/// An experiment of the catalogue.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabExperiment {
    /// The name by which it is asked for.
    pub id: String,
    /// Its title.
    pub title: Text,
    /// Its question.
    pub question: Text,
    /// Its method.
    pub method: Text,
    /// The phase.
    pub phase: LabPhase,
    /// The first finding of its results, or of those that ship.
    pub finding: Option<Text>,
    /// The first figure of these results, with one panel.
    pub figure: Option<LabFigure>,
}

/// The state of an experiment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabState {
    /// Its name.
    pub id: String,
    /// The phase.
    pub phase: LabPhase,
    /// Measurements finished.
    pub done: u32,
    /// Measurements in all.
    pub total: u32,
    /// Whether it was the quick run.
    pub quick: bool,
    /// The seed.
    pub seed: f64,
    /// Seconds that it took so far.
    pub seconds: f64,
    /// The command that repeats it.
    pub command: String,
    /// Conclusions from the results.
    pub findings: Vec<Text>,
    /// The figures.
    pub figures: Vec<LabFigure>,
    /// Where findings and figures come from, if the experiment was not run here.
    pub shipped: Option<LabOrigin>,
}

/// The measurement of results that ship with the program.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabOrigin {
    /// The processor.
    pub processor: String,
    /// Its threads.
    pub cores: u32,
    /// When it began, in seconds since 1970.
    pub began: f64,
}

/// A figure: one panel a group.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub struct LabFigure {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: Text,
    /// `lines` over x, `bars` a variant, or `cases`: bars a variant at each problem.
    pub kind: String,
    /// The measure.
    pub measure: Text,
    /// `count`, `milliseconds`, `bytes`, `share`, `factor` or `elo`.
    pub unit: String,
    /// The horizontal axis.
    pub x: Text,
    /// Whether the horizontal axis is logarithmic.
    pub log_x: bool,
    /// Whether the measure's axis is logarithmic.
    pub log_y: bool,
    /// The panels.
    pub panels: Vec<LabPanel>,
}

/// A panel of a figure.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabPanel {
    /// The group's name.
    pub title: Text,
    /// The places on the horizontal axis, for lines.
    pub places: Vec<f64>,
    /// The problems, for cases.
    pub problems: Vec<Text>,
    /// The variants.
    pub series: Vec<LabSeries>,
}

/// A variant in a panel: a value at each place or problem, or one value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabSeries {
    /// Chooses its colour: the same in every panel, and in the report.
    pub number: u32,
    /// The variant's name.
    pub name: Text,
    /// The values; none where nothing is measured yet.
    pub values: Vec<Option<f64>>,
    /// Lower ends of the 95 % intervals, where there are such.
    pub low: Vec<Option<f64>>,
    /// Upper ends.
    pub high: Vec<Option<f64>>,
}
