//! `xun xiangqi …`: everything about Chinese chess, one file a command.

mod analyse;
mod bench;
mod best;
pub(crate) mod convert;
mod course_input;
mod eval;
mod evaluation;
mod explore;
pub(crate) mod game_file;
mod game_json;
mod info;
mod judge;
mod moves;
mod perft;
mod play;
mod search;
mod terminal_board;

pub(crate) use play::draw as draw_board;

use crate::context::Context;
use crate::exit::Exit;
use clap::Subcommand;

pub(crate) use course_input::read_file;
pub(crate) use perft::read_position;

/// The commands of `xun xiangqi`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find the best move of ten-line board files
    Best(best::Arguments),
    /// Search a position with any textbook refinements: statistics, comparison, tree
    Search(search::Arguments),
    /// Count the move sequences of a length from a position
    Perft(perft::Arguments),
    /// Judge a game: whether it is over after these moves, and by which rule
    Judge(judge::Arguments),
    /// List the legal moves of a position in every notation
    Moves(moves::Arguments),
    /// Speak UCI, as used by the boards of Pikafish
    Uci,
    /// Speak UCCI
    Ucci,
    /// Search fixed positions; the node count is the engine's signature
    Bench(bench::Arguments),
    /// Explain the static evaluation of a position, term by term
    Eval(eval::Arguments),
    /// Find the best lines of a position, or review each move of a game
    Analyse(analyse::Arguments),
    /// Convert game files: XQF, CBR, CBL, CBF, UBB, PGN into PGN, XQF, UBB, JSON
    Convert(convert::Arguments),
    /// Describe game files: players, result, size, faults
    Info(info::Arguments),
    /// Show what was played from a position in the collection's games
    Explore(explore::Arguments),
    /// Play against the engine in the terminal
    Play(play::Arguments),
}

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Best(arguments) => best::run(arguments, context),
        Command::Search(arguments) => search::run(arguments, context),
        Command::Perft(arguments) => perft::run(arguments, context),
        Command::Judge(arguments) => judge::run(arguments, context),
        Command::Moves(arguments) => moves::run(arguments, context),
        Command::Uci => context.serve(xun_host::uci::run),
        Command::Ucci => context.serve(xun_host::ucci::run),
        Command::Bench(arguments) => bench::run(arguments, context),
        Command::Eval(arguments) => eval::run(arguments, context),
        Command::Analyse(arguments) => analyse::run(arguments, context),
        Command::Convert(arguments) => convert::run(arguments, context),
        Command::Info(arguments) => info::run(arguments, context),
        Command::Explore(arguments) => explore::run(arguments, context),
        Command::Play(arguments) => play::run(arguments, context),
    }
}
