//! `xun path …`: find paths, watch a search, make maps, check against benchmarks.

mod bench;
mod draw;
mod explain;
mod faults;
mod generate;
mod input;
mod options;
mod progress;
mod solve;
mod table;
mod text;
mod watch;

use crate::context::Context;
use crate::exit::Exit;
use clap::Subcommand;

/// The commands under `xun path`.
#[derive(Subcommand)]
pub(crate) enum Commands {
    /// Find the shortest path: steps on the first line, moves on the second
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(Box<solve::Arguments>),
    /// Play a search in the terminal: run, pause, step forwards and backwards
    #[command(after_help = WATCH_EXAMPLES)]
    Watch(Box<watch::Arguments>),
    /// Generate maps: random, mazes, rooms, caves, supply problems
    #[command(after_help = GENERATE_EXAMPLES)]
    Generate(generate::Arguments),
    /// Solve every problem of a .map with its .scen, check each length, print times
    #[command(after_help = BENCH_EXAMPLES)]
    Bench(Box<bench::Arguments>),
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  xun path solve trip.txt                                 two lines: steps and moves
  xun path solve maze.txt --from 1,0 --to 16,24           a 0/1 matrix
  xun path solve trip.txt --explain                       why, and what would help
  xun path solve maze.txt --compare                       every algorithm in one table
  xun path solve trip.txt -a astar -H zero,manhattan,exact --compare
  xun path solve a.map --scenario 7 --moves 8 --png a.png
  xun path solve maps/                                    a folder, in parallel";

const WATCH_EXAMPLES: &str = "\
Examples:
  xun path watch trip.txt -a astar -H supply-region
  xun path watch maze.txt -a ida --speed 50
Keys: space run/pause, ←/→ step back and on, +/- speed, b/B bound, f/F f-layer, g go to, ? all keys, q quit";

const GENERATE_EXAMPLES: &str = "\
Examples:
  xun path generate maze --rows 31 --columns 61 --seed 7 > maze.txt
  xun path generate comb --format lab --out comb.txt
  xun path generate random --density 0.3 --count 100 --out set/";

const BENCH_EXAMPLES: &str = "\
Examples:
  xun path bench arena.map                                problems from arena.map.scen
  xun path bench arena.map -a jps,jps-table,astar --repeat 3";

/// Runs one of the commands.
pub(crate) fn run(command: &Commands, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Commands::Solve(arguments) => solve::run(arguments, context),
        Commands::Watch(arguments) => watch::run(arguments, context),
        Commands::Generate(arguments) => generate::run(arguments, context),
        Commands::Bench(arguments) => bench::run(arguments, context),
    }
}
