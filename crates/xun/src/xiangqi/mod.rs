//! `xun xiangqi …`: everything about Chinese chess, one file a command.

mod judge;
mod perft;

use crate::context::Context;
use crate::exit::Exit;
use clap::Subcommand;

/// The commands of `xun xiangqi`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Count the move sequences of a length from a position ‖ 统计某局面下给定步数的走法序列数
    Perft(perft::Arguments),
    /// Judge a game: is it over after these moves, and by which rule? ‖ 裁决对局：走完这些着法后是否结束，依据哪条规则
    Judge(judge::Arguments),
}

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Perft(arguments) => perft::run(arguments, context),
        Command::Judge(arguments) => judge::run(arguments, context),
    }
}
