//! `xun collection …`: a library of Xiangqi games in one file.

mod export;
mod import;
mod list;
mod store;
mod tag;

pub(crate) use store::CollectionOption;

use crate::context::Context;
use crate::exit::Exit;
use clap::Subcommand;

/// The commands of `xun collection`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Add the games of files and folders; files that were read before are skipped
    Import(import::Arguments),
    /// List games by player, event, date, result, opening, position or tag
    List(list::Arguments),
    /// Write games to a file or folder: PGN, XQF, UBB, JSON
    Export(export::Arguments),
    /// Give games a tag, or take it away
    Tag(tag::Arguments),
}

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Import(arguments) => import::run(arguments, context),
        Command::List(arguments) => list::run(arguments, context),
        Command::Export(arguments) => export::run(arguments, context),
        Command::Tag(arguments) => tag::run(arguments, context),
    }
}
