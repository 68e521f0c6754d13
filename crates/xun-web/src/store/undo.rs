//! Changes that can be undone: for each, the state of the changed object before it. An undo puts
//! that state back and keeps the one that it replaced, which is what a redo puts back.
//!
//! An object is named by its kind (`game`, `draft`) and its own name. Its changes form a stack:
//! undone from the newest, redone from the oldest undone one. A new change drops the undone ones.

use super::{Result, Store, StoreError, now};
use crate::message::Text;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::io::{Read, Write};

pub(super) const SCHEMA: &str = "
    CREATE TABLE undo (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL,
        object TEXT NOT NULL, words TEXT NOT NULL, whole INTEGER NOT NULL,
        undone INTEGER NOT NULL DEFAULT 0, state BLOB, bytes INTEGER NOT NULL,
        made INTEGER NOT NULL);
    CREATE INDEX undo_by_object ON undo(kind, object);
    ALTER TABLE games ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
    UPDATE games SET last = (SELECT coalesce(max(id), 0) FROM nodes WHERE nodes.game = games.id);";

/// Changes kept for one object.
const MOST_OF_ONE: i64 = 100;
/// Changes kept in all.
const MOST: i64 = 2_000;
/// Bytes that all kept states may take, compressed.
const MOST_BYTES: i64 = 64 << 20;
/// Bytes of one state before compression.
const LONGEST_STATE: usize = 32 << 20;

/// An object that is about to change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undoable<'a> {
    /// The kind of object.
    pub(crate) kind: &'a str,
    /// Its name among its kind.
    pub(crate) object: &'a str,
    /// Whether the whole object is removed; lists offer to undo such changes.
    pub(crate) whole: bool,
}

/// A change that can be undone or redone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remembered {
    /// Its number.
    pub(crate) id: i64,
    /// The kind of object.
    pub(crate) kind: String,
    /// The object's name.
    pub(crate) object: String,
    /// The change in words: "Removed 28 moves".
    pub(crate) words: Text,
    /// Milliseconds since 1970.
    pub(crate) made: i64,
}

/// The next undo and redo of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    /// The newest change.
    pub(crate) undo: Option<Remembered>,
    /// The change that was undone last.
    pub(crate) redo: Option<Remembered>,
}

/// The direction of a step through the changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Back to the state before a change.
    Undo,
    /// Forward again.
    Redo,
}

impl Store {
    /// Carries out a change and remembers the state before it, both or neither. `act` answers that
    /// state (none: there was no such object, and nothing is remembered) and the change in words.
    pub(crate) fn undoable(
        &self,
        of: Undoable<'_>,
        act: impl FnOnce(&Transaction<'_>) -> Result<(Option<String>, Text)>,
    ) -> Result<Option<Remembered>> {
        let mut connection = self.lock()?;
        let change = connection.transaction()?;
        let (before, words) = act(&change)?;
        let kept = match before {
            Some(before) => Some(remember(&change, of, words, &before)?),
            None => None,
        };
        change.commit()?;
        Ok(kept)
    }

    /// The next undo and redo of an object, or of all whole objects of a kind.
    pub(crate) fn offers(&self, kind: &str, object: Option<&str>) -> Result<Offers> {
        offers(&*self.lock()?, kind, object)
    }

    /// Undoes or redoes a change, if it is the next one of its object. `swap` gets the state to put
    /// back (none: the object did not exist) and answers the one that it replaced.
    pub(crate) fn step(
        &self,
        id: i64,
        direction: Direction,
        swap: impl FnOnce(&Transaction<'_>, &Remembered, Option<String>) -> Result<Option<String>>,
    ) -> Result<Option<Remembered>> {
        let mut connection = self.lock()?;
        let change = connection.transaction()?;
        let Some(found) = one(&change, "id = ?1", params![id])? else {
            return Ok(None);
        };
        let next = offers(&change, &found.kind, Some(&found.object))?;
        let next = if direction == Direction::Undo { next.undo } else { next.redo };
        if next.as_ref() != Some(&found) {
            return Ok(None);
        }
        let state: Option<Vec<u8>> =
            change.query_row("SELECT state FROM undo WHERE id = ?1", [id], |row| row.get(0))?;
        let state = state.as_deref().map(unpack).transpose()?;
        let replaced = swap(&change, &found, state)?;
        let packed = replaced.as_deref().map(pack).transpose()?;
        change.execute(
            "UPDATE undo SET undone = ?2, state = ?3, bytes = ?4 WHERE id = ?1",
            params![id, direction == Direction::Undo, packed, size(packed.as_deref())],
        )?;
        change.commit()?;
        Ok(Some(found))
    }
}

/// Drops the undone changes of an object: after a new change they cannot be redone.
pub(super) fn forget_redo(change: &Connection, kind: &str, object: &str) -> Result<()> {
    change
        .prepare_cached("DELETE FROM undo WHERE kind = ?1 AND object = ?2 AND undone")?
        .execute([kind, object])?;
    Ok(())
}

fn remember(
    change: &Transaction<'_>,
    of: Undoable<'_>,
    words: Text,
    before: &str,
) -> Result<Remembered> {
    let (kind, object, made) = (of.kind.to_owned(), of.object.to_owned(), now());
    let packed = pack(before)?;
    let text =
        serde_json::to_string(&words).map_err(|error| StoreError::Damaged(error.to_string()))?;
    forget_redo(change, &kind, &object)?;
    change.execute(
        "INSERT INTO undo (kind, object, words, whole, state, bytes, made)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![kind, object, text, of.whole, packed, size(Some(&packed)), made],
    )?;
    let id = change.last_insert_rowid();
    change.execute(
        "DELETE FROM undo WHERE kind = ?1 AND object = ?2 AND id NOT IN
            (SELECT id FROM undo WHERE kind = ?1 AND object = ?2 ORDER BY id DESC LIMIT ?3)",
        params![kind, object, MOST_OF_ONE],
    )?;
    // The newest ones that fit; the change itself always stays.
    change.execute(
        "DELETE FROM undo WHERE id <> ?1 AND id NOT IN (SELECT id FROM
            (SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS total, row_number()
                OVER (ORDER BY id DESC) AS place FROM undo) WHERE total <= ?2 AND place <= ?3)",
        params![id, MOST_BYTES, MOST],
    )?;
    Ok(Remembered { id, kind, object, words, made })
}

fn offers(connection: &Connection, kind: &str, object: Option<&str>) -> Result<Offers> {
    let of = "kind = ?1 AND (object = ?2 OR (?2 IS NULL AND whole))";
    let undo = one(
        connection,
        &format!("{of} AND NOT undone ORDER BY id DESC LIMIT 1"),
        params![kind, object],
    )?;
    let redo =
        one(connection, &format!("{of} AND undone ORDER BY id LIMIT 1"), params![kind, object])?;
    Ok(Offers { undo, redo })
}

fn one(
    connection: &Connection,
    condition: &str,
    values: &[&dyn rusqlite::ToSql],
) -> Result<Option<Remembered>> {
    let select = format!("SELECT id, kind, object, words, made FROM undo WHERE {condition}");
    Ok(connection.prepare_cached(&select)?.query_row(values, remembered).optional()?)
}

fn remembered(row: &Row<'_>) -> rusqlite::Result<Remembered> {
    let words: String = row.get(3)?;
    Ok(Remembered {
        id: row.get(0)?,
        kind: row.get(1)?,
        object: row.get(2)?,
        words: serde_json::from_str(&words).unwrap_or_else(|_| Text::fixed("Changed", "已更改")),
        made: row.get(4)?,
    })
}

fn size(packed: Option<&[u8]>) -> i64 {
    packed.map_or(0, |packed| packed.len() as i64)
}

fn pack(state: &str) -> Result<Vec<u8>> {
    if state.len() > LONGEST_STATE {
        return Err(StoreError::TooLarge);
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder
        .write_all(state.as_bytes())
        .and_then(|()| encoder.finish())
        .map_err(|error| damaged(&error))
}

fn unpack(packed: &[u8]) -> Result<String> {
    let mut state = String::new();
    ZlibDecoder::new(packed)
        .take(LONGEST_STATE as u64)
        .read_to_string(&mut state)
        .map_err(|error| damaged(&error))?;
    Ok(state)
}

fn damaged(error: &std::io::Error) -> StoreError {
    StoreError::Damaged(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text held outside the store, changed with its undo kept inside.
    struct Held {
        store: Store,
        text: String,
    }

    impl Held {
        fn new() -> Self {
            Self { store: Store::open(None).expect("opens"), text: String::from("0") }
        }

        fn set(&mut self, to: &str) -> i64 {
            let of = Undoable { kind: "draft", object: "one", whole: false };
            let before = std::mem::replace(&mut self.text, to.to_owned());
            let act = |_: &Transaction<'_>| Ok((Some(before), Text::same(to)));
            self.store.undoable(of, act).expect("changes").expect("is remembered").id
        }

        fn step(&mut self, id: i64, direction: Direction) -> bool {
            let text = &mut self.text;
            let swap = |_: &Transaction<'_>, _: &Remembered, state: Option<String>| {
                Ok(Some(std::mem::replace(text, state.expect("a state"))))
            };
            self.store.step(id, direction, swap).expect("steps").is_some()
        }
    }

    #[test]
    fn changes_are_undone_from_the_newest_and_redone_in_order() {
        let mut held = Held::new();
        let [first, second] = ["1", "2"].map(|text| held.set(text));
        assert!(!held.step(first, Direction::Undo), "the newest goes first");
        assert!(held.step(second, Direction::Undo) && held.text == "1");
        assert!(!held.step(second, Direction::Undo), "once only");
        assert!(held.step(first, Direction::Undo) && held.text == "0");
        assert!(!held.step(second, Direction::Redo), "the oldest goes first");
        assert!(held.step(first, Direction::Redo) && held.text == "1");
        assert!(held.step(second, Direction::Redo) && held.text == "2");
    }

    #[test]
    fn a_new_change_drops_what_could_be_redone() {
        let mut held = Held::new();
        let first = held.set("1");
        assert!(held.step(first, Direction::Undo));
        held.set("3");
        assert!(!held.step(first, Direction::Redo));
        let offers = held.store.offers("draft", Some("one")).expect("reads");
        assert_eq!(offers.undo.map(|undo| undo.words), Some(Text::same("3")));
        assert_eq!(offers.redo, None);
    }

    #[test]
    fn the_number_of_changes_and_their_size_are_bounded() {
        let mut held = Held::new();
        for number in 0..MOST_OF_ONE + 20 {
            held.set(&number.to_string());
        }
        let count = |held: &Held| -> i64 {
            held.store
                .lock()
                .expect("is there")
                .query_row("SELECT count(*) FROM undo", [], |row| row.get(0))
                .expect("counts")
        };
        assert_eq!(count(&held), MOST_OF_ONE);
        // A state that fills the store leaves only itself.
        held.store
            .lock()
            .expect("is there")
            .execute(
                "UPDATE undo SET bytes = ?1 WHERE id = (SELECT max(id) FROM undo)",
                [MOST_BYTES],
            )
            .expect("writes");
        held.set("last");
        assert_eq!(count(&held), 1);
        assert!(matches!(pack(&"x".repeat(LONGEST_STATE + 1)), Err(StoreError::TooLarge)));
    }

    #[test]
    fn a_list_offers_only_removals_of_whole_objects() {
        let mut held = Held::new();
        held.set("1");
        let of = Undoable { kind: "draft", object: "two", whole: true };
        let act = |_: &Transaction<'_>| Ok((Some(String::from("x")), Text::same("deleted")));
        let removed = held.store.undoable(of, act).expect("changes");
        held.set("2");
        assert_eq!(held.store.offers("draft", None).expect("reads").undo, removed);
    }
}
