//! What the commands over the textbook searches share: their options, and how an answer is printed.

mod options;
mod report;
mod run;

pub(crate) use options::{AlgorithmOption, DEPTHS, SearchOptions};
pub(crate) use report::score_text;
pub(crate) use run::{Request, TraceOptions, run};
