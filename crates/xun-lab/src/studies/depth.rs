//! Value of one more ply in games, with good and bad evaluations.

use super::{item, lines, match_measures, table_by_x};
use crate::experiment::{Experiment, Figure, Item};
use crate::number::elo;
use crate::options::Options;
use crate::play::{Meeting, xiangqi_openings, xiangqi_player};
use crate::results::Results;
use crate::task::Task;
use std::sync::Arc;
use xun_arena::{Player, Setting};
use xun_game::textbook::{Limits, Refinements, Settings};
use xun_game::{Evaluation, Game, GameValue};
use xun_text::Text;
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::rules::Rules;
use xun_xiangqi::textbook::{CourseEvaluation, CourseTables, HandEvaluation, Point};

const GAMES: &str = "games";

pub(super) fn experiment() -> Experiment {
    Experiment {
        id: "depth",
        title: Text::new("Depth against strength", "深度与棋力"),
        question: Text::new(
            "What does one more ply buy, and does searching deeper with a poor evaluation play \
             worse?",
            "多搜一层值多少？评估差时，搜得更深会不会反而更弱？",
        ),
        method: Text::new(
            "Each evaluation plays against itself, one ply deeper against one ply shallower, with \
             exact refinements only, from balanced random openings with both colours. A point \
             above zero says that the deeper player won more. Ours is the engine's evaluation; `a` \
             is piece values with position tables; the third counts every piece the same; the \
             fourth is a random number for each position. A game not over after 90 plies is judged \
             by our engine (two pawns ahead win).",
            "每种评估自己对自己，深一层者对浅一层者，只用精确改进，均衡随机开局，互换先后。零以上表示搜得深的一方赢得多。“自有”是引擎的评估；a 是棋子价值加位置表；\
             第三种把所有棋子看作等值；第四种给每个局面一个随机数。90 步未结束者由引擎裁定（领先两兵为胜）。",
        ),
        groups: vec![item(GAMES, "games", "对局")],
        problems: Vec::new(),
        variants: VARIANTS.iter().map(|(variant, _)| variant.clone()).collect(),
        measures: match_measures(),
        figures: vec![Figure {
            log_y: false,
            ..lines(
                "gain",
                Text::new("Elo of one more ply", "多搜一层的 Elo"),
                &[GAMES],
                "elo",
                Text::new("depth of the deeper player", "较深一方的深度"),
            )
        }],
        tables: vec![table_by_x(
            Text::new("Elo of the deeper player", "较深一方的 Elo"),
            &[GAMES],
            "elo",
            Text::new("depth", "深度"),
        )],
        alone: false,
        tasks,
        findings,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Judge {
    Ours,
    Course,
    Equal,
    Noise,
}

const VARIANTS: [(Item, Judge); 4] = [
    (item("ours", "ours", "自有"), Judge::Ours),
    (item("a", "a: values and tables", "a：价值与位置表"), Judge::Course),
    (item("equal", "every piece the same", "棋子等值"), Judge::Equal),
    (item("noise", "a random number", "随机数"), Judge::Noise),
];

fn tasks(options: &Options) -> Vec<Task> {
    let openings = xiangqi_openings(options.sized(1, 32), options.seed.wrapping_add(2));
    let tables =
        options.course.as_ref().map_or_else(CourseTables::own, |course| course.first.clone());
    let deepest = options.sized(2, 4);
    let mut tasks = Vec::new();
    for depth in 2..=deepest {
        for (variant, judge) in &VARIANTS {
            let make = |depth: u32| {
                let (judge, tables) = (*judge, tables.clone());
                Arc::new(move || player(judge, &tables, depth))
                    as Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>
            };
            let meeting = Meeting {
                setting: Setting::Xiangqi { rules: Rules::default() },
                group: GAMES,
                variant: variant.id,
                x: Some(f64::from(depth)),
                player: make(depth),
                opponent: make(depth - 1),
            };
            // The deepest games take longest: fewer of them.
            let count = if depth >= 4 { openings.len() / 2 } else { openings.len() };
            tasks.extend(meeting.tasks(&openings[..count.max(1)]));
        }
    }
    tasks
}

fn player(judge: Judge, tables: &CourseTables, depth: u32) -> Box<dyn Player> {
    let settings = Settings { table_mebibytes: 2, ..Settings::alpha_beta(Refinements::EXACT) };
    let limits = Limits::depth(depth);
    match judge {
        Judge::Ours => xiangqi_player(HandEvaluation::default(), settings, limits),
        Judge::Course => xiangqi_player(CourseEvaluation::new(tables, false), settings, limits),
        Judge::Equal => {
            let equal = CourseTables {
                values: [100; 7],
                positions: [[0; Point::COUNT]; 7],
                captures: [0; 7],
            };
            xiangqi_player(CourseEvaluation::new(&equal, false), settings, limits)
        }
        Judge::Noise => xiangqi_player(Noise, settings, limits),
    }
}

/// A number for each position that says nothing about it.
#[derive(Clone, Copy)]
struct Noise;

impl Evaluation<XiangqiGame> for Noise {
    fn evaluate(&self, game: &XiangqiGame) -> GameValue {
        let mixed = (game.key() ^ game.key() >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        GameValue::points((mixed >> 54) as i64 - 512)
    }
}

xun_game::compile_search!(XiangqiGame, Noise);

fn findings(results: &Results) -> Vec<Text> {
    let experiment = experiment();
    let Some(measure) = experiment.measure("elo") else { return Vec::new() };
    let mut said = Vec::new();
    for variant in &experiment.variants {
        let found: Vec<_> = results
            .places(GAMES)
            .into_iter()
            .filter_map(|x| Some((x, results.value_at(measure, GAMES, variant.id, x)?)))
            .collect();
        if found.is_empty() {
            continue;
        }
        let list = |arrow: &str| {
            let one = |(x, value): &(f64, crate::summary::Value)| {
                format!("{}{arrow}{x}: {}", x - 1.0, elo(value.value))
            };
            found.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let worse =
            found.iter().any(|(_, value)| value.interval.is_some_and(|(_, high)| high < 0.0));
        let surely =
            found.iter().all(|(_, value)| value.interval.is_some_and(|(low, _)| low > 0.0));
        let verdict = if worse {
            Text::new("deeper played worse at least once", "至少有一处搜得更深反而更弱")
        } else if surely {
            Text::new("every ply surely helped", "每多一层都确有提高")
        } else {
            Text::new(
                "not every ply surely helped, none surely hurt",
                "并非每多一层都确有提高，但也没有确实变差",
            )
        };
        said.push(Text::new(
            format!("{}: {} Elo; {}.", variant.name.en, list("→"), verdict.en),
            format!("{}：{} Elo；{}。", variant.name.zh, list("→"), verdict.zh),
        ));
    }
    said
}
