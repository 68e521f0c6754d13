//! Ordering by a start-up table against ordering by history, in Gomoku.

use super::{item, lines, search_measures, search_values, table, table_by_x};
use crate::experiment::{Experiment, Figure, Item};
use crate::number::three_figures;
use crate::options::Options;
use crate::play::{Stage, gomoku_boards};
use crate::results::Results;
use crate::task::{Reading, Task};
use xun_game::textbook::{CompiledSearch, Limits, Refinement, Refinements, Settings};
use xun_game::{Ending, Evaluation, Game, GameValue, Stop};
use xun_gomoku::rules::{Point, Size};
use xun_gomoku::textbook::{GomokuGame, Scope, ShapeEvaluation, ShapeValues};
use xun_text::Text;

const GOMOKU: &str = "gomoku";

pub(super) fn experiment() -> Experiment {
    let depth = || Text::new("depth in plies", "深度（层）");
    Experiment {
        id: "ordering",
        title: Text::new("Ordering by a start-up table against history", "启动表排序与历史排序"),
        question: Text::new(
            "Is it enough to try the middle of the board first, or should the search learn its own \
             order?",
            "先试棋盘中央就够了吗，还是应让搜索自己学会次序？",
        ),
        method: Text::new(
            "Alpha-beta to a depth on Gomoku boards that our engine played from the seed, moves \
             near the stones. The start-up order is what a course program does: points by their \
             distance from the edge plus the stones around them. History orders by what has cut \
             off before. All orders give the same value.",
            "在引擎按种子下出的五子棋盘上做定深 alpha-beta，只考虑棋子附近的点。启动表排序是课程程序的做法：按点离边的距离加周围棋子数排序。\
             历史排序按以往剪枝次数。各种次序的值都相同。",
        ),
        groups: vec![item(GOMOKU, "Gomoku 15×15", "五子棋 15×15")],
        problems: Vec::new(),
        variants: VARIANTS.iter().map(|(variant, ..)| variant.clone()).collect(),
        measures: search_measures(),
        figures: vec![
            lines(
                "nodes",
                Text::new("Nodes by depth", "各深度的节点"),
                &[GOMOKU],
                "nodes",
                depth(),
            ),
            Figure {
                log_y: false,
                ..lines(
                    "first",
                    Text::new("Cut-offs by the first move tried", "首着即剪枝的比例"),
                    &[GOMOKU],
                    "first",
                    depth(),
                )
            },
        ],
        tables: vec![
            table_by_x(
                Text::new("Nodes by depth", "各深度的节点"),
                &[GOMOKU],
                "nodes",
                Text::new("depth", "深度"),
            ),
            table(
                Text::new("At depth", "深度"),
                &[GOMOKU],
                &["nodes", "time", "first", "branching"],
            ),
        ],
        alone: false,
        tasks,
        findings,
    }
}

const HISTORY: Refinements = Refinements::of(&[Refinement::History, Refinement::Killers]);

/// Whether the start-up table orders the moves, and what the search learns besides.
const VARIANTS: [(Item, bool, Refinements); 5] = [
    (item("board", "board order", "棋盘次序"), false, Refinements::NONE),
    (item("startup", "start-up table", "启动表"), true, Refinements::NONE),
    (item("history", "history", "历史"), false, HISTORY),
    (item("both", "start-up table, then history", "启动表加历史"), true, HISTORY),
    (
        item("fours", "fours first, then both", "先冲四，再启动表加历史"),
        true,
        HISTORY.with(Refinement::Captures),
    ),
];

fn tasks(options: &Options) -> Vec<Task> {
    let stages: Vec<Stage> = (0..options.sized(1, 5))
        .map(|number| Stage { name: GOMOKU, plies: 2 + 3 * number })
        .collect();
    let values =
        options.course.as_ref().map_or_else(ShapeValues::own, |course| course.shapes.clone());
    let mut tasks = Vec::new();
    let boards = gomoku_boards(&stages, options.seed, Size::STANDARD);
    for (number, (group, stones)) in boards.into_iter().enumerate() {
        let game = GomokuGame::new(stones, Scope::Near, &values);
        let judge = ShapeEvaluation::new(&values);
        for (variant, startup, refinements) in &VARIANTS {
            // In the order of the board one more ply would take as long as everything else
            // together.
            let deepest = if *startup { options.sized(2, 4) } else { options.sized(2, 3) };
            for depth in 1..=deepest {
                let (game, judge) = (game.clone(), judge.clone());
                let (startup, refinements) = (*startup, *refinements);
                tasks.push(Task {
                    group,
                    problem: format!("board {}", number + 1),
                    variant: variant.id,
                    job: Box::new(move |stop| {
                        if startup {
                            measure(&game, &judge, refinements, depth, stop)
                        } else {
                            let judge = OfUnordered(judge.clone());
                            measure(&Unordered(game.clone()), &judge, refinements, depth, stop)
                        }
                    }),
                });
            }
        }
    }
    tasks
}

fn measure<G: CompiledSearch<E>, E: Evaluation<G>>(
    game: &G,
    judge: &E,
    refinements: Refinements,
    depth: u32,
    stop: &Stop,
) -> Option<Vec<Reading>> {
    let settings = Settings::alpha_beta(refinements);
    let answer = game.search_with(judge, &settings, &Limits::depth(depth), stop, None);
    let values = search_values(&answer.statistics);
    (!answer.stopped)
        .then(|| vec![Reading { x: Some(f64::from(depth)), values, ..Reading::default() }])
}

fn findings(results: &Results) -> Vec<Text> {
    let experiment = experiment();
    let Some(nodes) = experiment.measure("nodes") else { return Vec::new() };
    let depth = results.rows_of(GOMOKU, "board").filter_map(|row| row.x).fold(0.0, f64::max);
    let at =
        |variant: &str| results.value_at(nodes, GOMOKU, variant, depth).map(|found| found.value);
    let (Some(board), Some(startup), Some(history), Some(both)) =
        (at("board"), at("startup"), at("history"), at("both"))
    else {
        return Vec::new();
    };
    let [startup, history, both] =
        [startup, history, both].map(|found| three_figures(board / found));
    vec![Text::new(
        format!(
            "At depth {depth}, the order of the board visits {startup} times as many nodes as the \
             start-up table, {history} times as many as history, and {both} times as many as both \
             together."
        ),
        format!(
            "深度 {depth} 时，棋盘次序的节点数是启动表的 {startup} 倍、历史的 {history} 倍、两者合用的 {both} 倍。"
        ),
    )]
}

/// The same game with its moves in the order of the board.
#[derive(Clone)]
struct Unordered(GomokuGame);

impl Game for Unordered {
    type Move = Point;
    const MOVE_INDICES: usize = GomokuGame::MOVE_INDICES;

    fn moves(&self, into: &mut Vec<Point>) {
        let from = into.len();
        self.0.moves(into);
        into[from..].sort_unstable_by_key(|point| point.index());
    }

    fn play(&mut self, chosen: Point) {
        self.0.play(chosen);
    }

    fn undo(&mut self) {
        self.0.undo();
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn ending(&self) -> Option<Ending> {
        self.0.ending()
    }

    fn ending_without_moves(&self) -> Ending {
        self.0.ending_without_moves()
    }

    fn move_index(&self, of: Point) -> usize {
        self.0.move_index(of)
    }

    fn capture_gain(&self, of: Point) -> i32 {
        self.0.capture_gain(of)
    }
}

/// The evaluation for it.
#[derive(Clone)]
struct OfUnordered(ShapeEvaluation);

impl Evaluation<Unordered> for OfUnordered {
    fn evaluate(&self, game: &Unordered) -> GameValue {
        self.0.evaluate(&game.0)
    }

    fn start(&mut self, game: &Unordered) {
        self.0.start(&game.0);
    }

    fn before_play(&mut self, game: &Unordered, chosen: Point) {
        self.0.before_play(&game.0, chosen);
    }

    fn after_undo(&mut self) {
        self.0.after_undo();
    }
}

xun_game::compile_search!(Unordered, OfUnordered);
