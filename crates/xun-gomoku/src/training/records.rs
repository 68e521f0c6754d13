//! Positions as flat training records, the form that `training/` reads.
//!
//! ```text
//! record: cells 100 bytes | move u16 | score i16 | result u8 | stones u8
//! cells:  a field of 20 × 20, row by row, four to a byte, lowest bits first:
//!         0 empty, 1 the side to move's, 2 the other's, 3 outside the board
//! ```
//! The move is the one played, `row * 20 + column`; score and result (0 lost, 1 drawn, 2 won) are the side to
//! move's. With an even number of stones Black is to move. All numbers are little-endian.

use super::games::{Game, Outcome};
use crate::rules::{Board, Colour, Shape, Size, Status};
use crate::search::Score;
use thiserror::Error;

/// Columns and rows of a record's field; a larger board has no records.
const FIELD: usize = 20;
/// Bytes of a record.
pub const RECORD_BYTES: usize = FIELD * FIELD / 4 + 6;

/// A game that cannot be replayed or has no records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReplayFault {
    /// A stone on a stone.
    #[error("move {ply}: the point is taken")]
    Taken {
        /// The move's number, from one.
        ply: usize,
    },
    /// The game went on after its end.
    #[error("move {ply}: the game was over before")]
    Over {
        /// The move's number, from one.
        ply: usize,
    },
    /// A five on the board, and another result in the file.
    #[error("the stated result is not the one on the board")]
    Result,
    /// The board does not fit into a record.
    #[error("a board of {0} is larger than a record's field of 20 x 20")]
    Size(Size),
}

/// One position to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record([u8; RECORD_BYTES]);

impl Record {
    /// Its bytes, as they stand in the file.
    pub fn as_bytes(&self) -> &[u8; RECORD_BYTES] {
        &self.0
    }
}

impl Game {
    /// Plays the game over again, showing each position before its move.
    pub fn replay(&self, mut visit: impl FnMut(usize, &Board)) -> Result<(), ReplayFault> {
        let mut board = Board::new(self.size, self.rule);
        for (index, &(point, _)) in self.moves.iter().enumerate() {
            let ply = index + 1;
            if !board.is_empty(point) {
                return Err(ReplayFault::Taken { ply });
            }
            if board.status() != Status::Ongoing {
                return Err(ReplayFault::Over { ply });
            }
            visit(index, &board);
            board.play(point);
        }
        match (board.status(), self.outcome) {
            (Status::Won(colour), outcome) if outcome != Outcome::Won(colour) => Err(ReplayFault::Result),
            _ => Ok(()),
        }
    }
}

/// The positions of a game that a network is asked about: searched ones, undecided, with no four to answer and none
/// to complete.
pub fn records_of(game: &Game) -> Result<Vec<Record>, ReplayFault> {
    if usize::from(game.size.width().max(game.size.height())) > FIELD {
        return Err(ReplayFault::Size(game.size));
    }
    let mut records = Vec::with_capacity(game.moves.len());
    game.replay(|index, board| {
        let (_, score) = game.moves[index];
        let bound = Score::BOUND.raw();
        let decided = !(-bound..=bound).contains(&i32::from(score));
        if index >= game.opening && !decided && is_quiet(board) {
            records.push(record(game, index, board));
        }
    })?;
    Ok(records)
}

/// Whether the search would ask for the position's value: threats of five decide or force.
fn is_quiet(board: &Board) -> bool {
    let own = board.to_move();
    board.count(own, Shape::Five) == 0
        && board.count(!own, Shape::Five) == 0
        && board.count(own, Shape::OpenFour) == 0
}

fn record(game: &Game, index: usize, board: &Board) -> Record {
    const OUTSIDE: u8 = 0b1111_1111;
    let (point, score) = game.moves[index];
    let own = board.to_move();
    let mut bytes = [OUTSIDE; RECORD_BYTES];
    let mut set = |x: usize, y: usize, cell: u8| {
        let place = y * FIELD + x;
        let shift = 2 * (place % 4);
        bytes[place / 4] = bytes[place / 4] & !(3 << shift) | (cell << shift);
    };
    for point in game.size.points() {
        let cell = match board.stone(point) {
            None => 0,
            Some(colour) if colour == own => 1,
            Some(_) => 2,
        };
        set(point.x().into(), point.y().into(), cell);
    }
    let place = u16::from(point.y()) * FIELD as u16 + u16::from(point.x());
    let result = match game.outcome {
        Outcome::Won(colour) if colour == own => 2,
        Outcome::Won(_) => 0,
        Outcome::Draw => 1,
    };
    let tail = FIELD * FIELD / 4;
    bytes[tail..tail + 2].copy_from_slice(&place.to_le_bytes());
    bytes[tail + 2..tail + 4].copy_from_slice(&score.to_le_bytes());
    bytes[tail + 4] = result;
    // Only its last bit, the colour to move, matters on boards of more than 255 points.
    bytes[tail + 5] = (2 * (index / 2) + usize::from(own == Colour::White)) as u8;
    Record(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::text::parse_moves;
    use crate::rules::{Point, Rule};

    fn game(moves: &str, opening: usize, outcome: Outcome) -> Game {
        let moves = parse_moves(moves, Size::STANDARD).unwrap();
        let moves = moves.into_iter().enumerate().map(|(index, point)| (point, 10 * index as i16)).collect();
        Game { number: 0, rule: Rule::Freestyle, size: Size::STANDARD, opening, moves, outcome }
    }

    #[test]
    fn a_record_shows_the_board_from_the_side_to_move() {
        let records = records_of(&game("h8i9h9", 2, Outcome::Won(Colour::White))).unwrap();
        assert_eq!(records.len(), 1);
        let bytes = records[0].as_bytes();
        let cell = |x: usize, y: usize| bytes[(y * 20 + x) / 4] >> (2 * (x % 4)) & 3;
        let [own, other] = [Point::new(7, 7), Point::new(8, 8)].map(|at| cell(at.x().into(), at.y().into()));
        let counts = (0..20).flat_map(|y| (0..20).map(move |x| (x, y))).fold([0; 4], |mut counts, (x, y)| {
            counts[usize::from(cell(x, y))] += 1;
            counts
        });
        assert_eq!((own.min(other), own.max(other)), (1, 2));
        assert_eq!(counts, [223, 1, 1, 175]);
        let moves = parse_moves("h9", Size::STANDARD).unwrap();
        let played = u16::from(moves[0].y()) * 20 + u16::from(moves[0].x());
        assert_eq!(bytes[100..], [played.to_le_bytes()[0], played.to_le_bytes()[1], 20, 0, 0, 2]);
    }

    #[test]
    fn fours_and_forced_ends_are_left_out() {
        // Before the seventh move Black can make an open four, before the eighth White must answer it, before the ninth
        // Black can make five.
        assert_eq!(records_of(&game("h8a1i8a3j8a5k8g8l9", 0, Outcome::Draw)).unwrap().len(), 6);
        let mut decided = game("h8i9h9", 0, Outcome::Won(Colour::Black));
        decided.moves[2].1 = 29_991;
        assert_eq!(records_of(&decided).unwrap().len(), 2);
    }

    #[test]
    fn a_game_that_cannot_be_replayed_says_where() {
        assert_eq!(records_of(&game("h8h8", 0, Outcome::Draw)), Err(ReplayFault::Taken { ply: 2 }));
        let over = game("h8a1i8a3j8a5k8a7l8a9", 0, Outcome::Won(Colour::Black));
        assert_eq!(over.replay(|_, _| {}), Err(ReplayFault::Over { ply: 10 }));
        let mut wrong = game("h8a1i8a3j8a5k8a7l8", 0, Outcome::Won(Colour::White));
        assert_eq!(wrong.replay(|_, _| {}), Err(ReplayFault::Result));
        wrong.outcome = Outcome::Won(Colour::Black);
        assert_eq!(wrong.replay(|_, _| {}), Ok(()));
        let large = Game { size: Size::new(22, 22).unwrap(), ..wrong };
        assert!(matches!(records_of(&large), Err(ReplayFault::Size(_))));
    }
}
