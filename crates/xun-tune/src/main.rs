//! `xun-tune`: the tool with which the Xiangqi and Gomoku engines are developed. It plays
//! self-play games, makes training records of them, fits weights, tunes the search's numbers
//! (SPSA), and makes opening books, even openings and puzzles.
//!
//! It is not published and not needed to use the engines; matches that measure a change are
//! played with `xun match`.

mod context;
mod files;
mod gomoku;
mod puzzles;
mod spsa;
mod threads;
mod xiangqi;

use clap::{Parser, Subcommand};
use context::{Context, Exit};
use std::io::{self, Write};
use std::process::ExitCode;

/// Developers' tool for the Xiangqi and Gomoku engines
#[derive(Parser)]
#[command(name = "xun-tune", version, propagate_version = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Commands,
}

const EXAMPLES: &str = "\
Examples:
  xun-tune xiangqi datagen games.xqg --games 10000      self-play games
  xun-tune xiangqi datagen stats games.xqg              what is in them
  xun-tune xiangqi datagen unpack games.xqg -o records  training records of them
  xun-tune xiangqi spsa LateSlope SeeQuiet              tune two numbers of the search
  xun-tune gomoku datagen openings --count 100          even openings for `xun match --openings`

Whether a change of the search's numbers gains is measured by a match:
  xun match -p 'xun; name=new; LateSlope=26' -p 'xun; name=old' --time nodes=4000 -n 2000

Exit codes: 0 done, 1 a check failed, 2 wrong command line, 3 wrong or unreadable input, \
130 interrupted";

/// Each game has commands of its own.
#[derive(Subcommand)]
enum Commands {
    /// Xiangqi: self-play games, training records, tuning
    #[command(subcommand)]
    Xiangqi(xiangqi::Command),
    /// Gomoku: self-play games, training records, weights, openings, book, puzzles
    #[command(subcommand)]
    Gomoku(gomoku::Command),
    /// Find puzzles with one right first move in games of the engine against itself
    Puzzles(puzzles::Arguments),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut context = Context::of_process();
    let result = match &cli.command {
        Commands::Xiangqi(command) => xiangqi::run(command, &mut context),
        Commands::Gomoku(command) => gomoku::run(command, &mut context),
        Commands::Puzzles(arguments) => puzzles::run(arguments, &mut context),
    };
    match result.and_then(|exit| Ok(context.out.flush().map(|()| exit)?)) {
        Ok(exit) => exit.into(),
        Err(error) if is_broken_pipe(&error) => Exit::Done.into(),
        Err(error) => {
            eprintln!("error: {error:#}");
            Exit::BadInput.into()
        }
    }
}

/// Whether the reader of standard output has closed it (`xun-tune … | head`).
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_tree_is_sound() {
        Cli::command().debug_assert();
    }
}
