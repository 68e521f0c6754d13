//! Moves played from a position. Mirror images count together, and so do other orders of the
//! moves and positions with the colours exchanged.

use crate::{Collection, Result};
use rusqlite::{Connection, OptionalExtension, Row};
use xun_xiangqi::openings::{NamedOpening, SymmetricKey, opening_at};
use xun_xiangqi::rules::{Colour, Move, Position};

/// Games of a position from which on its counts are kept in the table `summary`.
const MANY: u64 = 2_000;
/// Plies from the start after which summaries are no longer looked for.
const DEEPEST: usize = 40;

/// Games that are counted at most: a bound for the numbers of a damaged file.
const MOST_GAMES: i64 = 1 << 48;

/// Moves from a position with the results of their games.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exploration {
    /// The moves, most played first.
    pub moves: Vec<ExploredMove>,
    /// The name of the position, if it has one.
    pub opening: Option<&'static NamedOpening>,
}

/// A move and the results of the games in which it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExploredMove {
    /// The move. Of two that are mirror images of each other in a symmetric position, the one from
    /// Red's right.
    pub chosen: Move,
    /// Games in which it was played.
    pub games: u64,
    /// Those that Red won.
    pub red: u64,
    /// Those that were drawn.
    pub draws: u64,
    /// Those that Black won.
    pub black: u64,
    /// Average year of those with a date.
    pub average_year: Option<u16>,
    /// Year of the latest.
    pub latest_year: Option<u16>,
    /// An engine's value of the move, if it was noted by [`Collection::note_value`].
    pub value: Option<EngineValue>,
}

/// An engine's value of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineValue {
    /// Score in centipawns for the side that moves.
    pub score: i32,
    /// Depth of the search.
    pub depth: u32,
}

/// A row with counts: move, games, won, drawn, lost, dated, years, latest.
struct Counts {
    packed: u16,
    numbers: [i64; 7],
}

impl Counts {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let mut numbers = [0; 7];
        for (index, number) in numbers.iter_mut().enumerate() {
            // Of a damaged file: no number is below zero, and sums of them have room.
            *number = row.get::<_, i64>(index + 1)?.clamp(0, MOST_GAMES);
        }
        Ok(Self { packed: row.get(0)?, numbers })
    }

    fn games(&self) -> u64 {
        self.numbers[0] as u64
    }
}

const SCAN: &str = "
    SELECT move, count(*), sum(result = 1), sum(result = 3), sum(result = 2), sum(year > 0),
    sum(year), max(year) FROM position WHERE key = ?1 GROUP BY move";
const KEPT: &str = "
    SELECT move, games, won, drawn, lost, dated, years, latest FROM summary WHERE key = ?1";

fn counts(connection: &Connection, query: &str, key: u64) -> Result<Vec<Counts>> {
    let mut statement = connection.prepare_cached(query)?;
    let rows = statement.query_map([key as i64], Counts::read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

impl Collection {
    /// Every move that was played from a position, in any of its symmetric forms.
    pub fn explore(&self, position: &Position) -> Result<Exploration> {
        let key = SymmetricKey::of(position);
        let mut found = counts(&self.connection, KEPT, key.key())?;
        if found.is_empty() {
            found = counts(&self.connection, SCAN, key.key())?;
        }
        let mut moves: Vec<ExploredMove> =
            found.iter().filter_map(|counts| explored(position, &key, counts)).collect();
        moves.sort_by_key(|explored| (std::cmp::Reverse(explored.games), explored.chosen));
        for explored in &mut moves {
            explored.value = self.value_after(position, explored.chosen)?;
        }
        Ok(Exploration { moves, opening: opening_at(&key) })
    }

    /// Notes an engine's score of a position for the side to move; a deeper one stays.
    pub fn note_value(&mut self, position: &Position, score: i32, depth: u32) -> Result<()> {
        self.connection.execute(
            "INSERT INTO value (key, score, depth) VALUES (?1, ?2, ?3) ON CONFLICT (key)
             DO UPDATE SET score = ?2, depth = ?3 WHERE depth <= ?3",
            (SymmetricKey::of(position).key() as i64, score, depth),
        )?;
        Ok(())
    }

    /// The noted value of a move.
    fn value_after(&self, position: &Position, chosen: Move) -> Result<Option<EngineValue>> {
        let mut after = position.clone();
        after.play(chosen);
        let key = SymmetricKey::of(&after).key() as i64;
        let mut statement =
            self.connection.prepare_cached("SELECT score, depth FROM value WHERE key = ?1")?;
        let value = statement.query_row([key], |row| {
            Ok(EngineValue { score: row.get::<_, i32>(0)?.saturating_neg(), depth: row.get(1)? })
        });
        Ok(value.optional()?)
    }

    /// Counts positions with very many games once, so that exploring them takes no longer than
    /// others. An import ends with it.
    pub fn summarise(&mut self) -> Result<()> {
        let transaction = self.connection.transaction()?;
        transaction.execute("DELETE FROM summary", [])?;
        let mut waiting = vec![Position::start()];
        while let Some(position) = waiting.pop() {
            let key = SymmetricKey::of(&position);
            if !counts(&transaction, KEPT, key.key())?.is_empty() {
                continue;
            }
            let found = counts(&transaction, SCAN, key.key())?;
            if found.iter().map(Counts::games).sum::<u64>() < MANY {
                continue;
            }
            let mut statement = transaction.prepare_cached(
                "INSERT INTO summary (key, move, games, won, drawn, lost, dated, years, latest)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?;
            for Counts { packed, numbers: n } in &found {
                let key = key.key() as i64;
                statement.execute((key, packed, n[0], n[1], n[2], n[3], n[4], n[5], n[6]))?;
            }
            if position.plies_played() >= DEEPEST {
                continue;
            }
            for counts in found.iter().filter(|counts| counts.games() >= MANY) {
                if let Some(explored) = explored(&position, &key, counts) {
                    let mut next = position.clone();
                    next.play(explored.chosen);
                    waiting.push(next);
                }
            }
        }
        transaction.commit()?;
        Ok(())
    }
}

/// The move as the position has it; `None` for a row that is no legal move, of a damaged file.
fn explored(position: &Position, key: &SymmetricKey, counts: &Counts) -> Option<ExploredMove> {
    let chosen = key.from_stored(Move::unpack(counts.packed)?);
    if !position.is_legal_move(chosen) {
        return None;
    }
    let [games, won, drawn, lost, dated, years, latest] = counts.numbers;
    let (red, black) = match position.turn() {
        Colour::Red => (won, lost),
        Colour::Black => (lost, won),
    };
    Some(ExploredMove {
        chosen,
        games: games as u64,
        red: red as u64,
        draws: drawn as u64,
        black: black as u64,
        average_year: (dated > 0).then(|| (years / dated.max(1)) as u16),
        latest_year: (latest > 0).then_some(latest as u16),
        value: None,
    })
}
