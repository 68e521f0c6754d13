//! `xun xiangqi book`: the moves that an opening book has for a position.

use super::analyse::notation_of;
use super::explore::position_of;
use crate::context::Context;
use crate::exit::Exit;
use anyhow::anyhow;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use xun_messages::Message as _;
use xun_xiangqi::openings::OpeningBook;

/// Arguments of `xun xiangqi book`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A book made by `xun collection book`, or a BOOK.DAT
    book: PathBuf,
    /// A FEN, `startpos`, or nothing; then the moves from there
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Lists the moves, greatest weight first.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let position = position_of(&arguments.position, language)?;
    let path = &arguments.book;
    let book = OpeningBook::from_file(path)
        .map_err(|error| anyhow!("{}: {}", path.display(), error.text().pick(language)))?;
    let moves = book.moves(&position);
    if arguments.json {
        let moves: Vec<_> = moves
            .iter()
            .map(|one| {
                json!({"move": one.chosen.to_string(), "weight": one.weight, "games": one.games})
            })
            .collect();
        let told = json!({
            "fen": position.to_fen(), "positions": book.positions(), "entries": book.len(),
            "moves": moves,
        });
        writeln!(context.out, "{told}")?;
        return Ok(Exit::Answered);
    }
    if moves.is_empty() {
        let words = language.pick("the book does not know this position", "开局库中没有此局面");
        writeln!(context.out, "{words}")?;
        return Ok(Exit::Answered);
    }
    let total: u64 = moves.iter().map(|one| u64::from(one.weight)).sum();
    let mut table = Table::new();
    table.load_preset(NOTHING);
    table.set_header(match language {
        crate::language::Language::English => ["move", "weight", "share", "games"],
        crate::language::Language::Chinese => ["着法", "权重", "比例", "局数"],
    });
    for one in &moves {
        let games = if one.games == 0 { String::new() } else { one.games.to_string() };
        table.add_row([
            notation_of(language).format(&position, one.chosen),
            one.weight.to_string(),
            format!("{:.0}%", f64::from(one.weight) * 100.0 / total.max(1) as f64),
            games,
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    writeln!(context.out, "{table}")?;
    Ok(Exit::Answered)
}
