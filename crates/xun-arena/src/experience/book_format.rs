//! The file of an experience book: one `SQLite` database, its format and older formats.

use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// Time to wait for another program that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(20);

/// Marks the file as ours.
const APPLICATION: i32 = 0x5855_4E45;
/// The present layout.
const LAYOUT: i32 = 2;
/// The layout before games were remembered by name.
const LAYOUT_WITHOUT_GAMES: i32 = 1;

/// The moves of each position, with their results.
const MOVES: &str = "create table moves (
game integer not null,
position integer not null,
move text not null,
wins integer not null default 0,
draws integer not null default 0,
losses integer not null default 0,
regrets integer not null default 0,
score integer,
depth integer not null default 0,
primary key (game, position, move)
                ) without rowid";

/// The games that have been learnt: a match's name and the game's number in it.
const LEARNT: &str = "create table learnt (
    source text not null,
    game integer not null,
    primary key (source, game)
) without rowid";

/// The reason why a book cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The database refused.
    #[error("experience book: {0}")]
    Database(#[from] rusqlite::Error),
    /// The file is a database of something else.
    #[error("experience book: this file is not a book of Xun's")]
    NotABook,
    /// The book was written by a newer program.
    #[error(
        "experience book: written by a newer version of Xun (format {0}, this program knows \
         {LAYOUT})"
    )]
    Newer(i32),
    /// The copy that is kept before an old book is changed cannot be written.
    #[error("experience book: cannot keep a copy of the old format as {path}: {cause}")]
    Backup {
        /// The copy.
        path: PathBuf,
        /// The system's or the database's error.
        cause: String,
    },
    /// A game or position that cannot be played.
    #[error("experience book: these moves cannot be played")]
    Unplayable,
}

/// Opens the file of a book, or begins one.
pub(super) fn open(path: &Path) -> Result<Connection, BookError> {
    let database = Connection::open(path)?;
    database.busy_timeout(BUSY_TIMEOUT)?;
    back_up_older(&database, path)?;
    prepare(database)
}

/// A book without a file.
pub(super) fn in_memory() -> Result<Connection, BookError> {
    prepare(Connection::open_in_memory()?)
}

/// Keeps a copy of a book of an older format beside it, named by the format: `PATH.format-1`. One
/// that is there already stays.
fn back_up_older(database: &Connection, path: &Path) -> Result<(), BookError> {
    let mark: i32 = database.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let layout: i32 = database.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if mark != APPLICATION || !(1..LAYOUT).contains(&layout) {
        return Ok(());
    }
    let with_ending = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let copy = with_ending(&format!(".format-{layout}"));
    if copy.exists() {
        return Ok(());
    }
    // Under another name first: a copy that was interrupted is not taken for a whole one.
    let part = with_ending(&format!(".format-{layout}.part-{}", std::process::id()));
    let failed = |cause: String| BookError::Backup { path: copy.clone(), cause };
    let name = part.to_str().ok_or_else(|| failed("the path is not Unicode".to_owned()))?;
    database.execute("vacuum into ?1", [name]).map_err(|error| failed(error.to_string()))?;
    std::fs::rename(&part, &copy).map_err(|error| failed(error.to_string()))
}

/// Makes the tables of a new book, and brings an older one to the present format.
fn prepare(mut database: Connection) -> Result<Connection, BookError> {
    database.busy_timeout(BUSY_TIMEOUT)?;
    database.pragma_update(None, "journal_mode", "wal")?;
    database.pragma_update(None, "synchronous", "full")?;
    let begin = database.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let mark: i32 = begin.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let layout: i32 = begin.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables: i64 =
        begin.query_row("select count(*) from sqlite_master", [], |row| row.get(0))?;
    match (mark, layout, tables) {
        (APPLICATION, LAYOUT, _) => {}
        (APPLICATION, LAYOUT_WITHOUT_GAMES, _) => {
            begin.execute_batch(LEARNT)?;
            begin.pragma_update(None, "user_version", LAYOUT)?;
        }
        (0, 0, 0) => {
            begin.execute_batch(MOVES)?;
            begin.execute_batch(LEARNT)?;
            begin.pragma_update(None, "application_id", APPLICATION)?;
            begin.pragma_update(None, "user_version", LAYOUT)?;
        }
        (APPLICATION, newer, _) if newer > LAYOUT => return Err(BookError::Newer(newer)),
        _ => return Err(BookError::NotABook),
    }
    begin.commit()?;
    Ok(database)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_without_remembered_games_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        let old = open(&path).unwrap();
        old.execute_batch(
            "insert into moves (game, position, move, draws) values (1, 7, 'a1', 1);
             drop table learnt; pragma user_version = 1",
        )
        .unwrap();
        drop(old);
        let book = open(&path).unwrap();
        book.execute_batch("insert into learnt values ('one', 0)").unwrap();
        let draws = |database: &Connection| -> i64 {
            database.query_row("select sum(draws) from moves", [], |row| row.get(0)).unwrap()
        };
        assert_eq!(draws(&book), 1);
        book.execute_batch("update moves set draws = 2").unwrap();
        let kept = Connection::open(folder.path().join("old.db.format-1")).unwrap();
        let layout: i32 = kept.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!((layout, draws(&kept)), (1, 1), "the copy is the old book");
    }

    #[test]
    fn a_newer_book_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.db");
        let book = open(&path).unwrap();
        book.execute_batch("pragma user_version = 3; pragma journal_mode = delete").unwrap();
        drop(book);
        let before = std::fs::read(&path).unwrap();
        let fault = open(&path).expect_err("it is newer").to_string();
        assert!(fault.contains("newer version of Xun (format 3"), "{fault}");
        let other = Connection::open(folder.path().join("other.db")).unwrap();
        other.execute_batch("create table t (x)").unwrap();
        assert!(matches!(open(&folder.path().join("other.db")), Err(BookError::NotABook)));
        let layout = |bytes: &[u8]| bytes[60..64].to_vec();
        assert_eq!(layout(&std::fs::read(&path).unwrap()), layout(&before));
    }

    #[test]
    fn another_database_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other.db");
        Connection::open(&path).unwrap().execute_batch("create table t (x)").unwrap();
        assert!(matches!(open(&path), Err(BookError::NotABook)));
        std::fs::write(&path, "not a database at all, but long enough to look at").unwrap();
        assert!(matches!(open(&path), Err(BookError::Database(_))));
    }
}
