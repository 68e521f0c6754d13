//! Adding games: duplicates are found by start, moves and players.

use crate::{Collection, Result};
use rusqlite::Transaction;
use xun_game::fingerprint;
use xun_xiangqi::notation::{GameRecord, GameResult, Notation, Ranks, format_pgn};
use xun_xiangqi::openings::{MirrorPair, Opening, opening_at};
use xun_xiangqi::rules::{Colour, Position};

/// Plies of a game whose positions are indexed.
pub(crate) const INDEXED_PLIES: usize = 60;

/// Result of adding a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is new; its number.
    New(i64),
    /// The collection has it already.
    Duplicate,
    /// Its first position is impossible, so it cannot be indexed.
    Impossible,
}

/// A row of the table `position`.
pub(crate) struct PositionRow {
    pub(crate) key: i64,
    pub(crate) chosen: u16,
    pub(crate) game: i64,
    pub(crate) result: u8,
    pub(crate) year: u16,
}

impl Collection {
    /// Adds a game; `source` is the file that it comes from. To add many at once use
    /// [`Collection::import`].
    pub fn add(&mut self, record: &GameRecord, source: &str) -> Result<Added> {
        let transaction = self.connection.transaction()?;
        let mut rows = Vec::new();
        let added = insert(&transaction, record, source, &mut rows)?;
        insert_positions(&transaction, &mut rows)?;
        transaction.execute("DELETE FROM summary", [])?;
        transaction.commit()?;
        Ok(added)
    }
}

/// The code of a result in the tables.
pub(crate) const fn code(result: GameResult) -> u8 {
    match result {
        GameResult::Unknown => 0,
        GameResult::Won(Colour::Red) => 1,
        GameResult::Won(Colour::Black) => 2,
        GameResult::Drawn => 3,
    }
}

/// The result of a code.
pub(crate) const fn result_of(code: u8) -> GameResult {
    match code {
        1 => GameResult::Won(Colour::Red),
        2 => GameResult::Won(Colour::Black),
        3 => GameResult::Drawn,
        _ => GameResult::Unknown,
    }
}

/// The year in a date such as `1997年11月16日` or `2021.05.03`; 0 if there is none.
pub(crate) fn year_of(date: &str) -> u16 {
    let numbers = date.split(|letter: char| !letter.is_ascii_digit());
    let years = numbers.filter_map(|number| number.get(..4)?.parse().ok());
    years.into_iter().find(|year| (1500..=2999).contains(year)).unwrap_or(0)
}

/// Inserts a game without its positions, which are appended to `rows`.
pub(crate) fn insert(
    transaction: &Transaction<'_>,
    record: &GameRecord,
    source: &str,
    rows: &mut Vec<PositionRow>,
) -> Result<Added> {
    let Ok(start) = Position::from_setup(&record.start) else { return Ok(Added::Impossible) };
    let tag = |name: &str| record.tag(name).filter(|value| *value != "?").unwrap_or_default();
    let mut identity = record.start.to_string();
    for chosen in record.moves() {
        identity.push_str(&chosen.to_string());
    }
    for name in ["Red", "Black"] {
        identity.push('\n');
        identity.push_str(tag(name).trim());
    }
    let year = year_of(tag("Date"));
    let result = code(record.result);
    let first_row = rows.len();
    let mut pair = MirrorPair::new(start);
    let mut opening: Option<&Opening> = opening_at(&pair);
    for chosen in record.moves().take(INDEXED_PLIES) {
        let canonical = pair.canonical(chosen).pack();
        rows.push(PositionRow { key: pair.key() as i64, chosen: canonical, game: 0, result, year });
        pair.play(chosen);
        opening = opening_at(&pair).or(opening);
    }
    let mut statement = transaction.prepare_cached(
        "INSERT OR IGNORE INTO game (fingerprint, title, red, black, event, site, date, year,
         result, opening, opening_en, plies, source, record)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?;
    let inserted = statement.execute((
        fingerprint(identity.as_bytes()) as i64,
        tag("Title"),
        tag("Red"),
        tag("Black"),
        tag("Event"),
        tag("Site"),
        tag("Date"),
        year,
        result,
        opening.map_or("", |opening| opening.chinese),
        opening.map_or("", |opening| opening.english),
        record.line.moves.len() as i64,
        source,
        format_pgn(record, Notation::Coordinates(Ranks::FromZero)),
    ))?;
    if inserted == 0 {
        rows.truncate(first_row);
        return Ok(Added::Duplicate);
    }
    let id = transaction.last_insert_rowid();
    for row in &mut rows[first_row..] {
        row.game = id;
    }
    Ok(Added::New(id))
}

/// Inserts positions in the order of the table, which keeps the pages that are written few. A
/// repeated position counts once for a game and move.
pub(crate) fn insert_positions(
    transaction: &Transaction<'_>,
    rows: &mut Vec<PositionRow>,
) -> Result<()> {
    rows.sort_unstable_by_key(|row| (row.key, row.chosen, row.game));
    let mut statement = transaction.prepare_cached(
        "INSERT OR IGNORE INTO position (key, move, game, result, year) VALUES (?1, ?2, ?3, ?4, \
         ?5)",
    )?;
    for row in rows.drain(..) {
        statement.execute((row.key, row.chosen, row.game, row.result, row.year))?;
    }
    Ok(())
}
