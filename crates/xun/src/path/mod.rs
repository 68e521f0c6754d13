//! `xun path …`: find paths, watch a search, make maps, check against benchmarks.

mod ask;
mod bench;
mod draw;
mod explain;
mod faults;
mod generate;
mod input;
mod options;
mod oracle;
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
    /// The reachable cell nearest to the goal, which may be a wall, and the shortest path to it
    Nearest(Box<ask::nearest::Arguments>),
    /// Several starts and goals: the shortest of all paths, or the path to every goal
    #[command(after_help = GOALS_EXAMPLES)]
    Goals(Box<ask::goals::Arguments>),
    /// Costs from every start to every goal: a row of numbers for each start
    Matrix(Box<ask::matrix::Arguments>),
    /// Distance or flow field: the cost between every cell and the nearest source, or the steps
    Field(Box<ask::field::Arguments>),
    /// A path through way-points, in the given or in the best order
    #[command(after_help = TOUR_EXAMPLES)]
    Tour(Box<ask::tour::Arguments>),
    /// The shortest path at any angle: its length, then its points by row and column
    #[command(after_help = ANGLE_EXAMPLES)]
    Angle(Box<ask::angle::Arguments>),
    /// A trip with limited supply on a map or graph: partial filling, stops, reserve, return
    #[command(after_help = TRIP_EXAMPLES)]
    Trip(Box<ask::trip::Arguments>),
    /// Send a robot over a map that it does not know; it plans again when it sees a surprise
    Discover(Box<ask::discover::Arguments>),
    /// Several agents that do not meet: the least sum of their arrival times (conflict-based
    /// search)
    #[command(after_help = AGENTS_EXAMPLES)]
    Agents(Box<ask::agents::Arguments>),
    /// Tables made once for a map that does not change: then any path in about a microsecond
    #[command(subcommand, after_help = ORACLE_EXAMPLES)]
    Oracle(oracle::Commands),
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
Keys: space run/pause, ←/→ step back and on, +/- speed, b/B bound, f/F f-layer, g go to, \
? all keys, q quit";

const GENERATE_EXAMPLES: &str = "\
Examples:
  xun path generate maze --rows 31 --columns 61 --seed 7 > maze.txt
  xun path generate comb --format lab --out comb.txt
  xun path generate random --density 0.3 --count 100 --out set/";

const BENCH_EXAMPLES: &str = "\
Examples:
  xun path bench arena.map                                problems from arena.map.scen
  xun path bench arena.map -a jps,jps-table,astar --repeat 3";

const GOALS_EXAMPLES: &str = "\
Examples:
  xun path goals maze.txt --goals 3,5 9,7                 the nearest of two goals
  xun path goals maze.txt --goals 3,5 9,7 --all           the path to each
  xun path matrix maze.txt --starts 1,1 3,5 --goals 3,5 9,7";

const TOUR_EXAMPLES: &str = "\
Examples:
  xun path tour maze.txt --through 3,5 9,7 5,1            in the best order, then to the goal
  xun path tour maze.txt --through 3,5 9,7 --order given --finish start";

const ANGLE_EXAMPLES: &str = "\
Examples:
  xun path angle a.map --scenario 7                       the shortest line (Anya)
  xun path angle a.map --scenario 7 -a theta";

const TRIP_EXAMPLES: &str = "\
Examples:
  xun path trip trip.txt --minimise money --reserve 2
  xun path trip field.txt --moves 8 --uses 10,14 --tank 200 --return --stops 2
  xun path trip roads.gr --graph --from 0 --to 99 --tank 500 --station 7=3 20=2";

const AGENTS_EXAMPLES: &str = "\
Examples:
  xun path agents warehouse.map -k 20                     the first 20 of warehouse.map.scen
  xun path agents maze.txt --agent 1,1:13,29 13,29:1,1 --watch";

const ORACLE_EXAMPLES: &str = "\
Examples:
  xun path oracle build city.map                          writes city.map.oracle
  xun path solve city.map --scenario 7 --oracle city.map.oracle";

/// Runs one of the commands.
pub(crate) fn run(command: &Commands, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Commands::Solve(arguments) => solve::run(arguments, context),
        Commands::Watch(arguments) => watch::run(arguments, context),
        Commands::Generate(arguments) => generate::run(arguments, context),
        Commands::Bench(arguments) => bench::run(arguments, context),
        Commands::Nearest(arguments) => ask::nearest::run(arguments, context),
        Commands::Goals(arguments) => ask::goals::run(arguments, context),
        Commands::Matrix(arguments) => ask::matrix::run(arguments, context),
        Commands::Field(arguments) => ask::field::run(arguments, context),
        Commands::Tour(arguments) => ask::tour::run(arguments, context),
        Commands::Angle(arguments) => ask::angle::run(arguments, context),
        Commands::Trip(arguments) => ask::trip::run(arguments, context),
        Commands::Discover(arguments) => ask::discover::run(arguments, context),
        Commands::Agents(arguments) => ask::agents::run(arguments, context),
        Commands::Oracle(command) => oracle::run(command, context),
    }
}
