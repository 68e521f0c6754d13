//! `--compare`: several searches on the same problem, one table.

use super::{Arguments, json};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::path::progress::Progress;
use crate::path::{faults, input, table, text};
use comfy_table::Cell;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use xun_grid::{
    Algorithm, Answer, Guarantee, Heuristic, Moves, Options, Outcome, Problem, Silent, SolveError,
    solve,
};

/// Plain IDA\* may take for ever, so each search of a comparison stops after this long by default.
const TIME_LIMIT: std::time::Duration = std::time::Duration::from_secs(10);

type Run = Result<Answer, SolveError>;

/// Compares searches on every file.
pub(super) fn run(
    arguments: &Arguments,
    files: &[PathBuf],
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Answered;
    let mut objects = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let problem = input::problem(file, &arguments.input, context.language)?;
        let all = compared(arguments, &problem);
        let runs = solve_all(arguments, &problem, &all, context);
        if arguments.json {
            objects.push(as_json(file, &problem, &all, &runs, context.language));
        } else {
            if files.len() > 1 {
                let gap = if index > 0 { "\n" } else { "" };
                writeln!(context.out, "{gap}{}", input::shown(file, context.language))?;
            }
            write_table(&all, &runs, context)?;
        }
        if runs.iter().all(std::result::Result::is_err) {
            exit = Exit::Usage;
        }
        if let Some(disagreement) = disagreement(&problem, &runs, context.language) {
            eprintln!("{disagreement}");
            exit = Exit::CheckFailed;
        }
        if context.stopped() {
            exit = Exit::Interrupted;
            break;
        }
    }
    if arguments.json {
        let value = if objects.len() == 1 { objects.remove(0) } else { Value::Array(objects) };
        writeln!(context.out, "{value}")?;
    }
    Ok(exit)
}

/// The compared options: the lists that were given, or everything that fits the problem.
fn compared(arguments: &Arguments, problem: &Problem) -> Vec<Options> {
    let search = &arguments.search;
    let given = search.algorithm != [Algorithm::Auto];
    let has_supply = problem.supply().is_some();
    let fits = |&algorithm: &Algorithm| {
        let options = search.with(algorithm, None, Moves::Four);
        algorithm != Algorithm::Auto && options.effective(problem).is_ok()
    };
    let algorithms: Vec<Algorithm> = if given {
        search.algorithm.clone()
    } else if problem.has_prices() {
        vec![Algorithm::Auto]
    } else if has_supply {
        [Algorithm::Labels, Algorithm::AStar].into_iter().filter(fits).collect()
    } else if !search.heuristic.is_empty() {
        vec![Algorithm::AStar]
    } else {
        Algorithm::ALL.iter().copied().filter(fits).collect()
    };
    let heuristics = |algorithm: Algorithm| -> Vec<Option<Heuristic>> {
        let uses = algorithm.uses_heuristic() || algorithm == Algorithm::Auto;
        match (uses, &search.heuristic[..]) {
            (true, []) if has_supply && algorithm == Algorithm::AStar => {
                Heuristic::SUPPLY.iter().copied().map(Some).collect()
            }
            (false, _) | (true, []) => vec![None],
            (true, chosen) => chosen.iter().copied().map(Some).collect(),
        }
    };
    let with = |algorithm| {
        let options = move |heuristic| search.with(algorithm, heuristic, Moves::Four);
        heuristics(algorithm).into_iter().map(options)
    };
    algorithms.into_iter().flat_map(with).collect()
}

fn solve_all(
    arguments: &Arguments,
    problem: &Problem,
    all: &[Options],
    context: &Context,
) -> Vec<Run> {
    let language = context.language;
    let progress = Progress::bar(all.len() as u64, language.pick("comparing", "比较中"));
    let mut search = arguments.search.clone();
    search.time = search.time.or(Some(TIME_LIMIT));
    all.iter()
        .map(|options| {
            for warning in faults::warnings(options, problem, language) {
                eprintln!("{}{warning}", language.pick("warning: ", "警告："));
            }
            let run = solve(problem, options, &search.limits(context.stop.flag()), &mut Silent);
            progress.advance();
            run
        })
        .collect()
}

fn write_table(all: &[Options], runs: &[Run], context: &mut Context) -> anyhow::Result<()> {
    let language = context.language;
    let headings = match language {
        Language::English => [
            "algorithm",
            "heuristic",
            "steps",
            "cost",
            "expanded",
            "generated",
            "reopened",
            "frontier",
            "bounds",
            "memory",
            "time",
            "promise",
        ],
        Language::Chinese => [
            "算法",
            "启发函数",
            "步数",
            "代价",
            "扩展",
            "生成",
            "重开",
            "最大边缘",
            "界限数",
            "内存",
            "时间",
            "保证",
        ],
    };
    let mut table = table::table(&headings, 2..11);
    let mut refused = Vec::new();
    for (options, run) in all.iter().zip(runs) {
        let answer = match run {
            Ok(answer) => answer,
            Err(error) => {
                refused.push(faults::refusal(error, language));
                let heuristic = options.heuristic.map(|one| one.to_string()).unwrap_or_default();
                table.add_row([options.algorithm.to_string(), heuristic, "–".to_owned()]);
                continue;
            }
        };
        let (steps, cost) = match &answer.outcome {
            Outcome::Found(path) => (path.steps().to_string(), text::number(path.cost)),
            Outcome::Impossible => ("-1".to_owned(), String::new()),
            Outcome::Stopped => (language.pick("stopped", "已停止").to_owned(), String::new()),
        };
        let statistics = &answer.statistics;
        let bounds = statistics.bounds.len();
        let is_optimal = answer.guarantee == Guarantee::Optimal;
        let promise = if is_optimal { language.pick("least cost", "代价最小") } else { "" };
        table.add_row([
            Cell::new(answer.algorithm),
            Cell::new(answer.heuristic.map_or("", |heuristic| heuristic.name())),
            Cell::new(steps),
            Cell::new(cost),
            Cell::new(statistics.expanded),
            Cell::new(statistics.generated),
            Cell::new(statistics.reopened),
            Cell::new(statistics.largest_frontier),
            Cell::new(if bounds == 0 { String::new() } else { bounds.to_string() }),
            Cell::new(text::size(statistics.memory)),
            Cell::new(text::time(statistics.time)),
            Cell::new(promise),
        ]);
    }
    write!(context.out, "{}", table::lines(&table, context.colour))?;
    context.out.flush()?;
    for refusal in refused {
        eprintln!("{}{refusal}", language.pick("note: ", "注意："));
    }
    Ok(())
}

fn as_json(
    file: &Path,
    problem: &Problem,
    all: &[Options],
    runs: &[Run],
    language: Language,
) -> Value {
    let name = input::shown(file, language);
    let runs: Vec<Value> = all
        .iter()
        .zip(runs)
        .map(|(options, run)| match run {
            Ok(answer) => Value::Object(json::answer(&name, problem, answer)),
            Err(error) => json!({
                "algorithm": options.algorithm.name(),
                "outcome": "refused",
                "error": faults::refusal(error, language),
            }),
        })
        .collect();
    json!({"file": name, "runs": runs})
}

/// Two searches that both guarantee the least cost and differ: a mistake of the program, which is
/// reported. On free stations `priced` counts money, not steps, and is left out.
fn disagreement(problem: &Problem, runs: &[Run], language: Language) -> Option<String> {
    let costs: Vec<(f64, Algorithm)> = runs
        .iter()
        .flatten()
        .filter(|answer| answer.guarantee == Guarantee::Optimal)
        .filter(|answer| answer.algorithm != Algorithm::Priced || problem.has_prices())
        .filter_map(|answer| match &answer.outcome {
            Outcome::Found(path) => Some((path.cost, answer.algorithm)),
            Outcome::Impossible => Some((f64::INFINITY, answer.algorithm)),
            Outcome::Stopped => None,
        })
        .collect();
    let (first, by) = *costs.first()?;
    let differs = |cost: f64| first.is_finite() != cost.is_finite() || (cost - first).abs() > 1e-6;
    let (_, other) = costs.iter().find(|(cost, _)| differs(*cost))?;
    Some(match language {
        Language::English => format!("error: {by} and {other} disagree about the least cost"),
        Language::Chinese => format!("错误：{by} 与 {other} 得出的最小代价不一致"),
    })
}
