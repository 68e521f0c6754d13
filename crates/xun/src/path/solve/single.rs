//! One problem in full: the answer's lines, and whatever else was asked for.

use super::watchers::Watchers;
use super::{Arguments, Draw, json, pictures};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::path::progress::Progress;
use crate::path::text::Style;
use crate::path::{draw, explain, faults, input, text};
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use xun_grid::render::Scene;
use xun_grid::trace::{Touched, TraceSummary};
use xun_grid::{Answer, Limits, Moves, Options, Outcome, Problem, Silent, SolveError, solve};

/// An answer, and the touched cells and the trace where they were asked for.
struct SolvedFile {
    answer: Answer,
    touched: Option<Touched>,
    trace: Option<TraceSummary>,
}

/// Solves one file.
pub(super) fn run(
    arguments: &Arguments,
    file: &Path,
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let language = context.language;
    let progress = Progress::spinner(language.pick("reading", "读取中"));
    let problem = match input::problem(file, &arguments.input, language) {
        Ok(problem) => problem,
        Err(error) => {
            drop(progress);
            return failed(arguments, file, &format!("{error:#}"), context).and(Err(error));
        }
    };
    drop(progress);
    let options = arguments.search.first();
    let warnings = faults::warnings(&options, &problem, language);
    for warning in &warnings {
        eprintln!("{}{warning}", language.pick("warning: ", "警告："));
    }
    let show = match arguments.draw {
        Draw::Always => true,
        Draw::Never => false,
        Draw::Auto => io::stdout().is_terminal() && !arguments.json,
    };
    let progress = Progress::spinner(language.pick("searching", "搜索中"));
    let limits = arguments.search.limits(context.stop.flag());
    let solved = match search(&problem, &options, &limits, arguments, show, language)? {
        Ok(solved) => solved,
        Err(error) => {
            drop(progress);
            let why = faults::refusal(&error, language);
            eprintln!("{}{why}", language.pick("error: ", "错误："));
            failed(arguments, file, &why, context)?;
            return Ok(Exit::Usage);
        }
    };
    let SolvedFile { answer, touched, trace } = &solved;
    pictures::write(arguments, file, &problem, (answer, touched.as_ref()), language)?;
    let stopped = answer.outcome == Outcome::Stopped;
    let explanation = (arguments.explain && !stopped)
        .then(|| explain::explain(&problem, answer, &limits, language));
    drop(progress);

    if arguments.json {
        let mut object = json::answer(&input::shown(file, language), &problem, answer);
        object.insert("warnings".to_owned(), json!(warnings));
        if let Some(explanation) = explanation {
            object.insert("explanation".to_owned(), explanation.json);
        }
        if let Some(trace) = trace {
            let trace =
                json!({"events": trace.events, "dropped": trace.dropped, "bytes": trace.bytes});
            object.insert("trace".to_owned(), trace);
        }
        writeln!(context.out, "{}", Value::Object(object))?;
    } else {
        if !stopped {
            let usual = if options.moves == Moves::Four { Style::Lab } else { Style::Compass };
            let style = arguments.output.unwrap_or(usual);
            text::answer(&mut context.out, answer.path(), style, problem.has_prices())?;
        }
        if show {
            drawing(&problem, &solved, context)?;
        }
        if let Some(explanation) = explanation {
            write!(context.out, "\n{}", explanation.text)?;
        }
        if let Some(trace) = trace.filter(|trace| trace.dropped > 0) {
            note_truncated(trace.dropped, context);
        }
    }
    Ok(ending(&solved, context))
}

/// Solves the problem, with an observer only where something is to be shown or written.
fn search(
    problem: &Problem,
    options: &Options,
    limits: &Limits<'_>,
    arguments: &Arguments,
    show: bool,
    language: Language,
) -> anyhow::Result<Result<SolvedFile, SolveError>> {
    if !(show || arguments.svg.is_some() || arguments.png.is_some() || arguments.trace.is_some()) {
        let answer = solve(problem, options, limits, &mut Silent);
        return Ok(answer.map(|answer| SolvedFile { answer, touched: None, trace: None }));
    }
    let mut watchers = Watchers::new(problem, options, arguments, language)?;
    let answer = match solve(problem, options, limits, &mut watchers) {
        Ok(answer) => answer,
        Err(error) => return Ok(Err(error)),
    };
    let (touched, trace) = watchers.finish(&answer.outcome, arguments, language)?;
    Ok(Ok(SolvedFile { answer, touched: Some(touched), trace }))
}

/// Says in the JSON output, too, that there is no answer, and why.
fn failed(
    arguments: &Arguments,
    file: &Path,
    why: &str,
    context: &mut Context,
) -> anyhow::Result<()> {
    if arguments.json {
        writeln!(context.out, "{}", json::failed(&input::shown(file, context.language), why))?;
        context.out.flush()?;
    }
    Ok(())
}

fn drawing(problem: &Problem, solved: &SolvedFile, context: &mut Context) -> anyhow::Result<()> {
    let cells = solved.answer.path().map_or(&[][..], |path| &path.cells);
    let scene = Scene::new(problem, cells, solved.touched.as_ref());
    let picture = draw::drawing(&scene, draw::width(), context.colour, context.language);
    writeln!(context.out, "\n{picture}")?;
    writeln!(context.out, "{}", summary(problem, &solved.answer, context))?;
    Ok(())
}

/// One line: steps, algorithm and statistics.
fn summary(problem: &Problem, answer: &Answer, context: &Context) -> String {
    let language = context.language;
    let found = match &answer.outcome {
        Outcome::Found(path) if problem.has_prices() => format!(
            "{}, {} {}",
            text::steps(path.steps(), language),
            language.pick("cost", "花费"),
            text::number(path.cost)
        ),
        Outcome::Found(path) => text::steps(path.steps(), language),
        Outcome::Impossible => language.pick("no way", "无路可走").to_owned(),
        Outcome::Stopped => language.pick("stopped", "已停止").to_owned(),
    };
    let by = match answer.heuristic {
        Some(heuristic) => format!("{} ({heuristic})", answer.algorithm),
        None => answer.algorithm.to_string(),
    };
    let statistics = &answer.statistics;
    let (expanded, generated) = (statistics.expanded, statistics.generated);
    let time = text::time(statistics.time);
    match language {
        Language::English => {
            format!("{found} · {by} · {expanded} expanded · {generated} generated · {time}")
        }
        Language::Chinese => {
            format!("{found} · {by} · 扩展 {expanded} · 生成 {generated} · {time}")
        }
    }
}

fn note_truncated(dropped: u64, context: &Context) {
    match context.language {
        Language::English => {
            eprintln!(
                "note: the trace is truncated, {dropped} events are missing; raise --trace-limit"
            );
        }
        Language::Chinese => {
            eprintln!("注意：轨迹已截断，缺少 {dropped} 个事件；可调大 --trace-limit");
        }
    }
}

/// The exit code, and a note where the search was stopped.
fn ending(solved: &SolvedFile, context: &Context) -> Exit {
    if solved.answer.outcome != Outcome::Stopped {
        return Exit::Answered;
    }
    let statistics = &solved.answer.statistics;
    let (expanded, time) = (statistics.expanded, text::time(statistics.time));
    match context.language {
        Language::English => {
            eprintln!("stopped before an answer was known: {expanded} expanded in {time}");
        }
        Language::Chinese => {
            eprintln!("在得到答案之前停止：用时 {time}，已扩展 {expanded} 个节点");
        }
    }
    if context.stopped() { Exit::Interrupted } else { Exit::CheckFailed }
}
