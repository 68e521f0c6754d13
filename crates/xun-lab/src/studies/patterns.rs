//! Value of the shape weights in Gomoku.

use super::{bars, item, match_measures, table};
use crate::experiment::{Experiment, FigureKind, Item};
use crate::number::elo;
use crate::options::Options;
use crate::play::{Meeting, gomoku_openings, gomoku_player};
use crate::results::Results;
use crate::task::Task;
use std::sync::Arc;
use xun_arena::Setting;
use xun_game::textbook::{Limits, Refinements, Settings};
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::textbook::{LabShape, ShapeValues};
use xun_text::Text;

const GAMES: &str = "games";

pub(super) fn experiment() -> Experiment {
    Experiment {
        id: "patterns",
        title: Text::new("Values of Gomoku's shapes", "五子棋棋形的分值"),
        question: Text::new(
            "Which values of fours, threes and twos does a Gomoku evaluation live on?",
            "五子棋评估靠的是四、三、二中哪些分值？",
        ),
        method: Text::new(
            "The shape evaluation with other values against the set that ships, in the same \
             alpha-beta of depth 2 near the stones, on a board of 15×15, freestyle, from openings \
             of five stones near the middle with both colours. Elo is that of the changed values. \
             A game not over after 90 plies is drawn. `course` plays only where a course's values \
             are given with --course.",
            "棋形评估，改动分值者对自带分值，同为深度 2、只看棋子附近的 alpha-beta，15×15 棋盘，无禁手，中央五子随机开局，互换先后。Elo 为改动一方的。\
             90 步未结束算和。只有用 --course 给出课程分值时才有“课程”一项。",
        ),
        groups: vec![item(GAMES, "games", "对局")],
        problems: Vec::new(),
        variants: VARIANTS.iter().map(|(variant, _)| variant.clone()).collect(),
        measures: match_measures(),
        figures: vec![bars(
            "elo",
            Text::new("Elo against the values that ship", "对自带分值的 Elo"),
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
enum Change {
    /// All shapes worth the same.
    Flat,
    /// One step of rank, one step of value: 7, 6, 5 …
    Linear,
    /// Without these.
    Without(&'static [LabShape]),
    /// Closed fours worth no more than closed threes.
    FoursAsThrees,
    /// A course's values.
    Course,
}

const VARIANTS: [(Item, Change); 7] = [
    (item("flat", "all shapes the same", "棋形等值"), Change::Flat),
    (item("linear", "values 7, 6, 5, 4 …", "分值 7、6、5、4……"), Change::Linear),
    (
        item("no-twos", "twos count nothing", "二不计分"),
        Change::Without(&[LabShape::OpenTwo, LabShape::ClosedTwo]),
    ),
    (
        item("no-closed", "closed shapes count nothing", "眠形不计分"),
        Change::Without(&[LabShape::ClosedFour, LabShape::ClosedThree, LabShape::ClosedTwo]),
    ),
    (
        item("no-threes", "open threes count nothing", "活三不计分"),
        Change::Without(&[LabShape::OpenThree]),
    ),
    (item("fours", "closed fours as closed threes", "冲四当眠三"), Change::FoursAsThrees),
    (item("course", "the course's values", "课程分值"), Change::Course),
];

fn changed(change: Change, options: &Options) -> Option<ShapeValues> {
    let mut values = ShapeValues::own();
    match change {
        Change::Flat => values.shapes = [1000; 7],
        Change::Linear => values.shapes = [7, 6, 5, 4, 3, 2, 1].map(|rank| rank * 1000),
        Change::Without(shapes) => {
            for shape in shapes {
                values.shapes[*shape as usize] = 0;
            }
        }
        Change::FoursAsThrees => {
            values.shapes[LabShape::ClosedFour as usize] =
                values.shapes[LabShape::ClosedThree as usize];
        }
        Change::Course => values = options.course.as_ref()?.shapes.clone(),
    }
    Some(values)
}

fn tasks(options: &Options) -> Vec<Task> {
    let size = Size::STANDARD;
    let openings = gomoku_openings(options.sized(1, 32), options.seed, size);
    let settings = Settings { table_mebibytes: 1, ..Settings::alpha_beta(Refinements::EXACT) };
    let limits = Limits::depth(options.sized(1, 2));
    let mut tasks = Vec::new();
    for (variant, change) in &VARIANTS {
        let Some(values) = changed(*change, options) else { continue };
        let (first, second) = (settings.clone(), settings.clone());
        let meeting = Meeting {
            setting: Setting::Gomoku { size, rule: Rule::Freestyle },
            group: GAMES,
            variant: variant.id,
            x: None,
            player: Arc::new(move || gomoku_player(size, values.clone(), first.clone(), limits)),
            opponent: Arc::new(move || {
                gomoku_player(size, ShapeValues::own(), second.clone(), limits)
            }),
        };
        tasks.extend(meeting.tasks(&openings));
    }
    tasks
}

fn findings(results: &Results) -> Vec<Text> {
    let experiment = experiment();
    let Some(measure) = experiment.measure("elo") else { return Vec::new() };
    let found = experiment.variants.iter().filter_map(|variant| {
        let value = results.value(measure, GAMES, variant.id)?;
        Some((variant, value))
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by(|one, other| one.1.value.total_cmp(&other.1.value));
    let (Some(worst), Some(least)) = (found.first(), found.last()) else { return Vec::new() };
    vec![Text::new(
        format!(
            "“{}” costs most ({} Elo), “{}” least ({} Elo).",
            worst.0.name.en,
            elo(worst.1.value),
            least.0.name.en,
            elo(least.1.value)
        ),
        format!(
            "“{}”代价最大（{} Elo），“{}”最小（{} Elo）。",
            worst.0.name.zh,
            elo(worst.1.value),
            least.0.name.zh,
            elo(least.1.value)
        ),
    )]
}
