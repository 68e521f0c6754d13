//! The observer of `solve`: feeds the trace, and the pictures with the cells that were touched.

use super::{Arguments, pictures};
use crate::language::Language;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use xun_grid::trace::{Touched, TraceForm, TraceHeader, TraceSummary, TraceWriter};
use xun_grid::{Event, Observer, Options, Outcome, Problem};

/// Feeds the trace and the pictures.
pub(super) struct Watchers {
    pub(super) touched: Touched,
    trace: Option<TraceWriter<BufWriter<File>>>,
}

impl Observer for Watchers {
    fn event(&mut self, event: Event) {
        self.touched.event(event);
        if let Some(trace) = &mut self.trace {
            trace.event(event);
        }
    }
}

impl Watchers {
    /// Opens the trace file, if one was asked for.
    pub(super) fn new(
        problem: &Problem,
        options: &Options,
        arguments: &Arguments,
        language: Language,
    ) -> anyhow::Result<Self> {
        let open = |path| open_trace(path, problem, options, arguments.trace_limit, language);
        let trace = arguments.trace.as_deref().map(open).transpose()?;
        Ok(Self { touched: Touched::new(problem.map()), trace })
    }

    /// Ends the trace.
    pub(super) fn finish(
        self,
        outcome: &Outcome,
        arguments: &Arguments,
        language: Language,
    ) -> anyhow::Result<(Touched, Option<TraceSummary>)> {
        let failed = |error| pictures::unwritable(arguments.trace.as_deref(), &error, language);
        let trace = self.trace.map(|trace| trace.finish(outcome)).transpose().map_err(failed)?;
        Ok((self.touched, trace))
    }
}

fn open_trace(
    path: &Path,
    problem: &Problem,
    options: &Options,
    limit: u64,
    language: Language,
) -> anyhow::Result<TraceWriter<BufWriter<File>>> {
    let options = options.effective(problem).unwrap_or(*options);
    let header = TraceHeader {
        problem,
        algorithm: options.algorithm.name(),
        heuristic: options.heuristic.map(xun_grid::Heuristic::name),
    };
    let form = TraceForm::of_name(&path.to_string_lossy());
    File::create(path)
        .and_then(|file| TraceWriter::new(BufWriter::new(file), &header, form, limit))
        .map_err(|error| pictures::unwritable(Some(path), &error, language))
}
