//! Many files in parallel, as one table.

use super::{Arguments, json};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::path::progress::Progress;
use crate::path::{faults, input, table, text};
use comfy_table::Cell;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use xun_grid::{Answer, Outcome, Problem, Silent, solve};

/// The result of one file.
enum Result {
    Solved(Box<Problem>, Box<Answer>),
    Failed(String),
    NotReached,
}

/// Solves every file and prints the table.
pub(super) fn run(
    arguments: &Arguments,
    files: &[PathBuf],
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let language = context.language;
    let began = Instant::now();
    let progress = Progress::bar(files.len() as u64, language.pick("solving", "求解中"));
    let stop = context.stop.flag();
    let results: Vec<Result> = files
        .par_iter()
        .map(|file| {
            let result = solve_file(arguments, file, stop, language);
            progress.advance();
            result
        })
        .collect();
    drop(progress);
    if arguments.json {
        write_json(files, &results, began.elapsed(), context)?;
    } else {
        write_table(files, &results, began.elapsed(), context)?;
    }
    let failed = results.iter().any(|result| matches!(result, Result::Failed(_)));
    let cut = results.iter().any(|result| match result {
        Result::Solved(_, answer) => answer.outcome == Outcome::Stopped,
        Result::Failed(_) => false,
        Result::NotReached => true,
    });
    Ok(match (context.stopped(), failed, cut) {
        (true, ..) => Exit::Interrupted,
        (_, true, _) => Exit::BadInput,
        (_, _, true) => Exit::CheckFailed,
        _ => Exit::Answered,
    })
}

fn solve_file(arguments: &Arguments, file: &Path, stop: &AtomicBool, language: Language) -> Result {
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        return Result::NotReached;
    }
    let problem = match input::problem(file, &arguments.input, language) {
        Ok(problem) => problem,
        Err(error) => return Result::Failed(format!("{error:#}")),
    };
    let search = &arguments.search;
    match solve(&problem, &search.first(), &search.limits(stop), &mut Silent) {
        Ok(answer) => Result::Solved(Box::new(problem), Box::new(answer)),
        Err(error) => {
            Result::Failed(format!("{}: {}", file.display(), faults::refusal(&error, language)))
        }
    }
}

fn write_table(
    files: &[PathBuf],
    results: &[Result],
    time: Duration,
    context: &mut Context,
) -> anyhow::Result<()> {
    let language = context.language;
    let headings = match language {
        Language::English => {
            ["file", "size", "steps", "cost", "expanded", "generated", "time", "algorithm"]
        }
        Language::Chinese => ["文件", "大小", "步数", "代价", "扩展", "生成", "时间", "算法"],
    };
    let mut table = table::table(&headings, 2..7);
    let (mut found, mut impossible, mut other) = (0, 0, 0);
    for (file, result) in files.iter().zip(results) {
        let name = input::shown(file, language);
        let Result::Solved(problem, answer) = result else {
            other += 1;
            let why = match result {
                Result::Failed(_) => language.pick("not solved, see below", "未求解，见下"),
                _ => language.pick("not reached", "未轮到"),
            };
            table.add_row([name, why.to_owned()]);
            continue;
        };
        let (steps, cost) = match &answer.outcome {
            Outcome::Found(path) => {
                found += 1;
                (path.steps().to_string(), text::number(path.cost))
            }
            Outcome::Impossible => {
                impossible += 1;
                ("-1".to_owned(), String::new())
            }
            Outcome::Stopped => {
                other += 1;
                (language.pick("stopped", "已停止").to_owned(), String::new())
            }
        };
        let statistics = &answer.statistics;
        table.add_row([
            Cell::new(name),
            Cell::new(format!("{}×{}", problem.map().rows(), problem.map().columns())),
            Cell::new(steps),
            Cell::new(cost),
            Cell::new(statistics.expanded),
            Cell::new(statistics.generated),
            Cell::new(text::time(statistics.time)),
            Cell::new(answer.algorithm),
        ]);
    }
    write!(context.out, "{}", table::lines(&table, context.colour))?;
    let (all, time) = (files.len(), text::time(time));
    match language {
        Language::English => writeln!(
            context.out,
            "{all} files: {found} with a path, {impossible} without, {other} not solved, in {time}"
        )?,
        Language::Chinese => writeln!(
            context.out,
            "共 {all} 个文件：{found} 个有路，{impossible} 个无路，{other} 个未求解，用时 {time}"
        )?,
    }
    context.out.flush()?;
    for result in results {
        if let Result::Failed(why) = result {
            eprintln!("{}{why}", language.pick("error: ", "错误："));
        }
    }
    Ok(())
}

fn write_json(
    files: &[PathBuf],
    results: &[Result],
    time: Duration,
    context: &mut Context,
) -> anyhow::Result<()> {
    let answers: Vec<Value> = files
        .iter()
        .zip(results)
        .map(|(file, result)| {
            let name = input::shown(file, context.language);
            match result {
                Result::Solved(problem, answer) => {
                    Value::Object(json::answer(&name, problem, answer))
                }
                Result::Failed(why) => json::failed(&name, why),
                Result::NotReached => json!({"file": name, "outcome": "not-reached"}),
            }
        })
        .collect();
    writeln!(context.out, "{}", json!({"results": answers, "seconds": time.as_secs_f64()}))?;
    Ok(())
}
