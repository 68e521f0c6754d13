//! Making an opening book from the games of a collection.

use crate::{Collection, Filter, Result};
use rusqlite::params_from_iter;
use rusqlite::types::Value;
use xun_xiangqi::openings::OpeningBook;
use xun_xiangqi::rules::Move;

/// The basis of a move's weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookWeight {
    /// Points of the side that played it: two for a win, one for a draw or an unknown result.
    #[default]
    Results,
    /// Games in which it was played.
    Games,
}

/// Limits of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct BookLimits {
    /// Plies from the start of the games whose moves are taken. Games are indexed to ply 60.
    pub plies: u32,
    /// Games at least in which a move was played.
    pub games: u64,
    /// Least score of a move for the side that played it, from 0 to 1. Games without a result count
    /// as drawn.
    pub score: f64,
    /// Moves of a position at most, those of the greatest weight; `None` for all.
    pub moves: Option<usize>,
    /// The basis of weights.
    pub weight: BookWeight,
}

impl Default for BookLimits {
    fn default() -> Self {
        Self { plies: 40, games: 3, score: 0.3, moves: None, weight: BookWeight::Results }
    }
}

/// A move of a position with its results.
struct Candidate {
    chosen: Move,
    games: u64,
    points: u64,
}

impl Candidate {
    /// The candidate of a row; `None` for a row that is no move, of a damaged file.
    fn new(packed: u16, games: u64, won: u64, lost: u64) -> Option<Self> {
        Some(Self {
            chosen: Move::unpack(packed)?,
            games,
            points: (games + won).saturating_sub(lost),
        })
    }

    /// Score from 0 to 1.
    fn score(&self) -> f64 {
        self.points as f64 / (2 * self.games.max(1)) as f64
    }
}

impl Collection {
    /// An opening book of the games that a filter wants. The filter's limit is not used.
    pub fn book(&self, filter: &Filter, limits: &BookLimits) -> Result<OpeningBook> {
        let (condition, values) = filter.condition();
        let wanted = if condition.is_empty() {
            String::new()
        } else {
            format!(" AND game IN (SELECT id FROM game{condition})")
        };
        let mut statement = self.connection.prepare(&format!(
            "SELECT key, move, count(*), sum(result = 1), sum(result = 2) FROM position
             WHERE ply < ?{wanted} GROUP BY key, move"
        ))?;
        let parameters = [Value::from(i64::from(limits.plies))].into_iter().chain(values);
        let mut rows = statement.query(params_from_iter(parameters))?;
        let mut entries = Vec::new();
        let mut of_position: Vec<Candidate> = Vec::new();
        let mut position = 0;
        while let Some(row) = rows.next()? {
            let key: i64 = row.get(0)?;
            if key != position {
                choose(position, &mut of_position, limits, &mut entries);
                position = key;
            }
            let number = |column| row.get::<_, i64>(column).map(|number| number.max(0) as u64);
            let (games, won, lost) = (number(2)?, number(3)?, number(4)?);
            of_position.extend(Candidate::new(row.get(1)?, games, won, lost));
        }
        choose(position, &mut of_position, limits, &mut entries);
        Ok(OpeningBook::new(entries))
    }
}

/// Appends the moves of a position that are within the limits, and empties the list.
fn choose(
    key: i64,
    moves: &mut Vec<Candidate>,
    limits: &BookLimits,
    entries: &mut Vec<(u64, Move, u16, u32)>,
) {
    let weight = |one: &Candidate| match limits.weight {
        BookWeight::Results => one.points,
        BookWeight::Games => one.games,
    };
    moves.retain(|one| one.games >= limits.games && one.score() >= limits.score);
    moves.sort_by_key(|one| (std::cmp::Reverse(weight(one)), one.chosen));
    moves.truncate(limits.moves.unwrap_or(usize::MAX));
    // Weights have 16 bits: larger ones are scaled down, all of a position alike.
    let scale = moves.first().map_or(1, weight).div_ceil(u64::from(u16::MAX)).max(1);
    for one in moves.drain(..) {
        let weight = (weight(&one) / scale) as u16;
        entries.push((
            key as u64,
            one.chosen,
            weight,
            u32::try_from(one.games).unwrap_or(u32::MAX),
        ));
    }
}
