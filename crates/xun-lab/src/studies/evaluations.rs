//! The course evaluations against each other and against ours, in one and the same search.

use super::{bars, item, match_measures, table};
use crate::experiment::{Experiment, FigureKind, Item};
use crate::number::elo;
use crate::options::Options;
use crate::play::{Meeting, xiangqi_openings, xiangqi_player};
use crate::results::Results;
use crate::task::Task;
use std::sync::Arc;
use xun_arena::{Player, Setting};
use xun_game::textbook::{Limits, Refinements, Settings};
use xun_text::Text;
use xun_xiangqi::rules::{PieceKind, Rules};
use xun_xiangqi::textbook::{CourseEvaluation, CourseTables, HandEvaluation, Point};

const GAMES: &str = "games";

pub(super) fn experiment() -> Experiment {
    Experiment {
        id: "evaluations",
        title: Text::new(
            "Course evaluations against each other and ours",
            "课程评估之间及与自有评估的对局",
        ),
        question: Text::new(
            "At the same depth, how much does it matter what the leaves are judged by?",
            "同样深度下，用什么来评估叶节点有多重要？",
        ),
        method: Text::new(
            "`a` is piece values with position tables, `b` adds the value of every piece that \
             could be captured next, `d` has other values and tables; ours is the engine's \
             hand-written evaluation. All four sit in the same alpha-beta to the same depth, exact \
             refinements only, and play from balanced random openings with both colours. The \
             tables are our own unless a course's are given with --course. A game not over after \
             90 plies is judged by our engine (two pawns ahead win), which knows ours best.",
            "a 是棋子价值加位置表，b 再加下一步可吃之子的价值，d 用另一套价值与表；“自有”是引擎的手写评估。四者用同一 alpha-beta、同一深度、只用精确改进，\
             从均衡随机开局互换先后对下。除非用 --course 给出课程的表，否则用自带的表。90 步未结束者由引擎裁定（领先两兵为胜），引擎自然最熟悉自有评估。",
        ),
        groups: vec![item(GAMES, "games", "对局")],
        problems: Vec::new(),
        variants: VARIANTS.iter().map(|(variant, ..)| variant.clone()).collect(),
        measures: match_measures(),
        figures: vec![bars(
            "elo",
            Text::new("Elo of the first against the second", "前者对后者的 Elo"),
            FigureKind::Bars,
            &[GAMES],
            "elo",
        )],
        tables: vec![table(Text::new("Games", "对局"), &[GAMES], &["elo", "plies"])],
        alone: false,
        tasks,
        findings,
    }
}

#[derive(Clone, Copy)]
enum Judge {
    A,
    B,
    D,
    Ours,
}

const VARIANTS: [(Item, Judge, Judge); 6] = [
    (item("b-a", "b against a", "b 对 a"), Judge::B, Judge::A),
    (item("a-d", "a against d", "a 对 d"), Judge::A, Judge::D),
    (item("b-d", "b against d", "b 对 d"), Judge::B, Judge::D),
    (item("ours-a", "ours against a", "自有对 a"), Judge::Ours, Judge::A),
    (item("ours-b", "ours against b", "自有对 b"), Judge::Ours, Judge::B),
    (item("ours-d", "ours against d", "自有对 d"), Judge::Ours, Judge::D),
];

/// The tables of `a` and `b`, and those of `d`.
struct Sets {
    first: CourseTables,
    second: CourseTables,
}

fn tasks(options: &Options) -> Vec<Task> {
    let sets = Arc::new(match &options.course {
        Some(course) => Sets { first: course.first.clone(), second: course.second.clone() },
        None => Sets { first: CourseTables::own(), second: other_tables() },
    });
    let openings = xiangqi_openings(options.sized(1, 48), options.seed.wrapping_add(3));
    let depth = options.sized(1, 3);
    let mut tasks = Vec::new();
    for (variant, one, other) in &VARIANTS {
        let make = |judge: Judge| {
            let sets = Arc::clone(&sets);
            Arc::new(move || player(judge, &sets, depth))
                as Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>
        };
        let meeting = Meeting {
            setting: Setting::Xiangqi { rules: Rules::default() },
            group: GAMES,
            variant: variant.id,
            x: None,
            player: make(*one),
            opponent: make(*other),
        };
        tasks.extend(meeting.tasks(&openings));
    }
    tasks
}

fn player(judge: Judge, sets: &Sets, depth: u32) -> Box<dyn Player> {
    let settings = Settings { table_mebibytes: 2, ..Settings::alpha_beta(Refinements::EXACT) };
    let limits = Limits::depth(depth);
    let course = |tables: &CourseTables, captures| CourseEvaluation::new(tables, captures);
    match judge {
        Judge::A => xiangqi_player(course(&sets.first, false), settings, limits),
        Judge::B => xiangqi_player(course(&sets.first, true), settings, limits),
        Judge::D => xiangqi_player(course(&sets.second, false), settings, limits),
        Judge::Ours => xiangqi_player(HandEvaluation::default(), settings, limits),
    }
}

/// Tables of another taste: the usual round values, pawns that gain by crossing the river, and for
/// the others only how near the middle of the board they stand.
pub(super) fn other_tables() -> CourseTables {
    let mut tables =
        CourseTables { values: [0; 7], positions: [[0; Point::COUNT]; 7], captures: [0; 7] };
    let values = [
        (PieceKind::King, 10_000),
        (PieceKind::Advisor, 200),
        (PieceKind::Elephant, 200),
        (PieceKind::Horse, 400),
        (PieceKind::Rook, 900),
        (PieceKind::Cannon, 450),
        (PieceKind::Pawn, 100),
    ];
    for (kind, value) in values {
        tables.values[kind as usize] = value;
        for point in Point::all() {
            let (row, column) = (point.row() as i32, point.column() as i32);
            let aside = (column - 4).abs();
            tables.positions[kind as usize][point.index()] = match kind {
                // Row 0 is the far side: across the river a pawn is worth twice as much, except on
                // the last row.
                PieceKind::Pawn if row == 0 => 0,
                PieceKind::Pawn if row <= 4 => 100 - 8 * aside,
                PieceKind::Horse | PieceKind::Cannon | PieceKind::Rook => {
                    16 - 4 * aside - 2 * (row - 4).abs()
                }
                _ => 0,
            };
        }
    }
    tables
}

fn findings(results: &Results) -> Vec<Text> {
    let experiment = experiment();
    let Some(measure) = experiment.measure("elo") else { return Vec::new() };
    let mut said = Vec::new();
    for variant in &experiment.variants {
        let Some(found) = results.value(measure, GAMES, variant.id) else { continue };
        let Some((low, high)) = found.interval else { continue };
        let verdict = if low > 0.0 {
            Text::new("the first is stronger", "前者更强")
        } else if high < 0.0 {
            Text::new("the second is stronger", "后者更强")
        } else {
            Text::new("no sure difference", "无确定差别")
        };
        let numbers = format!("{} [{}, {}]", elo(found.value), elo(low), elo(high));
        said.push(Text::new(
            format!("{}: {numbers} Elo, {}.", variant.name.en, verdict.en),
            format!("{}：{numbers} Elo，{}。", variant.name.zh, verdict.zh),
        ));
    }
    said
}
