//! Shared by the commands over the textbook searches: options, and the printing of answers and
//! trees.

mod draw;
mod options;
mod report;
mod run;

pub(crate) use draw::{DrawOptions, draw};
pub(crate) use options::{DEPTHS, SearchOptions, algorithm_names};
pub(crate) use report::score_text;
pub(crate) use run::{Request, TraceOptions, run};
