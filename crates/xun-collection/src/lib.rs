//! A collection of Xiangqi games: one `SQLite` file with the games, an index of their positions,
//! and tags. Games are found by player, event, date, result, opening, position, material and tag;
//! [`Collection::explore`] tells the moves played from a position, and [`Collection::book`] makes
//! an opening book.
//!
//! ```
//! use xun_collection::{Collection, Filter};
//! use xun_xiangqi::notation::parse_pgn;
//! use xun_xiangqi::rules::Position;
//!
//! let mut collection = Collection::in_memory()?;
//! let game = parse_pgn("[Red \"A\"]\n1. C2=5 H8+7 2. H2+3 1-0").unwrap();
//! collection.add(&game, "a.pgn")?;
//! assert_eq!(collection.games(&Filter::default())?[0].red, "A");
//! assert_eq!(collection.explore(&Position::start())?.moves[0].games, 1);
//! # Ok::<(), xun_collection::CollectionError>(())
//! ```

mod add;
mod book;
mod edit;
mod explore;
mod filter;
mod folder;
mod index;
mod material;
mod schema;

pub use add::Added;
pub use book::{BookLimits, BookWeight};
pub use edit::Edit;
pub use explore::{EngineValue, Exploration, ExploredMove};
pub use filter::{Filter, GameSummary};
pub use folder::{ImportReport, Progress, Unreadable, game_files};
pub use material::{Material, MaterialError};

use rusqlite::{Connection, OptionalExtension};
use std::path::Path;
use thiserror::Error;
use xun_xiangqi::notation::{GameRecord, parse_pgn};

/// An open collection.
pub struct Collection {
    connection: Connection,
}

/// Error in reading or writing a collection.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CollectionError {
    /// The file is no collection, or cannot be read or written.
    #[error("the collection cannot be read or written: {0}")]
    Database(#[from] rusqlite::Error),
    /// The collection was written by a newer program.
    #[error("the collection was written by a newer version of Xun (format {0})")]
    Newer(i64),
    /// There is no game of this number.
    #[error("the collection has no game {0}")]
    NoGame(i64),
    /// A change would make a game the same as another one.
    #[error("game {0} would be the same as game {1}: same players and moves")]
    Duplicate(i64, i64),
    /// A tag cannot be changed.
    #[error(
        "'{0}' is not a tag that can be set: letters, digits and _ make a name, and FEN, Result, \
         Format and SetUp follow from the game"
    )]
    TagName(String),
    /// A stored game cannot be read back.
    #[error("game {0} of the collection is damaged: {1}")]
    Damaged(i64, String),
}

/// The result of this crate's functions.
pub type Result<T> = std::result::Result<T, CollectionError>;

impl Collection {
    /// Opens a collection, or makes an empty one.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::prepare(Connection::open(path)?)
    }

    /// An empty collection in memory.
    pub fn in_memory() -> Result<Self> {
        Self::prepare(Connection::open_in_memory()?)
    }

    fn prepare(mut connection: Connection) -> Result<Self> {
        schema::prepare(&mut connection)?;
        Ok(Self { connection })
    }

    /// Number of games.
    pub fn len(&self) -> Result<u64> {
        let count: i64 =
            self.connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0))?;
        Ok(count as u64)
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> Result<bool> {
        Ok(self.len()? == 0)
    }

    /// A game with everything that its file said.
    pub fn game(&self, id: i64) -> Result<GameRecord> {
        let text: Option<String> = self
            .connection
            .query_row("SELECT record FROM game WHERE id = ?1", [id], |row| row.get(0))
            .optional()?;
        let text = text.ok_or(CollectionError::NoGame(id))?;
        parse_pgn(&text).map_err(|error| CollectionError::Damaged(id, error.to_string()))
    }

    /// Gives games a tag; a game has a tag once. Answers how many did not have it.
    pub fn tag(&mut self, games: &[i64], tag: &str) -> Result<usize> {
        let transaction = self.connection.transaction()?;
        let mut changed = 0;
        for &game in games {
            let known: Option<i64> = transaction
                .query_row("SELECT id FROM game WHERE id = ?1", [game], |row| row.get(0))
                .optional()?;
            known.ok_or(CollectionError::NoGame(game))?;
            changed += transaction
                .execute("INSERT OR IGNORE INTO tag (name, game) VALUES (?1, ?2)", (tag, game))?;
        }
        transaction.commit()?;
        Ok(changed)
    }

    /// Takes a tag from games. Answers how many had it.
    pub fn untag(&mut self, games: &[i64], tag: &str) -> Result<usize> {
        let transaction = self.connection.transaction()?;
        let mut changed = 0;
        for &game in games {
            changed += transaction
                .execute("DELETE FROM tag WHERE name = ?1 AND game = ?2", (tag, game))?;
        }
        transaction.commit()?;
        Ok(changed)
    }

    /// The tags of a game.
    pub fn tags(&self, game: i64) -> Result<Vec<String>> {
        let mut statement =
            self.connection.prepare("SELECT name FROM tag WHERE game = ?1 ORDER BY name")?;
        let tags = statement.query_map([game], |row| row.get(0))?;
        Ok(tags.collect::<rusqlite::Result<_>>()?)
    }
}

#[cfg(test)]
mod tests;
