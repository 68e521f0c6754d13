//! The index of a game: its positions with the moves played there, its material, its opening.

use crate::material;
use crate::{Collection, Result};
use rusqlite::{Connection, Transaction};
use xun_xiangqi::notation::{GameRecord, GameResult, parse_pgn};
use xun_xiangqi::openings::{NamedOpening, SymmetricKey, opening_at};
use xun_xiangqi::rules::{Colour, Position};

/// Plies of a game whose positions are indexed.
pub(crate) const INDEXED_PLIES: usize = 60;
/// Rows that are collected before they are written in order.
pub(crate) const BATCH: usize = 400_000;

/// A row of the table `position`.
#[derive(Clone, Copy)]
pub(crate) struct PositionRow {
    pub(crate) key: i64,
    pub(crate) chosen: u16,
    pub(crate) game: i64,
    /// For the side that moved: 1 won, 2 lost, 3 drawn, 0 unknown.
    pub(crate) result: u8,
    pub(crate) year: u16,
    pub(crate) ply: u8,
}

/// Rows of many games, to be written in the order of their tables: that keeps the pages that are
/// written few.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) positions: Vec<PositionRow>,
    /// Signature of the material, and the game.
    pub(crate) material: Vec<(u32, i64)>,
}

/// The index of one game.
pub(crate) struct GameIndex {
    pub(crate) positions: Vec<PositionRow>,
    pub(crate) material: Vec<u32>,
    pub(crate) opening: Option<&'static NamedOpening>,
}

impl GameIndex {
    /// The index of a game of this year; `None` if its first position is impossible. The rows get
    /// the game's number when they are added.
    pub(crate) fn of(record: &GameRecord, year: u16) -> Option<Self> {
        let mut position = Position::from_setup(&record.start).ok()?;
        let mut key = SymmetricKey::of(&position);
        let mut opening = opening_at(&key);
        let mut positions = Vec::new();
        let mut material = material::Standing::new(&position);
        for (ply, chosen) in record.moves().enumerate() {
            if ply < INDEXED_PLIES {
                positions.push(PositionRow {
                    key: key.key() as i64,
                    chosen: key.to_stored(chosen).pack(),
                    game: 0,
                    result: result_for(position.turn(), record.result),
                    year,
                    ply: ply as u8,
                });
            }
            position.play(chosen);
            material.follow(&position);
            if ply < INDEXED_PLIES {
                key = SymmetricKey::of(&position);
                opening = opening_at(&key).or(opening);
            }
        }
        Some(Self { positions, material: material.all(), opening })
    }
}

/// The code of a result for one side.
const fn result_for(side: Colour, result: GameResult) -> u8 {
    match result {
        GameResult::Unknown => 0,
        GameResult::Won(winner) if winner as u8 == side as u8 => 1,
        GameResult::Won(_) => 2,
        GameResult::Drawn => 3,
    }
}

impl Rows {
    pub(crate) fn add(&mut self, index: GameIndex, game: i64) {
        self.positions.extend(index.positions.into_iter().map(|row| PositionRow { game, ..row }));
        self.material.extend(index.material.into_iter().map(|signature| (signature, game)));
    }

    /// Writes the rows. A repeated position counts once for a game and move.
    pub(crate) fn write(&mut self, transaction: &Transaction<'_>) -> Result<()> {
        self.positions.sort_unstable_by_key(|row| (row.key, row.chosen, row.game, row.ply));
        let mut statement = transaction.prepare_cached(
            "INSERT OR IGNORE INTO position (key, move, game, result, year, ply)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        for row in self.positions.drain(..) {
            statement.execute((row.key, row.chosen, row.game, row.result, row.year, row.ply))?;
        }
        self.material.sort_unstable();
        let mut statement = transaction
            .prepare_cached("INSERT OR IGNORE INTO material (signature, game) VALUES (?1, ?2)")?;
        for row in self.material.drain(..) {
            statement.execute(row)?;
        }
        Ok(())
    }
}

/// Makes the index of all games afresh, for a collection of an older format. A record that cannot
/// be read is left out of it.
pub(crate) fn rebuild(transaction: &Transaction<'_>) -> Result<()> {
    let mut rows = Rows::default();
    let mut statement = transaction.prepare("SELECT id, year, record FROM game ORDER BY id")?;
    let mut games = statement.query([])?;
    while let Some(game) = games.next()? {
        let (id, year, record): (i64, u16, String) = (game.get(0)?, game.get(1)?, game.get(2)?);
        let index = parse_pgn(&record).ok().and_then(|record| GameIndex::of(&record, year));
        if let Some(index) = index {
            rows.add(index, id);
        }
        if rows.positions.len() >= BATCH {
            rows.write(transaction)?;
        }
    }
    rows.write(transaction)
}

/// Takes a game out of the index.
pub(crate) fn remove(connection: &Connection, index: &GameIndex, game: i64) -> Result<()> {
    let mut statement = connection
        .prepare_cached("DELETE FROM position WHERE key = ?1 AND move = ?2 AND game = ?3")?;
    for row in &index.positions {
        statement.execute((row.key, row.chosen, game))?;
    }
    let mut statement =
        connection.prepare_cached("DELETE FROM material WHERE signature = ?1 AND game = ?2")?;
    for &signature in &index.material {
        statement.execute((signature, game))?;
    }
    Ok(())
}

impl Collection {
    /// Counts positions with very many games again, if any are counted.
    pub(crate) fn summarise_again(&mut self) -> Result<()> {
        let any: bool =
            self.connection
                .query_row("SELECT EXISTS (SELECT 1 FROM summary)", [], |row| row.get(0))?;
        if any { self.summarise() } else { Ok(()) }
    }
}
