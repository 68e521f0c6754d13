//! Games in a compact file that can be appended to: each stands for itself, so a file that was cut
//! short only loses its last game.
//!
//! ```text
//! game: number u32 | rule u8 | width u8 | height u8 | opening plies u8 | plies u16 | outcome u8 | plies × move
//! move: column u8 | row u8 | score for its side i16
//! ```
//! All numbers are little-endian; the outcome is 0 black won, 1 white won, 2 drawn.

use thiserror::Error;
use xun_gomoku::rules::{Colour, Point, Rule, Size};

/// The largest evaluation in a game file; scores beyond it are forced ends.
pub(crate) const LARGEST_SCORE: i32 = 29_000;

/// Outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// This colour won.
    Won(Colour),
    /// Drawn.
    Draw,
}

/// One game against ourselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// Its number, which also decides its opening.
    pub(crate) number: u32,
    /// The rule.
    pub(crate) rule: Rule,
    /// The board.
    pub(crate) size: Size,
    /// Moves of the opening, which were not searched.
    pub(crate) opening: usize,
    /// Every move, with the score that the search gave it for its side (0 in the opening).
    pub(crate) moves: Vec<(Point, i16)>,
    /// The end.
    pub(crate) outcome: Outcome,
}

/// A file that holds something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no game at byte {at}")]
pub(crate) struct GameFault {
    /// The point.
    pub(crate) at: usize,
}

const HEADING: usize = 11;

impl Game {
    /// Appends the game's bytes.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.number.to_le_bytes());
        let outcome = match self.outcome {
            Outcome::Won(colour) => colour as u8,
            Outcome::Draw => 2,
        };
        bytes.extend([self.rule as u8, self.size.width(), self.size.height(), self.opening as u8]);
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        bytes.push(outcome);
        for (point, score) in &self.moves {
            bytes.extend([point.x(), point.y()]);
            bytes.extend(score.to_le_bytes());
        }
    }

    fn read(bytes: &[u8]) -> Option<(Self, usize)> {
        let heading = bytes.get(..HEADING)?;
        let number = u32::from_le_bytes(heading[..4].try_into().ok()?);
        let rule = *Rule::ALL.get(usize::from(heading[4]))?;
        let size = Size::new(heading[5].into(), heading[6].into()).ok()?;
        let plies = usize::from(u16::from_le_bytes([heading[8], heading[9]]));
        let outcome = match heading[10] {
            0 => Outcome::Won(Colour::Black),
            1 => Outcome::Won(Colour::White),
            2 => Outcome::Draw,
            _ => return None,
        };
        let body = bytes.get(HEADING..HEADING + 4 * plies)?;
        let moves = body
            .chunks_exact(4)
            .map(|chunk| {
                let point = size.point(chunk[0].into(), chunk[1].into())?;
                Some((point, i16::from_le_bytes([chunk[2], chunk[3]])))
            })
            .collect::<Option<Vec<_>>>()?;
        let game = Self { number, rule, size, opening: heading[7].into(), moves, outcome };
        Some((game, HEADING + 4 * plies))
    }
}

/// The games of a file, and how many of its bytes they are: what is left is a game that was cut
/// short.
pub(crate) fn read_games(bytes: &[u8]) -> Result<(Vec<Game>, usize), GameFault> {
    let mut games = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match Game::read(&bytes[at..]) {
            Some((game, length)) => {
                games.push(game);
                at += length;
            }
            None if bytes.len() - at < HEADING + 4 * 484 => break,
            None => return Err(GameFault { at }),
        }
    }
    Ok((games, at))
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
            outcome: Outcome::Won(Colour::White),
        };
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        let whole = bytes.len();
        game.write(&mut bytes);
        bytes.pop();
        assert_eq!(read_games(&bytes).unwrap(), (vec![game], whole));
        assert!(read_games(&[9; 5000]).is_err());
    }
}
