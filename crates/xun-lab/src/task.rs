//! One measurement to be made: a variant on a problem.

use xun_game::Stop;

/// Result of a measurement: one point of a curve, or the only value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reading {
    /// Its group, if not the task's own.
    pub(crate) group: Option<&'static str>,
    /// The variant, if not the task's own.
    pub(crate) variant: Option<&'static str>,
    /// Its place on the horizontal axis.
    pub(crate) x: Option<f64>,
    /// The values by measure.
    pub(crate) values: Vec<(&'static str, f64)>,
}

/// Measures until the flag is raised; nothing if it was raised before there was a result.
pub(crate) type Job = Box<dyn Fn(&Stop) -> Option<Vec<Reading>> + Send + Sync>;

/// A measurement to be made.
pub(crate) struct Task {
    pub(crate) group: &'static str,
    pub(crate) problem: String,
    pub(crate) variant: &'static str,
    pub(crate) job: Job,
}
