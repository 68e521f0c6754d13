//! Results in a folder: `ID.json` holds everything, `ID.csv` the rows for other programs.

use crate::experiment::Experiment;
use crate::results::{Results, Row};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why results cannot be stored or read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file holds no results.
    #[error("{}: not results of an experiment: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: serde_json::Error,
    },
}

fn in_file(path: &Path) -> impl Fn(io::Error) -> StoreError + '_ {
    |error| StoreError::File { path: path.to_owned(), error }
}

/// Writes a file whole or not at all: beside its place first, then into it.
pub fn write_file(path: &Path, content: &[u8]) -> Result<(), StoreError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    std::fs::write(&part, content).map_err(in_file(&part))?;
    std::fs::rename(&part, path).map_err(in_file(path))
}

/// Stores results in a folder, which is made if it is not there. Returns the files written.
pub fn save(
    folder: &Path,
    results: &Results,
    experiment: &Experiment,
) -> Result<Vec<PathBuf>, StoreError> {
    std::fs::create_dir_all(folder).map_err(in_file(folder))?;
    let json = folder.join(format!("{}.json", results.experiment));
    let mut text = serde_json::to_string_pretty(results)
        .map_err(|error| StoreError::Content { path: json.clone(), error })?;
    text.push('\n');
    write_file(&json, text.as_bytes())?;
    let table = folder.join(format!("{}.csv", results.experiment));
    write_file(&table, csv(results, experiment).as_bytes())?;
    Ok(vec![json, table])
}

/// Reads the results of an experiment from a folder; nothing if they are not there.
pub fn load(folder: &Path, experiment: &str) -> Result<Option<Results>, StoreError> {
    let path = folder.join(format!("{experiment}.json"));
    let text = match xun_game::files::read_at_most(&path, 1 << 30) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::File { path, error }),
    };
    serde_json::from_slice(&text).map(Some).map_err(|error| StoreError::Content { path, error })
}

/// The rows as comma-separated values: group, problem, variant, x, then every measure of the
/// experiment.
pub fn csv(results: &Results, experiment: &Experiment) -> String {
    let mut text = String::from("group,problem,variant,x");
    for measure in &experiment.measures {
        let _ = write!(text, ",{}", field(measure.id));
    }
    text.push('\n');
    for row in &results.rows {
        let x = row.x.map(|x| x.to_string()).unwrap_or_default();
        let _ = write!(
            text,
            "{},{},{},{x}",
            field(&row.group),
            field(&row.problem),
            field(&row.variant)
        );
        for measure in &experiment.measures {
            let value = row.values.get(measure.id).map(f64::to_string).unwrap_or_default();
            let _ = write!(text, ",{value}");
        }
        text.push('\n');
    }
    text
}

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// The rows of such a file; a line that does not fit its heading is left out.
pub fn rows_of_csv(text: &str) -> Vec<Row> {
    let mut lines = text.lines().map(fields);
    let Some(head) = lines.next() else { return Vec::new() };
    lines
        .filter(|cells| cells.len() == head.len() && cells.len() >= 4)
        .map(|cells| Row {
            group: cells[0].clone(),
            problem: cells[1].clone(),
            variant: cells[2].clone(),
            x: cells[3].parse().ok(),
            values: head[4..]
                .iter()
                .zip(&cells[4..])
                .filter_map(|(id, value)| Some((id.clone(), value.parse().ok()?)))
                .collect::<BTreeMap<_, _>>(),
        })
        .collect()
}

fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = fields.last_mut().expect("there is always one");
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                last.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            letter => last.push(letter),
        }
    }
    fields
}
