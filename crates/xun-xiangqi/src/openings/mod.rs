//! Names of openings in English and Chinese, found by the positions of a game; opening books.

mod book;
mod symmetric_key;
mod table;

pub use book::{BookChoice, BookError, BookFault, BookMove, OpeningBook};
pub use symmetric_key::SymmetricKey;
pub use table::OPENINGS;

use crate::notation::{Ranks, parse_coordinates};
use crate::rules::{Move, Position};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A named opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedOpening {
    /// Its moves from the start, by coordinates.
    pub line: &'static str,
    /// Its English name.
    pub english: &'static str,
    /// Its Chinese name.
    pub chinese: &'static str,
}

/// Plies after which no opening of the table ends.
const LONGEST: usize = 24;

static BY_KEY: LazyLock<HashMap<u64, &'static NamedOpening>> = LazyLock::new(|| {
    let mut by_key = HashMap::new();
    for opening in OPENINGS {
        let mut position = Position::start();
        for text in opening.line.split(' ') {
            // A line that breaks off is found by a test.
            let Ok(chosen) = parse_coordinates(text, Ranks::FromZero) else { break };
            if !position.is_legal_move(chosen) {
                break;
            }
            position.play(chosen);
        }
        by_key.entry(SymmetricKey::of(&position).key()).or_insert(opening);
    }
    by_key
});

/// The opening that has the position of this key.
#[must_use]
pub fn opening_at(key: &SymmetricKey) -> Option<&'static NamedOpening> {
    BY_KEY.get(&key.key()).copied()
}

/// The opening of a game: the last of its positions that has a name.
///
/// ```
/// use xun_xiangqi::notation::parse_pgn;
/// use xun_xiangqi::openings::opening_of;
/// use xun_xiangqi::rules::Position;
/// let game = parse_pgn("1. 炮八平五 马２进３ 2. 马八进七 马８进７ *").unwrap();
/// let opening = opening_of(&Position::start(), game.moves()).unwrap();
/// assert_eq!(opening.chinese, "中炮对屏风马");
/// ```
pub fn opening_of(
    start: &Position,
    moves: impl IntoIterator<Item = Move>,
) -> Option<&'static NamedOpening> {
    let mut position = start.clone();
    let mut found = opening_at(&SymmetricKey::of(&position));
    for chosen in moves.into_iter().take(LONGEST) {
        if !position.is_legal_move(chosen) {
            break;
        }
        position.play(chosen);
        found = opening_at(&SymmetricKey::of(&position)).or(found);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_legal_and_short_enough() {
        for opening in OPENINGS {
            let mut position = Position::start();
            for text in opening.line.split(' ') {
                let chosen = parse_coordinates(text, Ranks::FromZero).expect(opening.line);
                assert!(position.is_legal_move(chosen), "{text} in {}", opening.line);
                position.play(chosen);
            }
            assert!(position.plies_played() <= LONGEST);
            assert!(!opening.english.is_empty() && !opening.chinese.is_empty());
        }
    }

    /// Names are words, not identifiers.
    #[test]
    fn english_names_have_capitals_at_the_beginning_of_words_alone() {
        for opening in OPENINGS {
            for word in opening.english.split([' ', '-', '/']) {
                let rest = word.chars().skip(1);
                assert!(rest.clone().all(|letter| !letter.is_uppercase()), "{}", opening.english);
            }
        }
    }

    #[test]
    fn lines_that_reach_one_position_have_one_name() {
        let mut seen: HashMap<u64, &NamedOpening> = HashMap::new();
        for opening in OPENINGS {
            let mut position = Position::start();
            for text in opening.line.split(' ') {
                position.play(parse_coordinates(text, Ranks::FromZero).expect("a move"));
            }
            let first = seen.entry(SymmetricKey::of(&position).key()).or_insert(opening);
            assert_eq!(first.chinese, opening.chinese, "{} and {}", first.line, opening.line);
        }
        assert!(seen.len() > 80);
    }

    #[test]
    fn a_game_and_its_mirror_image_have_one_opening() {
        let line = "h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 g3g4 c6c5";
        let moves: Vec<Move> = line
            .split(' ')
            .map(|text| parse_coordinates(text, Ranks::FromZero).expect("a move"))
            .collect();
        let plain = opening_of(&Position::start(), moves.iter().copied());
        let mirrored = opening_of(&Position::start(), moves.iter().map(|chosen| chosen.mirrored()));
        assert_eq!(plain.map(|opening| opening.chinese), Some("中炮对反宫马"));
        assert_eq!(plain, mirrored);
    }
}
