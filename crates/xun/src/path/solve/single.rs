//! One problem in full: the answer's lines, and whatever else was asked for.

use super::{Arguments, Draw, json, pictures};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::path::progress::Progress;
use crate::path::solver::{Kind, Question, stopped};
use crate::path::text::Style;
use crate::path::{draw, explain, input, text};
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use xun_grid::render::Scene;
use xun_grid::search::Moves;
use xun_grid::{Outcome, Problem};

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
    let search = &arguments.search;
    let heuristic = search.heuristic.first().copied();
    let question = Question::new(&problem, search, search.algorithm[0], heuristic, &context.stop);
    let warnings = question.warnings(language);
    for warning in &warnings {
        eprintln!("{}{warning}", language.pick("warning: ", "警告："));
    }
    let show = match arguments.draw {
        Draw::Always => true,
        Draw::Never => false,
        Draw::Auto => io::stdout().is_terminal() && !arguments.json,
    };
    let progress = Progress::spinner(language.pick("searching", "搜索中"));
    let seen = match pictures::ask(&question, arguments, show, language)? {
        Ok(seen) => seen,
        Err(refusal) => {
            drop(progress);
            eprintln!("{}{}", language.pick("error: ", "错误："), refusal.text(language));
            failed(arguments, file, &refusal.text(language), context)?;
            return Ok(Exit::Usage);
        }
    };
    pictures::write(arguments, file, &problem, &seen, language)?;
    let explanation = (arguments.explain && !stopped(&seen.run))
        .then(|| explain::explain(&problem, &seen.run, &question.limits, language));
    drop(progress);

    if arguments.json {
        let mut object = json::answer(&input::shown(file, language), &problem, &seen.run);
        object.insert("warnings".to_owned(), json!(warnings));
        if let Some(explanation) = explanation {
            object.insert("explanation".to_owned(), explanation.json);
        }
        if let Some(trace) = seen.trace {
            let trace =
                json!({"events": trace.events, "dropped": trace.dropped, "bytes": trace.bytes});
            object.insert("trace".to_owned(), trace);
        }
        writeln!(context.out, "{}", Value::Object(object))?;
    } else {
        if !stopped(&seen.run) {
            let path = match &seen.run.answer.outcome {
                Outcome::Found(path) => Some(path),
                _ => None,
            };
            let priced = Kind::of(&problem) == Kind::Priced;
            let usual = if question.moves == Moves::Four { Style::Lab } else { Style::Compass };
            text::answer(&mut context.out, path, arguments.output.unwrap_or(usual), priced)?;
        }
        if show {
            drawing(&problem, &seen, context)?;
        }
        if let Some(explanation) = explanation {
            write!(context.out, "\n{}", explanation.text)?;
        }
        if let Some(trace) = seen.trace.filter(|trace| trace.dropped > 0) {
            note_truncated(trace.dropped, context);
        }
    }
    Ok(ending(&seen, context))
}

/// Whoever reads JSON reads there, too, that there is no answer, and why.
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

fn drawing(problem: &Problem, seen: &pictures::Seen, context: &mut Context) -> anyhow::Result<()> {
    let cells = match &seen.run.answer.outcome {
        Outcome::Found(path) => &path.cells[..],
        _ => &[],
    };
    let scene = Scene::new(problem, cells, seen.touched.as_ref());
    let picture = draw::drawing(&scene, draw::width(), context.colour, context.language);
    writeln!(context.out, "\n{picture}")?;
    writeln!(context.out, "{}", summary(problem, seen, context))?;
    Ok(())
}

/// One line: what was found, by what, at which price.
fn summary(problem: &Problem, seen: &pictures::Seen, context: &Context) -> String {
    let (run, language) = (&seen.run, context.language);
    let found = match &run.answer.outcome {
        Outcome::Found(path) if Kind::of(problem) == Kind::Priced => format!(
            "{}, {} {}",
            text::steps(path.steps(), language),
            language.pick("cost", "花费"),
            text::number(path.cost)
        ),
        Outcome::Found(path) => text::steps(path.steps(), language),
        Outcome::Impossible => language.pick("no way", "无路可走").to_owned(),
        Outcome::Stopped => language.pick("stopped", "已停止").to_owned(),
    };
    let by = match &run.heuristic {
        Some(heuristic) => format!("{} ({heuristic})", run.algorithm),
        None => run.algorithm.clone(),
    };
    let statistics = &run.answer.statistics;
    let (expanded, generated) = (statistics.expanded, statistics.generated);
    let time = text::time(statistics.time);
    match language {
        Language::En => {
            format!("{found} · {by} · {expanded} expanded · {generated} generated · {time}")
        }
        Language::Zh => format!("{found} · {by} · 扩展 {expanded} · 生成 {generated} · {time}"),
    }
}

fn note_truncated(dropped: u64, context: &Context) {
    match context.language {
        Language::En => {
            eprintln!(
                "note: the trace is truncated, {dropped} events are missing; raise --trace-limit"
            );
        }
        Language::Zh => {
            eprintln!("注意：追踪已截断，缺少 {dropped} 个事件；可调大 --trace-limit");
        }
    }
}

/// The exit code, and a word where the search did not come to its end.
fn ending(seen: &pictures::Seen, context: &Context) -> Exit {
    if !stopped(&seen.run) {
        return Exit::Answered;
    }
    let statistics = &seen.run.answer.statistics;
    let (expanded, time) = (statistics.expanded, text::time(statistics.time));
    match context.language {
        Language::En => {
            eprintln!("stopped before an answer was known: {expanded} expanded in {time}");
        }
        Language::Zh => {
            eprintln!("在得到答案之前停止：用时 {time}，已扩展 {expanded} 个节点");
        }
    }
    if context.stopped() { Exit::Interrupted } else { Exit::CheckFailed }
}
