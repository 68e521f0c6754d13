//! The server's data in one `SQLite` file: saved games, exercises, maps, and changes that can be
//! undone. Every change is committed before the page is told of it, so nothing that was shown is
//! lost with the process.

mod exercises;
mod games;
mod maps;
mod undo;

use parking_lot::{Mutex, MutexGuard};
use rusqlite::{Connection, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use thiserror::Error;

pub(crate) use exercises::{Exercise, Finding};
pub(crate) use games::{Listed, Node, Record, swap as swap_game};
pub(crate) use maps::swap as swap_map;
pub(crate) use undo::{Direction, Offers, Remembered, Undoable};

/// The data of one server.
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

/// Error in reading or writing the store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be made.
    #[error("cannot make the data folder {path}: {cause}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        cause: std::io::Error,
    },
    /// The file is no store of ours, or cannot be written.
    #[error("the saved games cannot be read or written: {0}")]
    Database(#[from] rusqlite::Error),
    /// The store is from a newer program.
    #[error("the saved games were written by a newer version of Xun (format {0})")]
    Newer(i64),
    /// A kept state cannot be read back.
    #[error("a kept state is damaged: {0}")]
    Damaged(String),
    /// A state is too large to be kept for an undo.
    #[error("this is too large to be undone, so it was not changed")]
    TooLarge,
}

type Result<T> = std::result::Result<T, StoreError>;

/// Steps of the schema. Step n (from 0) brings a store of format n to format n + 1.
const STEPS: &[&str] =
    &[games::SCHEMA, undo::SCHEMA, games::REMARKS, exercises::SCHEMA, maps::SCHEMA];

impl Store {
    /// Opens or makes the store in a folder, or one that lives in memory.
    pub(crate) fn open(folder: Option<&Path>) -> Result<Self> {
        let mut connection = match folder {
            None => Connection::open_in_memory()?,
            Some(folder) => {
                std::fs::create_dir_all(folder)
                    .map_err(|cause| StoreError::Folder { path: folder.to_owned(), cause })?;
                Connection::open(folder.join("games.sqlite"))?
            }
        };
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
        )?;
        update(&mut connection)?;
        Ok(Self { connection: Mutex::new(connection) })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock()
    }
}

/// Brings the schema to the newest format.
fn update(connection: &mut Connection) -> Result<()> {
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let format: i64 = change.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let done = usize::try_from(format).ok().filter(|&done| done <= STEPS.len());
    let Some(done) = done else { return Err(StoreError::Newer(format)) };
    for step in &STEPS[done..] {
        change.execute_batch(step)?;
    }
    change.execute_batch(&format!("PRAGMA user_version = {}", STEPS.len()))?;
    Ok(change.commit()?)
}

/// Milliseconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_of_the_future_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(Store::open(Some(folder.path())).expect("opens"));
        let raw = Connection::open(folder.path().join("games.sqlite")).expect("opens");
        raw.execute_batch("PRAGMA user_version = 99").expect("writes");
        assert!(matches!(Store::open(Some(folder.path())), Err(StoreError::Newer(99))));
    }

    #[test]
    fn a_store_of_the_first_format_is_brought_up_with_its_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let raw = Connection::open(folder.path().join("games.sqlite")).expect("opens");
        raw.execute_batch(STEPS[0]).expect("makes the first format");
        raw.execute_batch(
            "INSERT INTO games (game, setup, created, updated) VALUES ('gomoku', '{}', 1, 1);
             INSERT INTO nodes (game, id, parent, text) VALUES (1, 7, 0, 'h8');
             PRAGMA user_version = 1;",
        )
        .expect("writes");
        drop(raw);
        let store = Store::open(Some(folder.path())).expect("opens");
        assert_eq!(store.load(1).expect("reads").expect("is there").nodes[0].text, "h8");
        assert_eq!(store.add(1, 7, "h9", None).expect("adds"), 8, "numbers go on");
    }
}
