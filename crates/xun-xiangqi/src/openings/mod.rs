//! Names of openings in English and Chinese, found by the positions of a game.

mod table;

pub use table::OPENINGS;

use crate::notation::{Ranks, parse_coordinates};
use crate::rules::{Move, Position};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A named opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opening {
    /// Its moves from the start, by coordinates.
    pub line: &'static str,
    /// Its English name.
    pub english: &'static str,
    /// Its Chinese name.
    pub chinese: &'static str,
}

/// A position together with its mirror image, so that both have one key.
///
/// ```
/// use xun_xiangqi::notation::parse_move;
/// use xun_xiangqi::openings::MirrorPair;
/// use xun_xiangqi::rules::Position;
/// let mut left = MirrorPair::new(Position::start());
/// let mut right = left.clone();
/// left.play(parse_move(left.position(), "b2e2").unwrap());
/// right.play(parse_move(right.position(), "h2e2").unwrap());
/// assert_eq!(left.key(), right.key());
/// ```
#[derive(Clone, Debug)]
pub struct MirrorPair {
    position: Position,
    mirror: Position,
}

impl MirrorPair {
    /// The pair of a position; its history is not kept.
    #[expect(clippy::missing_panics_doc, reason = "mirroring keeps a position possible")]
    #[must_use]
    pub fn new(position: Position) -> Self {
        let mirror = Position::from_setup(&position.to_setup().mirrored())
            .expect("the mirror image of a position is one");
        Self { position, mirror }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a legal move.
    pub fn play(&mut self, chosen: Move) {
        self.position.play(chosen);
        self.mirror.play(chosen.mirrored());
    }

    /// The key of the position, the same for its mirror image.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.position.key().min(self.mirror.key())
    }

    /// A move as it is stored under [`MirrorPair::key`]; of a position that is its own image the
    /// smaller of a move and its image. Applied twice it gives a move of this position again.
    #[must_use]
    pub fn canonical(&self, chosen: Move) -> Move {
        match self.position.key().cmp(&self.mirror.key()) {
            std::cmp::Ordering::Less => chosen,
            std::cmp::Ordering::Equal => chosen.min(chosen.mirrored()),
            std::cmp::Ordering::Greater => chosen.mirrored(),
        }
    }
}

/// Plies after which no opening of the table ends.
const LONGEST: usize = 24;

static BY_KEY: LazyLock<HashMap<u64, &'static Opening>> = LazyLock::new(|| {
    let mut by_key = HashMap::new();
    for opening in OPENINGS {
        let mut pair = MirrorPair::new(Position::start());
        for text in opening.line.split(' ') {
            // A line that breaks off is found by a test.
            let Ok(chosen) = parse_coordinates(text, Ranks::FromZero) else { break };
            if !pair.position().is_legal_move(chosen) {
                break;
            }
            pair.play(chosen);
        }
        by_key.entry(pair.key()).or_insert(opening);
    }
    by_key
});

/// The opening that has this position, mirrored or not.
#[must_use]
pub fn opening_at(pair: &MirrorPair) -> Option<&'static Opening> {
    BY_KEY.get(&pair.key()).copied()
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
) -> Option<&'static Opening> {
    let mut pair = MirrorPair::new(start.clone());
    let mut found = opening_at(&pair);
    for chosen in moves.into_iter().take(LONGEST) {
        if !pair.position().is_legal_move(chosen) {
            break;
        }
        pair.play(chosen);
        found = opening_at(&pair).or(found);
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

    #[test]
    fn lines_that_reach_one_position_have_one_name() {
        let mut seen: HashMap<u64, &Opening> = HashMap::new();
        for opening in OPENINGS {
            let mut pair = MirrorPair::new(Position::start());
            for text in opening.line.split(' ') {
                pair.play(parse_coordinates(text, Ranks::FromZero).expect("a move"));
            }
            let first = seen.entry(pair.key()).or_insert(opening);
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
