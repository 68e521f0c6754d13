//! `xun lab grade …`: a student's program against instances, or an engine of theirs in a match.

mod boards;
mod class;
mod contest;
mod tournament;

use crate::context::Context;
use crate::exit::Exit;
use crate::isolation;
use crate::language::Language;
use anyhow::anyhow;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Subcommand, ValueEnum};
use indicatif::ProgressBar;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;
use xun_arena::{EngineProtocol, Game, RunLimits, TimeControl};
use xun_lab::grade::{
    BoardInstance, BoardSystem, Examination, GradeGame, Graded, GradedBoard, PathInstance,
    generated, gomoku_instances, grade_boards, grade_paths, markdown, read_instance, summary,
    xiangqi_instances,
};

/// The commands of `xun lab grade`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// A program that reads a map (`M N T`, then the cells) and prints the fewest steps and the
    /// moves
    Path(PathArguments),
    /// A program that reads a ten-line board and prints red's move; or an engine
    Xiangqi(GameArguments),
    /// A program that reads a Gomoku board and prints a point; or an engine
    Gomoku(GameArguments),
    /// A whole class: an assignment and all submissions to it
    Class(class::Arguments),
    /// A tournament of the submissions to a Gomoku assignment: each plays each, with a table
    Tournament(tournament::Arguments),
}

/// Options for running the program and printing the result.
#[derive(clap::Args)]
pub(crate) struct Running {
    /// Seconds for each instance
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    time: f64,
    /// MiB of memory, the program and its children together
    #[arg(
        long, default_value_t = 512, value_name = "MIB",
        value_parser = clap::value_parser!(u64).range(1..=1_048_576)
    )]
    memory: u64,
    /// MiB of address space of each process (default: 1024 more than the memory; 0: no limit, for
    /// languages that reserve much)
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(0..=1_048_576))]
    address_space: Option<u64>,
    /// Bytes of output
    #[arg(
        long, default_value_t = 1 << 20, value_name = "BYTES",
        value_parser = clap::value_parser!(u64).range(1..=1 << 30)
    )]
    output: u64,
    /// Processes at one time
    #[arg(
        long, default_value_t = 128, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=65_536)
    )]
    processes: u64,
    /// MiB of files in its private folder
    #[arg(
        long, default_value_t = 64, value_name = "MIB",
        value_parser = clap::value_parser!(u64).range(1..=1_048_576)
    )]
    disk: u64,
    #[command(flatten)]
    isolation: isolation::Options,
    /// Seed of the instances
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of generated instances
    #[arg(
        long, default_value_t = 18, value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    count: u32,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// The program and its arguments, after `--`
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Arguments of `grade path`.
#[derive(clap::Args)]
pub(crate) struct PathArguments {
    /// Map files instead of generated ones
    #[arg(long, value_name = "FILE", num_args = 1..)]
    maps: Vec<PathBuf>,
    /// Rows of the largest generated map
    #[arg(
        long, default_value_t = 40, value_name = "N",
        value_parser = clap::value_parser!(u32).range(5..=1000)
    )]
    size: u32,
    #[command(flatten)]
    running: Running,
}

/// Arguments of `grade xiangqi` and `grade gomoku`.
#[derive(clap::Args)]
pub(crate) struct GameArguments {
    /// Board files instead of generated positions
    #[arg(long, value_name = "FILE", num_args = 1..)]
    boards: Vec<PathBuf>,
    /// Search depth of the engine that judges a move
    #[arg(
        long, default_value_t = 8, value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=30)
    )]
    depth: u32,
    /// Largest loss of a move that passes, in hundredths of a pawn
    #[arg(
        long, default_value_t = 150, value_name = "LOSS",
        value_parser = clap::value_parser!(i32).range(0..=9999)
    )]
    allow: i32,
    /// Form of points in the program's output: row-column from the top left, column-row from the
    /// bottom left
    #[arg(long, value_enum, default_value_t = SystemName::RowColumn, value_name = "SYSTEM")]
    coordinates: SystemName,
    /// The command is an engine of this protocol: it plays a match
    #[arg(long, value_parser = protocol(), value_name = "PROTOCOL")]
    engine: Option<EngineProtocol>,
    /// Opponent of the engine, as in `xun match`
    #[arg(long, default_value = "xun; level=beginner", value_name = "PLAYER")]
    against: String,
    /// Games of the match
    #[arg(
        long, default_value_t = 10, value_name = "N",
        value_parser = clap::value_parser!(u32).range(2..=10_000)
    )]
    games: u32,
    /// Time control of the match, as in `xun match`
    #[arg(long, default_value = "200ms", value_name = "CONTROL")]
    control: TimeControl,
    /// Least score that passes, as a share of the points
    #[arg(long, default_value_t = 0.5, value_name = "SHARE")]
    pass: f64,
    #[command(flatten)]
    running: Running,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SystemName {
    RowColumn,
    ColumnRow,
}

/// The parser of a protocol's name.
fn protocol() -> impl TypedValueParser<Value = EngineProtocol> {
    let names = EngineProtocol::ALL.map(EngineProtocol::name);
    PossibleValuesParser::new(names)
        .map(|name| EngineProtocol::named(&name).expect("one of the names"))
}

/// Grades; ends with 1 unless everything passed.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Path(arguments) => path(arguments, context),
        Command::Xiangqi(arguments) => game(arguments, Game::Xiangqi, context),
        Command::Gomoku(arguments) => game(arguments, Game::Gomoku, context),
        Command::Class(arguments) => class::run(arguments, context),
        Command::Tournament(arguments) => tournament::run(arguments, context),
    }
}

impl Running {
    fn limits(&self, language: Language) -> anyhow::Result<RunLimits> {
        let time = Duration::try_from_secs_f64(self.time).ok().filter(|time| !time.is_zero());
        let time = time.filter(|time| *time <= Duration::from_secs(86_400)).ok_or_else(|| {
            let wanted = language
                .pick("expected seconds above 0, up to a day", "应为大于 0、不超过一天的秒数");
            anyhow!("--time {}: {wanted}", self.time)
        })?;
        let address_space = match self.address_space {
            None => Some((self.memory + 1024) << 20),
            Some(0) => None,
            Some(most) => Some(most << 20),
        };
        Ok(RunLimits {
            time,
            memory: self.memory << 20,
            address_space,
            output: self.output,
            processes: self.processes as usize,
            disk: self.disk << 20,
        })
    }
}

fn path(arguments: &PathArguments, context: &mut Context) -> anyhow::Result<Exit> {
    let running = &arguments.running;
    let instances = if arguments.maps.is_empty() {
        generated(running.count, arguments.size, running.seed).map_err(anyhow::Error::msg)?
    } else {
        let read = arguments.maps.iter().map(|path| read_instance(path));
        read.collect::<Result<Vec<PathInstance>, String>>().map_err(anyhow::Error::msg)?
    };
    examine(running, instances.len(), &arguments.maps, context, |examination, listen| {
        Ok(grade_paths(examination, &instances, listen))
    })
}

fn game(arguments: &GameArguments, game: Game, context: &mut Context) -> anyhow::Result<Exit> {
    if let Some(protocol) = arguments.engine {
        return contest::run(arguments, game, protocol, context);
    }
    let running = &arguments.running;
    let rules = GradeGame {
        depth: arguments.depth,
        allowed_loss: arguments.allow,
        system: match arguments.coordinates {
            SystemName::RowColumn => BoardSystem::RowColumn,
            SystemName::ColumnRow => BoardSystem::ColumnRow,
        },
    };
    match game {
        Game::Xiangqi => {
            let instances = if arguments.boards.is_empty() {
                xiangqi_instances(running.count, running.seed)
            } else {
                boards::xiangqi(&arguments.boards, context.language)?
            };
            examine_boards(running, &instances, &arguments.boards, rules, context)
        }
        Game::Gomoku => {
            let instances = if arguments.boards.is_empty() {
                gomoku_instances(running.count, running.seed)
            } else {
                boards::gomoku(&arguments.boards, context.language)?
            };
            examine_boards(running, &instances, &arguments.boards, rules, context)
        }
    }
}

fn examine_boards<B: GradedBoard>(
    running: &Running,
    instances: &[BoardInstance<B>],
    files: &[PathBuf],
    rules: GradeGame,
    context: &mut Context,
) -> anyhow::Result<Exit> {
    examine(running, instances.len(), files, context, |examination, listen| {
        grade_boards(examination, instances, rules, listen).map_err(anyhow::Error::msg)
    })
}

/// Grades with a progress bar, and prints. The files of the instances are hidden from the program.
fn examine(
    running: &Running,
    count: usize,
    files: &[PathBuf],
    context: &mut Context,
    grade: impl FnOnce(&Examination<'_>, &mut dyn FnMut(&Graded)) -> anyhow::Result<Vec<Graded>>,
) -> anyhow::Result<Exit> {
    let language = context.language;
    let limits = running.limits(context.language)?;
    let chosen = running.isolation.choose(&running.command, files, language)?;
    chosen.announce(language);
    let bar = ProgressBar::new(count as u64);
    let graded = {
        let examination = Examination {
            command: &running.command,
            limits,
            isolation: chosen.isolation(),
            stop: &context.stop,
        };
        grade(&examination, &mut |one| {
            bar.inc(1);
            bar.set_message(one.verdict.text().pick(language).to_owned());
        })?
    };
    bar.finish_and_clear();
    let counted = summary(&graded);
    if running.json {
        let answer = json!({
            "command": running.command,
            "isolation": chosen.to_json(),
            "summary": counted,
            "instances": graded,
        });
        writeln!(context.out, "{answer}")?;
    } else {
        write!(context.out, "{}\n{}\n", markdown(&graded, language), chosen.line(language))?;
    }
    Ok(if context.stopped() {
        Exit::Interrupted
    } else if counted.passed == count {
        Exit::Answered
    } else {
        Exit::CheckFailed
    })
}
