//! Changing and removing games.

use crate::add::Columns;
use crate::index::{self, GameIndex, Rows};
use crate::{Collection, CollectionError, Result};
use rusqlite::OptionalExtension;
use xun_xiangqi::notation::{GameRecord, GameResult};

/// Tags of PGN that say what the moves and the result say.
const HELD_ELSEWHERE: [&str; 4] = ["FEN", "Result", "Format", "SetUp"];

/// Changes of a game's headers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// Tags of PGN with their new values; an empty value removes the tag.
    pub tags: Vec<(String, String)>,
    /// The new result.
    pub result: Option<GameResult>,
}

impl Edit {
    /// Whether nothing is to be changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.result.is_none()
    }

    fn apply(&self, record: &mut GameRecord) -> Result<()> {
        for (name, value) in &self.tags {
            let plain = |letter: char| letter.is_alphanumeric() || letter == '_';
            let held = HELD_ELSEWHERE.iter().any(|held| held.eq_ignore_ascii_case(name));
            if name.is_empty() || held || !name.chars().all(plain) {
                return Err(CollectionError::TagName(name.clone()));
            }
            if value.is_empty() {
                record.tags.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            } else {
                record.set_tag(name, value);
            }
        }
        record.result = self.result.unwrap_or(record.result);
        Ok(())
    }
}

impl Collection {
    /// Changes the headers of a game. On an error nothing is changed.
    pub fn edit(&mut self, id: i64, edit: &Edit) -> Result<()> {
        let before = self.game(id)?;
        let mut record = before.clone();
        edit.apply(&mut record)?;
        self.replace(id, &before, &record)
    }

    fn replace(&mut self, id: i64, before: &GameRecord, record: &GameRecord) -> Result<()> {
        let (old, new) = (Columns::of(before), Columns::of(record));
        let transaction = self.connection.transaction()?;
        let other: Option<i64> = transaction
            .query_row(
                "SELECT id FROM game WHERE fingerprint = ?1 AND id != ?2",
                (new.fingerprint, id),
                |row| row.get(0),
            )
            .optional()?;
        if let Some(other) = other {
            return Err(CollectionError::Duplicate(id, other));
        }
        transaction.execute(
            "UPDATE game SET fingerprint = ?2, title = ?3, red = ?4, black = ?5, event = ?6,
             site = ?7, date = ?8, year = ?9, result = ?10, record = ?11 WHERE id = ?1",
            (
                id,
                new.fingerprint,
                new.title,
                new.red,
                new.black,
                new.event,
                new.site,
                new.date,
                new.year,
                new.result,
                &new.record,
            ),
        )?;
        let counted_otherwise = (old.year, old.result) != (new.year, new.result);
        if counted_otherwise {
            if let Some(index) = GameIndex::of(before, old.year) {
                index::remove(&transaction, &index, id)?;
            }
            if let Some(index) = GameIndex::of(record, new.year) {
                let mut rows = Rows::default();
                rows.add(index, id);
                rows.write(&transaction)?;
            }
        }
        transaction.commit()?;
        if counted_otherwise { self.summarise_again() } else { Ok(()) }
    }

    /// Removes games. Answers how many there were; numbers without a game are an error, and nothing
    /// is removed then.
    pub fn remove(&mut self, games: &[i64]) -> Result<usize> {
        let mut found = Vec::with_capacity(games.len());
        for &id in games {
            found.push(match self.game(id) {
                Ok(record) => (id, GameIndex::of(&record, 0)),
                Err(CollectionError::Damaged(..)) => (id, None),
                Err(error) => return Err(error),
            });
        }
        let transaction = self.connection.transaction()?;
        let mut removed = 0;
        for (id, index) in &found {
            if let Some(index) = index {
                index::remove(&transaction, index, *id)?;
            } else {
                transaction.execute("DELETE FROM position WHERE game = ?1", [id])?;
                transaction.execute("DELETE FROM material WHERE game = ?1", [id])?;
            }
            removed += transaction.execute("DELETE FROM game WHERE id = ?1", [id])?;
        }
        transaction.commit()?;
        self.summarise_again()?;
        Ok(removed)
    }
}
