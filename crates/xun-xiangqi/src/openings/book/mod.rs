//! Opening books: the moves to play from known positions, with weights. Our own files are made from
//! a collection of games; `BOOK.DAT` files of `ElephantEye` are read.

mod elephant_eye;
mod file;

pub use file::{BookError, BookFault};

use super::SymmetricKey;
use crate::rules::{Move, Position};
use crate::search::{Answer, Question};
use std::path::Path;
use std::time::Duration;
use xun_game::files::read_at_most;
use xun_game::{Bound, Report, Score, SplitMix64};

/// Bytes of a book's file at most.
const MOST_BYTES: u64 = 256 << 20;
/// Plies of the line that a book answers with.
const LINE_PLIES: usize = 8;

/// An opening book.
///
/// ```
/// use xun_xiangqi::notation::parse_move;
/// use xun_xiangqi::openings::{OpeningBook, SymmetricKey};
/// use xun_xiangqi::rules::Position;
/// let start = Position::start();
/// let chosen = parse_move(&start, "炮八平五").unwrap();
/// let key = SymmetricKey::of(&start);
/// let book = OpeningBook::new([(key.key(), key.to_stored(chosen), 9, 4)]);
/// let read = OpeningBook::parse(&book.to_bytes()).unwrap();
/// // The start is its own mirror image: the move is told from Red's right.
/// assert_eq!(read.moves(&start)[0].chosen.to_string(), "h2e2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningBook {
    keys: Keys,
    /// In the order of keys, then moves.
    entries: Vec<Entry>,
}

/// The keys by which a book names positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keys {
    /// [`SymmetricKey`].
    Symmetric,
    /// `ElephantEye`'s.
    ElephantEye,
}

/// A move of a position, as a file has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: u64,
    chosen: Move,
    weight: u16,
    games: u32,
}

/// A move that a book has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookMove {
    /// The move.
    pub chosen: Move,
    /// Its weight; more is better.
    pub weight: u16,
    /// Games in which it was played; 0 where the file does not say.
    pub games: u32,
}

/// The way in which a move is chosen among those of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookChoice {
    /// At random, each as often as its weight says.
    #[default]
    Weighted,
    /// The one of the greatest weight.
    Best,
}

impl OpeningBook {
    /// A book of these entries: a position's key ([`SymmetricKey::key`]), a move
    /// ([`SymmetricKey::to_stored`]), its weight and games. Moves of weight 0 are left out, and of
    /// entries for the same move the last one counts.
    #[must_use]
    pub fn new(entries: impl IntoIterator<Item = (u64, Move, u16, u32)>) -> Self {
        let made = |(key, chosen, weight, games)| Entry { key, chosen, weight, games };
        let mut entries: Vec<Entry> = entries.into_iter().map(made).collect();
        // Stable, so that the last one given comes first among equals after the reversal.
        entries.reverse();
        entries.sort_by_key(|entry| (entry.key, entry.chosen));
        entries.dedup_by_key(|entry| (entry.key, entry.chosen));
        entries.retain(|entry| entry.weight > 0);
        Self { keys: Keys::Symmetric, entries }
    }

    /// Reads a book of either format.
    ///
    /// # Errors
    /// A file that cannot be read or is no book.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, BookError> {
        let bytes = read_at_most(path, MOST_BYTES)
            .map_err(|error| BookError::Unreadable(error.to_string()))?;
        Self::parse(&bytes)
    }

    /// Reads the books of several files, whose names are separated by `;`.
    ///
    /// # Errors
    /// The name of the first file that is no book, and the reason.
    pub fn from_files(names: &str) -> Result<Vec<Self>, (String, BookError)> {
        let names = names.split(';').map(str::trim).filter(|name| !name.is_empty());
        names.map(|name| Self::from_file(name).map_err(|error| (name.to_owned(), error))).collect()
    }

    /// Number of moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no move in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.entries.chunk_by(|one, next| one.key == next.key).count()
    }

    /// The legal moves that the book has for a position, greatest weight first.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let mut moves: Vec<BookMove> = match self.keys {
            Keys::Symmetric => {
                let key = SymmetricKey::of(position);
                self.found(key.key(), |chosen| key.from_stored(chosen))
            }
            Keys::ElephantEye => {
                let [plain, mirrored] = elephant_eye::keys(position);
                let found = self.found(plain, |chosen| chosen);
                if found.is_empty() { self.found(mirrored, Move::mirrored) } else { found }
            }
        };
        moves.retain(|one| position.is_legal_move(one.chosen));
        moves.sort_by_key(|one| (std::cmp::Reverse(one.weight), one.chosen));
        moves
    }

    fn found(&self, key: u64, turn: impl Fn(Move) -> Move) -> Vec<BookMove> {
        let first = self.entries.partition_point(|entry| entry.key < key);
        let of_key = self.entries[first..].iter().take_while(|entry| entry.key == key);
        of_key
            .map(|entry| BookMove {
                chosen: turn(entry.chosen),
                weight: entry.weight,
                games: entry.games,
            })
            .collect()
    }

    /// The answer of the book to a question: a move and the line that follows in the book. `None`
    /// for an unknown position and for a question that a book cannot answer: about several lines,
    /// about a mate, or without an end. A move that brings back an earlier position of the game is
    /// not chosen.
    #[must_use]
    pub fn answer(
        &self,
        position: &Position,
        question: &Question,
        choice: BookChoice,
        random: &mut SplitMix64,
    ) -> Option<Answer> {
        let limits = &question.limits;
        if question.lines > 1 || limits.mate.is_some() || limits.is_unlimited() {
            return None;
        }
        let mut moves = self.moves(position);
        moves.retain(|one| question.allows(&one.chosen) && !repeats(position, one.chosen));
        let best = match choice {
            BookChoice::Best => moves.first()?.chosen,
            BookChoice::Weighted => drawn(&moves, random)?,
        };
        let mut line = vec![best];
        let mut after = position.clone();
        after.play(best);
        while line.len() < LINE_PLIES {
            let Some(reply) = self.moves(&after).first().map(|one| one.chosen) else { break };
            after.play(reply);
            line.push(reply);
        }
        Answer::from_report(&Report {
            depth: 0,
            selective_depth: 0,
            line: 1,
            score: Score::ZERO,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            fullness: 0,
            pv: line,
        })
    }
}

/// A move drawn by the weights.
fn drawn(moves: &[BookMove], random: &mut SplitMix64) -> Option<Move> {
    let total: u64 = moves.iter().map(|one| u64::from(one.weight)).sum();
    let mut left = random.below(total);
    for one in moves {
        let weight = u64::from(one.weight);
        if left < weight {
            return Some(one.chosen);
        }
        left -= weight;
    }
    None
}

/// Whether a move brings back an earlier position of the game.
fn repeats(position: &Position, chosen: Move) -> bool {
    let key = position.key_after(chosen);
    let mut before = position.clone();
    while before.plies_played() > 0 {
        before.undo();
        if before.key() == key {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests;
