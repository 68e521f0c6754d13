//! Maps of the Paths room, each kept under a number.

use super::{Result, Store, now};
use crate::message::Text;
use crate::store::{Remembered, Undoable};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

pub(super) const SCHEMA: &str = "
    CREATE TABLE maps (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL,
        changed INTEGER NOT NULL);";

/// Maps that are kept; the one that was changed longest ago makes room for a new one.
const MOST_MAPS: u32 = 500;

/// The kind of a map among the objects whose changes can be undone.
const KIND: &str = "map";

impl Store {
    /// Keeps a new map and answers its number.
    pub(crate) fn begin_map(&self, text: &str) -> Result<u32> {
        let mut connection = self.lock()?;
        let change = connection.transaction()?;
        change.execute("INSERT INTO maps (text, changed) VALUES (?1, ?2)", params![text, now()])?;
        let id = u32::try_from(change.last_insert_rowid()).unwrap_or(u32::MAX);
        change.execute(
            "DELETE FROM maps WHERE id NOT IN
                (SELECT id FROM maps ORDER BY changed DESC, id DESC LIMIT ?1)",
            [MOST_MAPS],
        )?;
        change.commit()?;
        Ok(id)
    }

    /// Changes a map; the change can be undone. Answers nothing where there is no such map.
    pub(crate) fn change_map(
        &self,
        id: u32,
        text: &str,
        words: Text,
    ) -> Result<Option<Remembered>> {
        let of = Undoable { kind: KIND, object: &id.to_string(), whole: false };
        self.undoable(of, |change| Ok((swap_text(change, id, text)?, words)))
    }

    /// The map with this number.
    pub(crate) fn map(&self, id: u32) -> Result<Option<String>> {
        text_of(&*self.lock()?, id)
    }
}

/// Puts a state back and answers the one that it replaced.
pub(crate) fn swap(
    change: &Transaction<'_>,
    object: &str,
    state: Option<&str>,
) -> Result<Option<String>> {
    match (object.parse(), state) {
        (Ok(id), Some(text)) => swap_text(change, id, text),
        _ => Ok(None),
    }
}

fn swap_text(change: &Transaction<'_>, id: u32, text: &str) -> Result<Option<String>> {
    let before = text_of(change, id)?;
    change.execute(
        "UPDATE maps SET text = ?2, changed = ?3 WHERE id = ?1",
        params![id, text, now()],
    )?;
    Ok(before)
}

fn text_of(connection: &Connection, id: u32) -> Result<Option<String>> {
    let mut select = connection.prepare_cached("SELECT text FROM maps WHERE id = ?1")?;
    Ok(select.query_row([id], |row| row.get(0)).optional()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Direction;

    fn words(en: &str) -> Text {
        Text::new(en, en)
    }

    #[test]
    fn a_map_and_its_changes_are_there_after_the_store_is_opened_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(Some(folder.path())).expect("opens");
        let id = store.begin_map("SG\n").expect("keeps");
        let change = store.change_map(id, "S.G\n", words("Drawn")).expect("changes");
        drop(store);
        let store = Store::open(Some(folder.path())).expect("opens again");
        assert_eq!(store.map(id).expect("reads").as_deref(), Some("S.G\n"));
        let offers = store.offers(KIND, Some(&id.to_string())).expect("reads");
        assert_eq!((&offers.undo, offers.redo), (&change, None));
        let entry = change.expect("there was a map").id;
        let step = |direction| {
            store.step(entry, direction, |change, kept, state| {
                swap(change, &kept.object, state.as_deref())
            })
        };
        assert!(step(Direction::Undo).expect("undoes").is_some());
        assert_eq!(store.map(id).expect("reads").as_deref(), Some("SG\n"));
        assert!(step(Direction::Redo).expect("redoes").is_some());
        assert_eq!(store.map(id).expect("reads").as_deref(), Some("S.G\n"));
    }

    #[test]
    fn a_map_that_is_not_there_is_not_changed() {
        let store = Store::open(None).expect("opens");
        assert_eq!(store.map(7).expect("reads"), None);
        assert_eq!(store.change_map(7, "SG\n", words("Drawn")).expect("answers"), None);
        assert_eq!(store.map(7).expect("reads"), None);
    }

    #[test]
    fn maps_are_limited() {
        let store = Store::open(None).expect("opens");
        let first = store.begin_map("first").expect("keeps");
        for number in 0..MOST_MAPS {
            store.begin_map(&number.to_string()).expect("keeps");
        }
        assert_eq!(store.map(first).expect("reads"), None, "the oldest is gone");
        assert!(store.map(first + 1).expect("reads").is_some());
    }
}
