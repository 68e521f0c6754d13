//! From what the user named (files, folders, `-` for standard input) to problems.

use super::faults;
use crate::language::Language;
use crate::usage_error::BadValue;
use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use xun_game::files::wait_for_input;
use xun_grid::format::{self, Document, Format, Prices};
use xun_grid::{Cell, Problem, Supply};
use xun_messages::grid;

/// More than the largest allowed map can need, and a stop for inputs without end.
const MAX_BYTES: u64 = 256 << 20;

/// The formats by the names that the command line knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FormatName {
    Lab,
    Matrix,
    Movingai,
    Ascii,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Lab => Self::Lab,
            FormatName::Matrix => Self::Matrix,
            FormatName::Movingai => Self::MovingAi,
            FormatName::Ascii => Self::Ascii,
        }
    }
}

/// Options that turn a map file into a problem.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct InputOptions {
    /// Start cell, counted from zero; overrides the map
    #[arg(long, value_parser = cell, value_name = "ROW,COL")]
    pub(super) from: Option<Cell>,
    /// Goal cell, counted from zero; overrides the map
    #[arg(long, value_parser = cell, value_name = "ROW,COL")]
    pub(super) to: Option<Cell>,
    /// Side file with lines `from ROW,COL` and `to ROW,COL` (default: FILE.ends, if there is one)
    #[arg(long, value_name = "FILE")]
    pub(super) ends: Option<PathBuf>,
    /// Problem number of FILE.scen, from 1 (default: the first, where no start and goal are given)
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["from", "to", "ends"])]
    pub(super) scenario: Option<usize>,
    /// Tank size instead of the file's T
    #[arg(
        long, value_name = "UNITS",
        value_parser = clap::value_parser!(u32).range(..=i64::from(format::MAX_TANK))
    )]
    pub(super) tank: Option<u32>,
    /// Price per unit at every station; overrides the file
    #[arg(
        long, value_name = "PRICE", conflicts_with = "ignore_supply",
        value_parser = clap::value_parser!(u32).range(..=i64::from(format::MAX_TANK))
    )]
    pub(super) price: Option<u32>,
    /// Side file with lines `price N` and `price ROW,COL N` (default: FILE.prices, if there is one)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["price", "ignore_supply"])]
    pub(super) prices: Option<PathBuf>,
    /// Ignore tank and stations: solve the plain path problem
    #[arg(long, conflicts_with = "tank")]
    pub(super) ignore_supply: bool,
    /// Format of the map (default: detected)
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(super) format: Option<FormatName>,
}

/// `ROW,COL`.
pub(super) fn cell(text: &str) -> Result<Cell, BadValue> {
    let numbers =
        text.split_once(',').map(|(row, column)| (row.trim().parse(), column.trim().parse()));
    match numbers {
        Some((Ok(row), Ok(column))) => Ok(Cell::new(row, column)),
        _ => Err(BadValue::new(
            "expected ROW,COL, two numbers from zero such as 1,0",
            "应为 行,列，两个从零数起的数，例如 1,0",
        )),
    }
}

/// The name by which an input is spoken of.
pub(super) fn shown(path: &Path, language: Language) -> String {
    if is_standard_input(path) {
        language.pick("standard input", "标准输入").to_owned()
    } else {
        path.display().to_string()
    }
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Files as they are, folders as the maps in them, in the order a person would expect (2 before
/// 10).
pub(super) fn expand(named: &[PathBuf], language: Language) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if is_standard_input(path) || !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut inside = Vec::new();
        for entry in fs::read_dir(path).with_context(|| shown(path, language))? {
            let entry = entry.with_context(|| shown(path, language))?.path();
            if entry.is_file() && looks_like_a_map(&entry) {
                inside.push(entry);
            }
        }
        if inside.is_empty() {
            bail!(
                "{}: {}",
                path.display(),
                language.pick("no maps in this folder", "此文件夹中没有地图")
            );
        }
        inside.sort_by_key(|file| natural(&file.to_string_lossy()));
        files.extend(inside);
    }
    Ok(files)
}

/// Whether a file in a folder is worth trying: not hidden, and not something that stands beside
/// maps.
fn looks_like_a_map(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = ["scen", "ends", "prices", "md", "svg", "png", "jsonl", "json", "sh"];
    !name.starts_with('.')
        && !path
            .extension()
            .is_some_and(|end| beside.iter().any(|&known| end.eq_ignore_ascii_case(known)))
}

/// A key that sorts numbers inside names by their value.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let text = rest.find(|symbol: char| symbol.is_ascii_digit()).unwrap_or(rest.len());
        let (before, digits) = rest.split_at(text);
        let end = digits.find(|symbol: char| !symbol.is_ascii_digit()).unwrap_or(digits.len());
        parts.push((before.to_owned(), digits[..end].parse().unwrap_or(u64::MAX)));
        rest = &digits[end..];
    }
    parts
}

/// Reads a file or standard input, up to [`MAX_BYTES`].
pub(super) fn bytes(path: &Path, language: Language) -> anyhow::Result<Vec<u8>> {
    let read = || -> io::Result<Vec<u8>> {
        let (mut bytes, _waiting) = (Vec::new(), wait_for_input());
        if is_standard_input(path) {
            io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        } else {
            fs::File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    };
    let bytes = read().map_err(|error| unreadable(path, &error, language))?;
    if bytes.len() as u64 > MAX_BYTES {
        let why = language
            .pick("larger than 256 MiB: no map needs that", "超过 256 MiB：没有地图需要这么大");
        bail!("{}: {why}", shown(path, language));
    }
    Ok(bytes)
}

fn unreadable(path: &Path, error: &io::Error, language: Language) -> anyhow::Error {
    let why = match (error.kind(), language) {
        (io::ErrorKind::NotFound, Language::English) => "no such file".to_owned(),
        (io::ErrorKind::NotFound, Language::Chinese) => "没有这个文件".to_owned(),
        (io::ErrorKind::PermissionDenied, Language::Chinese) => "没有权限".to_owned(),
        (io::ErrorKind::IsADirectory, Language::English) => {
            "a folder where a file is expected".to_owned()
        }
        (io::ErrorKind::IsADirectory, Language::Chinese) => "此处应为文件，却是文件夹".to_owned(),
        (_, Language::English) => error.to_string(),
        (_, Language::Chinese) => format!("无法读取（{error}）"),
    };
    anyhow!("{}: {why}", shown(path, language))
}

/// All faults of a file as one error.
pub(super) fn faulty(path: &Path, faults: &format::Faults, language: Language) -> anyhow::Error {
    let (heading, list) = (grid::heading(faults), grid::list(faults, language));
    let colon = language.pick(": ", "：");
    anyhow!("{}{colon}{}\n{list}", shown(path, language), heading.pick(language))
}

/// The problem that a file holds, completed by the options.
pub(super) fn problem(
    path: &Path,
    options: &InputOptions,
    language: Language,
) -> anyhow::Result<Problem> {
    problem_of(path, bytes(path, language)?, options, language)
}

/// The problem of a file that has been read.
pub(super) fn problem_of(
    path: &Path,
    text: Vec<u8>,
    options: &InputOptions,
    language: Language,
) -> anyhow::Result<Problem> {
    let (document, from, to) = document_of(path, &text, options, language)?;
    drop(text);
    document.into_problem(from, to).map_err(|error| {
        anyhow!("{}: {}", shown(path, language), faults::document(&error, language))
    })
}

/// A file's content, completed by the options, and the start and goal that options and side files
/// give.
pub(super) fn document(
    path: &Path,
    options: &InputOptions,
    language: Language,
) -> anyhow::Result<(Document, Option<Cell>, Option<Cell>)> {
    document_of(path, &bytes(path, language)?, options, language)
}

fn document_of(
    path: &Path,
    text: &[u8],
    options: &InputOptions,
    language: Language,
) -> anyhow::Result<(Document, Option<Cell>, Option<Cell>)> {
    let name = (!is_standard_input(path)).then(|| path.to_string_lossy());
    let document = format::read(text, options.format.map(Format::from), name.as_deref())
        .map_err(|faults| faulty(path, &faults, language))?;
    let marked = document.start.is_some() && document.goal.is_some();
    let (from, to) = ends(path, options, marked, language)?;
    let mut document = document;
    if options.ignore_supply {
        document.supply = None;
    }
    if let Some(tank) = options.tank {
        match &mut document.supply {
            Some(supply) => supply.tank = tank,
            none => *none = Some(Supply { tank, stations: Vec::new() }),
        }
    }
    if let Some(supply) = &mut document.supply {
        price(path, supply, options, language)?;
    }
    Ok((document, from, to))
}

/// Prices the stations as far as something other than the map says so.
fn price(
    path: &Path,
    supply: &mut Supply,
    options: &InputOptions,
    language: Language,
) -> anyhow::Result<()> {
    if let Some(price) = options.price {
        return Prices::of_all(price)
            .apply(supply)
            .map_err(|faults| faulty(path, &faults, language));
    }
    let side = match &options.prices {
        Some(file) => file.clone(),
        None if !is_standard_input(path) && beside(path, "prices").is_file() => {
            beside(path, "prices")
        }
        None => return Ok(()),
    };
    format::read_prices(&bytes(&side, language)?)
        .and_then(|prices| prices.apply(supply))
        .map_err(|faults| faulty(&side, &faults, language))
}

/// Start and goal from the options, a side file or a scenario file; none where only the map
/// gives them.
fn ends(
    path: &Path,
    options: &InputOptions,
    marked: bool,
    language: Language,
) -> anyhow::Result<(Option<Cell>, Option<Cell>)> {
    let untold =
        !marked && options.from.is_none() && options.to.is_none() && options.ends.is_none();
    let first_of_file = untold
        && !is_standard_input(path)
        && beside(path, "scen").is_file()
        && !beside(path, "ends").is_file();
    if let Some(number) = options.scenario.or(first_of_file.then_some(1)) {
        let file = beside(path, "scen");
        let scenarios = format::read_scenarios(&bytes(&file, language)?)
            .map_err(|faults| faulty(&file, &faults, language))?;
        let chosen = number.checked_sub(1).and_then(|index| scenarios.get(index));
        let Some(scenario) = chosen else {
            match language {
                Language::English => {
                    bail!(
                        "{}: there is no problem {number}; it has 1 to {}",
                        file.display(),
                        scenarios.len()
                    )
                }
                Language::Chinese => {
                    bail!(
                        "{}：没有第 {number} 个问题；共有 1 到 {} 个",
                        file.display(),
                        scenarios.len()
                    )
                }
            }
        };
        return Ok((Some(scenario.start), Some(scenario.goal)));
    }
    let side = match &options.ends {
        Some(file) => Some(file.clone()),
        None => {
            Some(beside(path, "ends")).filter(|file| !is_standard_input(path) && file.is_file())
        }
    };
    let from_side = match side {
        Some(file) => Some(
            format::read_ends(&bytes(&file, language)?)
                .map_err(|faults| faulty(&file, &faults, language))?,
        ),
        None => None,
    };
    Ok((
        options.from.or(from_side.map(|ends| ends.from)),
        options.to.or(from_side.map(|ends| ends.to)),
    ))
}

/// `FILE.extension`.
pub(super) fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_sort_by_value() {
        let mut names = ["input_10.txt", "input_2.txt", "input_1.txt", "a"];
        names.sort_by_key(|name| natural(name));
        assert_eq!(names, ["a", "input_1.txt", "input_2.txt", "input_10.txt"]);
    }

    #[test]
    fn a_cell_is_two_numbers() {
        assert_eq!(cell("1,0"), Ok(Cell::new(1, 0)));
        assert_eq!(cell(" 16 , 24 "), Ok(Cell::new(16, 24)));
        for wrong in ["", "1", "1,", "-1,0", "1,2,3", "99999999999,0", "a,b"] {
            assert!(cell(wrong).is_err(), "{wrong}");
        }
    }
}
