//! Saved games in `SQLite`. A game is its set-up and a tree of moves; every move is a row,
//! committed before the page is told that it was played. So nothing that was shown can be lost with
//! the process.

use parking_lot::{Mutex, MutexGuard};
use rusqlite::{Connection, OptionalExtension, params};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use thiserror::Error;

/// The saved games of one server.
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

/// Error in reading or writing the saved games.
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
}

type Result<T> = std::result::Result<T, StoreError>;

/// A saved game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// Its number.
    pub(crate) id: i64,
    /// `xiangqi` or `gomoku`.
    pub(crate) game: String,
    /// The set-up as JSON.
    pub(crate) setup: String,
    /// The result as JSON, once it is over by agreement, resignation or time.
    pub(crate) result: Option<String>,
    /// The node that the page showed last; 0 is the start.
    pub(crate) current: u32,
    /// Milliseconds since 1970 of the last change.
    pub(crate) updated: i64,
    /// The moves, parents before children.
    pub(crate) nodes: Vec<Node>,
}

/// A move of a saved game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    /// Its number, from 1.
    pub(crate) id: u32,
    /// The move before it; 0 is the start.
    pub(crate) parent: u32,
    /// The move.
    pub(crate) text: String,
    /// Milliseconds left on the mover's clock after it.
    pub(crate) clock: Option<i64>,
    /// The review note as JSON.
    pub(crate) note: Option<String>,
}

/// A line of the list of games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Listed {
    /// The game without its moves.
    pub(crate) record: Record,
    /// The number of its moves.
    pub(crate) moves: u32,
}

const FORMAT: i64 = 1;
const SCHEMA: &str = "
    CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, setup TEXT NOT NULL,
        result TEXT, current INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL, updated INTEGER NOT NULL);
    CREATE TABLE nodes (game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE, id INTEGER NOT NULL,
        parent INTEGER NOT NULL, text TEXT NOT NULL, clock INTEGER, note TEXT, PRIMARY KEY (game, id))
        WITHOUT ROWID;
    CREATE INDEX games_by_time ON games(updated);
    PRAGMA user_version = 1;";

impl Store {
    /// Opens or makes the store in a folder, or one that lives in memory.
    pub(crate) fn open(folder: Option<&Path>) -> Result<Self> {
        let connection = match folder {
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
        match connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))? {
            0 => connection.execute_batch(&format!("BEGIN IMMEDIATE; {SCHEMA} COMMIT;"))?,
            FORMAT => {}
            newer => return Err(StoreError::Newer(newer)),
        }
        Ok(Self { connection: Mutex::new(connection) })
    }

    /// Begins a game with the moves given, if any, and answers its number.
    pub(crate) fn create(
        &self,
        game: &str,
        setup: &str,
        nodes: &[Node],
        current: u32,
    ) -> Result<i64> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        change.execute(
            "INSERT INTO games (game, setup, current, created, updated) VALUES (?1, ?2, ?3, ?4, ?4)",
            params![game, setup, current, now()],
        )?;
        let id = change.last_insert_rowid();
        {
            let mut insert = change.prepare(INSERT_NODE)?;
            for node in nodes {
                insert.execute(params![
                    id,
                    node.id,
                    node.parent,
                    node.text,
                    node.clock,
                    node.note
                ])?;
            }
        }
        change.commit()?;
        Ok(id)
    }

    /// The game with this number.
    pub(crate) fn load(&self, id: i64) -> Result<Option<Record>> {
        let connection = self.lock();
        let record = connection
            .prepare_cached(
                "SELECT id, game, setup, result, current, updated FROM games WHERE id = ?1",
            )?
            .query_row([id], record)
            .optional()?;
        let Some(mut record) = record else { return Ok(None) };
        let mut select = connection.prepare_cached(
            "SELECT id, parent, text, clock, note FROM nodes WHERE game = ?1 ORDER BY id",
        )?;
        record.nodes = select
            .query_map([id], |row| {
                Ok(Node {
                    id: row.get(0)?,
                    parent: row.get(1)?,
                    text: row.get(2)?,
                    clock: row.get(3)?,
                    note: row.get(4)?,
                })
            })?
            .collect::<std::result::Result<_, _>>()?;
        Ok(Some(record))
    }

    /// Adds a move and makes it the current one; answers its number.
    pub(crate) fn add(&self, id: i64, parent: u32, text: &str, clock: Option<i64>) -> Result<u32> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        let last: u32 = change.query_row(
            "SELECT coalesce(max(id), 0) FROM nodes WHERE game = ?1",
            [id],
            |row| row.get(0),
        )?;
        change.execute(INSERT_NODE, params![id, last + 1, parent, text, clock, None::<String>])?;
        change.execute(
            "UPDATE games SET current = ?2, updated = ?3 WHERE id = ?1",
            params![id, last + 1, now()],
        )?;
        change.commit()?;
        Ok(last + 1)
    }

    /// Makes a node the current one.
    pub(crate) fn go_to(&self, id: i64, node: u32) -> Result<()> {
        self.lock().execute("UPDATE games SET current = ?2 WHERE id = ?1", params![id, node])?;
        Ok(())
    }

    /// Removes a node and all below it; its parent becomes the current one.
    pub(crate) fn prune(&self, id: i64, node: u32) -> Result<()> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        let parent: Option<u32> = change
            .query_row(
                "SELECT parent FROM nodes WHERE game = ?1 AND id = ?2",
                params![id, node],
                |row| row.get(0),
            )
            .optional()?;
        change.execute(
            "WITH RECURSIVE below(id) AS (SELECT ?2 UNION SELECT nodes.id FROM nodes JOIN below
                ON nodes.parent = below.id WHERE nodes.game = ?1)
             DELETE FROM nodes WHERE game = ?1 AND id IN below",
            params![id, node],
        )?;
        change.execute(
            "UPDATE games SET current = ?2, updated = ?3 WHERE id = ?1",
            params![id, parent.unwrap_or(0), now()],
        )?;
        change.commit()?;
        Ok(())
    }

    /// Changes the set-up: an opening rule may exchange the players.
    pub(crate) fn set_setup(&self, id: i64, setup: &str) -> Result<()> {
        self.lock().execute(
            "UPDATE games SET setup = ?2, updated = ?3 WHERE id = ?1",
            params![id, setup, now()],
        )?;
        Ok(())
    }

    /// Writes the result, or takes it back.
    pub(crate) fn set_result(&self, id: i64, result: Option<&str>) -> Result<()> {
        self.lock().execute(
            "UPDATE games SET result = ?2, updated = ?3 WHERE id = ?1",
            params![id, result, now()],
        )?;
        Ok(())
    }

    /// Writes the review note of a move.
    pub(crate) fn annotate(&self, id: i64, node: u32, note: &str) -> Result<()> {
        self.lock().execute(
            "UPDATE nodes SET note = ?3 WHERE game = ?1 AND id = ?2",
            params![id, node, note],
        )?;
        Ok(())
    }

    /// The latest games, those whose set-up or number contains the words.
    pub(crate) fn list(&self, game: Option<&str>, words: &str, most: u32) -> Result<Vec<Listed>> {
        let connection = self.lock();
        let mut select = connection.prepare_cached(
            "SELECT id, game, setup, result, current, updated,
                (SELECT count(*) FROM nodes WHERE nodes.game = games.id) FROM games
             WHERE (?1 IS NULL OR game = ?1) AND (?2 = '' OR instr(lower(setup), lower(?2)) OR id = ?2)
             ORDER BY updated DESC, id DESC LIMIT ?3",
        )?;
        let found = select
            .query_map(params![game, words, most], |row| {
                Ok(Listed { record: record(row)?, moves: row.get(6)? })
            })?
            .collect::<std::result::Result<_, _>>()?;
        Ok(found)
    }

    /// Removes a game.
    pub(crate) fn delete(&self, id: i64) -> Result<bool> {
        Ok(self.lock().execute("DELETE FROM games WHERE id = ?1", [id])? > 0)
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock()
    }
}

const INSERT_NODE: &str =
    "INSERT INTO nodes (game, id, parent, text, clock, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";

fn record(row: &rusqlite::Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record {
        id: row.get(0)?,
        game: row.get(1)?,
        setup: row.get(2)?,
        result: row.get(3)?,
        current: row.get(4)?,
        updated: row.get(5)?,
        nodes: Vec::new(),
    })
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_there_after_the_store_is_opened_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let id = {
            let store = Store::open(Some(folder.path())).expect("opens");
            let id = store.create("xiangqi", "{}", &[], 0).expect("creates");
            assert_eq!(store.add(id, 0, "h2e2", Some(5_000)).expect("adds"), 1);
            assert_eq!(store.add(id, 1, "h9g7", None).expect("adds"), 2);
            // No orderly end: the connection is leaked, as when the process is killed.
            std::mem::forget(store);
            id
        };
        let store = Store::open(Some(folder.path())).expect("opens again");
        let record = store.load(id).expect("reads").expect("is there");
        assert_eq!(
            record.nodes.iter().map(|node| node.text.as_str()).collect::<Vec<_>>(),
            ["h2e2", "h9g7"]
        );
        assert_eq!(record.current, 2);
        assert_eq!(record.nodes[0].clock, Some(5_000));
    }

    #[test]
    fn pruning_removes_a_move_and_all_below_it_and_nothing_else() {
        let store = Store::open(None).expect("opens");
        let id = store.create("gomoku", "{}", &[], 0).expect("creates");
        for (parent, text) in [(0, "h8"), (1, "h9"), (2, "g9"), (1, "g8"), (4, "f7")] {
            store.add(id, parent, text, None).expect("adds");
        }
        store.prune(id, 2).expect("prunes");
        let record = store.load(id).expect("reads").expect("is there");
        assert_eq!(record.nodes.iter().map(|node| node.id).collect::<Vec<_>>(), [1, 4, 5]);
        assert_eq!(record.current, 1);
        assert_eq!(store.add(id, 5, "a1", None).expect("adds"), 6);
    }

    #[test]
    fn games_are_listed_found_and_deleted() {
        let store = Store::open(None).expect("opens");
        let first = store.create("gomoku", r#"{"name":"Café"}"#, &[], 0).expect("creates");
        let second = store.create("xiangqi", r#"{"name":"club"}"#, &[], 0).expect("creates");
        let ids = |game, words| -> Vec<i64> {
            store
                .list(game, words, 10)
                .expect("lists")
                .iter()
                .map(|found| found.record.id)
                .collect()
        };
        assert_eq!(ids(None, ""), [second, first]);
        assert_eq!(ids(Some("gomoku"), ""), [first]);
        assert_eq!(ids(None, "CLUB"), [second]);
        assert_eq!(ids(None, "' OR 1=1 --"), Vec::<i64>::new());
        assert!(store.delete(first).expect("deletes") && !store.delete(first).expect("is gone"));
        assert_eq!(ids(None, ""), [second]);
    }

    #[test]
    fn a_store_of_the_future_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(Store::open(Some(folder.path())).expect("opens"));
        let raw = Connection::open(folder.path().join("games.sqlite")).expect("opens");
        raw.execute_batch("PRAGMA user_version = 99").expect("writes");
        assert!(matches!(Store::open(Some(folder.path())), Err(StoreError::Newer(99))));
    }
}
