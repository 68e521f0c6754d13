//! Tables of a collection.

use crate::{CollectionError, Result};
use rusqlite::Connection;
use std::time::Duration;

/// The format that this program writes.
const FORMAT: i64 = 1;

/// `position` is ordered by position and move, so that everything about a position is read in one
/// piece: its rows hold result and year, not only the game's number. `summary` has the counts of
/// positions with very many games.
const TABLES: &str = "
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        fingerprint INTEGER NOT NULL UNIQUE,
        title TEXT NOT NULL, red TEXT NOT NULL, black TEXT NOT NULL, event TEXT NOT NULL,
        site TEXT NOT NULL, date TEXT NOT NULL, year INTEGER NOT NULL, result INTEGER NOT NULL,
        opening TEXT NOT NULL, opening_en TEXT NOT NULL,
        plies INTEGER NOT NULL, source TEXT NOT NULL, record TEXT NOT NULL
    );
    CREATE TABLE position (
        key INTEGER NOT NULL, move INTEGER NOT NULL, game INTEGER NOT NULL,
        result INTEGER NOT NULL, year INTEGER NOT NULL,
        PRIMARY KEY (key, move, game)
    ) WITHOUT ROWID;
    CREATE TABLE summary (
        key INTEGER NOT NULL, move INTEGER NOT NULL, games INTEGER NOT NULL,
        red INTEGER NOT NULL, draws INTEGER NOT NULL, black INTEGER NOT NULL,
        dated INTEGER NOT NULL, years INTEGER NOT NULL, latest INTEGER NOT NULL,
        PRIMARY KEY (key, move)
    ) WITHOUT ROWID;
    CREATE TABLE tag (
        name TEXT NOT NULL, game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        PRIMARY KEY (name, game)
    ) WITHOUT ROWID;
    CREATE TABLE source (
        path TEXT PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL
    ) WITHOUT ROWID;
";

/// Sets the connection up and makes the tables of a new file.
pub(crate) fn prepare(connection: &mut Connection) -> Result<()> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
         PRAGMA cache_size = -65536;",
    )?;
    let format: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    match format {
        0 => {
            let transaction = connection.transaction()?;
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "user_version", FORMAT)?;
            transaction.commit()?;
            Ok(())
        }
        FORMAT => Ok(()),
        newer => Err(CollectionError::Newer(newer)),
    }
}
