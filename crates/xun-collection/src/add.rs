//! Adding games: duplicates are found by start, moves and players.

use crate::index::{GameIndex, Rows};
use crate::{Collection, Result};
use rusqlite::Transaction;
use xun_game::fingerprint;
use xun_xiangqi::notation::{GameRecord, GameResult, Notation, Ranks, format_pgn};
use xun_xiangqi::openings::NamedOpening;
use xun_xiangqi::rules::Colour;

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

impl Collection {
    /// Adds a game; `source` is the file that it comes from. To add many at once use
    /// [`Collection::import`].
    pub fn add(&mut self, record: &GameRecord, source: &str) -> Result<Added> {
        let transaction = self.connection.transaction()?;
        let mut rows = Rows::default();
        let added = insert(&transaction, record, source, &mut rows)?;
        rows.write(&transaction)?;
        transaction.execute("DELETE FROM summary", [])?;
        transaction.commit()?;
        Ok(added)
    }
}

/// The code of a result in the table `game`.
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

/// The columns of a game that its record determines.
pub(crate) struct Columns<'a> {
    pub(crate) fingerprint: i64,
    pub(crate) title: &'a str,
    pub(crate) red: &'a str,
    pub(crate) black: &'a str,
    pub(crate) event: &'a str,
    pub(crate) site: &'a str,
    pub(crate) date: &'a str,
    pub(crate) year: u16,
    pub(crate) result: u8,
    pub(crate) record: String,
}

impl<'a> Columns<'a> {
    pub(crate) fn of(record: &'a GameRecord) -> Self {
        let tag = |name: &str| record.tag(name).filter(|value| *value != "?").unwrap_or_default();
        let mut identity = record.start.to_string();
        for chosen in record.moves() {
            identity.push_str(&chosen.to_string());
        }
        for name in ["Red", "Black"] {
            identity.push('\n');
            identity.push_str(tag(name).trim());
        }
        Self {
            fingerprint: fingerprint(identity.as_bytes()) as i64,
            title: tag("Title"),
            red: tag("Red"),
            black: tag("Black"),
            event: tag("Event"),
            site: tag("Site"),
            date: tag("Date"),
            year: year_of(tag("Date")),
            result: code(record.result),
            record: format_pgn(record, Notation::Coordinates(Ranks::FromZero)),
        }
    }
}

/// Inserts a game without its index, which is appended to `rows`.
pub(crate) fn insert(
    transaction: &Transaction<'_>,
    record: &GameRecord,
    source: &str,
    rows: &mut Rows,
) -> Result<Added> {
    let game = Columns::of(record);
    let known = transaction
        .prepare_cached("SELECT 1 FROM game WHERE fingerprint = ?1")?
        .exists([game.fingerprint])?;
    if known {
        return Ok(Added::Duplicate);
    }
    let Some(index) = GameIndex::of(record, game.year) else { return Ok(Added::Impossible) };
    let name =
        |language: fn(&'static NamedOpening) -> &'static str| index.opening.map_or("", language);
    let mut statement = transaction.prepare_cached(
        "INSERT INTO game (fingerprint, title, red, black, event, site, date, year,
         result, opening, opening_en, plies, source, record)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?;
    statement.execute((
        game.fingerprint,
        game.title,
        game.red,
        game.black,
        game.event,
        game.site,
        game.date,
        game.year,
        game.result,
        name(|opening| opening.chinese),
        name(|opening| opening.english),
        record.line.moves.len() as i64,
        source,
        game.record,
    ))?;
    let id = transaction.last_insert_rowid();
    rows.add(index, id);
    Ok(Added::New(id))
}
