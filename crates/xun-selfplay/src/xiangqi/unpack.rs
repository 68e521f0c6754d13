//! From games to flat training records, one per quiet position.

use super::record::{GameRecord, GameResult, PlayedMove};
use xun_xiangqi::rules::{Colour, PieceKind, Position};

/// A position for training: 36 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The square of each piece of the starting set, 255 where captured: for Red, then for Black,
    /// the king, two advisors, two elephants, two horses, two rooks, two cannons and five pawns.
    pub squares: [u8; 32],
    /// The search's score, seen from the side to move; `i16::MIN` where there was none.
    pub score: i16,
    /// 0 lost, 1 drawn, 2 won, seen from the side to move; 3 where no game was played from here.
    pub result: u8,
    /// 0 when Red is to move, 1 for Black.
    pub side: u8,
}

/// A piece that is not on the board.
const CAPTURED: u8 = 255;
/// The result where no game was played.
const NO_RESULT: u8 = 3;
/// Scores beyond this are decided: nothing to learn from them.
const DECIDED: i16 = 3000;

impl Record {
    /// The record of a position.
    pub fn new(position: &Position, score: i16, result: GameResult) -> Self {
        let mut squares = [CAPTURED; 32];
        let mut slot = 0;
        for colour in Colour::ALL {
            for kind in PieceKind::ALL {
                let room = kind.full_count() as usize;
                for (offset, square) in
                    position.pieces(colour, kind).into_iter().take(room).enumerate()
                {
                    squares[slot + offset] = square.index() as u8;
                }
                slot += room;
            }
        }
        let turn = position.turn();
        let result = match turn {
            Colour::Red => result as u8,
            Colour::Black => 2 - result as u8,
        };
        Self { squares, score, result, side: turn as u8 }
    }

    /// The record of a position that no game was played from.
    pub fn without_result(position: &Position, score: Option<i16>) -> Self {
        Self {
            result: NO_RESULT,
            ..Self::new(position, score.unwrap_or(i16::MIN), GameResult::Draw)
        }
    }

    /// The bytes.
    pub fn to_bytes(self) -> [u8; 36] {
        let mut bytes = [0; 36];
        bytes[..32].copy_from_slice(&self.squares);
        bytes[32..34].copy_from_slice(&self.score.to_le_bytes());
        bytes[34] = self.result;
        bytes[35] = self.side;
        bytes
    }
}

/// Whether a position is fit for training: searched, not decided, neither side in check, no capture
/// about to happen.
pub fn is_quiet(position: &Position, played: PlayedMove) -> bool {
    played.score.is_some_and(|score| score.abs() < DECIDED)
        && position.piece_on(played.chosen.to()).is_none()
        && !position.in_check()
}

/// The quiet positions of a game.
pub fn records_of(game: &GameRecord) -> Result<Vec<Record>, String> {
    let mut records = Vec::with_capacity(game.moves.len());
    game.replay(|position, played| {
        if let Some(score) = played.score
            && is_quiet(position, played)
        {
            records.push(Record::new(position, score, game.result));
        }
    })?;
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_fills_every_slot() {
        let record = Record::new(&Position::start(), 12, GameResult::RedWins);
        let mut seen: Vec<u8> = record.squares.to_vec();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 32);
        assert_eq!(record.squares[0], 4, "the red king on e0");
        assert_eq!(record.squares[16], 85, "the black king on e9");
        assert_eq!((record.result, record.side, record.to_bytes().len()), (2, 0, 36));
    }
}
