//! `xun gomoku …`: play, analyse, solve, and speak the Gomocup protocol.

mod analyse;
mod analyse_opening;
mod bench;
mod convert;
mod eval;
mod evaluation;
mod game_file;
mod game_json;
mod info;
mod input;
mod names;
mod opening;
mod play;
mod solve;
mod terminal_board;
mod textbook;
mod tree_size;

use crate::context::Context;
use crate::exit::Exit;
use clap::Subcommand;

pub(crate) use input::forbidden_points;

/// The commands of the game.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Speak the Gomocup protocol on standard input and output (as pbrain-xun does)
    Gomocup,
    /// Play a game in the terminal
    Play(play::Arguments),
    /// Show the best lines, threats and forbidden points of a position
    Analyse(analyse::Arguments),
    /// Find a forced win by fours and threes, with its proof
    Solve(solve::Arguments),
    /// Search fixed positions and print a signature and the speed
    Bench(bench::Arguments),
    /// Static evaluation of a position, without search
    Eval(eval::Arguments),
    /// Convert game files: SGF, PSQ, LIB, moves into SGF, PSQ, JSON, moves
    Convert(convert::Arguments),
    /// Describe game files: players, result, size, faults
    Info(info::Arguments),
    /// Search with any textbook refinements and the evaluation of course programs, or play against
    /// it
    Textbook(textbook::Arguments),
}

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Gomocup => context.serve(xun_host::gomocup::run),
        Command::Play(arguments) => play::run(arguments, context),
        Command::Analyse(arguments) => analyse::run(arguments, context),
        Command::Solve(arguments) => solve::run(arguments, context),
        Command::Bench(arguments) => bench::run(arguments, context),
        Command::Eval(arguments) => eval::run(arguments, context),
        Command::Convert(arguments) => convert::run(arguments, context),
        Command::Info(arguments) => info::run(arguments, context),
        Command::Textbook(arguments) => textbook::run(arguments, context),
    }
}
