//! `--compare`: several searches on the same problem, one table.

use super::{Arguments, json};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::path::options::{AlgorithmName, HeuristicName};
use crate::path::progress::Progress;
use crate::path::solver::{Kind, Question, Refusal, Run};
use crate::path::{input, options, table, text};
use comfy_table::Cell;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use xun_grid::search::Moves;
use xun_grid::{Outcome, Problem, Silent};

/// Plain IDA\* may take for ever, so a comparison nobody chose stops each search after this long.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

type Pair = (AlgorithmName, Option<HeuristicName>);

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
        let pairs = pairs(arguments, &problem);
        let runs = ask_all(arguments, &problem, &pairs, context);
        if arguments.json {
            objects.push(as_json(file, &problem, &pairs, &runs, context.language));
        } else {
            if files.len() > 1 {
                let gap = if index > 0 { "\n" } else { "" };
                writeln!(context.out, "{gap}{}", input::shown(file, context.language))?;
            }
            write_table(&pairs, &runs, context)?;
        }
        if runs.iter().all(std::result::Result::is_err) {
            exit = Exit::Usage;
        }
        if let Some(disagreement) = disagreement(&runs, context.language) {
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

/// What is compared: the lists that were given, or everything that fits the problem.
fn pairs(arguments: &Arguments, problem: &Problem) -> Vec<Pair> {
    use AlgorithmName as A;
    use HeuristicName as H;
    let search = &arguments.search;
    let given = search.algorithm != [A::Auto];
    let kind = Kind::of(problem);
    let moves = search.moves(Moves::Four);
    let algorithms: Vec<A> = match (given, kind) {
        (true, _) => search.algorithm.clone(),
        (_, Kind::Priced) => vec![A::Auto],
        (_, Kind::Supply) => vec![A::Labels, A::Astar],
        (_, Kind::Plain) if !search.heuristic.is_empty() => vec![A::Astar],
        (_, Kind::Plain) => {
            let mut all = vec![
                A::Bfs,
                A::Dfs,
                A::Ucs,
                A::Greedy,
                A::Astar,
                A::WeightedAstar,
                A::Bidirectional,
                A::Ida,
                A::IdaTable,
                A::Fringe,
            ];
            if problem.map().is_uniform() && moves == Moves::Eight {
                all.extend([A::Jps, A::JpsTable]);
            }
            if problem.map().is_uniform() && moves == Moves::Four {
                all.push(A::Labels);
            }
            all
        }
    };
    let mut pairs = Vec::new();
    for algorithm in algorithms {
        let heuristics: Vec<Option<H>> =
            match (uses_heuristic(algorithm), &search.heuristic[..], kind) {
                (true, [], Kind::Supply) if algorithm == A::Astar => {
                    [H::Zero, H::Manhattan, H::SupplyRegion, H::Exact].map(Some).to_vec()
                }
                (false, ..) | (true, [], _) => vec![None],
                (true, chosen, _) => chosen.iter().copied().map(Some).collect(),
            };
        pairs.extend(heuristics.into_iter().map(|heuristic| (algorithm, heuristic)));
    }
    pairs
}

fn uses_heuristic(algorithm: AlgorithmName) -> bool {
    use AlgorithmName as A;
    !matches!(algorithm, A::Bfs | A::Dfs | A::Ucs | A::Jps | A::JpsTable | A::Labels)
}

fn ask_all(
    arguments: &Arguments,
    problem: &Problem,
    pairs: &[Pair],
    context: &Context,
) -> Vec<Result<Run, Refusal>> {
    let progress = Progress::bar(pairs.len() as u64, context.language.pick("comparing", "比较中"));
    pairs
        .iter()
        .map(|&(algorithm, heuristic)| {
            let mut search = arguments.search.clone();
            search.time = search.time.or(Some(PATIENCE));
            let question = Question::new(problem, &search, algorithm, heuristic, &context.stop);
            for warning in question.warnings(context.language) {
                eprintln!("{}{warning}", context.language.pick("warning: ", "警告："));
            }
            let run = question.ask(&mut Silent);
            progress.advance();
            run
        })
        .collect()
}

fn write_table(
    pairs: &[Pair],
    runs: &[Result<Run, Refusal>],
    context: &mut Context,
) -> anyhow::Result<()> {
    let language = context.language;
    let headings = match language {
        Language::En => [
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
        Language::Zh => [
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
    for (&(algorithm, heuristic), run) in pairs.iter().zip(runs) {
        let run = match run {
            Ok(run) => run,
            Err(refusal) => {
                refused.push(refusal.text(language));
                let heuristic = heuristic.map(options::name).unwrap_or_default();
                table.add_row([options::name(algorithm), heuristic, "–".to_owned()]);
                continue;
            }
        };
        let (steps, cost) = match &run.answer.outcome {
            Outcome::Found(path) => (path.steps().to_string(), text::number(path.cost)),
            Outcome::Impossible => ("-1".to_owned(), String::new()),
            Outcome::Stopped => (language.pick("stopped", "已停止").to_owned(), String::new()),
        };
        let statistics = &run.answer.statistics;
        let bounds = statistics.bounds.len();
        let promise = if run.optimal { language.pick("least cost", "代价最小") } else { "" };
        table.add_row([
            Cell::new(&run.algorithm),
            Cell::new(run.heuristic.as_deref().unwrap_or("")),
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
    pairs: &[Pair],
    runs: &[Result<Run, Refusal>],
    language: Language,
) -> Value {
    let name = input::shown(file, language);
    let runs: Vec<Value> = pairs
        .iter()
        .zip(runs)
        .map(|(&(algorithm, _), run)| match run {
            Ok(run) => Value::Object(json::answer(&name, problem, run)),
            Err(refusal) => {
                json!({"algorithm": options::name(algorithm), "outcome": "refused", "error": refusal.text(language)})
            }
        })
        .collect();
    json!({"file": name, "runs": runs})
}

/// Two searches that both promise the least cost and do not agree: that would be our mistake, and
/// must be seen.
fn disagreement(runs: &[Result<Run, Refusal>], language: Language) -> Option<String> {
    let costs: Vec<(f64, &Run)> = runs
        .iter()
        .flatten()
        .filter(|run| run.optimal)
        .filter_map(|run| match &run.answer.outcome {
            Outcome::Found(path) => Some((path.cost, run)),
            Outcome::Impossible => Some((f64::INFINITY, run)),
            Outcome::Stopped => None,
        })
        .collect();
    let (first, by) = *costs.first()?;
    let differs = |cost: f64| first.is_finite() != cost.is_finite() || (cost - first).abs() > 1e-6;
    let (_, other) = costs.iter().find(|(cost, _)| differs(*cost))?;
    Some(match language {
        Language::En => {
            format!("error: {} and {} disagree about the least cost", by.algorithm, other.algorithm)
        }
        Language::Zh => {
            format!("错误：{} 与 {} 得出的最小代价不一致", by.algorithm, other.algorithm)
        }
    })
}
