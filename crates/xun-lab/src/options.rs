//! Options of a run.

use crate::course::CourseData;
use serde::{Deserialize, Serialize};

/// Size of the measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// A few seconds for everything: to see that it works, and for tests.
    Quick,
    /// The size of the report: some minutes for everything on two cores.
    #[default]
    Full,
}

/// Options of a run. The same seed and size give the same problems, and the same
/// values of every measure that is [`exact`](crate::Measure::exact).
#[derive(Clone, Debug)]
pub struct Options {
    /// Chooses the problems and the openings.
    pub seed: u64,
    /// Size of the measurement.
    pub size: Size,
    /// Measurements at one time; 0 means one for each core. Experiments about threads and time run
    /// one by one whatever this says.
    pub threads: usize,
    /// Evaluation tables of a course, instead of those that ship.
    pub course: Option<CourseData>,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, size: Size::Full, threads: 0, course: None }
    }
}

impl Options {
    /// The threads that will be used.
    pub(crate) fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            asked => asked.min(256),
        }
    }

    /// The first at quick size, the second at full size.
    pub(crate) fn sized<T>(&self, quick: T, full: T) -> T {
        match self.size {
            Size::Quick => quick,
            Size::Full => full,
        }
    }
}
