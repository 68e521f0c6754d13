//! `xun collection export`.

use super::CollectionOption;
use super::fault::told;
use super::list::FilterOptions;
use crate::context::Context;
use crate::exit::Exit;
use crate::xiangqi::convert::{MoveNotation, Named, Target, write_games};
use std::path::PathBuf;

/// Arguments of `xun collection export`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Numbers of games (default: all that the filter wants)
    #[arg(value_name = "ID")]
    games: Vec<i64>,
    #[command(flatten)]
    filter: FilterOptions,
    /// Format to write (default: by the name of the file to write)
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Target>,
    /// File to write, or a folder for one file per game (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Notation of the moves in PGN
    #[arg(long, value_enum, default_value_t = MoveNotation::Iccs, value_name = "NOTATION")]
    notation: MoveNotation,
    #[command(flatten)]
    collection: CollectionOption,
}

/// Writes the games; PGN where nothing says otherwise.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let collection = arguments.collection.open(language)?;
    let ids = if arguments.games.is_empty() {
        let found = told(collection.games(&arguments.filter.filter(None, language)?), language)?;
        found.into_iter().map(|game| game.id).collect()
    } else {
        arguments.games.clone()
    };
    let mut games = Vec::with_capacity(ids.len());
    for id in ids {
        games
            .push(Named { record: told(collection.game(id), language)?, name: format!("{id:06}") });
    }
    let output = arguments.output.as_deref();
    let target = arguments.to.or_else(|| Target::of_name(output?)).unwrap_or(Target::Pgn);
    write_games(&games, target, arguments.notation, output, context)?;
    Ok(Exit::Answered)
}
