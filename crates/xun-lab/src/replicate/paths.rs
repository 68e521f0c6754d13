//! The supply problems: fewest steps, the path walked by the rules, nodes by estimate, times.

use super::reported::{SUPPLY, SupplyCase};
use super::{Comparison, Course, Line, Lines, ReplicateError, shortest, time_text};
use crate::Text;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use xun_grid::format::{self, Format};
use xun_grid::supply::replay;
use xun_grid::{
    Algorithm, Answer, Cell, Heuristic, Limits, Options, Outcome, Problem, Silent, Step, solve,
};

pub(super) fn measure(course: &Course<'_>, lines: &mut Lines<'_>) -> Result<(), ReplicateError> {
    for case in &SUPPLY {
        let problem = read(course, case)?;
        one(course, case, &problem, lines)?;
    }
    Ok(())
}

fn read(course: &Course<'_>, case: &SupplyCase) -> Result<Problem, ReplicateError> {
    let (path, bytes) = course.read(&format!("astar/input_{}.txt", case.name))?;
    let wrong = |reason: String| ReplicateError::Wrong { path: path.clone(), reason };
    let document = format::read(&bytes, Some(Format::Lab), None)
        .map_err(|faults| wrong(faults.to_string()))?;
    let problem = document.into_problem(None, None).map_err(|error| wrong(error.to_string()))?;
    Ok(problem.without_prices())
}

fn one(
    course: &Course<'_>,
    case: &SupplyCase,
    problem: &Problem,
    lines: &mut Lines<'_>,
) -> Result<(), ReplicateError> {
    let limits = Limits { stop: Some(course.stop.flag()), ..Limits::default() };
    let run = |algorithm, heuristic| {
        let options = Options { algorithm, heuristic, ..Options::default() };
        solve(problem, &options, &limits, &mut Silent).expect("free stations on plain ground")
    };
    let search = |heuristic| run(Algorithm::AStar, Some(heuristic));
    let answers = [Heuristic::Manhattan, Heuristic::SupplyRegion, Heuristic::Zero].map(search);
    let fast = run(Algorithm::Labels, None);
    if answers.iter().chain([&fast]).any(|answer| answer.outcome == Outcome::Stopped) {
        return Err(ReplicateError::Stopped);
    }
    let [manhattan, region, zero] = &answers;
    // Four searches, one answer.
    let mut found: Vec<String> = answers.iter().chain([&fast]).map(steps).collect();
    found.dedup();
    let mut line = Line::compared(
        case.name,
        Text::new("fewest steps", "最少步数"),
        case.steps.to_string(),
        found.join(" / "),
    );
    if let Outcome::Found(path) = &fast.outcome {
        match replay(problem, &path.cells) {
            Ok(_) => {
                let path = path
                    .letters()
                    .filter(|letters| letters.len() <= 40)
                    .unwrap_or_else(|| "…".into());
                line = line.noted(
                    format!("path {path}, walked by the rules"),
                    format!("路径 {path}，已按规则走过"),
                );
            }
            Err(error) => {
                line.verdict = Comparison::Differs;
                line = line.noted(error.to_string(), error.to_string());
            }
        }
    }
    lines.add(line);
    if let Some(reported) = case.nodes {
        let ours = [manhattan, region].map(|answer| answer.statistics.expanded);
        nodes(case.name, reported, ours, problem, lines);
    }
    if let Some(reported) = case.times {
        let heuristics = [Heuristic::Manhattan, Heuristic::Zero];
        let first = [manhattan, zero].map(|answer| answer.statistics.time);
        let ours = [0, 1].map(|index| {
            // Where one run takes long it is not repeated.
            let runs = if first[index].as_millis() > 50 { 1 } else { 9 };
            shortest(runs, || search(heuristics[index]).statistics.time).min(first[index])
        });
        for (index, name) in
            [Text::new("A*, Manhattan", "A*，曼哈顿距离"), Text::new("A*, h = 0", "A*，h = 0")]
                .into_iter()
                .enumerate()
        {
            lines.add(Line::beside(
                case.name,
                name,
                time_text(reported[index]),
                time_text(ours[index]),
            ));
        }
        let ratio = |times: [std::time::Duration; 2]| {
            format!("{:.1}×", times[1].as_secs_f64() / times[0].as_secs_f64().max(1e-9))
        };
        lines.add(Line::beside(
            case.name,
            Text::new("what the estimate saves", "启发函数节省"),
            ratio(reported),
            ratio(ours),
        ));
    }
    Ok(())
}

fn steps(answer: &Answer) -> String {
    match &answer.outcome {
        Outcome::Found(path) => path.steps().to_string(),
        Outcome::Impossible => "-1".into(),
        Outcome::Stopped => "–".into(),
    }
}

/// Node counts of A\*, which depend on what is counted and on the order of equals.
fn nodes(case: &str, reported: [u64; 2], ours: [u64; 2], problem: &Problem, lines: &mut Lines<'_>) {
    let names = [
        Text::new("nodes searched, Manhattan", "搜索节点数，曼哈顿距离"),
        Text::new("nodes searched, supply-region", "搜索节点数，补给区域"),
    ];
    let dominated = states_with_more_supply(problem);
    for (index, name) in names.into_iter().enumerate() {
        let (reported, ours) = (reported[index], ours[index]);
        let mut line = Line::compared(case, name, reported.to_string(), ours.to_string());
        line.deterministic = false;
        if ours < reported {
            line.verdict = Comparison::Better;
        }
        if ours != reported {
            line = line.noted(
                format!(
                    "cannot be derived: the report says neither which states it drops nor how it \
                     orders equals. Ours are all states (cell, supply) taken from the queue; \
                     entering a cell again only with more supply, Manhattan takes {dominated}"
                ),
                format!(
                    "无法推出：报告未说明舍弃哪些状态、估值相同者如何排序。本程序数的是所有出队的（格子，补给）状态；\
                     若仅在补给更多时才再次进入同一格，曼哈顿距离出队 {dominated} 个"
                ),
            );
        }
        lines.add(line);
    }
    // This follows from the definitions: a better estimate searches no more.
    let holds = |counts: [u64; 2]| if counts[1] <= counts[0] { "≤" } else { ">" }.to_owned();
    lines.add(Line::compared(
        case,
        Text::new("supply-region against Manhattan", "补给区域与曼哈顿相比"),
        holds(reported),
        holds(ours),
    ));
}

/// States that A\* with Manhattan distance takes from its queue if it enters a cell again only with
/// more supply than before: the likely reading of the reported counts, which it meets or nearly
/// meets. First in, first out among equals.
fn states_with_more_supply(problem: &Problem) -> u64 {
    let (map, goal) = (problem.map(), problem.goal());
    let Some(supply) = problem.supply() else { return 0 };
    let stations: HashSet<Cell> = supply.stations.iter().map(|station| station.cell).collect();
    let estimate = |cell: Cell| cell.row.abs_diff(goal.row) + cell.column.abs_diff(goal.column);
    let mut most = vec![None; map.cells()];
    most[map.index(problem.start())] = Some(supply.tank);
    let mut queue = BinaryHeap::from([Reverse((
        estimate(problem.start()),
        0_u64,
        0_u32,
        supply.tank,
        problem.start(),
    ))]);
    let (mut taken, mut put) = (0, 0);
    while let Some(Reverse((_, _, steps, left, cell))) = queue.pop() {
        taken += 1;
        if cell == goal {
            break;
        }
        let Some(after) = left.checked_sub(1) else { continue };
        for next in Step::STRAIGHT.into_iter().filter_map(|step| cell.step(step)) {
            if !map.contains(next) || !map.is_open(next) {
                continue;
            }
            let left = if stations.contains(&next) { supply.tank } else { after };
            let known = &mut most[map.index(next)];
            if known.is_none_or(|known| left > known) {
                *known = Some(left);
                put += 1;
                queue.push(Reverse((steps + 1 + estimate(next), put, steps + 1, left, next)));
            }
        }
    }
    taken
}
