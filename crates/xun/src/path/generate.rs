//! `xun path generate`: maps and problems by kind, size and seed.

use super::input::{self, FormatName};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::{Context as _, anyhow};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use xun_grid::format::{self, Document, Format, Scenario, WriteError};
use xun_grid::generate::{Kind, Recipe, generate};
use xun_grid::{Limits, Moves, Options, Problem, Silent, solve};
use xun_messages::Message as _;

/// The kinds by the names that the command line knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KindName {
    Random,
    Maze,
    Braided,
    Rooms,
    Caves,
    Comb,
    Ladder,
    DeadEnd,
    Corridor,
}

impl From<KindName> for Kind {
    fn from(name: KindName) -> Self {
        match name {
            KindName::Random => Self::Random,
            KindName::Maze => Self::Maze,
            KindName::Braided => Self::Braided,
            KindName::Rooms => Self::Rooms,
            KindName::Caves => Self::Caves,
            KindName::Comb => Self::Comb,
            KindName::Ladder => Self::Ladder,
            KindName::DeadEnd => Self::DeadEnd,
            KindName::Corridor => Self::Corridor,
        }
    }
}

/// Arguments of `xun path generate`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Kind of map; the last four cannot be solved without their stations
    #[arg(value_enum, value_name = "KIND")]
    kind: KindName,
    /// Rows
    #[arg(long, short, default_value = "21", value_name = "COUNT")]
    rows: u32,
    /// Columns
    #[arg(long, short, default_value = "41", value_name = "COUNT")]
    columns: u32,
    /// Seed: the same seed makes the same map everywhere
    #[arg(long, short, default_value = "1", value_name = "NUMBER")]
    seed: u64,
    /// Share of walls, of dead ends removed (braided) or of further doors (rooms), 0 to 1
    #[arg(long, value_name = "SHARE")]
    density: Option<f64>,
    /// Size of rooms; distance of teeth and rungs
    #[arg(long, value_name = "CELLS")]
    spacing: Option<u32>,
    /// Highest terrain cost, 2 to 9 (default: all ground costs 1)
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=9), value_name = "COST")]
    costs: Option<u8>,
    /// Tank size
    #[arg(long, value_name = "UNITS")]
    tank: Option<u32>,
    /// Stations at random places, for kinds that have none of their own
    #[arg(long, requires = "tank", value_name = "COUNT")]
    stations: Option<u32>,
    /// Format (default: lab with a tank, ascii without)
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<FormatName>,
    /// File to write, or folder with --count; matrix and movingai also write FILE.ends or FILE.scen
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Number of maps, with consecutive seeds, written into the folder given by --out
    #[arg(long, requires = "out", value_name = "COUNT")]
    count: Option<u32>,
    /// Describe the generated maps as JSON (needs --out)
    #[arg(long, requires = "out")]
    json: bool,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let mut made = Vec::new();
    for number in 0..arguments.count.unwrap_or(1) {
        if context.stopped() {
            return Ok(Exit::Interrupted);
        }
        let seed = arguments.seed.wrapping_add(u64::from(number));
        let problem = make(arguments, seed, language)?;
        let format = chosen_format(arguments, &problem);
        let document = Document::of(&problem, format);
        let Some(out) = &arguments.out else {
            format::write(&document, &mut context.out).map_err(|error| failed(error, language))?;
            tell_ends(&problem, format, language);
            continue;
        };
        let file = match arguments.count {
            Some(_) => {
                fs::create_dir_all(out).with_context(|| out.display().to_string())?;
                out.join(file_name(arguments, seed, format))
            }
            None => out.clone(),
        };
        write_file(&file, &document, language)?;
        write_beside(&file, &problem, format, context)?;
        made.push(json!({
            "file": file.display().to_string(),
            "seed": seed,
            "rows": arguments.rows,
            "columns": arguments.columns,
            "start": [problem.start().row, problem.start().column],
            "goal": [problem.goal().row, problem.goal().column],
            "tank": problem.supply().map(|supply| supply.tank),
            "stations": problem.supply().map_or(0, |supply| supply.stations.len()),
        }));
    }
    if arguments.json {
        writeln!(context.out, "{}", json!({ "made": made }))?;
    }
    Ok(Exit::Answered)
}

fn make(arguments: &Arguments, seed: u64, language: Language) -> anyhow::Result<Problem> {
    let usual = Recipe::default();
    let recipe = Recipe {
        kind: arguments.kind.into(),
        rows: arguments.rows,
        columns: arguments.columns,
        seed,
        density: arguments.density,
        spacing: arguments.spacing.unwrap_or(usual.spacing),
        costs: arguments.costs.unwrap_or(usual.costs),
        tank: arguments.tank,
        stations: arguments.stations.unwrap_or(usual.stations),
    };
    generate(&recipe).map_err(|error| anyhow!(error.text().pick(language).to_owned()))
}

fn chosen_format(arguments: &Arguments, problem: &Problem) -> Format {
    match arguments.format {
        Some(format) => format.into(),
        None if problem.supply().is_some() && problem.map().is_uniform() => Format::Lab,
        None => Format::Ascii,
    }
}

fn file_name(arguments: &Arguments, seed: u64, format: Format) -> String {
    let extension = if format == Format::MovingAi { "map" } else { "txt" };
    let kind = Kind::from(arguments.kind);
    format!("{kind}-{}x{}-{seed}.{extension}", arguments.rows, arguments.columns)
}

fn write_file(file: &Path, document: &Document, language: Language) -> anyhow::Result<()> {
    let written = File::create(file).map_err(WriteError::from).and_then(|opened| {
        let mut out = BufWriter::new(opened);
        format::write(document, &mut out)?;
        Ok(out.flush()?)
    });
    written.map_err(|error| failed(error, language)).with_context(|| file.display().to_string())
}

/// Formats that do not mark start and goal get them in a file beside.
fn write_beside(
    file: &Path,
    problem: &Problem,
    format: Format,
    context: &Context,
) -> anyhow::Result<()> {
    let (start, goal) = (problem.start(), problem.goal());
    match format {
        Format::Matrix => {
            let text =
                format!("from {},{}\nto {},{}\n", start.row, start.column, goal.row, goal.column);
            let file = input::beside(file, "ends");
            fs::write(&file, text).with_context(|| file.display().to_string())
        }
        Format::MovingAi => {
            let options = Options { moves: Moves::Eight, ..Options::default() };
            let limits = Limits { stop: Some(context.stop.flag()), ..Limits::default() };
            let answer = solve(&problem.without_supply(), &options, &limits, &mut Silent).ok();
            let length = answer.and_then(|answer| answer.path().map(|path| path.cost));
            let length = length.unwrap_or(0.0);
            let scenario = Scenario {
                bucket: (length / 4.0) as u32,
                map: file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                columns: problem.map().columns(),
                rows: problem.map().rows(),
                start,
                goal,
                length,
            };
            let file = input::beside(file, "scen");
            let mut text = Vec::new();
            format::write_scenarios(&[scenario], &mut text)?;
            fs::write(&file, text).with_context(|| file.display().to_string())
        }
        _ => Ok(()),
    }
}

fn tell_ends(problem: &Problem, format: Format, language: Language) {
    if matches!(format, Format::Matrix | Format::MovingAi) {
        let (start, goal) = (problem.start(), problem.goal());
        let note = language.pick("note: solve it with", "注意：求解时请加");
        eprintln!("{note} --from {},{} --to {},{}", start.row, start.column, goal.row, goal.column);
    }
}

fn failed(error: WriteError, language: Language) -> anyhow::Error {
    match (error, language) {
        // Kept as it is, so that a closed pipe stays recognisable.
        (WriteError::Io(error), _) => error.into(),
        (error, language) => anyhow!(error.text().pick(language).to_owned()),
    }
}
