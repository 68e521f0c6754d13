//! `xun path bench`: every problem of a `.scen` file on its `.map`, each length checked, each
//! search timed.

use super::input;
use super::options::SearchOptions;
use super::progress::Progress;
use super::{faults, table, text};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::anyhow;
use clap::Args;
use comfy_table::Cell;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use xun_grid::format::{self, Format, Scenario};
use xun_grid::{Guarantee, Heuristic, Map, Moves, Options, Outcome, Searcher, Silent, SolveError};

/// Lengths in files are rounded to two places at worst.
const TOLERANCE: f64 = 0.011;

/// Most wrong lengths that are listed in full.
const TOLD: usize = 10;

/// Arguments of `xun path bench`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Moving AI .map files, each with its .scen beside it
    #[arg(required = true, value_name = "MAP")]
    maps: Vec<PathBuf>,
    /// Problems (default: MAP.scen)
    #[arg(long, value_name = "FILE")]
    scen: Option<PathBuf>,
    #[command(flatten)]
    search: SearchOptions,
    /// Number of problems to solve, from the first
    #[arg(long, value_name = "COUNT")]
    first: Option<usize>,
    /// Repetitions of each problem; the shortest time counts
    #[arg(
        long, default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1000),
        value_name = "TIMES"
    )]
    repeat: u32,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

/// Results of one algorithm on one map.
struct Report {
    map: String,
    algorithm: String,
    heuristic: Option<String>,
    problems: usize,
    wrong: Vec<Wrong>,
    /// The first search, which prepares the map, is not among them.
    times: Vec<Duration>,
    preparing: Duration,
    expanded: u64,
    memory: u64,
    stopped: usize,
}

/// A length that is not the file's.
struct Wrong {
    number: usize,
    expected: f64,
    found: Option<f64>,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let mut reports = Vec::new();
    for map_file in &arguments.maps {
        let map = read_map(map_file, language)?;
        let scen = arguments.scen.clone().unwrap_or_else(|| input::beside(map_file, "scen"));
        let mut scenarios = format::read_scenarios(&input::bytes(&scen, language)?)
            .map_err(|faults| input::faulty(&scen, &faults, language))?;
        scenarios.truncate(arguments.first.unwrap_or(usize::MAX));
        for options in compared(&arguments.search) {
            if context.stopped() {
                break;
            }
            match measure(arguments, map_file, &map, &scenarios, &options, context) {
                Ok(report) => reports.push(report),
                Err(why) => {
                    eprintln!("{}{why}", language.pick("error: ", "错误："));
                    return Ok(Exit::Usage);
                }
            }
        }
    }
    if arguments.json {
        let objects: Vec<Value> = reports.iter().map(as_json).collect();
        writeln!(context.out, "{}", json!({ "reports": objects }))?;
    } else {
        write_table(&reports, context)?;
    }
    context.out.flush()?;
    tell_wrong(&reports, language);
    let wrong = reports.iter().any(|report| !report.wrong.is_empty() || report.stopped > 0);
    Ok(match (context.stopped(), wrong) {
        (true, _) => Exit::Interrupted,
        (_, true) => Exit::CheckFailed,
        _ => Exit::Answered,
    })
}

fn read_map(file: &Path, language: Language) -> anyhow::Result<Map> {
    let document = format::read(&input::bytes(file, language)?, Some(Format::MovingAi), None)
        .map_err(|faults| input::faulty(file, &faults, language))?;
    Ok(document.map)
}

/// Every algorithm with every heuristic that was given.
fn compared(search: &SearchOptions) -> Vec<Options> {
    let heuristics: Vec<Option<Heuristic>> = match &search.heuristic[..] {
        [] => vec![None],
        some => some.iter().copied().map(Some).collect(),
    };
    let with = |&algorithm| {
        let options = |&heuristic: &_| search.with(algorithm, heuristic, Moves::Eight);
        heuristics.iter().map(options).collect::<Vec<_>>()
    };
    search.algorithm.iter().flat_map(with).collect()
}

fn measure(
    arguments: &Arguments,
    map_file: &Path,
    map: &Map,
    scenarios: &[Scenario],
    options: &Options,
    context: &Context,
) -> anyhow::Result<Report> {
    let language = context.language;
    let name = map_file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut searcher = Searcher::new(map);
    let effective =
        searcher.effective(options).map_err(|error| anyhow!(faults::refusal(&error, language)))?;
    let ran = effective.algorithm;
    let progress = Progress::bar(scenarios.len() as u64, &format!("{name} {ran}"));
    // The file's lengths are for eight moves without cutting corners; other moves are only timed.
    let checked = options.moves == Moves::Eight;
    let mut report = Report {
        map: name,
        algorithm: ran.name().to_owned(),
        heuristic: effective.heuristic.map(|heuristic| heuristic.name().to_owned()),
        problems: 0,
        wrong: Vec::new(),
        times: Vec::new(),
        preparing: Duration::ZERO,
        expanded: 0,
        memory: 0,
        stopped: 0,
    };
    for (index, scenario) in scenarios.iter().enumerate() {
        if context.stopped() {
            break;
        }
        // The first search also makes the tables that an algorithm needs: it is timed separately.
        let rounds = arguments.repeat + u32::from(index == 0);
        let mut best: Option<Duration> = None;
        for round in 0..rounds {
            let limits = arguments.search.limits(context.stop.flag());
            let answer = searcher
                .search(scenario.start, scenario.goal, options, &limits, &mut Silent)
                .map_err(|error| scenario_error(index + 1, &error, language))?;
            let time = answer.statistics.time;
            if index == 0 && round == 0 {
                report.preparing = time;
                continue;
            }
            best = Some(best.map_or(time, |best| best.min(time)));
            if round + 1 < rounds {
                continue;
            }
            report.problems += 1;
            report.expanded += answer.statistics.expanded;
            report.memory = report.memory.max(answer.statistics.memory);
            let exact = answer.guarantee == Guarantee::Optimal;
            let found = match answer.outcome {
                Outcome::Found(path) => Some(path.cost),
                Outcome::Impossible => None,
                Outcome::Stopped => {
                    report.stopped += 1;
                    continue;
                }
            };
            if checked && is_wrong(scenario, found, exact) {
                report.wrong.push(Wrong { number: index + 1, expected: scenario.length, found });
            }
        }
        report.times.extend(best);
        progress.advance();
    }
    report.preparing =
        report.preparing.saturating_sub(report.times.first().copied().unwrap_or_default());
    report.times.sort_unstable();
    Ok(report)
}

fn scenario_error(number: usize, error: &SolveError, language: Language) -> anyhow::Error {
    let why = faults::refusal(error, language);
    match language {
        Language::English => anyhow!("problem {number}: {why}"),
        Language::Chinese => anyhow!("第 {number} 个问题：{why}"),
    }
}

/// A length of 0 between different cells means that there is no path. A search that does not
/// promise the least cost may find a longer way, never a shorter one.
fn is_wrong(scenario: &Scenario, found: Option<f64>, exact: bool) -> bool {
    let none = scenario.length == 0.0 && scenario.start != scenario.goal;
    match found {
        None => !none,
        Some(_) if none => true,
        Some(cost) if exact => (cost - scenario.length).abs() > TOLERANCE,
        Some(cost) => cost < scenario.length - TOLERANCE,
    }
}

fn mean(times: &[Duration]) -> Duration {
    times.iter().sum::<Duration>() / (times.len() as u32).max(1)
}

fn quantile(times: &[Duration], part: f64) -> Duration {
    let last = times.len().saturating_sub(1);
    times.get((last as f64 * part).round() as usize).copied().unwrap_or_default()
}

fn write_table(reports: &[Report], context: &mut Context) -> anyhow::Result<()> {
    let headings = match context.language {
        Language::English => [
            "map",
            "algorithm",
            "heuristic",
            "problems",
            "wrong",
            "mean",
            "median",
            "90%",
            "longest",
            "preparing",
            "expanded",
            "memory",
        ],
        Language::Chinese => [
            "地图",
            "算法",
            "启发函数",
            "问题数",
            "错误",
            "平均",
            "中位",
            "90%",
            "最长",
            "预处理",
            "平均扩展",
            "内存",
        ],
    };
    let mut table = table::table(&headings, 3..12);
    for report in reports {
        let times = &report.times;
        table.add_row([
            Cell::new(&report.map),
            Cell::new(&report.algorithm),
            Cell::new(report.heuristic.as_deref().unwrap_or("")),
            Cell::new(report.problems),
            Cell::new(report.wrong.len()),
            Cell::new(text::time(mean(times))),
            Cell::new(text::time(quantile(times, 0.5))),
            Cell::new(text::time(quantile(times, 0.9))),
            Cell::new(text::time(quantile(times, 1.0))),
            Cell::new(text::time(report.preparing)),
            Cell::new(report.expanded / (report.problems as u64).max(1)),
            Cell::new(text::size(report.memory)),
        ]);
    }
    write!(context.out, "{}", table::lines(&table, context.colour))?;
    Ok(())
}

fn tell_wrong(reports: &[Report], language: Language) {
    for report in reports {
        for Wrong { number, expected, found } in report.wrong.iter().take(TOLD) {
            let found =
                found.map_or_else(|| language.pick("no path", "无路").to_owned(), text::number);
            let (map, algorithm, expected) =
                (&report.map, &report.algorithm, text::number(*expected));
            match language {
                Language::English => {
                    eprintln!(
                        "wrong: {map} problem {number}, {algorithm}: {found}, expected {expected}"
                    );
                }
                Language::Chinese => {
                    eprintln!(
                        "错误：{map} 第 {number} 题，{algorithm}：得 {found}，应为 {expected}"
                    );
                }
            }
        }
        let more = report.wrong.len().saturating_sub(TOLD);
        match (more, language) {
            (0, _) => {}
            (more, Language::English) => eprintln!("and {more} more"),
            (more, Language::Chinese) => eprintln!("还有 {more} 处"),
        }
        match (report.stopped, language) {
            (0, _) => {}
            (stopped, Language::English) => {
                eprintln!("{}: {stopped} searches were stopped by a limit", report.map);
            }
            (stopped, Language::Chinese) => {
                eprintln!("{}：{stopped} 次搜索因限制而停止", report.map);
            }
        }
    }
}

fn as_json(report: &Report) -> Value {
    let wrong: Vec<Value> = report
        .wrong
        .iter()
        .map(|wrong| {
            json!({
                "problem": wrong.number, "expected": wrong.expected, "found": wrong.found
            })
        })
        .collect();
    let seconds = |time: Duration| time.as_secs_f64();
    json!({
        "map": report.map,
        "algorithm": report.algorithm,
        "heuristic": report.heuristic,
        "problems": report.problems,
        "wrong": wrong,
        "stopped": report.stopped,
        "mean_seconds": seconds(mean(&report.times)),
        "median_seconds": seconds(quantile(&report.times, 0.5)),
        "longest_seconds": seconds(quantile(&report.times, 1.0)),
        "total_seconds": seconds(report.times.iter().sum()),
        "preparing_seconds": seconds(report.preparing),
        "expanded": report.expanded,
        "memory_bytes": report.memory,
    })
}
