//! Observers that keep the events of a search: in memory to play them forwards and backwards
//! ([`Recorder`]), as one mark a cell for pictures ([`Touched`]), or as JSON lines in a file
//! (`TraceWriter` with the feature `trace`; the lines are described in `docs/trace.md`).

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
