//! Saved games. A game is its set-up and a tree of moves; every move is a row.

use super::undo::forget_redo;
use super::{Direction, Remembered, Result, Store, StoreError, Undoable, now};
use crate::message::Text;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// Kind of games among the changes that can be undone.
const KIND: &str = "game";

/// A saved game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Milliseconds since 1970 of its beginning.
    pub(crate) created: i64,
    /// Milliseconds since 1970 of the last change.
    pub(crate) updated: i64,
    /// The largest number that a move of it ever had; numbers are not used again.
    pub(crate) last: u32,
    /// Whether the second side sits below, where the reader chose it.
    #[serde(default)]
    pub(crate) flipped: Option<bool>,
    /// Comment and drawings of the first position as JSON.
    #[serde(default)]
    pub(crate) remarks: Option<String>,
    /// The moves, parents before children.
    pub(crate) nodes: Vec<Node>,
}

/// A move of a saved game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Comment, marks and drawings as JSON.
    #[serde(default)]
    pub(crate) remarks: Option<String>,
}

/// A line of the list of games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Listed {
    /// The game without its moves.
    pub(crate) record: Record,
    /// The number of moves of its main line.
    pub(crate) moves: u32,
}

pub(super) const SCHEMA: &str = "
    CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL,
        setup TEXT NOT NULL, result TEXT, current INTEGER NOT NULL DEFAULT 0,
        created INTEGER NOT NULL, updated INTEGER NOT NULL);
    CREATE TABLE nodes (game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
        id INTEGER NOT NULL, parent INTEGER NOT NULL, text TEXT NOT NULL, clock INTEGER, note TEXT,
        PRIMARY KEY (game, id)) WITHOUT ROWID;
    CREATE INDEX games_by_time ON games(updated);";

pub(super) const REMARKS: &str = "
    ALTER TABLE games ADD COLUMN flipped INTEGER;
    ALTER TABLE games ADD COLUMN remarks TEXT;
    ALTER TABLE nodes ADD COLUMN remarks TEXT;
    CREATE INDEX nodes_by_parent ON nodes(game, parent);";

const COLUMNS: &str = "id, game, setup, result, current, created, updated, last, flipped, remarks";

impl Store {
    /// Begins a game with the moves given, if any, and answers its number.
    pub(crate) fn create(
        &self,
        game: &str,
        setup: &str,
        nodes: &[Node],
        current: u32,
    ) -> Result<i64> {
        let mut connection = self.lock()?;
        let change = connection.transaction()?;
        let last = nodes.iter().map(|node| node.id).max().unwrap_or(0);
        change.execute(
            "INSERT INTO games (game, setup, current, created, updated, last)
                VALUES (?1, ?2, ?3, ?4, ?4, ?5)",
            params![game, setup, current, now(), last],
        )?;
        let id = change.last_insert_rowid();
        insert_nodes(&change, id, nodes)?;
        change.commit()?;
        Ok(id)
    }

    /// The game with this number.
    pub(crate) fn load(&self, id: i64) -> Result<Option<Record>> {
        load(&*self.lock()?, id)
    }

    /// Adds a move and makes it the current one; answers its number.
    pub(crate) fn add(&self, id: i64, parent: u32, text: &str, clock: Option<i64>) -> Result<u32> {
        let mut connection = self.lock()?;
        let change = connection.transaction()?;
        let number: u32 =
            change.query_row("SELECT last + 1 FROM games WHERE id = ?1", [id], |row| row.get(0))?;
        change.execute(
            "INSERT INTO nodes (game, id, parent, text, clock) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![id, number, parent, text, clock],
        )?;
        change.execute(
            "UPDATE games SET current = ?2, last = ?2, updated = ?3 WHERE id = ?1",
            params![id, number, now()],
        )?;
        forget_redo(&change, KIND, &id.to_string())?;
        change.commit()?;
        Ok(number)
    }

    /// Makes a node the current one.
    pub(crate) fn go_to(&self, id: i64, node: u32) -> Result<()> {
        self.lock()?.execute("UPDATE games SET current = ?2 WHERE id = ?1", params![id, node])?;
        Ok(())
    }

    /// Removes a node and all below it; its parent becomes the current one. `words` gets the number
    /// of removed moves. Nothing is remembered where there is no such node.
    pub(crate) fn prune(
        &self,
        id: i64,
        node: u32,
        words: impl FnOnce(usize) -> Text,
    ) -> Result<Option<Remembered>> {
        let object = id.to_string();
        let of = Undoable { kind: KIND, object: &object, whole: false };
        self.undoable(of, |change| {
            let before = load(change, id)?;
            let found = before.as_ref().and_then(|record| {
                record.nodes.iter().find(|found| found.id == node).map(|found| found.parent)
            });
            let Some(parent) = found else { return Ok((None, words(0))) };
            let removed = change.execute(
                "WITH RECURSIVE below(id) AS (SELECT ?2 UNION SELECT nodes.id FROM nodes JOIN below
                    ON nodes.parent = below.id WHERE nodes.game = ?1)
                 DELETE FROM nodes WHERE game = ?1 AND id IN below",
                params![id, node],
            )?;
            change.execute(
                "UPDATE games SET current = ?2, updated = ?3 WHERE id = ?1",
                params![id, parent, now()],
            )?;
            Ok((state_of(before.as_ref())?, words(removed)))
        })
    }

    /// Changes the set-up: an opening rule may exchange the players.
    pub(crate) fn set_setup(&self, id: i64, setup: &str) -> Result<()> {
        self.lock()?.execute(
            "UPDATE games SET setup = ?2, updated = ?3 WHERE id = ?1",
            params![id, setup, now()],
        )?;
        Ok(())
    }

    /// Writes the result that the rules give.
    pub(crate) fn set_result(&self, id: i64, result: &str) -> Result<()> {
        set_result(&*self.lock()?, id, result)
    }

    /// Writes a result that a player gives, such as a resignation.
    pub(crate) fn end(&self, id: i64, result: &str, words: Text) -> Result<Option<Remembered>> {
        let object = id.to_string();
        let of = Undoable { kind: KIND, object: &object, whole: false };
        self.undoable(of, |change| {
            let before = state_of(load(change, id)?.as_ref())?;
            set_result(change, id, result)?;
            Ok((before, words))
        })
    }

    /// Writes the review note of a move.
    pub(crate) fn annotate(&self, id: i64, node: u32, note: &str) -> Result<()> {
        let mut connection = self.lock()?;
        let change = connection.transaction()?;
        change.execute(
            "UPDATE nodes SET note = ?3 WHERE game = ?1 AND id = ?2",
            params![id, node, note],
        )?;
        forget_redo(&change, KIND, &id.to_string())?;
        Ok(change.commit()?)
    }

    /// Writes comment, marks and drawings of a node, 0 for the first position. With words the
    /// change can be undone.
    pub(crate) fn remark(
        &self,
        id: i64,
        node: u32,
        remarks: Option<&str>,
        words: Option<Text>,
    ) -> Result<Option<Remembered>> {
        let object = id.to_string();
        let of = Undoable { kind: KIND, object: &object, whole: false };
        self.undoable(of, |change| {
            let before = match words {
                Some(_) => state_of(load(change, id)?.as_ref())?,
                None => None,
            };
            forget_redo(change, KIND, &object)?;
            let changed = if node == 0 {
                "UPDATE games SET remarks = ?3 WHERE id = ?1 AND ?2 = 0"
            } else {
                "UPDATE nodes SET remarks = ?3 WHERE game = ?1 AND id = ?2"
            };
            change.execute(changed, params![id, node, remarks])?;
            Ok((before, words.unwrap_or_default()))
        })
    }

    /// Turns the board of a game.
    pub(crate) fn turn(&self, id: i64, flipped: bool) -> Result<()> {
        self.lock()?
            .execute("UPDATE games SET flipped = ?2 WHERE id = ?1", params![id, flipped])?;
        Ok(())
    }

    /// The latest games, those whose set-up or number contains the words.
    pub(crate) fn list(&self, game: Option<&str>, words: &str, most: u32) -> Result<Vec<Listed>> {
        let connection = self.lock()?;
        // The main line follows first children.
        let mut select = connection.prepare_cached(&format!(
            "SELECT {COLUMNS}, (WITH RECURSIVE line(id, ply) AS (VALUES (0, 0) UNION ALL SELECT
                (SELECT min(nodes.id) FROM nodes WHERE nodes.game = games.id
                    AND nodes.parent = line.id) AS child, ply + 1 FROM line WHERE child IS NOT NULL)
                SELECT max(ply) FROM line) FROM games
             WHERE (?1 IS NULL OR game = ?1)
                 AND (?2 = '' OR instr(lower(setup), lower(?2)) OR id = ?2)
             ORDER BY updated DESC, id DESC LIMIT ?3"
        ))?;
        let found = select
            .query_map(params![game, words, most], |row| {
                Ok(Listed { record: record(row)?, moves: row.get(10)? })
            })?
            .collect::<std::result::Result<_, _>>()?;
        Ok(found)
    }

    /// Removes a game.
    pub(crate) fn delete(&self, id: i64, words: Text) -> Result<Option<Remembered>> {
        let object = id.to_string();
        let of = Undoable { kind: KIND, object: &object, whole: true };
        self.undoable(of, |change| {
            let before = state_of(load(change, id)?.as_ref())?;
            change.execute("DELETE FROM games WHERE id = ?1", [id])?;
            Ok((before, words))
        })
    }
}

/// Puts a kept state of a game back and answers the state that it replaces. An undo keeps moves
/// that were made since; a redo restores exactly.
pub(crate) fn swap(
    change: &Connection,
    object: &str,
    state: Option<&str>,
    direction: Direction,
) -> Result<Option<String>> {
    let id: i64 = object.parse().map_err(|_| StoreError::Damaged(object.to_owned()))?;
    let now = load(change, id)?;
    let replaced = state_of(now.as_ref())?;
    let Some(state) = state else {
        change.execute("DELETE FROM games WHERE id = ?1", [id])?;
        return Ok(replaced);
    };
    let mut kept: Record =
        serde_json::from_str(state).map_err(|error| StoreError::Damaged(error.to_string()))?;
    if let Some(now) = now
        && direction == Direction::Undo
    {
        kept = merged(kept, now);
    }
    write(change, &kept)?;
    Ok(replaced)
}

/// The kept state with the moves made since. A move that was played again is one move.
fn merged(mut kept: Record, now: Record) -> Record {
    let known: HashSet<u32> = kept.nodes.iter().map(|node| node.id).collect();
    let mut same: HashMap<(u32, String), u32> =
        kept.nodes.iter().map(|node| ((node.parent, node.text.clone()), node.id)).collect();
    let mut renamed: HashMap<u32, u32> = HashMap::new();
    kept.last = kept.last.max(now.last);
    for mut node in now.nodes {
        if known.contains(&node.id) {
            continue;
        }
        node.parent = renamed.get(&node.parent).copied().unwrap_or(node.parent);
        let place = (node.parent, node.text.clone());
        if let Some(&twin) = same.get(&place) {
            renamed.insert(node.id, twin);
        } else {
            same.insert(place, node.id);
            kept.nodes.push(node);
        }
    }
    kept
}

fn load(connection: &Connection, id: i64) -> Result<Option<Record>> {
    let found = connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM games WHERE id = ?1"))?
        .query_row([id], record)
        .optional()?;
    let Some(mut record) = found else { return Ok(None) };
    let mut select = connection.prepare_cached(
        "SELECT id, parent, text, clock, note, remarks FROM nodes WHERE game = ?1 ORDER BY id",
    )?;
    record.nodes = select
        .query_map([id], |row| {
            Ok(Node {
                id: row.get(0)?,
                parent: row.get(1)?,
                text: row.get(2)?,
                clock: row.get(3)?,
                note: row.get(4)?,
                remarks: row.get(5)?,
            })
        })?
        .collect::<std::result::Result<_, _>>()?;
    Ok(Some(record))
}

fn write(change: &Connection, record: &Record) -> Result<()> {
    change.execute("DELETE FROM games WHERE id = ?1", [record.id])?;
    change.execute(
        &format!("INSERT INTO games ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"),
        params![
            record.id,
            record.game,
            record.setup,
            record.result,
            record.current,
            record.created,
            now(),
            record.last,
            record.flipped,
            record.remarks
        ],
    )?;
    insert_nodes(change, record.id, &record.nodes)
}

fn insert_nodes(change: &Connection, id: i64, nodes: &[Node]) -> Result<()> {
    let mut insert = change.prepare_cached(INSERT_NODE)?;
    for node in nodes {
        insert.execute(params![
            id,
            node.id,
            node.parent,
            node.text,
            node.clock,
            node.note,
            node.remarks
        ])?;
    }
    Ok(())
}

fn set_result(connection: &Connection, id: i64, result: &str) -> Result<()> {
    connection.execute(
        "UPDATE games SET result = ?2, updated = ?3 WHERE id = ?1",
        params![id, result, now()],
    )?;
    Ok(())
}

/// A game as it is kept for an undo.
fn state_of(record: Option<&Record>) -> Result<Option<String>> {
    record
        .map(serde_json::to_string)
        .transpose()
        .map_err(|error| StoreError::Damaged(error.to_string()))
}

const INSERT_NODE: &str = "INSERT INTO nodes (game, id, parent, text, clock, note, remarks)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

fn record(row: &rusqlite::Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record {
        id: row.get(0)?,
        game: row.get(1)?,
        setup: row.get(2)?,
        result: row.get(3)?,
        current: row.get(4)?,
        created: row.get(5)?,
        updated: row.get(6)?,
        last: row.get(7)?,
        flipped: row.get(8)?,
        remarks: row.get(9)?,
        nodes: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(removed: usize) -> Text {
        Text::same(removed.to_string())
    }

    fn undo(store: &Store, kept: &Remembered, direction: Direction) {
        let stepped = store.step(kept.id, direction, |change, kept, state| {
            swap(change, &kept.object, state.as_deref(), direction)
        });
        assert_eq!(stepped.expect("steps").as_ref(), Some(kept));
    }

    /// A game of five moves with one variation.
    fn with_moves(store: &Store) -> i64 {
        let id = store.create("gomoku", "{}", &[], 0).expect("creates");
        for (parent, text) in [(0, "h8"), (1, "h9"), (2, "g9"), (1, "g8"), (4, "f7")] {
            store.add(id, parent, text, None).expect("adds");
        }
        id
    }

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
        let kept = store.prune(id, 2, words).expect("prunes").expect("is remembered");
        assert_eq!(kept.words, Text::same("2"));
        assert_eq!(store.prune(id, 2, words).expect("prunes nothing"), None);
        let record = store.load(id).expect("reads").expect("is there");
        assert_eq!(record.nodes.iter().map(|node| node.id).collect::<Vec<_>>(), [1, 4, 5]);
        assert_eq!(record.current, 1);
        assert_eq!(store.add(id, 5, "a1", None).expect("adds"), 6);
        let listed = store.list(None, "", 10).expect("lists");
        assert_eq!(listed[0].moves, 4, "h8 g8 f7 a1");
        store.add(id, 1, "h9", None).expect("adds");
        let listed = store.list(None, "", 10).expect("lists");
        assert_eq!(listed[0].moves, 4, "a variation is not counted");
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
        let delete = |id| store.delete(id, words(1)).expect("deletes").is_some();
        assert!(delete(first) && !delete(first), "it is deleted once");
        assert_eq!(ids(None, ""), [second]);
    }

    fn game(store: &Store, id: i64) -> Record {
        let mut record = store.load(id).expect("reads").expect("is there");
        record.updated = 0;
        record
    }

    #[test]
    fn removed_moves_and_deleted_games_come_back_after_the_store_is_opened_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(Some(folder.path())).expect("opens");
        let id = with_moves(&store);
        store.annotate(id, 2, "a note").expect("annotates");
        let whole = game(&store, id);
        let pruned = store.prune(id, 2, words).expect("prunes").expect("is remembered");
        let shorter = game(&store, id);
        let ended = store.end(id, "resigned", words(0)).expect("ends").expect("is remembered");
        let deleted = store.delete(id, words(0)).expect("deletes").expect("is remembered");
        drop(store);
        let store = Store::open(Some(folder.path())).expect("opens again");
        assert_eq!(store.offers("game", None).expect("reads").undo.as_ref(), Some(&deleted));
        undo(&store, &deleted, Direction::Undo);
        assert_eq!(game(&store, id).result.as_deref(), Some("resigned"));
        undo(&store, &ended, Direction::Undo);
        assert_eq!(game(&store, id), shorter);
        undo(&store, &pruned, Direction::Undo);
        assert_eq!(game(&store, id), whole);
        undo(&store, &pruned, Direction::Redo);
        assert_eq!(game(&store, id), shorter);
    }

    #[test]
    fn an_undo_keeps_the_moves_made_since() {
        let store = Store::open(None).expect("opens");
        let id = with_moves(&store);
        let pruned = store.prune(id, 2, words).expect("prunes").expect("is remembered");
        // The first removed move again, another reply to it, and a new move.
        let again = store.add(id, 1, "h9", None).expect("adds");
        store.add(id, again, "a1", None).expect("adds");
        let new = store.add(id, 5, "b2", None).expect("adds");
        assert!(again > 5, "numbers of removed moves are not used again");
        undo(&store, &pruned, Direction::Undo);
        let moves: Vec<(u32, String)> =
            game(&store, id).nodes.into_iter().map(|node| (node.parent, node.text)).collect();
        let expected =
            [(0, "h8"), (1, "h9"), (2, "g9"), (1, "g8"), (4, "f7"), (2, "a1"), (5, "b2")];
        assert_eq!(moves, expected.map(|(parent, text)| (parent, text.to_owned())));
        assert!(game(&store, id).last >= new);
    }
}
