//! Games in a compact file that can be appended to: each stands for itself, so a file that was cut
//! short only loses its last game.
//!
//! ```text
//! game: number u32 | rule + 128 u8 | width u8 | height u8 | opening plies u8 | plies u16
//!       | outcome u8 | checksum of these u16 | plies × move | checksum of all before u32
//! move: column u8 | row u8 | score for its side i16
//! ```
//! All numbers are little-endian; the outcome is 0 black won, 1 white won, 2 drawn. Older games
//! have the rule without 128 and no checksums; both may stand in one file. The heading has a
//! checksum of its own, so that a damaged length is not taken for a game that was cut short.

use crate::{GameFile, GameFileError};
use std::path::Path;
use thiserror::Error;
use xun_game::fingerprint;
use xun_gomoku::rules::{Colour, MAX_SIDE, MIN_SIDE, Point, Rule, Size};

/// The largest evaluation in a game file; scores beyond it are forced ends.
pub const LARGEST_SCORE: i32 = 29_000;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GomokuResult {
    /// This colour won.
    Won(Colour),
    /// Drawn.
    Draw,
}

/// One game against ourselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number, which also decides its opening.
    pub number: u32,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Moves of the opening, which were not searched.
    pub opening: usize,
    /// Every move, with the score that the search gave it for its side (0 in the opening).
    pub moves: Vec<(Point, i16)>,
    /// The end.
    pub outcome: GomokuResult,
}

/// A file that holds something else, or a damaged game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no sound game at byte {at}")]
pub struct GameFault {
    /// The point.
    pub at: usize,
}

const HEADING: usize = 11;
/// Place of the rule in it.
const RULE: usize = 4;
/// Added to the rule of a game with checksums.
const CHECKED: u8 = 128;

/// A part of a file that is not a whole game.
enum Part {
    /// The file ends before the game does.
    Cut,
    /// The bytes are all there, and are no game.
    Damaged,
}

impl Game {
    /// Appends the game's bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let begin = bytes.len();
        bytes.extend(self.number.to_le_bytes());
        let outcome = match self.outcome {
            GomokuResult::Won(colour) => colour as u8,
            GomokuResult::Draw => 2,
        };
        let (width, height) = (self.size.width(), self.size.height());
        bytes.extend([self.rule as u8 + CHECKED, width, height, self.opening as u8]);
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        bytes.push(outcome);
        bytes.extend((checksum(&bytes[begin..]) as u16).to_le_bytes());
        for (point, score) in &self.moves {
            bytes.extend([point.x(), point.y()]);
            bytes.extend(score.to_le_bytes());
        }
        bytes.extend(checksum(&bytes[begin..]).to_le_bytes());
    }

    /// The game at the beginning of the bytes, and its length. Behind a game with checksums all
    /// have them.
    fn read(bytes: &[u8], checked: bool) -> Result<(Self, usize), Part> {
        // Bytes that cannot begin a game are another kind of file, not a game that was cut short.
        if !Self::can_begin(bytes) {
            return Err(Part::Damaged);
        }
        let heading = bytes.get(..HEADING).ok_or(Part::Cut)?;
        let plies = usize::from(u16::from_le_bytes([heading[8], heading[9]]));
        if heading[RULE] < CHECKED {
            if checked {
                return Err(Part::Damaged);
            }
            let body = bytes.get(HEADING..HEADING + 4 * plies).ok_or(Part::Cut)?;
            let game = Self::from_parts(heading, heading[RULE], body).ok_or(Part::Damaged)?;
            return Ok((game, HEADING + 4 * plies));
        }
        let sum = bytes.get(HEADING..HEADING + 2).ok_or(Part::Cut)?;
        if sum != (checksum(heading) as u16).to_le_bytes() {
            return Err(Part::Damaged);
        }
        let end = HEADING + 2 + 4 * plies;
        let sum = bytes.get(end..end + 4).ok_or(Part::Cut)?;
        if sum != checksum(&bytes[..end]).to_le_bytes() {
            return Err(Part::Damaged);
        }
        let body = &bytes[HEADING + 2..end];
        let game = Self::from_parts(heading, heading[RULE] - CHECKED, body).ok_or(Part::Damaged)?;
        Ok((game, end + 4))
    }

    /// Whether these bytes can begin a game.
    fn can_begin(bytes: &[u8]) -> bool {
        let side =
            |at: usize| bytes.get(at).is_none_or(|&side| (MIN_SIDE..=MAX_SIDE).contains(&side));
        let rule = |rule: &u8| usize::from(rule % CHECKED) < Rule::ALL.len();
        bytes.get(RULE).is_none_or(rule) && side(5) && side(6)
    }

    fn from_parts(heading: &[u8], rule: u8, body: &[u8]) -> Option<Self> {
        let number = u32::from_le_bytes(heading[..4].try_into().ok()?);
        let rule = *Rule::ALL.get(usize::from(rule))?;
        let size = Size::new(heading[5].into(), heading[6].into()).ok()?;
        let outcome = match heading[10] {
            0 => GomokuResult::Won(Colour::Black),
            1 => GomokuResult::Won(Colour::White),
            2 => GomokuResult::Draw,
            _ => return None,
        };
        let moves = body
            .chunks_exact(4)
            .map(|chunk| {
                let point = size.point(chunk[0].into(), chunk[1].into())?;
                Some((point, i16::from_le_bytes([chunk[2], chunk[3]])))
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Self { number, rule, size, opening: heading[7].into(), moves, outcome })
    }
}

fn checksum(bytes: &[u8]) -> u32 {
    let hash = fingerprint(bytes);
    (hash ^ (hash >> 32)) as u32
}

/// The games of a file, and how many of its bytes they are: what is left is one game that was cut
/// short.
///
/// # Errors
/// A damaged game: nothing behind it is left out silently.
pub fn read_games(bytes: &[u8]) -> Result<(Vec<Game>, usize), GameFault> {
    let mut games = Vec::new();
    let mut at = 0;
    let mut checked = false;
    while at < bytes.len() {
        match Game::read(&bytes[at..], checked) {
            Ok((game, length)) => {
                checked |= bytes[at + RULE] >= CHECKED;
                games.push(game);
                at += length;
            }
            // A longer rest is no single game: a length was damaged where there was no checksum.
            Err(Part::Cut) if bytes.len() - at < HEADING + 4 * 484 + 6 => break,
            Err(Part::Cut | Part::Damaged) => return Err(GameFault { at }),
        }
    }
    Ok((games, at))
}

/// Opens a file of games to append to; see [`GameFile`].
pub fn open_games(path: &Path) -> Result<GameFile, GameFileError> {
    let scan = |bytes: &[u8]| match read_games(bytes) {
        Ok((games, whole)) => Ok((games.iter().map(|game| game.number).collect(), whole)),
        Err(fault) => Err(GameFileError::Damaged(fault.to_string())),
    };
    GameFile::open(path, &[], scan)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_read_back_and_a_cut_one_is_left_out() {
        let game = Game {
            number: 7,
            rule: Rule::Renju,
            size: Size::STANDARD,
            opening: 1,
            moves: vec![(Point::new(7, 7), 0), (Point::new(8, 8), -123)],
            outcome: GomokuResult::Won(Colour::White),
        };
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        let whole = bytes.len();
        game.write(&mut bytes);
        bytes.pop();
        assert_eq!(read_games(&bytes).unwrap(), (vec![game], whole));
        assert!(read_games(&[9; 5000]).is_err());
    }

    fn short_game(number: u32) -> Game {
        Game {
            number,
            rule: Rule::Freestyle,
            size: Size::STANDARD,
            opening: 1,
            moves: (0..9).map(|x| (Point::new(x, 7), i16::from(x))).collect(),
            outcome: GomokuResult::Draw,
        }
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let mut sound = Vec::new();
        (0..12).for_each(|number| short_game(number).write(&mut sound));
        for bit in 0..sound.len() * 8 {
            let mut bytes = sound.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let read = read_games(&bytes);
            assert!(read.is_err(), "bit {bit}: {read:?}");
        }
    }

    #[test]
    fn games_without_checksums_are_read() {
        // As versions before wrote it: number 7, renju, 15 by 15, two moves, white won.
        let old = [7, 0, 0, 0, Rule::Renju as u8, 15, 15, 1, 2, 0, 1, 7, 7, 0, 0, 8, 8, 0x85, 0xff];
        let mut bytes = old.to_vec();
        bytes.extend(old);
        short_game(8).write(&mut bytes);
        let (games, whole) = read_games(&bytes).unwrap();
        assert_eq!(whole, bytes.len());
        let moves = vec![(Point::new(7, 7), 0), (Point::new(8, 8), -123)];
        assert_eq!((games[0].number, &games[0].moves), (7, &moves));
        assert_eq!(games[1], games[0]);
        assert_eq!(games[2], short_game(8));
        bytes.extend(old);
        assert!(read_games(&bytes).is_err(), "games are only appended with checksums");
    }

    #[test]
    fn another_kind_of_file_is_no_game_that_was_cut_short() {
        for text in ["something else", "notes", "1 2 3\n4 5 6\n"] {
            assert!(read_games(text.as_bytes()).is_err(), "{text:?}");
        }
        let mut bytes = Vec::new();
        short_game(8).write(&mut bytes);
        for cut in 0..bytes.len() {
            assert_eq!(read_games(&bytes[..cut]), Ok((Vec::new(), 0)), "cut at {cut}");
        }
    }
}
