//! `xun collection remove`.

use super::{CollectionOption, told};
use crate::context::Context;
use crate::exit::Exit;
use std::io::Write;

/// Arguments of `xun collection remove`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Numbers of games
    #[arg(required = true, num_args = 1.., value_name = "ID")]
    games: Vec<i64>,
    #[command(flatten)]
    collection: CollectionOption,
}

/// Removes the games and says how many.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let mut collection = arguments.collection.open(context.language)?;
    let removed = told(collection.remove(&arguments.games), context.language)?;
    writeln!(context.out, "{removed} {}", context.language.pick("games removed", "局已删除"))?;
    Ok(Exit::Answered)
}
