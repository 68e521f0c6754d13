//! `xun collection …`: a library of Xiangqi games in one file.

mod book;
mod edit;
mod export;
mod fault;
mod import;
mod list;
mod remove;
mod show;
mod store;
mod tag;

pub(crate) use fault::told;
pub(crate) use store::CollectionOption;

use crate::context::Context;
use crate::exit::Exit;
use clap::Subcommand;

/// The commands of `xun collection`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Add the games of files and folders; files that were read before are skipped
    Import(import::Arguments),
    /// List games by player, event, date, result, opening, position, material or tag
    List(list::Arguments),
    /// Show a game with its headers, moves and comments
    Show(show::Arguments),
    /// Change the headers of games
    Edit(edit::Arguments),
    /// Remove games
    Remove(remove::Arguments),
    /// Write games to a file or folder: PGN, XQF, UBB, JSON
    Export(export::Arguments),
    /// Give games a tag, or take it away
    Tag(tag::Arguments),
    /// Make an opening book of the games, for the engine and for matches
    Book(book::Arguments),
}

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Import(arguments) => import::run(arguments, context),
        Command::List(arguments) => list::run(arguments, context),
        Command::Show(arguments) => show::run(arguments, context),
        Command::Edit(arguments) => edit::run(arguments, context),
        Command::Remove(arguments) => remove::run(arguments, context),
        Command::Export(arguments) => export::run(arguments, context),
        Command::Tag(arguments) => tag::run(arguments, context),
        Command::Book(arguments) => book::run(arguments, context),
    }
}
