//! `xun xiangqi explore`: the moves played from a position.

use super::analyse::notation_of;
use super::judge::replay;
use crate::collection::CollectionOption;
use crate::context::Context;
use crate::exit::Exit;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use serde_json::json;
use std::io::Write;

/// Arguments of `xun xiangqi explore`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A FEN, `startpos`, or nothing; then the moves from there
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    #[command(flatten)]
    collection: CollectionOption,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Lists the moves, most played first. Mirror images count together.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let given = arguments.position.iter().flat_map(|argument| argument.split_whitespace());
    let mut words: Vec<String> = given.map(str::to_owned).collect();
    if words.first().is_none_or(|first| !first.contains('/') && first != "startpos") {
        words.insert(0, "startpos".to_owned());
    }
    let position = replay(&words, language)?;
    let collection = arguments.collection.open(language)?;
    let explored = collection.explore(&position)?;
    let games: u64 = explored.moves.iter().map(|explored| explored.games).sum();
    if arguments.json {
        let moves: Vec<_> = explored
            .moves
            .iter()
            .map(|one| {
                json!({
                    "move": one.chosen.to_string(), "games": one.games, "red": one.red,
                    "draws": one.draws, "black": one.black, "average_year": one.average_year,
                    "latest_year": one.latest_year,
                })
            })
            .collect();
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
    let mut table = Table::new();
    table.load_preset(NOTHING);
    table.set_header(match language {
        crate::language::Language::English => {
            ["move", "games", "Red wins", "draws", "Black wins", "average year", "latest"]
        }
        crate::language::Language::Chinese => {
            ["着法", "局数", "红胜", "和棋", "黑胜", "平均年份", "最近"]
        }
    });
    for one in &explored.moves {
        let share = |count: u64| format!("{:.0}%", count as f64 * 100.0 / one.games.max(1) as f64);
        let year = |year: Option<u16>| year.map_or(String::new(), |year| year.to_string());
        table.add_row([
            notation_of(language).format(&position, one.chosen),
            one.games.to_string(),
            share(one.red),
            share(one.draws),
            share(one.black),
            year(one.average_year),
            year(one.latest_year),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    writeln!(context.out, "{table}")?;
    Ok(Exit::Answered)
}
