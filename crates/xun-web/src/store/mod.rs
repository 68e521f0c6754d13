//! The server's data in one `SQLite` file: saved games, exercises, maps, and changes that can be
//! undone. Every change is committed before the page is told of it, so nothing that was shown is
//! lost with the process.

#[cfg(test)]
mod crash_tests;
mod exercises;
mod games;
mod maps;
mod opened_file;
mod undo;

use crate::folder::{make_private, private_file};
use parking_lot::{Mutex, MutexGuard};
use rusqlite::{Connection, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use thiserror::Error;

pub(crate) use exercises::{Exercise, Finding};
pub(crate) use games::{Listed, Node, Record, swap as swap_game};
pub(crate) use maps::swap as swap_map;
pub(crate) use opened_file::OpenedFile;
pub(crate) use undo::{Direction, Offers, Remembered, Undoable};

/// The data of one server.
pub(crate) struct Store {
    connection: Mutex<Connection>,
    /// None in memory.
    file: Option<OpenedFile>,
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
    #[error(
        "the saved games were written by a newer version of Xun (format {0}, this program knows \
         {known})",
        known = STEPS.len()
    )]
    Newer(i64),
    /// The copy that is kept before an old store is changed cannot be written.
    #[error("cannot keep a copy of the saved games as {path}, so they stay as they are: {cause}")]
    Backup {
        /// The copy.
        path: PathBuf,
        /// The system's or the database's error.
        cause: String,
    },
    /// The file was removed: writes would be lost.
    #[error("the file of the saved games was removed or replaced: restart the server")]
    Gone,
    /// A kept state cannot be read back.
    #[error("a kept state is damaged: {0}")]
    Damaged(String),
    /// A state is too large to be kept for an undo.
    #[error("this is too large to be undone, so it was not changed")]
    TooLarge,
}

type Result<T> = std::result::Result<T, StoreError>;

/// Time to wait for another program that is writing.
const BUSY: Duration = Duration::from_secs(5);

/// Steps of the schema. Step n (from 0) brings a store of format n to format n + 1.
const STEPS: &[&str] =
    &[games::SCHEMA, undo::SCHEMA, games::REMARKS, exercises::SCHEMA, maps::SCHEMA];

impl Store {
    /// Opens or makes the store in a folder, or one that lives in memory.
    pub(crate) fn open(folder: Option<&Path>) -> Result<Self> {
        let (mut connection, file) = match folder {
            None => (Connection::open_in_memory()?, None),
            Some(folder) => {
                let failed = |cause| StoreError::Folder { path: folder.to_owned(), cause };
                make_private(folder).map_err(failed)?;
                let path = folder.join("games.sqlite");
                private_file(&path).map_err(failed)?;
                let connection = Connection::open(&path)?;
                connection.busy_timeout(BUSY)?;
                back_up_older(&connection, &path)?;
                (connection, Some(OpenedFile::of(path).map_err(failed)?))
            }
        };
        connection.busy_timeout(BUSY)?;
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
        )?;
        update(&mut connection)?;
        Ok(Self { connection: Mutex::new(connection), file })
    }

    /// The connection, if its file is still the one that was opened: a change that would go
    /// nowhere is refused, so that it is not told as saved.
    fn lock(&self) -> Result<MutexGuard<'_, Connection>> {
        let connection = self.connection.lock();
        if self.file.as_ref().is_some_and(|file| !file.is_there()) {
            return Err(StoreError::Gone);
        }
        Ok(connection)
    }
}

fn format_of(connection: &Connection) -> Result<i64> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

/// Keeps a copy of a store of an older format beside it: `games.sqlite.format-3`. One that is there
/// already stays.
fn back_up_older(connection: &Connection, path: &Path) -> Result<()> {
    let format = format_of(connection)?;
    if !(1..STEPS.len() as i64).contains(&format) {
        return Ok(());
    }
    let copy = path.with_extension(format!("sqlite.format-{format}"));
    if copy.exists() {
        return Ok(());
    }
    // Under another name first: a copy that was interrupted is not taken for a whole one.
    let part = path.with_extension(format!("sqlite.part-{}", std::process::id()));
    let failed = |cause: String| StoreError::Backup { path: copy.clone(), cause };
    let name = part.to_str().ok_or_else(|| failed("the path is not Unicode".to_owned()))?;
    let file = private_file(&part).and_then(|file| file.set_len(0));
    file.map_err(|error| failed(error.to_string()))?;
    connection.execute("VACUUM INTO ?1", [name]).map_err(|error| failed(error.to_string()))?;
    std::fs::rename(&part, &copy).map_err(|error| failed(error.to_string()))
}

/// Brings the schema to the newest format.
fn update(connection: &mut Connection) -> Result<()> {
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let format = format_of(&change)?;
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

    #[cfg(unix)]
    #[test]
    fn a_removed_or_replaced_file_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let store = Store::open(Some(folder.path())).expect("opens");
        let id = store.create("gomoku", "{}", &[], 0).expect("creates");
        let copy = folder.path().join("copy");
        std::fs::copy(&path, &copy).expect("copies");
        std::fs::remove_file(&path).expect("removes");
        let refused = |result: Result<u32>| matches!(result, Err(StoreError::Gone));
        assert!(refused(store.add(id, 0, "h8", None)));
        std::fs::rename(&copy, &path).expect("replaces");
        assert!(refused(store.add(id, 0, "h8", None)), "another file of the same name");
        assert!(matches!(store.create("gomoku", "{}", &[], 0), Err(StoreError::Gone)));
    }

    #[cfg(unix)]
    #[test]
    fn files_are_for_this_user_alone() {
        use std::os::unix::fs::PermissionsExt;
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path().join("a/b");
        let store = Store::open(Some(&folder)).expect("opens");
        store.create("gomoku", "{}", &[], 0).expect("creates");
        let mode = |path: &Path| path.metadata().expect("is there").permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        for entry in std::fs::read_dir(&folder).expect("reads").flatten() {
            assert_eq!(mode(&entry.path()), 0o600, "{}", entry.path().display());
        }
    }

    /// The file is a dump of a store as the first program wrote it.
    #[test]
    fn a_store_of_the_first_format_is_brought_up_with_its_games_and_a_copy_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let raw = Connection::open(&path).expect("opens");
        raw.execute_batch(include_str!("../../tests/files/games-of-first-version.sql"))
            .expect("makes the first format");
        drop(raw);
        let store = Store::open(Some(folder.path())).expect("opens");
        let game = store.load(1).expect("reads").expect("is there");
        assert_eq!(
            game.nodes.iter().map(|node| node.text.as_str()).collect::<Vec<_>>(),
            ["h8", "i9"]
        );
        assert_eq!(store.add(1, 7, "h9", None).expect("adds"), 9, "numbers go on");
        assert_eq!(format_of(&store.lock().expect("locks")).expect("reads"), STEPS.len() as i64);
        drop(store);
        let copy = folder.path().join("games.sqlite.format-1");
        let kept = Connection::open(&copy).expect("a copy");
        assert_eq!(format_of(&kept).expect("reads"), 1);
        let moves: i64 =
            kept.query_row("SELECT count(*) FROM nodes", [], |row| row.get(0)).expect("reads");
        assert_eq!(moves, 2, "without what came later");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = copy.metadata().expect("is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}
