//! Importing files and folders. Each batch of files is committed together with the note that they
//! were read, so an import that was stopped goes on where it was.

use crate::add::{Added, insert, insert_positions};
use crate::{Collection, Result};
use rusqlite::{OptionalExtension, Transaction};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use xun_game::files::{MOST_TEXT_BYTES, read_at_most};
use xun_xiangqi::files::{FileFault, ReadOptions, read_games};

/// Endings of game files, in small letters.
const ENDINGS: [&str; 7] = ["xqf", "cbr", "cbl", "cbf", "pgn", "ubb", "txt"];
/// Positions that are collected before they are written in order.
const BATCH: usize = 400_000;

/// Numbers of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportReport {
    /// Files that were read.
    pub files: u64,
    /// Files that an earlier import has read, unchanged since.
    pub known_files: u64,
    /// Games that are new.
    pub games: u64,
    /// Games that the collection has already.
    pub duplicates: u64,
    /// Games whose first position is impossible.
    pub impossible: u64,
    /// Games with faults, of which the sound part was taken.
    pub damaged: u64,
    /// Files that could not be read, with the reason.
    pub unreadable: Vec<(PathBuf, Unreadable)>,
}

/// The reason why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The system's error.
    System(String),
    /// No game is in it.
    Fault(FileFault),
}

/// The state of an import after a file.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// Files that are done, and all of them.
    pub done: usize,
    /// All files.
    pub files: usize,
    /// Findings so far.
    pub report: &'a ImportReport,
}

/// The game files of a folder and the folders in it, in the order of their names; of a file, the
/// file itself. Links to folders are not followed, so no way leads in a circle.
pub fn game_files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !fs::metadata(path)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            let kind = entry.file_type()?;
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            if kind.is_dir() {
                folders.push(path);
            } else if ENDINGS.contains(&ending.to_ascii_lowercase().as_str()) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

impl Collection {
    /// Adds the games of files. `goes_on` is told the progress after each file and may end the
    /// import; games read by then are kept.
    pub fn import(
        &mut self,
        files: &[PathBuf],
        options: &ReadOptions,
        mut goes_on: impl FnMut(Progress<'_>) -> bool,
    ) -> Result<ImportReport> {
        let mut report = ImportReport::default();
        let mut rows = Vec::new();
        let mut done = 0;
        let mut on = true;
        while on && done < files.len() {
            let transaction = self.connection.transaction()?;
            while on && done < files.len() && rows.len() < BATCH {
                let file = &files[done];
                if is_known(&transaction, file)? {
                    report.known_files += 1;
                } else {
                    add_file(&transaction, file, *options, &mut rows, &mut report)?;
                }
                done += 1;
                on = goes_on(Progress { done, files: files.len(), report: &report });
            }
            insert_positions(&transaction, &mut rows)?;
            transaction.commit()?;
        }
        if report.games > 0 {
            self.summarise()?;
        }
        Ok(report)
    }
}

/// The name under which a file is noted, its size and time of change.
fn identity(path: &Path) -> Option<(String, i64, i64)> {
    let path = fs::canonicalize(path).ok()?;
    let data = fs::metadata(&path).ok()?;
    let modified = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let size = i64::try_from(data.len()).ok()?;
    Some((path.to_string_lossy().into_owned(), size, modified.as_millis() as i64))
}

fn is_known(transaction: &Transaction<'_>, path: &Path) -> Result<bool> {
    let Some((name, size, modified)) = identity(path) else { return Ok(false) };
    let known: Option<(i64, i64)> = transaction
        .prepare_cached("SELECT size, modified FROM source WHERE path = ?1")?
        .query_row([name], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(known == Some((size, modified)))
}

fn add_file(
    transaction: &Transaction<'_>,
    path: &Path,
    options: ReadOptions,
    rows: &mut Vec<crate::add::PositionRow>,
    report: &mut ImportReport,
) -> Result<()> {
    let file = match read_at_most(path, MOST_TEXT_BYTES) {
        Err(error) => Err(Unreadable::System(error.to_string())),
        Ok(bytes) => read_games(&bytes, &options).map_err(Unreadable::Fault),
    };
    let file = match file {
        Ok(file) => file,
        Err(reason) => {
            report.unreadable.push((path.to_owned(), reason));
            return Ok(());
        }
    };
    report.files += 1;
    let source = path.to_string_lossy();
    for game in &file.games {
        report.damaged += u64::from(!game.faults.is_empty());
        match insert(transaction, &game.record, &source, rows)? {
            Added::New(_) => report.games += 1,
            Added::Duplicate => report.duplicates += 1,
            Added::Impossible => report.impossible += 1,
        }
        if rows.len() >= 2 * BATCH {
            insert_positions(transaction, rows)?;
        }
    }
    if let Some((name, size, modified)) = identity(path) {
        transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO source (path, size, modified) VALUES (?1, ?2, ?3)",
            )?
            .execute((name, size, modified))?;
    }
    Ok(())
}
