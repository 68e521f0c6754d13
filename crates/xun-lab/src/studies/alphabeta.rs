//! Minimax against alpha-beta, and how near ordering brings it to the √ bound.

use super::{counted, item, lines, search_measures, search_values, table, table_by_x};
use crate::experiment::{Experiment, Figure, Item};
use crate::number::three_figures;
use crate::options::Options;
use crate::play::{Stage, gomoku_boards, xiangqi_boards};
use crate::results::Results;
use crate::task::{Reading, Task};
use xun_game::textbook::{CompiledSearch, Limits, Refinement, Refinements, Settings};
use xun_game::{Evaluation, Stop};
use xun_gomoku::rules::Size;
use xun_gomoku::textbook::{GomokuGame, Scope, ShapeEvaluation, ShapeValues};
use xun_text::Text;
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::textbook::{CourseEvaluation, CourseTables};

const START: &str = "start";
const MIDDLE: &str = "middle";
const ENDING: &str = "ending";
const GOMOKU: &str = "gomoku";
const BOARDS: [&str; 4] = [START, MIDDLE, ENDING, GOMOKU];

pub(super) fn experiment() -> Experiment {
    let depth = || Text::new("depth in plies", "深度（层）");
    let mut measures = search_measures();
    measures.push(counted("leaves", "leaves", "叶节点"));
    Experiment {
        id: "alphabeta",
        title: Text::new("Minimax against alpha-beta", "极小极大与 alpha-beta"),
        question: Text::new(
            "How much does alpha-beta leave out, depth by depth and board by board, and how close \
             does ordering bring it to the least there is?",
            "alpha-beta 在每个深度、每个棋盘上能剪去多少？排序能使它离理论下限多近？",
        ),
        method: Text::new(
            "Four boards of our own: Xiangqi at its start, in the middle and towards the end of \
             games that our engine played from the seed, and a Gomoku board. Every search is \
             exact: same value, same move. Gomoku's own order of moves is already by a start-up \
             table, so that “unordered” is not without order there. The bound is what alpha-beta \
             must look at even with the best move first everywhere (Knuth and Moore): b^⌈d/2⌉ + \
             b^⌊d/2⌋ − 1 leaves of the minimax tree's b^d. It is a bound for even trees: where \
             games end early a search can do with less.",
            "四个自产棋盘：象棋的开局、中局与残局（由引擎按种子自对弈得到）以及一个五子棋盘。\
             每种搜索都精确：值相同、着法相同。\
             五子棋的着法次序本已按启动表，故“不排序”在那里并非无序。\
             下限是即便处处先搜最佳着法也必须看的叶节点数（Knuth \
             与 Moore）：极小极大树 b^d 个叶中的 b^⌈d/2⌉ + b^⌊d/2⌋ − 1 个。此下限对均匀的树成立：若有对局提前结束，搜索可以更少。",
        ),
        groups: vec![
            item(START, "Xiangqi, start", "象棋开局"),
            item(MIDDLE, "Xiangqi, middle game", "象棋中局"),
            item(ENDING, "Xiangqi, towards the end", "象棋残局"),
            item(GOMOKU, "Gomoku", "五子棋"),
        ],
        problems: Vec::new(),
        variants: VARIANTS
            .iter()
            .map(|(variant, _)| variant.clone())
            .chain([item("bound", "√ bound", "√ 下限")])
            .collect(),
        measures,
        figures: vec![
            lines("nodes", Text::new("Nodes by depth", "各深度的节点"), &BOARDS, "nodes", depth()),
            lines("time", Text::new("Time by depth", "各深度的用时"), &BOARDS, "time", depth()),
            lines(
                "cutoffs",
                Text::new("Cut-offs by depth", "各深度的剪枝"),
                &BOARDS,
                "cutoffs",
                depth(),
            ),
            lines(
                "leaves",
                Text::new("Leaves by depth, and the √ bound", "各深度的叶节点与 √ 下限"),
                &BOARDS,
                "leaves",
                depth(),
            ),
            Figure {
                log_y: false,
                ..lines(
                    "first",
                    Text::new("Cut-offs by the first move tried", "首着即剪枝的比例"),
                    &BOARDS,
                    "first",
                    depth(),
                )
            },
        ],
        tables: vec![
            table_by_x(
                Text::new("Nodes by depth", "各深度的节点"),
                &BOARDS,
                "nodes",
                Text::new("depth", "深度"),
            ),
            table_by_x(
                Text::new("Leaves by depth", "各深度的叶节点"),
                &BOARDS,
                "leaves",
                Text::new("depth", "深度"),
            ),
            table(
                Text::new("At depth", "深度"),
                &BOARDS,
                &["nodes", "time", "cutoffs", "first", "branching"],
            ),
        ],
        alone: false,
        tasks,
        findings,
    }
}

/// Minimax has no refinements to speak of.
const VARIANTS: [(Item, Option<Refinements>); 4] = [
    (item("minimax", "minimax", "极小极大"), None),
    (item("plain", "alpha-beta, unordered", "alpha-beta，不排序"), Some(Refinements::NONE)),
    (
        item("ordered", "captures, killers, history", "吃子、杀手、历史排序"),
        Some(Refinements::of(&[Refinement::Captures, Refinement::Killers, Refinement::History])),
    ),
    (item("exact", "all exact refinements", "全部精确改进"), Some(Refinements::EXACT)),
];

fn tasks(options: &Options) -> Vec<Task> {
    let stages = [
        Stage { name: START, plies: 0 },
        Stage { name: MIDDLE, plies: options.sized(6, 30) },
        Stage { name: ENDING, plies: options.sized(10, 90) },
    ];
    let judge = CourseEvaluation::new(&CourseTables::own(), false);
    let mut tasks = Vec::new();
    for (group, position) in xiangqi_boards(&stages, options.seed) {
        let fen = position.to_fen();
        let game = XiangqiGame::new(position);
        tasks.extend(board(group, &fen, &game, &judge, options.sized(2, 4)));
    }
    let size = Size::STANDARD;
    for (group, stones) in gomoku_boards(&[Stage { name: GOMOKU, plies: 3 }], options.seed, size) {
        let values = ShapeValues::own();
        let name = "15×15".to_owned();
        let game = GomokuGame::new(stones, Scope::Near, &values);
        tasks.extend(board(
            group,
            &name,
            &game,
            &ShapeEvaluation::new(&values),
            options.sized(2, 3),
        ));
    }
    tasks
}

/// Every search of a board: the unordered ones to this depth, the others one ply deeper.
fn board<G: CompiledSearch<E> + 'static, E: Evaluation<G> + 'static>(
    group: &'static str,
    name: &str,
    game: &G,
    judge: &E,
    shallow: u32,
) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (variant, refinements) in &VARIANTS {
        let deepest = if matches!(refinements, None | Some(Refinements::NONE)) {
            shallow
        } else {
            shallow + 1
        };
        for depth in 1..=deepest {
            let (game, judge, refinements) = (game.clone(), judge.clone(), *refinements);
            tasks.push(Task {
                group,
                problem: name.to_owned(),
                variant: variant.id,
                job: Box::new(move |stop| measure(&game, &judge, refinements, depth, stop)),
            });
        }
    }
    tasks
}

/// Knuth and Moore's least number of leaves, for a tree with so many leaves in all.
fn least_leaves(leaves: f64, depth: u32) -> f64 {
    let branching = leaves.powf(1.0 / f64::from(depth));
    let power = |half: u32| branching.powi(half as i32);
    (power(depth.div_ceil(2)) + power(depth / 2) - 1.0).round()
}

fn measure<G: CompiledSearch<E>, E: Evaluation<G>>(
    game: &G,
    judge: &E,
    refinements: Option<Refinements>,
    depth: u32,
    stop: &Stop,
) -> Option<Vec<Reading>> {
    let settings = refinements.map_or_else(Settings::minimax, Settings::alpha_beta);
    // A large table takes longer to make than a shallow search takes.
    let settings = Settings { table_mebibytes: 2, ..settings };
    let answer = game.search_with(judge, &settings, &Limits::depth(depth), stop, None);
    if answer.stopped {
        return None;
    }
    let mut values = search_values(&answer.statistics);
    // Iterative deepening visits shallower leaves too; only those at full depth are leaves of this
    // tree.
    let leaves = answer.statistics.by_ply.get(depth as usize - 1).map(|leaves| *leaves as f64);
    values.extend(leaves.map(|leaves| ("leaves", leaves)));
    let x = Some(f64::from(depth));
    let mut readings = vec![Reading { x, values, ..Reading::default() }];
    // The bound follows from minimax's own tree.
    if let (None, Some(leaves)) = (refinements, leaves) {
        let values = vec![("leaves", least_leaves(leaves, depth))];
        readings.push(Reading { variant: Some("bound"), x, values, ..Reading::default() });
    }
    Some(readings)
}

fn findings(results: &Results) -> Vec<Text> {
    let experiment = experiment();
    let (Some(nodes), Some(leaves)) = (experiment.measure("nodes"), experiment.measure("leaves"))
    else {
        return Vec::new();
    };
    let mut said = Vec::new();
    for group in BOARDS {
        let at = |measure, variant: &str, x: f64| {
            results.value_at(measure, group, variant, x).map(|found| found.value)
        };
        let deepest = results.rows_of(group, "minimax").filter_map(|row| row.x).fold(0.0, f64::max);
        let (Some(minimax), Some(plain), Some(ordered)) = (
            at(nodes, "minimax", deepest),
            at(nodes, "plain", deepest),
            at(nodes, "ordered", deepest),
        ) else {
            continue;
        };
        let near = at(leaves, "ordered", deepest).zip(at(leaves, "bound", deepest));
        let near =
            near.map_or_else(|| "–".to_owned(), |(found, least)| three_figures(found / least));
        let name = experiment.group_name(group);
        let (plain, ordered) = (three_figures(minimax / plain), three_figures(minimax / ordered));
        said.push(Text::new(
            format!(
                "{}, depth {deepest}: minimax visits {plain} times as many nodes as unordered \
                 alpha-beta and {ordered} times as many as ordered; ordered alpha-beta has {near} \
                 times the least possible number of leaves.",
                name.en
            ),
            format!(
                "{}，深度 {deepest}：极小极大的节点数是不排序 alpha-beta 的 {plain} 倍、排序后的 {ordered} \
                 倍；排序后的叶节点数为理论下限的 {near} 倍。",
                name.zh
            ),
        ));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_leaves_of_even_trees() {
        // b = 3: depth 1 needs 3, depth 2 needs 3 + 3 − 1, depth 3 needs 9 + 3 − 1, depth 4 needs 9
        // + 9 − 1.
        let least = [(3.0, 1), (9.0, 2), (27.0, 3), (81.0, 4)]
            .map(|(leaves, depth)| least_leaves(leaves, depth));
        assert_eq!(least.map(|least| least as u32), [3, 5, 11, 17]);
    }
}
