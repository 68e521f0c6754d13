//! Savings by better estimates: the four heuristics of the supply problem.

use super::{bars, counted, item, lines, table_by_x, time};
use crate::experiment::{
    Experiment, Figure, FigureKind, Item, Layout, Mean, Measure, TableSpec, Unit,
};
use crate::number::three_figures;
use crate::options::Options;
use crate::results::Results;
use crate::task::{Reading, Task};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use xun_grid::generate::{Kind, Recipe, generate};
use xun_grid::supply::smallest_tank;
use xun_grid::{Algorithm, Heuristic, Limits, Outcome, Problem, Silent, solve};
use xun_text::Text;

const CASES: &str = "cases";
const GROWING: &str = "growing";
const MAZES: &str = "mazes";

pub(super) fn experiment() -> Experiment {
    Experiment {
        id: "heuristics",
        title: Text::new("Heuristics on supply problems", "补给问题上的启发函数"),
        question: Text::new(
            "How much of A*'s work does a better estimate save, problem by problem and as the map \
             grows?",
            "更好的估计能为 A* 省下多少工作？逐题看，再看地图变大时如何？",
        ),
        method: Text::new(
            "A* over (cell, supply left) with four consistent estimates: zero (uniform cost), \
             Manhattan, supply-region (Manhattan, by way of a station where the tank does not \
             reach), and the exact distance without supplies. All four find the same fewest steps; \
             only the states expanded differ. The problems come from our generators.",
            "在（格子，剩余补给）上做 A*，比较四个一致的估计：零（即一致代价搜索）、曼哈顿距离、补给区域（油箱够不到时绕经补给站的曼哈顿距离）、\
             不计补给的精确距离。四者都得到相同的最少步数，只是扩展的状态数不同。题目由自带的生成器产生。",
        ),
        groups: vec![
            item(CASES, "single cases", "逐题"),
            item(GROWING, "random walls, growing", "随机障碍，逐渐变大"),
            item(MAZES, "mazes with loops, growing", "有环迷宫，逐渐变大"),
        ],
        problems: vec![
            item("comb", "comb", "梳子"),
            item("ladder", "ladder", "梯子"),
            item("dead-end", "dead end", "死胡同"),
            item("corridor", "corridor", "长廊"),
            item("random", "random walls", "随机障碍"),
            item("maze", "maze", "迷宫"),
            item("rooms", "rooms", "房间"),
        ],
        variants: VARIANTS.iter().map(|(variant, _)| variant.clone()).collect(),
        measures: vec![
            counted("expanded", "states expanded", "扩展的状态"),
            counted("generated", "states generated", "生成的状态"),
            time(),
            Measure {
                id: "steps",
                name: Text::new("steps of the path", "路径步数"),
                unit: Unit::Count,
                mean: Mean::Arithmetic,
                exact: true,
            },
        ],
        figures: vec![
            Figure {
                log_x: true,
                ..lines(
                    "growth",
                    Text::new("States expanded as the map grows", "地图变大时扩展的状态"),
                    &[GROWING, MAZES],
                    "expanded",
                    Text::new("side of the map", "地图边长"),
                )
            },
            Figure {
                log_x: true,
                ..lines(
                    "time",
                    Text::new("Time as the map grows", "地图变大时的用时"),
                    &[GROWING, MAZES],
                    "time",
                    Text::new("side of the map", "地图边长"),
                )
            },
            bars(
                "cases",
                Text::new("States expanded, case by case", "逐题扩展的状态"),
                FigureKind::Cases,
                &[CASES],
                "expanded",
            ),
        ],
        tables: vec![
            TableSpec {
                title: Text::new("States expanded, case by case", "逐题扩展的状态"),
                layout: Layout::ByProblem,
                groups: vec![CASES],
                measures: vec!["expanded"],
                x: Text::default(),
            },
            table_by_x(
                Text::new("States expanded by side of the map", "扩展的状态与地图边长"),
                &[GROWING, MAZES],
                "expanded",
                Text::new("side", "边长"),
            ),
        ],
        alone: false,
        tasks,
        findings,
    }
}

const VARIANTS: [(Item, Heuristic); 4] = [
    (item("zero", "zero", "零"), Heuristic::Zero),
    (item("manhattan", "Manhattan", "曼哈顿"), Heuristic::Manhattan),
    (item("supply-region", "supply-region", "补给区域"), Heuristic::SupplyRegion),
    (item("exact", "exact distance", "精确距离"), Heuristic::Exact),
];

/// A problem, its family, its name and its place on the horizontal axis.
type Posed = (&'static str, String, Option<f64>, Problem);

fn tasks(options: &Options) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (group, name, x, problem) in problems(options) {
        let problem = Arc::new(problem);
        for (variant, heuristic) in &VARIANTS {
            let (problem, heuristic) = (Arc::clone(&problem), *heuristic);
            tasks.push(Task {
                group,
                problem: name.clone(),
                variant: variant.id,
                job: Box::new(move |stop| measure(&problem, heuristic, x, stop.flag())),
            });
        }
    }
    tasks
}

fn problems(options: &Options) -> Vec<Posed> {
    let mut posed = Vec::new();
    let side = options.sized(16, 40);
    for kind in [
        Kind::Comb,
        Kind::Ladder,
        Kind::DeadEnd,
        Kind::Corridor,
        Kind::Random,
        Kind::Maze,
        Kind::Rooms,
    ] {
        let recipe =
            Recipe { kind, rows: side, columns: side, seed: options.seed, ..Recipe::default() };
        let problem =
            if kind.needs_supply() { generate(&recipe).ok() } else { with_supplies(&recipe) };
        posed
            .extend(problem.map(|problem| (CASES, format!("{kind} {side}×{side}"), None, problem)));
    }
    let sides: &[u32] = options.sized(&[12, 20], &[16, 24, 32, 48, 64, 96, 128]);
    for (group, kind) in [(GROWING, Kind::Random), (MAZES, Kind::Braided)] {
        for &side in sides {
            for number in 0..options.sized(1, 5) {
                let seed = options.seed.wrapping_add(number);
                let recipe = Recipe { kind, rows: side, columns: side, seed, ..Recipe::default() };
                let name = format!("{kind} {side}×{side} #{}", number + 1);
                posed.extend(
                    with_supplies(&recipe)
                        .map(|problem| (group, name, Some(f64::from(side)), problem)),
                );
            }
        }
    }
    posed
}

/// A plain map becomes a supply problem: a station for every forty cells, and a tank a quarter
/// larger than the least that suffices, so that there is a way, and not only one.
fn with_supplies(recipe: &Recipe) -> Option<Problem> {
    let stations = recipe.rows * recipe.columns / 40 + 1;
    let drawn = generate(&Recipe { tank: Some(1), stations, ..*recipe }).ok()?;
    let tank = smallest_tank(&drawn)?;
    generate(&Recipe { tank: Some(tank + tank / 4 + 1), stations, ..*recipe }).ok()
}

fn measure(
    problem: &Problem,
    heuristic: Heuristic,
    x: Option<f64>,
    stop: &AtomicBool,
) -> Option<Vec<Reading>> {
    let limits = Limits { stop: Some(stop), ..Limits::default() };
    let heuristic = Some(heuristic);
    let algorithm = Algorithm::AStar;
    let options = xun_grid::Options { algorithm, heuristic, ..xun_grid::Options::default() };
    let answer = solve(problem, &options, &limits, &mut Silent).ok()?;
    if answer.outcome == Outcome::Stopped && stop.load(Ordering::Relaxed) {
        return None;
    }
    let counted = &answer.statistics;
    let mut values = vec![
        ("expanded", counted.expanded as f64),
        ("generated", counted.generated as f64),
        ("time", counted.time.as_secs_f64() * 1000.0),
    ];
    if let Outcome::Found(path) = &answer.outcome {
        values.push(("steps", path.steps() as f64));
    }
    Some(vec![Reading { x, values, ..Reading::default() }])
}

fn findings(results: &Results) -> Vec<Text> {
    let experiment = experiment();
    let Some(expanded) = experiment.measure("expanded") else { return Vec::new() };
    let mut said = Vec::new();
    for group in [GROWING, MAZES] {
        let Some(&largest) = results.places(group).last() else { continue };
        let of =
            |variant| results.value_at(expanded, group, variant, largest).map(|found| found.value);
        let (Some(zero), Some(manhattan), Some(region), Some(exact)) =
            (of("zero"), of("manhattan"), of("supply-region"), of("exact"))
        else {
            continue;
        };
        let name = experiment.group_name(group);
        let shares = [zero / manhattan, zero / region, zero / exact].map(three_figures);
        said.push(Text::new(
            format!(
                "{} at side {largest}: without an estimate the search expands {} times as many \
                 states as with Manhattan, {} times as many as with supply-region, and {} times as \
                 many as with the exact distance.",
                name.en, shares[0], shares[1], shares[2]
            ),
            format!(
                "{}，边长 {largest}：零估计扩展的状态数是曼哈顿的 {} 倍、补给区域的 {} 倍、精确距离的 {} 倍。",
                name.zh, shares[0], shares[1], shares[2]
            ),
        ));
    }
    let agree = agreement(results);
    said.push(if agree {
        Text::new(
            "All four found the same number of steps on every problem: an admissible estimate \
             changes the work, not the answer.",
            "四种估计在每道题上步数都相同：可采纳的估计只改变工作量，不改变答案。",
        )
    } else {
        Text::new(
            "The four did not find the same number of steps on every problem.",
            "四种估计的步数并不都相同。",
        )
    });
    said
}

/// Whether every problem has one number of steps (or none) whatever the heuristic.
fn agreement(results: &Results) -> bool {
    let mut known = std::collections::HashMap::new();
    results.rows.iter().all(|row| {
        let steps = row.values.get("steps").map(|steps| steps.to_bits());
        *known.entry((&row.group, &row.problem)).or_insert(steps) == steps
    })
}
