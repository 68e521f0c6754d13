//! Two ways to use two threads: one task for each root move, or a shared table.

use super::{bars, counted, item, table, time};
use crate::experiment::{Experiment, Figure, FigureKind, Item, Mean, Measure, Unit};
use crate::number::three_figures;
use crate::options::Options;
use crate::play::{Stage, xiangqi_boards};
use crate::results::Results;
use crate::task::{Reading, Task};
use xun_game::Stop;
use xun_game::textbook::{CompiledSearch, Limits, Refinement, Refinements, Settings, Statistics};
use xun_text::Text;
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::textbook::HandEvaluation;

const BOARDS: &str = "boards";

pub(super) fn experiment() -> Experiment {
    Experiment {
        id: "threads",
        title: Text::new("Threads: root moves against a shared table", "线程：根节点分配与共享表"),
        question: Text::new(
            "What does a second thread gain, if it takes root moves, and if it shares a table?",
            "第二个线程分走根着法能快多少？共享置换表又能快多少？",
        ),
        method: Text::new(
            "Alpha-beta with every exact refinement to one depth on Xiangqi positions of our \
             engine's games. Each measurement is the best of three, and runs alone. Speed-up is \
             against the same way with one thread, measured in turn with it. The value found is \
             the same in all.",
            "在引擎对局的象棋局面上，用全部精确改进的 alpha-beta 搜到同一深度。每次测量取三次中最快者，且单独进行。加速比以同一方式的单线程为准，\
             交替测得。各方式得到的值相同。",
        ),
        groups: vec![item(BOARDS, "Xiangqi positions", "象棋局面")],
        problems: Vec::new(),
        variants: VARIANTS.iter().map(|(variant, ..)| variant.clone()).collect(),
        measures: vec![
            time(),
            Measure { exact: false, ..counted("nodes", "nodes", "节点") },
            Measure {
                id: "speedup",
                name: Text::new("speed-up", "加速比"),
                unit: Unit::Factor,
                mean: Mean::Geometric,
                exact: false,
            },
            Measure {
                id: "value",
                name: Text::new("value found", "所得值"),
                unit: Unit::Count,
                mean: Mean::Arithmetic,
                exact: true,
            },
        ],
        figures: vec![
            Figure {
                log_y: false,
                ..bars(
                    "speedup",
                    Text::new("Speed-up against one thread", "相对单线程的加速比"),
                    FigureKind::Bars,
                    &[BOARDS],
                    "speedup",
                )
            },
            Figure {
                log_y: false,
                ..bars(
                    "nodes",
                    Text::new("Nodes of all threads together", "各线程节点之和"),
                    FigureKind::Bars,
                    &[BOARDS],
                    "nodes",
                )
            },
        ],
        tables: vec![table(
            Text::new("Over all positions", "全部局面"),
            &[BOARDS],
            &["time", "nodes", "speedup"],
        )],
        alone: true,
        tasks,
        findings,
    }
}

const VARIANTS: [(Item, Refinement, usize); 4] = [
    (item("root-1", "root moves, 1 thread", "根着法，1 线程"), Refinement::ParallelRoot, 1),
    (item("root-2", "root moves, 2 threads", "根着法，2 线程"), Refinement::ParallelRoot, 2),
    (item("table-1", "shared table, 1 thread", "共享表，1 线程"), Refinement::ParallelTable, 1),
    (item("table-2", "shared table, 2 threads", "共享表，2 线程"), Refinement::ParallelTable, 2),
];

/// The best of so many runs.
const RUNS: usize = 3;

fn tasks(options: &Options) -> Vec<Task> {
    let plies: &[usize] = options.sized(&[6], &[10, 22, 34, 46, 60]);
    let stages: Vec<Stage> = plies.iter().map(|&plies| Stage { name: BOARDS, plies }).collect();
    let depth = options.sized(3, 7);
    let mut tasks = Vec::new();
    for (group, position) in xiangqi_boards(&stages, options.seed) {
        let fen = position.to_fen();
        for (variant, way, threads) in &VARIANTS {
            let game = XiangqiGame::new(position.clone());
            let (way, threads) = (*way, *threads);
            tasks.push(Task {
                group,
                problem: fen.clone(),
                variant: variant.id,
                job: Box::new(move |stop| measure(&game, way, threads, depth, stop)),
            });
        }
    }
    tasks
}

fn once(
    game: &XiangqiGame,
    way: Refinement,
    threads: usize,
    depth: u32,
    stop: &Stop,
) -> Option<(Statistics, i32)> {
    let settings = Settings { threads, ..Settings::alpha_beta(Refinements::EXACT.with(way)) };
    let judge = HandEvaluation::default();
    let answer = game.search_with(&judge, &settings, &Limits::depth(depth), stop, None);
    (!answer.stopped).then(|| (answer.statistics, answer.score.get()))
}

fn measure(
    game: &XiangqiGame,
    way: Refinement,
    threads: usize,
    depth: u32,
    stop: &Stop,
) -> Option<Vec<Reading>> {
    let (mut best, mut alone): (Option<(Statistics, i32)>, Option<f64>) = (None, None);
    for _ in 0..RUNS {
        let run = once(game, way, threads, depth, stop)?;
        if best.as_ref().is_none_or(|(known, _)| run.0.time < known.time) {
            best = Some(run);
        }
        // In turn, so that whatever slows the machine slows both.
        if threads > 1 {
            let (single, _) = once(game, way, 1, depth, stop)?;
            let time = single.time.as_secs_f64();
            alone = Some(alone.map_or(time, |known| known.min(time)));
        }
    }
    let (counted, value) = best?;
    let time = counted.time.as_secs_f64();
    let values = vec![
        ("time", time * 1000.0),
        ("nodes", counted.nodes as f64),
        ("speedup", alone.map_or(1.0, |alone| alone / time.max(1e-9))),
        ("value", f64::from(value)),
    ];
    Some(vec![Reading { values, ..Reading::default() }])
}

fn findings(results: &Results) -> Vec<Text> {
    let experiment = experiment();
    let Some(speedup) = experiment.measure("speedup") else { return Vec::new() };
    let of =
        |variant| results.value(speedup, BOARDS, variant).map(|found| three_figures(found.value));
    let (Some(root), Some(shared)) = (of("root-2"), of("table-2")) else { return Vec::new() };
    let cores = results.machine.cores;
    vec![Text::new(
        format!(
            "A second thread makes the search {root} times as fast by root moves, {shared} times \
             by a shared table (on {cores} cores)."
        ),
        format!(
            "第二个线程使搜索变为：分配根着法 {root} 倍速，共享表 {shared} 倍速（{cores} 核机器）。"
        ),
    )]
}
