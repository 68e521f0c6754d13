//! Tables of a collection.

use crate::{CollectionError, Result, index};
use rusqlite::{Connection, TransactionBehavior};
use std::time::Duration;

/// The format that this program writes.
const FORMAT: i64 = 2;

/// Games with everything that their files said, tags, and the files that were read.
const GAMES: &str = "
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        fingerprint INTEGER NOT NULL UNIQUE,
        title TEXT NOT NULL, red TEXT NOT NULL, black TEXT NOT NULL, event TEXT NOT NULL,
        site TEXT NOT NULL, date TEXT NOT NULL, year INTEGER NOT NULL, result INTEGER NOT NULL,
        opening TEXT NOT NULL, opening_en TEXT NOT NULL,
        plies INTEGER NOT NULL, source TEXT NOT NULL, record TEXT NOT NULL
    );
    CREATE TABLE tag (
        name TEXT NOT NULL, game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        PRIMARY KEY (name, game)
    ) WITHOUT ROWID;
    CREATE TABLE source (
        path TEXT PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL
    ) WITHOUT ROWID;
";

/// The index, which can be made from the games. `position` is ordered by position and move, so that
/// everything about a position is read in one piece: its rows hold result and year, not only the
/// game's number. Keys are those of experience and opening books, which join both colours, so
/// results are those of the side to move. `summary` has the counts of positions with very many
/// games, `value` the values that engines found.
const INDEX: &str = "
    CREATE TABLE position (
        key INTEGER NOT NULL, move INTEGER NOT NULL, game INTEGER NOT NULL,
        result INTEGER NOT NULL, year INTEGER NOT NULL, ply INTEGER NOT NULL,
        PRIMARY KEY (key, move, game)
    ) WITHOUT ROWID;
    CREATE TABLE summary (
        key INTEGER NOT NULL, move INTEGER NOT NULL, games INTEGER NOT NULL,
        won INTEGER NOT NULL, drawn INTEGER NOT NULL, lost INTEGER NOT NULL,
        dated INTEGER NOT NULL, years INTEGER NOT NULL, latest INTEGER NOT NULL,
        PRIMARY KEY (key, move)
    ) WITHOUT ROWID;
    CREATE TABLE material (
        signature INTEGER NOT NULL, game INTEGER NOT NULL,
        PRIMARY KEY (signature, game)
    ) WITHOUT ROWID;
    CREATE TABLE value (
        key INTEGER PRIMARY KEY, score INTEGER NOT NULL, depth INTEGER NOT NULL
    );
";

/// Sets the connection up and makes the tables of a new file. The index of an older format is made
/// afresh from the games.
pub(crate) fn prepare(connection: &mut Connection) -> Result<()> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
         PRAGMA cache_size = -65536;",
    )?;
    let format: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if format == FORMAT {
        return Ok(());
    }
    if format > FORMAT {
        return Err(CollectionError::Newer(format));
    }
    // Another program may do the same just now: the format is read again under the lock.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let format: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    match format {
        0 => {
            transaction.execute_batch(GAMES)?;
            transaction.execute_batch(INDEX)?;
        }
        1 => {
            transaction.execute_batch("DROP TABLE position; DROP TABLE summary;")?;
            transaction.execute_batch(INDEX)?;
            index::rebuild(&transaction)?;
        }
        _ => return Ok(()),
    }
    transaction.pragma_update(None, "user_version", FORMAT)?;
    transaction.commit()?;
    Ok(())
}
