//! `xun-tune gomoku book …`: think long about the first moves, and make the table that the engine
//! opens with.

mod grow;
mod tree;

use crate::context::{Context, Exit};
use anyhow::{Context as _, anyhow};
use clap::Subcommand;
use grow::{Growth, grow};
use parking_lot::Mutex;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tree::Tree;
use xun_gomoku::notation::parse_moves;
use xun_gomoku::rules::{Rule, Size};

/// The commands of `xun-tune gomoku book`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Analyse positions where good play is likely to lead, and add them to a file
    Grow(Grow),
    /// Settle on one move where several were looked at, and forget the others
    Choose(Choose),
    /// Print black's best moves of such a file as the engine's table
    Table(TableArguments),
}

/// Arguments of `grow`.
#[derive(clap::Args)]
pub(crate) struct Grow {
    /// The analysis; begun if it is not there
    file: PathBuf,
    /// Positions to analyse
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    positions: usize,
    /// Most minutes
    #[arg(long, value_name = "MINUTES")]
    minutes: Option<f64>,
    /// Nodes of the search for each
    #[arg(long, default_value_t = 400_000, value_parser = clap::value_parser!(u64).range(1000..))]
    nodes: u64,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Megabytes of each thread's table
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Moves to look at where black moves
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=50))]
    black: u8,
    /// Moves to look at where white moves
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=50))]
    white: u8,
    /// Only positions after these moves; the position before the last must have been analysed
    #[arg(long, value_name = "MOVES")]
    from: Option<String>,
}

/// Arguments of `choose`.
#[derive(clap::Args)]
pub(crate) struct Choose {
    /// The analysis
    file: PathBuf,
    /// Moves from the empty board, the last of which is the chosen one
    #[arg(required = true, value_name = "MOVES")]
    moves: Vec<String>,
}

/// Arguments of `table`.
#[derive(clap::Args)]
pub(crate) struct TableArguments {
    /// The analysis
    file: PathBuf,
}

const SIZE: Size = Size::STANDARD;
/// Interval at which the file is written during the analysis.
const SAVE: Duration = Duration::from_secs(20);

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Grow(arguments) => grow_file(arguments, context),
        Command::Choose(arguments) => choose(arguments, context),
        Command::Table(arguments) => {
            for line in read(&arguments.file)?.table() {
                writeln!(context.out, "{line}")?;
            }
            Ok(Exit::Done)
        }
    }
}

fn read(file: &Path) -> anyhow::Result<Tree> {
    let name = || file.display().to_string();
    let text = xun_game::files::read_text(file).with_context(name)?;
    Tree::parse(&text, SIZE, Rule::Freestyle).with_context(name)
}

fn choose(arguments: &Choose, context: &mut Context) -> anyhow::Result<Exit> {
    let file = &arguments.file;
    let mut tree = read(file)?;
    for text in &arguments.moves {
        let moves = parse_moves(text, SIZE)?;
        if !tree.choose(&moves) {
            return Err(anyhow!(
                "{text}: {} does not hold the position before the last move",
                file.display()
            ));
        }
    }
    write(file, &tree)?;
    writeln!(context.out, "black stands at {}", tree.value())?;
    Ok(Exit::Done)
}

/// Writes beside the file first, so that an interruption never leaves half of it.
fn write(file: &Path, tree: &Tree) -> anyhow::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    let name = || file.display().to_string();
    std::fs::write(&beside, tree.to_string()).with_context(name)?;
    std::fs::rename(&beside, file).with_context(name)
}

fn grow_file(arguments: &Grow, context: &mut Context) -> anyhow::Result<Exit> {
    let file = &arguments.file;
    let mut tree = if file.exists() { read(file)? } else { Tree::new(SIZE, Rule::Freestyle) };
    let from = match &arguments.from {
        None => 0,
        Some(text) => {
            let moves = parse_moves(text, SIZE)?;
            tree.find_or_add(&moves)
                .ok_or_else(|| anyhow!("--from {text}: {} does not lead there", file.display()))?
        }
    };
    let growth = Growth {
        nodes: arguments.nodes,
        positions: arguments.positions,
        threads: arguments.threads.into(),
        table_bytes: (arguments.hash as usize) << 20,
        lines: [arguments.black.into(), arguments.white.into()],
    };
    let began = Instant::now();
    let end =
        arguments.minutes.map(|minutes| Duration::from_secs_f64(minutes.clamp(0.0, 1e6) * 60.0));
    let stop = &context.stop_handle();
    let saved = Mutex::new((Instant::now(), Ok(())));
    grow(&mut tree, from, &growth, stop, &|tree| {
        let mut saved = saved.lock();
        if saved.0.elapsed() > SAVE && saved.1.is_ok() {
            *saved = (Instant::now(), write(file, tree));
        }
        if saved.1.is_err() || end.is_some_and(|end| began.elapsed() > end) {
            stop.stop();
        }
    });
    saved.into_inner().1?;
    write(file, &tree)?;
    writeln!(context.out, "{} positions, black stands at {}", tree.analysed(), tree.value())?;
    Ok(Exit::Done)
}
