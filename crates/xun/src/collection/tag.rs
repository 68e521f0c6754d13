//! `xun collection tag`.

use super::CollectionOption;
use super::fault::told;
use crate::context::Context;
use crate::exit::Exit;
use std::io::Write;

/// Arguments of `xun collection tag`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The tag
    tag: String,
    /// Numbers of games
    #[arg(required = true, num_args = 1.., value_name = "ID")]
    games: Vec<i64>,
    /// Take the tag away
    #[arg(long)]
    remove: bool,
    #[command(flatten)]
    collection: CollectionOption,
}

/// Changes the tags and says how many games that concerned.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let mut collection = arguments.collection.open(context.language)?;
    let changed = if arguments.remove {
        collection.untag(&arguments.games, &arguments.tag)
    } else {
        collection.tag(&arguments.games, &arguments.tag)
    };
    let changed = told(changed, context.language)?;
    writeln!(context.out, "{changed} {}", context.language.pick("games changed", "局已更改"))?;
    Ok(Exit::Answered)
}
