//! Observers that keep the events of a search: in memory to play them forwards and backwards
//! ([`Recorder`]), as one mark a cell for pictures ([`Touched`]), or as JSON lines in a file
//! (`TraceWriter` with the feature `trace`; the lines are described in `docs/trace.md`).
//!
//! ```
//! # #[cfg(feature = "trace")] {
//! use xun_grid::trace::{TraceForm, TraceHeader, TraceWriter};
//! use xun_grid::{Limits, Options, Problem, solve};
//!
//! let problem = Problem::parse("S.#\n..G\n")?;
//! let header = TraceHeader { problem: &problem, algorithm: "auto", heuristic: None };
//! let mut lines = Vec::new();
//! let mut writer = TraceWriter::new(&mut lines, &header, TraceForm::Lines, 1 << 20)?;
//! let answer = solve(&problem, &Options::default(), &Limits::default(), &mut writer)?;
//! let summary = writer.finish(&answer.outcome)?;
//! assert!(summary.events > 0 && String::from_utf8(lines)?.lines().count() > 3);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(any(test, feature = "trace"))]
mod lines;
mod recorder;
#[cfg(any(test, feature = "trace"))]
mod state;
mod touched;
#[cfg(any(test, feature = "trace"))]
mod writer;

#[cfg(any(test, feature = "trace"))]
pub use lines::TraceHeader;
pub use recorder::Recorder;
pub use touched::{Touch, Touched};
#[cfg(any(test, feature = "trace"))]
pub use writer::{TraceForm, TraceSummary, TraceWriter};
