//! `xun path oracle build`: tables for a map that does not change; `xun path solve --oracle` and
//! the library's `Oracle` read them.

use super::input::{self, InputOptions};
use super::{options, progress::Progress, text};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::{Context as _, anyhow};
use clap::{Args, Subcommand};
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use xun_game::files::read_at_most;
use xun_grid::{Limits, Map, Oracle, OracleError, OracleOptions};
use xun_messages::Message as _;

/// The commands under `xun path oracle`.
#[derive(Subcommand)]
pub(crate) enum Commands {
    /// Make the oracle of a map and write it to a file
    Build(BuildArguments),
}

/// Arguments of `xun path oracle build`.
#[derive(Args)]
pub(crate) struct BuildArguments {
    /// Map file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// File to write (default: FILE.oracle)
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Memory at most, in bytes for each cell; with less than all labels need, some queries search
    #[arg(long, default_value_t = OracleOptions::default().bytes_per_cell, value_name = "BYTES")]
    bytes_per_cell: u32,
    /// Time limit in seconds
    #[arg(long, value_parser = options::seconds, value_name = "SECONDS")]
    time: Option<Duration>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

/// Runs one of the commands.
pub(super) fn run(command: &Commands, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Commands::Build(arguments) => build(arguments, context),
    }
}

fn build(arguments: &BuildArguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let input = InputOptions { ignore_supply: true, ..InputOptions::default() };
    let (document, ..) = input::document(&arguments.file, &input, language)?;
    let out = arguments.out.clone().unwrap_or_else(|| input::beside(&arguments.file, "oracle"));
    let began = Instant::now();
    let deadline = arguments.time.and_then(|time| began.checked_add(time));
    let limits = Limits { stop: Some(context.stop.flag()), deadline, ..Limits::default() };
    let progress = Progress::spinner(language.pick("building", "生成中"));
    let options = OracleOptions { bytes_per_cell: arguments.bytes_per_cell };
    let built = Oracle::build(&document.map, &options, &limits);
    drop(progress);
    let oracle = match built {
        Ok(oracle) => oracle,
        Err(error @ OracleError::Stopped) => {
            eprintln!("{}", error.text().pick(language));
            return Ok(if context.stopped() { Exit::Interrupted } else { Exit::CheckFailed });
        }
        Err(error) => return Err(named(&arguments.file, error, language)),
    };
    write_whole(&out, &oracle.to_bytes())?;
    let (points, entries) = oracle.size();
    let per_cell = oracle.bytes() as f64 / document.map.cells() as f64;
    if arguments.json {
        let object = json!({
            "file": out.display().to_string(),
            "points": points,
            "entries": entries,
            "bytes": oracle.bytes(),
            "complete": oracle.is_complete(),
            "seconds": began.elapsed().as_secs_f64(),
        });
        writeln!(context.out, "{object}")?;
        return Ok(Exit::Answered);
    }
    let (file, time) = (out.display(), text::time(began.elapsed()));
    match language {
        Language::English => writeln!(
            context.out,
            "{file}: {points} jump points, {entries} label entries, {per_cell:.1} bytes a cell, {}, in {time}",
            if oracle.is_complete() { "all labels" } else { "labels for some pairs only" },
        )?,
        Language::Chinese => writeln!(
            context.out,
            "{file}：{points} 个跳点，{entries} 条标号，每格 {per_cell:.1} 字节，{}，用时 {time}",
            if oracle.is_complete() { "标号完整" } else { "标号只覆盖部分点对" },
        )?,
    }
    Ok(Exit::Answered)
}

/// Reads the oracle of a map.
pub(super) fn read(file: &Path, map: &Map, language: Language) -> anyhow::Result<Arc<Oracle>> {
    let cannot = || file.display().to_string();
    // A device has no length, and would be read until memory ends.
    let length = fs::metadata(file).with_context(cannot)?.len();
    let bytes = read_at_most(file, length).with_context(cannot)?;
    let oracle = Oracle::from_bytes(&bytes, map).map_err(|error| named(file, error, language))?;
    Ok(Arc::new(oracle))
}

fn named(file: &Path, error: OracleError, language: Language) -> anyhow::Error {
    anyhow!("{}: {}", input::shown(file, language), error.text().pick(language))
}

/// Writes a file beside its place first, so that what was there stays if the writing fails.
fn write_whole(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let part = input::beside(file, "part");
    fs::write(&part, bytes)
        .and_then(|()| fs::rename(&part, file))
        .inspect_err(|_| drop(fs::remove_file(&part)))
        .with_context(|| file.display().to_string())
}
