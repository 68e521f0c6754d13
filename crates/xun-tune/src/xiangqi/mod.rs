//! `xun-tune xiangqi …`

mod datagen;
mod spsa;
mod texel;
mod tune;
mod vary;

use crate::context::{Context, Exit};
use clap::Subcommand;

/// The commands of `xun-tune xiangqi`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play the engine against itself and keep the games; work on files of such games
    Datagen(datagen::Arguments),
    /// Fit the hand-written evaluation's weights to training records (Texel tuning)
    Tune(tune::Arguments),
    /// Tune the search's numbers by thousands of games (SPSA)
    Spsa(spsa::Arguments),
}

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Datagen(arguments) => datagen::run(arguments, context),
        Command::Tune(arguments) => tune::run(arguments, context),
        Command::Spsa(arguments) => spsa::run(arguments, context),
    }
}
