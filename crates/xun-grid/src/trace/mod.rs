//! Keeping what a search tells: in memory for playing it forwards and backwards ([`Recorder`]), as
//! one mark a cell for pictures ([`Touched`]), or as JSON lines in a file ([`TraceWriter`],
//! described in `docs/trace.md`).

mod lines;
mod recorder;
mod state;
mod touched;
mod writer;

pub use lines::TraceHeader;
pub use recorder::Recorder;
pub use touched::{Touch, Touched};
pub use writer::{TraceForm, TraceSummary, TraceWriter};
