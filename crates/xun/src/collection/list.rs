//! `xun collection list`, and the filter that it shares with `export`.

use super::CollectionOption;
use super::fault::{material_fault, told};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::usage_error::BadValue;
use crate::xiangqi::read_position;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use serde_json::json;
use std::io::Write;
use xun_collection::{Filter, GameSummary, Material, MaterialError};
use xun_xiangqi::notation::GameResult;

/// Which games are wanted.
#[derive(clap::Args)]
pub(crate) struct FilterOptions {
    /// A player of either side (part of the name)
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Red's name (part of it)
    #[arg(long, value_name = "NAME")]
    red: Option<String>,
    /// Black's name (part of it)
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Event or title (part of it)
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,
    /// First year
    #[arg(long, value_name = "YEAR")]
    since: Option<u16>,
    /// Last year
    #[arg(long, value_name = "YEAR")]
    until: Option<u16>,
    /// Result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_name = "RESULT", value_parser = result_of)]
    result: Option<GameResult>,
    /// Opening (part of its English or Chinese name)
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// A position of the game, or its mirror image
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// Material that stood on the board, like "RNC v RNN" (see the guide)
    #[arg(long, value_name = "PIECES", value_parser = material_of)]
    material: Option<Material>,
    /// Tag that was given with `xun collection tag`
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
}

pub(super) fn result_of(text: &str) -> Result<GameResult, BadValue> {
    GameResult::from_text(text).ok_or_else(|| {
        BadValue::new("expected 1-0, 0-1, 1/2-1/2 or *", "应为 1-0、0-1、1/2-1/2 或 *")
    })
}

fn material_of(text: &str) -> Result<Material, BadValue> {
    text.parse().map_err(|error: MaterialError| {
        let words = material_fault(&error);
        BadValue::new(words.en, words.zh)
    })
}

impl FilterOptions {
    pub(crate) fn filter(&self, limit: Option<u64>, language: Language) -> anyhow::Result<Filter> {
        let position =
            self.position.as_deref().map(|fen| read_position(fen, language)).transpose()?;
        Ok(Filter {
            player: self.player.clone(),
            red: self.red.clone(),
            black: self.black.clone(),
            event: self.event.clone(),
            since: self.since,
            until: self.until,
            result: self.result,
            opening: self.opening.clone(),
            position,
            material: self.material,
            tag: self.tag.clone(),
            limit,
        })
    }
}

/// Arguments of `xun collection list`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    filter: FilterOptions,
    /// Games at most
    #[arg(long, default_value_t = 50, value_name = "N")]
    limit: u64,
    #[command(flatten)]
    collection: CollectionOption,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Lists the games.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let collection = arguments.collection.open(language)?;
    let filter = arguments.filter.filter(Some(arguments.limit), language)?;
    let games = told(collection.games(&filter), language)?;
    if arguments.json {
        let all: Vec<_> = games.iter().map(in_json).collect();
        writeln!(context.out, "{}", serde_json::Value::Array(all))?;
        return Ok(Exit::Answered);
    }
    let mut table = Table::new();
    table.load_preset(NOTHING);
    for game in &games {
        let opening = language.pick(&game.opening_en, &game.opening);
        let event = if game.event.is_empty() { &game.title } else { &game.event };
        table.add_row([
            game.id.to_string().as_str(),
            &game.red,
            &game.black,
            game.result.text(),
            &game.date,
            event,
            opening,
        ]);
    }
    writeln!(context.out, "{table}")?;
    Ok(Exit::Answered)
}

pub(super) fn in_json(game: &GameSummary) -> serde_json::Value {
    json!({
        "id": game.id, "title": game.title, "red": game.red, "black": game.black,
        "event": game.event, "date": game.date, "result": game.result.text(),
        "opening": {"en": game.opening_en, "zh": game.opening},
        "plies": game.plies, "source": game.source,
    })
}
