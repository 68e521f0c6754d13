//! What `solve` writes beside its answer: pictures and the trace. The observer that feeds them is
//! only made when one of them was asked for.

use super::Arguments;
use crate::language::Language;
use crate::path::input;
use crate::path::solver::{Question, Refusal, Run};
use anyhow::{anyhow, bail};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;
use xun_grid::render::{Scene, png, svg};
use xun_grid::trace::{Touched, TraceForm, TraceHeader, TraceSummary, TraceWriter};
use xun_grid::{Event, Observer, Outcome, Problem, Silent};

/// Feeds what was asked for.
struct Watchers {
    touched: Touched,
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

/// A search that has run, and what it touched on the way if anyone wants to see it.
pub(super) struct Seen {
    pub(super) run: Run,
    pub(super) touched: Option<Touched>,
    pub(super) trace: Option<TraceSummary>,
}

/// Searches, with an observer only where something is to be shown.
pub(super) fn ask(
    question: &Question<'_>,
    arguments: &Arguments,
    show: bool,
    language: Language,
) -> anyhow::Result<Result<Seen, Refusal>> {
    if !(show || arguments.svg.is_some() || arguments.png.is_some() || arguments.trace.is_some()) {
        return Ok(question.ask(&mut Silent).map(|run| Seen { run, touched: None, trace: None }));
    }
    let trace = match &arguments.trace {
        Some(path) => Some(open_trace(path, question, arguments.trace_limit, language)?),
        None => None,
    };
    let mut watchers = Watchers { touched: Touched::new(question.problem.map()), trace };
    let run = match question.ask(&mut watchers) {
        Ok(run) => run,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let trace = match watchers.trace {
        Some(trace) => Some(
            trace
                .finish(&run.answer.outcome)
                .map_err(|error| unwritable(arguments.trace.as_deref(), &error, language))?,
        ),
        None => None,
    };
    Ok(Ok(Seen { run, touched: Some(watchers.touched), trace }))
}

fn open_trace(
    path: &Path,
    question: &Question<'_>,
    limit: u64,
    language: Language,
) -> anyhow::Result<TraceWriter<BufWriter<File>>> {
    let (algorithm, heuristic) = question.names();
    let header = TraceHeader {
        problem: question.problem,
        algorithm: &algorithm,
        heuristic: heuristic.as_deref(),
    };
    let form = TraceForm::of_name(&path.to_string_lossy());
    File::create(path)
        .and_then(|file| TraceWriter::new(BufWriter::new(file), &header, form, limit))
        .map_err(|error| unwritable(Some(path), &error, language))
}

/// Writes the pictures that were asked for.
pub(super) fn write(
    arguments: &Arguments,
    file: &Path,
    problem: &Problem,
    seen: &Seen,
    language: Language,
) -> anyhow::Result<()> {
    let cells = match &seen.run.answer.outcome {
        Outcome::Found(path) => &path.cells[..],
        _ => &[],
    };
    let scene = Scene::new(problem, cells, seen.touched.as_ref());
    if let Some(path) = &arguments.svg {
        if problem.map().cells() > svg::MAX_SVG_CELLS {
            bail!(
                "{}",
                language.pick(
                    "the map is too large for an SVG; take --png",
                    "地图太大，不宜画成 SVG；请用 --png"
                )
            );
        }
        let title = format!("{}: {}", input::shown(file, language), seen.run.algorithm);
        fs::write(path, svg::svg(&scene, &title))
            .map_err(|error| unwritable(Some(path), &error, language))?;
    }
    if let Some(path) = &arguments.png {
        fs::write(path, png::png(&scene))
            .map_err(|error| unwritable(Some(path), &error, language))?;
    }
    Ok(())
}

/// A file that cannot be written, as an error that names it.
pub(super) fn unwritable(
    path: Option<&Path>,
    error: &std::io::Error,
    language: Language,
) -> anyhow::Error {
    let path = path.map(|path| path.display().to_string()).unwrap_or_default();
    match language {
        Language::En => anyhow!("{path}: cannot be written ({error})"),
        Language::Zh => anyhow!("{path}：无法写入（{error}）"),
    }
}
