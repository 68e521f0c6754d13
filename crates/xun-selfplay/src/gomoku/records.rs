//! Positions as flat training records, the form that `training/` reads.
//!
//! ```text
//! record: cells 100 bytes | move u16 | score i16 | result u8 | stones u8 | threats u16
//!         | pattern evaluation i16 | last u16 | before u16 | future i16 | codes
//! cells:  a field of 20 × 20, row by row, four to a byte, lowest bits first:
//!         0 empty, 1 the side to move's, 2 the other's, 3 outside the board
//! last:   the last move, and before it the side to move's own, as the move;
//!         65535 where there was none
//! future: the side to move's chance by the game's later searches and its end, of 32767
//! codes:  for each point of the board, row by row, the code of the side to move u16
//!         and of the other u16
//! ```
//! The move is the one played, `row * 20 + column`; score and result (0 lost, 1 drawn, 2 won) are
//! the side to move's. With an even number of stones Black is to move. All numbers are
//! little-endian. The threats are a [`threat_index`], the codes
//! [`Cell::code`](xun_gomoku::rules::Cell::code)s; a taken point has [`TAKEN`] twice.

use super::record::{Game, GomokuResult, LARGEST_SCORE};
use thiserror::Error;
use xun_gomoku::eval::{Evaluator, PatternEvaluator, threat_index};
use xun_gomoku::rules::{Board, CODES, Code, Colour, Point, Shape, Size, Status};

/// Columns and rows of a record's field; a larger board has no records.
const FIELD: usize = 20;
/// Bytes of a record without its codes.
const FIXED_BYTES: usize = FIELD * FIELD / 4 + 16;

/// A score of so much is odds of e to 1.
const ODDS: f64 = 200.0;

/// Code of a taken point.
const TAKEN: Code = CODES as Code;

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

/// The positions of a game to learn from, one after the other as they stand in a file of records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Number of records.
    pub count: usize,
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
            (Status::Won(colour), outcome) if outcome != GomokuResult::Won(colour) => {
                Err(ReplayFault::Result)
            }
            _ => Ok(()),
        }
    }
}

/// The positions of a game that a network is asked about: searched ones, undecided, with no four to
/// answer and none to complete.
pub fn records_of(game: &Game) -> Result<Records, ReplayFault> {
    if usize::from(game.size.width().max(game.size.height())) > FIELD {
        return Err(ReplayFault::Size(game.size));
    }
    let mut records = Records::default();
    let futures = futures(game);
    game.replay(|index, board| {
        let (_, score) = game.moves[index];
        let decided = i32::from(score).abs() > LARGEST_SCORE;
        if index >= game.opening && !decided && is_quiet(board) {
            add_record(game, index, futures[index], board, &mut records.bytes);
            records.count += 1;
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

/// For each move the chance of its side as the game went on: its own search's word counts for a
/// tenth, the rest is the next move's future, and so on to the game's end. Shallow searches see
/// little each, but together they see far.
fn futures(game: &Game) -> Vec<f64> {
    const KEPT: f64 = 0.9;
    let side = |index: usize| if index.is_multiple_of(2) { Colour::Black } else { Colour::White };
    let mut black = match game.outcome {
        GomokuResult::Won(colour) => f64::from(u8::from(colour == Colour::Black)),
        GomokuResult::Draw => 0.5,
    };
    let mut futures = vec![0.5; game.moves.len()];
    for (index, &(_, score)) in game.moves.iter().enumerate().rev() {
        let of_side =
            |chance: f64| if side(index) == Colour::Black { chance } else { 1.0 - chance };
        if index >= game.opening {
            let says = of_side(1.0 / (1.0 + (-f64::from(score) / ODDS).exp()));
            black = KEPT * black + (1.0 - KEPT) * says;
        }
        futures[index] = of_side(black);
    }
    futures
}

fn add_record(game: &Game, index: usize, future: f64, board: &Board, records: &mut Vec<u8>) {
    const OUTSIDE: u8 = 0b1111_1111;
    let (point, score) = game.moves[index];
    let own = board.to_move();
    let mut bytes = [OUTSIDE; FIXED_BYTES];
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
    let place = |point: Point| u16::from(point.y()) * FIELD as u16 + u16::from(point.x());
    let result = match game.outcome {
        GomokuResult::Won(colour) if colour == own => 2,
        GomokuResult::Won(_) => 0,
        GomokuResult::Draw => 1,
    };
    let tail = FIELD * FIELD / 4;
    bytes[tail..tail + 2].copy_from_slice(&place(point).to_le_bytes());
    bytes[tail + 2..tail + 4].copy_from_slice(&score.to_le_bytes());
    bytes[tail + 4] = result;
    // Only its last bit, the colour to move, matters on boards of more than 255 points.
    bytes[tail + 5] = (2 * (index / 2) + usize::from(own == Colour::White)) as u8;
    bytes[tail + 6..tail + 8].copy_from_slice(&(threat_index(board) as u16).to_le_bytes());
    let value = PatternEvaluator::new(board).value(board).clamp(i16::MIN.into(), i16::MAX.into());
    bytes[tail + 8..tail + 10].copy_from_slice(&(value as i16).to_le_bytes());
    for ago in 0..2 {
        let recent = board.recent(ago).map_or(u16::MAX, place);
        bytes[tail + 10 + 2 * ago..][..2].copy_from_slice(&recent.to_le_bytes());
    }
    bytes[tail + 14..].copy_from_slice(&((future * f64::from(i16::MAX)) as i16).to_le_bytes());
    records.extend(bytes);
    for point in game.size.points() {
        for colour in [own, !own] {
            let code = if board.is_empty(point) { board.cell(point).code(colour) } else { TAKEN };
            records.extend(code.to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_gomoku::notation::parse_moves;
    use xun_gomoku::rules::Rule;

    fn game(moves: &str, opening: usize, outcome: GomokuResult) -> Game {
        let moves = parse_moves(moves, Size::STANDARD).unwrap();
        let moves = moves
            .into_iter()
            .enumerate()
            .map(|(index, point)| (point, 10 * index as i16))
            .collect();
        Game { number: 0, rule: Rule::Freestyle, size: Size::STANDARD, opening, moves, outcome }
    }

    #[test]
    fn a_record_shows_the_board_from_the_side_to_move() {
        let records = records_of(&game("h8i9h9", 2, GomokuResult::Won(Colour::White))).unwrap();
        assert_eq!((records.count, records.bytes.len()), (1, FIXED_BYTES + 4 * 225));
        let bytes = &records.bytes;
        let cell = |x: usize, y: usize| bytes[(y * 20 + x) / 4] >> (2 * (x % 4)) & 3;
        let [own, other] =
            [Point::new(7, 7), Point::new(8, 8)].map(|at| cell(at.x().into(), at.y().into()));
        let counts = (0..20).flat_map(|y| (0..20).map(move |x| (x, y))).fold(
            [0; 4],
            |mut counts, (x, y)| {
                counts[usize::from(cell(x, y))] += 1;
                counts
            },
        );
        assert_eq!((own.min(other), own.max(other)), (1, 2));
        assert_eq!(counts, [223, 1, 1, 175]);
        let moves = parse_moves("h9", Size::STANDARD).unwrap();
        let played = u16::from(moves[0].y()) * 20 + u16::from(moves[0].x());
        assert_eq!(
            bytes[100..106],
            [played.to_le_bytes()[0], played.to_le_bytes()[1], 20, 0, 0, 2]
        );
        let code = |at: usize| {
            u16::from_le_bytes([bytes[FIXED_BYTES + 2 * at], bytes[FIXED_BYTES + 2 * at + 1]])
        };
        let taken: Vec<usize> = (0..225)
            .filter(|&point| code(2 * point) == TAKEN && code(2 * point + 1) == TAKEN)
            .collect();
        assert_eq!(taken, [7 * 15 + 7, 8 * 15 + 8]);
    }

    #[test]
    fn the_future_is_made_of_later_scores_and_the_end() {
        let mut even = game("h8i9h9", 1, GomokuResult::Won(Colour::White));
        even.moves.iter_mut().for_each(|(_, score)| *score = 0);
        // Two searches call it even; White wins in the end.
        let [opening, white, black] = futures(&even)[..] else { panic!("three moves") };
        assert!(
            (black - 0.05).abs() < 1e-9 && (white - (1.0 - 0.095)).abs() < 1e-9,
            "{white} {black}"
        );
        assert!((opening - 0.095).abs() < 1e-9, "{opening}");
    }

    #[test]
    fn fours_and_forced_ends_are_left_out() {
        // Before the seventh move Black can make an open four, before the eighth White must answer
        // it, before the ninth Black can make five.
        assert_eq!(
            records_of(&game("h8a1i8a3j8a5k8g8l9", 0, GomokuResult::Draw)).unwrap().count,
            6
        );
        let mut decided = game("h8i9h9", 0, GomokuResult::Won(Colour::Black));
        decided.moves[2].1 = 29_991;
        assert_eq!(records_of(&decided).unwrap().count, 2);
    }

    #[test]
    fn a_game_that_cannot_be_replayed_says_where() {
        assert_eq!(
            records_of(&game("h8h8", 0, GomokuResult::Draw)),
            Err(ReplayFault::Taken { ply: 2 })
        );
        let over = game("h8a1i8a3j8a5k8a7l8a9", 0, GomokuResult::Won(Colour::Black));
        assert_eq!(over.replay(|_, _| {}), Err(ReplayFault::Over { ply: 10 }));
        let mut wrong = game("h8a1i8a3j8a5k8a7l8", 0, GomokuResult::Won(Colour::White));
        assert_eq!(wrong.replay(|_, _| {}), Err(ReplayFault::Result));
        wrong.outcome = GomokuResult::Won(Colour::Black);
        assert_eq!(wrong.replay(|_, _| {}), Ok(()));
        let large = Game { size: Size::new(22, 22).unwrap(), ..wrong };
        assert!(matches!(records_of(&large), Err(ReplayFault::Size(_))));
    }
}
