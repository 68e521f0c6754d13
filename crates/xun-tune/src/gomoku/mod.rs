//! `xun-tune gomoku …`

mod book;
mod datagen;
mod even_openings;
mod game_files;
mod puzzles;
mod regression;
mod spsa;
mod train;

use crate::context::{Context, Exit};
use clap::Subcommand;
use xun_gomoku::rules::{Rule, Size};

/// The commands of `xun-tune gomoku`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play the engine against itself and keep the games; work on files of such games
    Datagen(datagen::Arguments),
    /// Fit the pattern evaluation's weights to such games (logistic regression)
    Train(train::Arguments),
    /// Tune the search's numbers by thousands of games (SPSA)
    Spsa(spsa::Arguments),
    /// Analyse the first moves of the game for the table that the engine opens with
    #[command(subcommand)]
    Book(book::Command),
    /// Find puzzles (forced wins of known length) in self-play games
    Puzzles(puzzles::Arguments),
}

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Datagen(arguments) => datagen::run(arguments, context),
        Command::Train(arguments) => train::run(arguments, context),
        Command::Spsa(arguments) => spsa::run(arguments, context),
        Command::Book(command) => book::run(command, context),
        Command::Puzzles(arguments) => puzzles::run(arguments, context),
    }
}

/// The options that choose rule and board.
#[derive(clap::Args)]
struct RuleAndSize {
    /// Rule: freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Columns and rows of the board
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(5..=22))]
    size: u32,
}

impl RuleAndSize {
    fn size(&self) -> anyhow::Result<Size> {
        Ok(Size::new(self.size, self.size)?)
    }
}
