//! A\* keeps everything, IDA\* nothing: what that costs, and what lies between.

use super::{counted, item, lines, table_by_x, time};
use crate::experiment::{Experiment, Figure, Item, Mean, Measure, Unit};
use crate::number::three_figures;
use crate::options::Options;
use crate::results::Results;
use crate::summary::UNFINISHED;
use crate::task::{Reading, Task};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use xun_grid::generate::{Kind, Recipe, generate};
use xun_grid::{Algorithm, Limits, Outcome, Problem, Silent, solve};
use xun_text::Text;

const WALLS: &str = "walls";
const MAZES: &str = "mazes";
const BOUNDS: &str = "bounds";

/// Plain IDA\* is given up after so many nodes: it would take for ever.
const MOST: u64 = 4_000_000;

pub(super) fn experiment() -> Experiment {
    let side = || Text::new("side of the map", "地图边长");
    Experiment {
        id: "memory",
        title: Text::new("A* against IDA* and fringe search", "A* 与 IDA*、边缘搜索"),
        question: Text::new(
            "Why does A* beat uniform cost, what does IDA* pay for forgetting, and how much of it \
             does a table give back?",
            "A* 为何胜过一致代价搜索？IDA* 的“健忘”代价几何？一张表能挽回多少？",
        ),
        method: Text::new(
            "Plain maps, four moves, Manhattan estimate. IDA* runs depth-first under a bound that \
             grows by what it overstepped least; the table remembers the cheapest way to each \
             cell; fringe search keeps the frontier between bounds. Every algorithm finds a \
             shortest path. Plain IDA* is given up after 4 million nodes: where its line ends, it \
             did not finish.",
            "普通地图、四向移动、曼哈顿估计。IDA* 在界限内深度优先搜索，界限每次增至超出者中的最小值；加表的 IDA* 记住到每格的最小代价；\
             边缘搜索在界限之间保留边缘。各算法都得到最短路。纯 IDA* 超过四百万节点即放弃：曲线中断处即未完成。",
        ),
        groups: vec![
            item(WALLS, "random walls", "随机障碍"),
            item(MAZES, "mazes with loops", "有环迷宫"),
            item(BOUNDS, "nodes within each bound", "每个界限内的节点"),
        ],
        problems: Vec::new(),
        variants: VARIANTS.iter().map(|(variant, _)| variant.clone()).collect(),
        measures: vec![
            counted("expanded", "nodes visited", "访问的节点"),
            time(),
            Measure {
                id: "memory",
                name: Text::new("memory", "内存"),
                unit: Unit::Bytes,
                mean: Mean::Geometric,
                exact: true,
            },
            counted("bounds", "bounds tried", "试过的界限数"),
            Measure { mean: Mean::Sum, ..counted(UNFINISHED, "given up", "放弃次数") },
            Measure {
                mean: Mean::Arithmetic, ..counted("cost", "cost of the path", "路径代价")
            },
        ],
        figures: vec![
            Figure {
                log_x: true,
                ..lines(
                    "nodes",
                    Text::new("Nodes visited as the map grows", "地图变大时访问的节点"),
                    &[WALLS, MAZES],
                    "expanded",
                    side(),
                )
            },
            Figure {
                log_x: true,
                ..lines(
                    "time",
                    Text::new("Time as the map grows", "地图变大时的用时"),
                    &[WALLS, MAZES],
                    "time",
                    side(),
                )
            },
            lines(
                "bounds",
                Text::new("IDA*'s bounds: nodes within each", "IDA* 的界限：每个界限内的节点"),
                &[BOUNDS],
                "expanded",
                Text::new("bound on the cost", "代价界限"),
            ),
        ],
        tables: vec![
            table_by_x(
                Text::new("Nodes visited by side of the map", "访问的节点与地图边长"),
                &[WALLS, MAZES],
                "expanded",
                Text::new("side", "边长"),
            ),
            table_by_x(
                Text::new("Memory by side of the map", "内存与地图边长"),
                &[WALLS, MAZES],
                "memory",
                Text::new("side", "边长"),
            ),
        ],
        alone: false,
        tasks,
        findings,
    }
}

const VARIANTS: [(Item, Algorithm); 5] = [
    (item("ucs", "uniform cost", "一致代价"), Algorithm::Ucs),
    (item("astar", "A*", "A*"), Algorithm::AStar),
    (item("ida", "IDA*, plain", "IDA*（纯）"), Algorithm::Ida),
    (item("ida-table", "IDA* with a table", "IDA* 加表"), Algorithm::IdaTable),
    (item("fringe", "fringe search", "边缘搜索"), Algorithm::Fringe),
];

fn tasks(options: &Options) -> Vec<Task> {
    let sides: &[u32] = options.sized(&[8, 12], &[8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256]);
    let mut tasks = Vec::new();
    for (group, kind, density) in [(WALLS, Kind::Random, 0.3), (MAZES, Kind::Braided, 0.3)] {
        for &side in sides {
            for number in 0..options.sized(1, 3) {
                let recipe = Recipe {
                    kind,
                    rows: side,
                    columns: side,
                    seed: options.seed.wrapping_add(number),
                    density: Some(density),
                    ..Recipe::default()
                };
                let Ok(problem) = generate(&recipe) else { continue };
                let problem = Arc::new(problem);
                // One maze is looked into: its bounds, one by one.
                let looked_into = group == MAZES && number == 0 && side == options.sized(12, 32);
                for (variant, algorithm) in &VARIANTS {
                    let (problem, algorithm) = (Arc::clone(&problem), *algorithm);
                    tasks.push(Task {
                        group,
                        problem: format!("{kind} {side}×{side} #{}", number + 1),
                        variant: variant.id,
                        job: Box::new(move |stop| {
                            measure(&problem, algorithm, side, looked_into, stop.flag())
                        }),
                    });
                }
            }
        }
    }
    tasks
}

fn measure(
    problem: &Problem,
    algorithm: Algorithm,
    side: u32,
    looked_into: bool,
    stop: &AtomicBool,
) -> Option<Vec<Reading>> {
    let options = xun_grid::Options { algorithm, ..xun_grid::Options::default() };
    let limits = Limits { stop: Some(stop), expansions: Some(MOST), ..Limits::default() };
    let answer = solve(problem, &options, &limits, &mut Silent).ok()?;
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let counted = &answer.statistics;
    // Given up: a count that ended with the limit would look like a result.
    let x = Some(f64::from(side));
    let Outcome::Found(path) = &answer.outcome else {
        return Some(vec![Reading { x, values: vec![(UNFINISHED, 1.0)], ..Reading::default() }]);
    };
    let mut values = vec![
        ("expanded", counted.expanded as f64),
        ("time", counted.time.as_secs_f64() * 1000.0),
        ("memory", counted.memory as f64),
        ("cost", path.cost),
    ];
    if !counted.bounds.is_empty() {
        values.push(("bounds", counted.bounds.len() as f64));
    }
    let mut readings = vec![Reading { x, values, ..Reading::default() }];
    if looked_into {
        readings.extend(counted.bounds.iter().map(|bound| Reading {
            group: Some(BOUNDS),
            x: Some(bound.bound),
            values: vec![("expanded", bound.nodes as f64)],
            ..Reading::default()
        }));
    }
    Some(readings)
}

fn findings(results: &Results) -> Vec<Text> {
    let experiment = experiment();
    let Some(expanded) = experiment.measure("expanded") else { return Vec::new() };
    let mut said = Vec::new();
    for group in [WALLS, MAZES] {
        let at = |variant: &str, x: f64| {
            results.value_at(expanded, group, variant, x).map(|found| found.value)
        };
        let places = results.places(group);
        let name = experiment.group_name(group);
        if let Some(&x) = places.last()
            && let (Some(uniform), Some(astar)) = (at("ucs", x), at("astar", x))
        {
            let ratio = three_figures(uniform / astar);
            said.push(Text::new(
                format!(
                    "{}, side {x}: uniform cost visits {ratio} times as many nodes as A*.",
                    name.en
                ),
                format!("{}，边长 {x}：一致代价访问的节点是 A* 的 {ratio} 倍。", name.zh),
            ));
        }
        if let Some(&x) = places.iter().rev().find(|x| at("ida", **x).is_some())
            && let (Some(plain), Some(table), Some(astar)) =
                (at("ida", x), at("ida-table", x), at("astar", x))
        {
            let (plain, table) = (three_figures(plain / astar), three_figures(table / astar));
            said.push(Text::new(
                format!(
                    "{}: {x} is the largest side that plain IDA* finished on every map; there it \
                     visits {plain} times the nodes of A*, with a table {table} times.",
                    name.en
                ),
                format!(
                    "{}：纯 IDA* 能完成全部地图的最大边长是 {x}；此时它访问的节点是 A* 的 {plain} 倍，加表后为 {table} 倍。",
                    name.zh
                ),
            ));
        }
    }
    said
}
