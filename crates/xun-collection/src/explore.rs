//! Moves played from a position. Mirror images count together, and so do other orders of the
//! moves.

use crate::{Collection, Result};
use rusqlite::{Connection, Row};
use xun_xiangqi::openings::{MirrorPair, Opening, opening_at};
use xun_xiangqi::rules::{Move, Position};

/// Games of a position from which on its counts are kept in the table `summary`.
const MANY: u64 = 2_000;
/// Plies from the start after which summaries are no longer looked for.
const DEEPEST: usize = 40;

/// Moves from a position with the results of their games.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exploration {
    /// The moves, most played first.
    pub moves: Vec<ExploredMove>,
    /// The name of the position, if it has one.
    pub opening: Option<&'static Opening>,
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
}

/// A row with counts: move, games, red, draws, black, dated, years, latest.
struct Counts {
    packed: u16,
    numbers: [i64; 7],
}

impl Counts {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let mut numbers = [0; 7];
        for (index, number) in numbers.iter_mut().enumerate() {
            *number = row.get(index + 1)?;
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
    SELECT move, games, red, draws, black, dated, years, latest FROM summary WHERE key = ?1";

fn counts(connection: &Connection, query: &str, key: u64) -> Result<Vec<Counts>> {
    let mut statement = connection.prepare_cached(query)?;
    let rows = statement.query_map([key as i64], Counts::read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

impl Collection {
    /// Every move that was played from a position, in either of its mirror images.
    pub fn explore(&self, position: &Position) -> Result<Exploration> {
        let pair = MirrorPair::new(position.clone());
        let mut found = counts(&self.connection, KEPT, pair.key())?;
        if found.is_empty() {
            found = counts(&self.connection, SCAN, pair.key())?;
        }
        let mut moves: Vec<ExploredMove> =
            found.iter().filter_map(|counts| explored(&pair, counts)).collect();
        moves.sort_by_key(|explored| (std::cmp::Reverse(explored.games), explored.chosen));
        Ok(Exploration { moves, opening: opening_at(&pair) })
    }

    /// Counts positions with very many games once, so that exploring them takes no longer than
    /// others. An import ends with it.
    pub fn summarise(&mut self) -> Result<()> {
        let transaction = self.connection.transaction()?;
        transaction.execute("DELETE FROM summary", [])?;
        let mut waiting = vec![MirrorPair::new(Position::start())];
        while let Some(pair) = waiting.pop() {
            if !counts(&transaction, KEPT, pair.key())?.is_empty() {
                continue;
            }
            let found = counts(&transaction, SCAN, pair.key())?;
            if found.iter().map(Counts::games).sum::<u64>() < MANY {
                continue;
            }
            let mut statement = transaction.prepare_cached(
                "INSERT INTO summary (key, move, games, red, draws, black, dated, years, latest)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?;
            for Counts { packed, numbers: n } in &found {
                let key = pair.key() as i64;
                statement.execute((key, packed, n[0], n[1], n[2], n[3], n[4], n[5], n[6]))?;
            }
            if pair.position().plies_played() >= DEEPEST {
                continue;
            }
            for counts in found.iter().filter(|counts| counts.games() >= MANY) {
                if let Some(explored) = explored(&pair, counts) {
                    let mut next = pair.clone();
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
fn explored(pair: &MirrorPair, counts: &Counts) -> Option<ExploredMove> {
    let kept = Move::unpack(counts.packed)?;
    let mut chosen = pair.canonical(kept);
    // Both sides of a symmetric position are stored as one; players write the right one.
    let mirrored = chosen.mirrored();
    if pair.canonical(chosen) == pair.canonical(mirrored)
        && mirrored.from().file() > chosen.from().file()
    {
        chosen = mirrored;
    }
    if !pair.position().is_legal_move(chosen) {
        return None;
    }
    let [games, red, draws, black, dated, years, latest] = counts.numbers;
    Some(ExploredMove {
        chosen,
        games: games as u64,
        red: red as u64,
        draws: draws as u64,
        black: black as u64,
        average_year: (dated > 0).then(|| (years / dated.max(1)) as u16),
        latest_year: (latest > 0).then_some(latest as u16),
    })
}
