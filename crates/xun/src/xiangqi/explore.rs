//! `xun xiangqi explore`: the moves played from a position.

use super::analyse::{notation_of, score_text};
use super::judge::replay;
use crate::collection::{CollectionOption, told};
use crate::context::Context;
use crate::exit::Exit;
use crate::experience::open_existing;
use crate::language::Language;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use xun_arena::experience::{MoveRecordOf, PositionRecord};
use xun_arena::{Opening, Setting};
use xun_collection::{Collection, ExploredMove};
use xun_game::{Engine as _, Limits, Score};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::notation::parse_move;
use xun_xiangqi::openings::SymmetricKey;
use xun_xiangqi::rules::{Position, Rules};
use xun_xiangqi::search::{EngineOptions, Question, XiangqiEngine};

/// Arguments of `xun xiangqi explore`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A FEN, `startpos`, or nothing; then the moves from there
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// An experience book, whose results and scores are shown too
    #[arg(long, value_name = "FILE")]
    experience: Option<PathBuf>,
    /// Let the engine search so many positions for each move without a value, and note the values
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    evaluate: Option<u64>,
    #[command(flatten)]
    collection: CollectionOption,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// The position of a command line.
pub(super) fn position_of(given: &[String], language: Language) -> anyhow::Result<Position> {
    let given = given.iter().flat_map(|argument| argument.split_whitespace());
    let mut words: Vec<String> = given.map(str::to_owned).collect();
    if words.first().is_none_or(|first| !first.contains('/') && first != "startpos") {
        words.insert(0, "startpos".to_owned());
    }
    replay(&words, language)
}

/// A move with what collection and experience book know of it.
struct Known<'a> {
    explored: &'a ExploredMove,
    experience: Option<&'a MoveRecordOf>,
}

impl Known<'_> {
    /// The deeper of the values that collection and experience book have: score and depth.
    fn value(&self) -> Option<(i32, u32)> {
        let noted = self.explored.value.map(|value| (value.score, value.depth));
        let learnt = self.experience.and_then(|made| made.score);
        noted.into_iter().chain(learnt).max_by_key(|(_, depth)| *depth)
    }

    fn json(&self) -> Value {
        let one = self.explored;
        let value = self.value().map(|(score, depth)| json!({"score": score, "depth": depth}));
        let mut told = json!({
            "move": one.chosen.to_string(), "games": one.games, "red": one.red,
            "draws": one.draws, "black": one.black, "average_year": one.average_year,
            "latest_year": one.latest_year, "value": value,
        });
        if let Some(made) = self.experience {
            told["experience"] = json!({
                "wins": made.wins, "draws": made.draws, "losses": made.losses,
                "regrets": made.regrets,
            });
        }
        told
    }
}

/// Searches the moves that have no value, and notes what is found.
fn evaluate(
    position: &Position,
    nodes: u64,
    collection: &mut Collection,
    context: &Context,
) -> anyhow::Result<()> {
    let mut engine = XiangqiEngine::new(EngineOptions::default(), PlayingEvaluator::default())?;
    let explored = told(collection.explore(position), context.language)?;
    for one in explored.moves.iter().filter(|one| one.value.is_none()) {
        let mut after = position.clone();
        after.play(one.chosen);
        let question = Question::from(Limits::nodes(nodes));
        let answer = engine.search(&after, &question, &context.stop, &mut |_| {});
        if context.stopped() {
            break;
        }
        let noted = collection.note_value(&after, answer.score.get(), answer.depth);
        told(noted, context.language)?;
    }
    Ok(())
}

/// The entries of an experience book for the position.
fn experience(arguments: &Arguments, position: &Position) -> anyhow::Result<PositionRecord> {
    let Some(path) = &arguments.experience else { return Ok(PositionRecord::default()) };
    let setting = Setting::Xiangqi { rules: Rules::default() };
    let opening = Opening { start: Some(position.to_fen()), moves: Vec::new() };
    Ok(open_existing(path)?.look_up(setting, &opening, &[])?)
}

/// Lists the moves, most played first. Mirror images count together.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let position = position_of(&arguments.position, language)?;
    let learnt = experience(arguments, &position)?;
    let mut collection = arguments.collection.open(language)?;
    if let Some(nodes) = arguments.evaluate {
        evaluate(&position, nodes, &mut collection, context)?;
    }
    let explored = told(collection.explore(&position), language)?;
    // In a symmetric position the experience book may have the mirror image of a move.
    let key = SymmetricKey::of(&position);
    let stored = |text: &str| parse_move(&position, text).ok().map(|chosen| key.to_stored(chosen));
    let known: Vec<Known<'_>> = explored
        .moves
        .iter()
        .map(|explored| {
            let wanted = Some(key.to_stored(explored.chosen));
            let experience = learnt.moves.iter().find(|made| stored(&made.text) == wanted);
            Known { explored, experience }
        })
        .collect();
    let games: u64 = explored.moves.iter().map(|explored| explored.games).sum();
    if arguments.json {
        let moves: Vec<Value> = known.iter().map(Known::json).collect();
        let opening = explored.opening.map(|name| json!({"en": name.english, "zh": name.chinese}));
        let told =
            json!({"fen": position.to_fen(), "games": games, "opening": opening, "moves": moves});
        writeln!(context.out, "{told}")?;
        return Ok(Exit::Answered);
    }
    if let Some(opening) = explored.opening {
        writeln!(context.out, "{}", language.pick(opening.english, opening.chinese))?;
    }
    writeln!(context.out, "{games} {}", language.pick("games", "局"))?;
    if explored.moves.is_empty() {
        return Ok(Exit::Answered);
    }
    writeln!(context.out, "{}", table(&position, &known, language))?;
    Ok(Exit::Answered)
}

/// The moves as a table, with a column of values if any is known.
fn table(position: &Position, known: &[Known<'_>], language: Language) -> Table {
    let mut table = Table::new();
    table.load_preset(NOTHING);
    let headings = match language {
        Language::English => {
            ["move", "games", "Red wins", "draws", "Black wins", "average year", "latest", "value"]
        }
        Language::Chinese => ["着法", "局数", "红胜", "和棋", "黑胜", "平均年份", "最近", "评分"],
    };
    let has_values = known.iter().any(|one| one.value().is_some());
    let columns = if has_values { headings.len() } else { headings.len() - 1 };
    table.set_header(&headings[..columns]);
    for one in known {
        let explored = one.explored;
        let share =
            |count: u64| format!("{:.0}%", count as f64 * 100.0 / explored.games.max(1) as f64);
        let year = |year: Option<u16>| year.map_or(String::new(), |year| year.to_string());
        let value = one.value().map_or(String::new(), |(score, depth)| {
            format!("{} ({depth})", score_text(Score::new(score), language))
        });
        let row = [
            notation_of(language).format(position, explored.chosen),
            explored.games.to_string(),
            share(explored.red),
            share(explored.draws),
            share(explored.black),
            year(explored.average_year),
            year(explored.latest_year),
            value,
        ];
        table.add_row(&row[..columns]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
