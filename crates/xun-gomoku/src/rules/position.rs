//! A position that has been checked: stones that can have been played under the rule.

use super::board::Board;
use super::colour::Colour;
use super::forbidden::{Forbidden, forbidden_kind};
use super::point::{MAX_SIDE, Point, Size};
use super::rule::Rule;
use super::shape::Shape;
use super::tables::DIRECTIONS;
use std::fmt;
use thiserror::Error;

/// A possible position: a board and the state of the game.
#[derive(Clone)]
pub struct Position {
    board: Board,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The side to move has a choice.
    Ongoing,
    /// A colour has made five.
    Won(Colour),
    /// The board is full.
    Draw,
}

/// A fault of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionFault {
    /// A stone off the board.
    #[error("{point} lies outside the {size} board")]
    Outside {
        /// The point.
        point: Point,
        /// The board.
        size: Size,
    },
    /// Two stones on one point.
    #[error("{point} is taken twice, by stones {first} and {second}")]
    Occupied {
        /// The point.
        point: Point,
        /// Number of the first stone, from one.
        first: usize,
        /// Number of the second stone.
        second: usize,
    },
    /// Numbers of stones that alternating moves cannot give.
    #[error("{black} black and {white} white stones: black has as many as white, or one more")]
    Counts {
        /// Black stones.
        black: usize,
        /// White stones.
        white: usize,
    },
    /// The side said to move is not the one that the numbers of stones give.
    #[error("{black} black and {white} white stones leave the other side to move")]
    Turn {
        /// Black stones.
        black: usize,
        /// White stones.
        white: usize,
    },
    /// Both colours have made five.
    #[error("black and white both have a winning row")]
    TwoWinners,
    /// The winner is to move: a stone was played after the end.
    #[error("the winning row was made before the last move")]
    WinnerToMove,
    /// Winning rows that no single stone can have completed.
    #[error("no single stone completes all winning rows of one side")]
    WonTwice,
    /// A move after five was made.
    #[error("move {number} ({point}) comes after the game was won")]
    AfterTheEnd {
        /// Number of the move, from one.
        number: usize,
        /// The move.
        point: Point,
    },
    /// A stone that black may not have played.
    #[error("black's {point} is forbidden: {kind}")]
    ForbiddenStone {
        /// The point.
        point: Point,
        /// The reason.
        kind: Forbidden,
    },
}

/// The first faults of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Impossible {
    /// The faults; at least one, [`Impossible::MOST`] at most.
    pub faults: Vec<PositionFault>,
}

impl Impossible {
    /// Faults that are kept.
    pub const MOST: usize = 20;

    fn of(mut faults: Vec<PositionFault>) -> Self {
        faults.truncate(Self::MOST);
        Self { faults }
    }
}

/// The stones up to the first that cannot have a point of its own: more say nothing more.
fn at_most_one_too_many<T>(size: Size, stones: &[T]) -> &[T] {
    let points = usize::from(size.width()) * usize::from(size.height());
    &stones[..stones.len().min(points + 1)]
}

impl fmt::Display for Impossible {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("impossible position: ")?;
        for (number, fault) in self.faults.iter().enumerate() {
            if number > 0 {
                formatter.write_str("; ")?;
            }
            write!(formatter, "{fault}")?;
        }
        Ok(())
    }
}

impl Position {
    /// The empty board.
    #[must_use]
    pub fn empty(size: Size, rule: Rule) -> Self {
        Self { board: Board::new(size, rule) }
    }

    /// The position after these alternating moves, black first.
    ///
    /// # Errors
    /// Every fault of a position that no game can contain.
    pub fn from_moves(size: Size, rule: Rule, moves: &[Point]) -> Result<Self, Impossible> {
        let moves = at_most_one_too_many(size, moves);
        let mut faults = Vec::new();
        let mut board = Board::new(size, rule);
        for (number, &point) in moves.iter().enumerate() {
            if let Some(fault) = misplaced(size, moves, number) {
                faults.push(fault);
                continue;
            }
            if board.winner().is_some() {
                faults.push(PositionFault::AfterTheEnd { number: number + 1, point });
            }
            let colour = Colour::to_move_after(number);
            if let Some(kind) = forbidden_kind(&board, point).filter(|_| colour == Colour::Black) {
                faults.push(PositionFault::ForbiddenStone { point, kind });
            }
            board.place(point, colour);
        }
        if faults.is_empty() { Ok(Self { board }) } else { Err(Impossible::of(faults)) }
    }

    /// The position with these stones, in whatever order they were played. Whose turn it is follows
    /// from their numbers; `to_move` only checks it.
    ///
    /// # Errors
    /// Every fault of a position that no game can contain.
    pub fn from_stones(
        size: Size,
        rule: Rule,
        stones: &[(Point, Colour)],
        to_move: Option<Colour>,
    ) -> Result<Self, Impossible> {
        let stones = at_most_one_too_many(size, stones);
        let points: Vec<Point> = stones.iter().map(|&(point, _)| point).collect();
        let mut faults: Vec<PositionFault> =
            (0..points.len()).filter_map(|number| misplaced(size, &points, number)).collect();
        let count = |wanted: Colour| stones.iter().filter(|&&(_, colour)| colour == wanted).count();
        let (black, white) = (count(Colour::Black), count(Colour::White));
        let turn = if black == white { Colour::Black } else { Colour::White };
        if black != white && black != white + 1 {
            faults.push(PositionFault::Counts { black, white });
        } else if to_move.is_some_and(|colour| colour != turn) {
            faults.push(PositionFault::Turn { black, white });
        }
        if !faults.is_empty() {
            return Err(Impossible::of(faults));
        }
        let rows = Rows::of(size, rule, stones);
        rows.faults(turn, &mut faults);
        if !faults.is_empty() {
            return Err(Impossible::of(faults));
        }
        Ok(Self { board: set_up(size, rule, stones, &rows, turn) })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board, to search on.
    #[must_use]
    pub fn into_board(self) -> Board {
        self.board
    }

    /// The state of the game.
    #[must_use]
    pub fn status(&self) -> Status {
        status(&self.board)
    }
}

/// The state of the game on a board.
fn status(board: &Board) -> Status {
    match board.winner() {
        Some(winner) => Status::Won(winner),
        None if board.is_full() => Status::Draw,
        None => Status::Ongoing,
    }
}

impl Board {
    /// The state of the game.
    #[must_use]
    pub fn status(&self) -> Status {
        status(self)
    }
}

fn misplaced(size: Size, points: &[Point], number: usize) -> Option<PositionFault> {
    let point = points[number];
    if !size.has(point) {
        return Some(PositionFault::Outside { point, size });
    }
    let first = points[..number].iter().position(|&other| other == point)?;
    Some(PositionFault::Occupied { point, first: first + 1, second: number + 1 })
}

/// Stones on a fresh board. The winning stone, if there is one, goes last, so that the board sees
/// the win.
fn set_up(size: Size, rule: Rule, stones: &[(Point, Colour)], rows: &Rows, turn: Colour) -> Board {
    let last = rows.completing_stone();
    let mut board = Board::new(size, rule);
    let ordered = stones.iter().filter(|&&(point, _)| Some(point) != last);
    for &(point, colour) in ordered.chain(stones.iter().filter(|&&(point, _)| Some(point) == last))
    {
        board.place(point, colour);
    }
    board.set_side(turn);
    // In the true order of play no row of five came up on the way to a longer one.
    board.settle(rows.winning.first().map(|&(winner, _)| winner));
    board
}

/// Rows of five or more in a set of stones, with their colour and whether they win.
struct Rows {
    winning: Vec<(Colour, Vec<Point>)>,
    black_overlines: Vec<Vec<Point>>,
}

impl Rows {
    fn of(size: Size, rule: Rule, stones: &[(Point, Colour)]) -> Self {
        let at = |x: i32, y: i32| {
            let point = size.point(u32::try_from(x).ok()?, u32::try_from(y).ok()?)?;
            stones.iter().find(|&&(other, _)| other == point).map(|&(_, colour)| colour)
        };
        let mut rows = Self { winning: Vec::new(), black_overlines: Vec::new() };
        for &(point, colour) in stones {
            for (dx, dy) in DIRECTIONS {
                let step = |count: i32| {
                    (
                        i32::from(point.x()) + i32::from(dx) * count,
                        i32::from(point.y()) + i32::from(dy) * count,
                    )
                };
                let here = |count: i32| at(step(count).0, step(count).1);
                if here(-1) == Some(colour) {
                    continue;
                }
                let length = (1..i32::from(MAX_SIDE))
                    .take_while(|&count| here(count) == Some(colour))
                    .count() as i32
                    + 1;
                if length < 5 {
                    continue;
                }
                let row = (0..length)
                    .filter_map(|count| size.point(step(count).0 as u32, step(count).1 as u32))
                    .collect();
                let blocked_twice = here(-1) == Some(!colour) && here(length) == Some(!colour);
                let wins = match (rule, colour) {
                    (Rule::Freestyle, _) | (Rule::Renju, Colour::White) => true,
                    (Rule::Standard, _) | (Rule::Renju, Colour::Black) => length == 5,
                    (Rule::Caro, _) => length > 5 || !blocked_twice,
                    (Rule::CaroExact, _) => length == 5 && !blocked_twice,
                };
                if wins {
                    rows.winning.push((colour, row));
                } else if rule.forbids(colour) {
                    rows.black_overlines.push(row);
                }
            }
        }
        rows
    }

    /// A stone that is in every winning row and leaves no winning row when it is taken away.
    fn completing_stone(&self) -> Option<Point> {
        let (_, first) = self.winning.first()?;
        first
            .iter()
            .enumerate()
            .find(|&(place, point)| {
                // A long row must not stay a row of five without its last stone.
                place < 5
                    && first.len() - place <= 5
                    && self.winning.iter().all(|(_, row)| row.contains(point))
            })
            .map(|(_, &point)| point)
    }

    fn faults(&self, turn: Colour, faults: &mut Vec<PositionFault>) {
        let won = |colour: Colour| self.winning.iter().any(|&(winner, _)| winner == colour);
        if won(Colour::Black) && won(Colour::White) {
            faults.push(PositionFault::TwoWinners);
        } else if won(turn) {
            faults.push(PositionFault::WinnerToMove);
        } else if !self.winning.is_empty() && self.completing_stone().is_none() {
            faults.push(PositionFault::WonTwice);
        }
        for row in &self.black_overlines {
            // Five made by the same stone would have won all the same.
            let excused = won(Colour::Black)
                && self.completing_stone().is_some_and(|stone| row.contains(&stone));
            if !excused {
                faults.push(PositionFault::ForbiddenStone {
                    point: row[0],
                    kind: Forbidden::Overline,
                });
            }
        }
    }
}

/// Whether a stone of the side to move at this empty point wins at once.
impl Board {
    /// Whether the side to move makes five there.
    #[must_use]
    pub fn wins_at(&self, point: Point) -> bool {
        self.is_empty(point) && self.cell(point).shape(self.to_move()) == Shape::Five
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[(u8, u8)]) -> Vec<Point> {
        list.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    fn stones(black: &[(u8, u8)], white: &[(u8, u8)]) -> Vec<(Point, Colour)> {
        let of =
            |list: &[(u8, u8)], colour| points(list).into_iter().map(move |point| (point, colour));
        of(black, Colour::Black).chain(of(white, Colour::White)).collect()
    }

    #[test]
    fn moves_without_end_have_few_faults() {
        // Each looked for among all before it, these would take minutes.
        let mut moves = vec![Point::new(7, 7); 400_000];
        moves.extend(vec![Point::new(8, 8); 400_000]);
        let faults = Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves)
            .err()
            .expect("repeated points")
            .faults;
        assert_eq!(faults.len(), Impossible::MOST);
        let stones: Vec<_> = moves.iter().map(|&point| (point, Colour::Black)).collect();
        let error = Position::from_stones(Size::STANDARD, Rule::Freestyle, &stones, None);
        assert_eq!(error.err().expect("repeated points").faults.len(), Impossible::MOST);
    }

    #[test]
    fn every_fault_is_listed() {
        let size = Size::new(5, 7).unwrap();
        let moves = points(&[(0, 0), (5, 1), (0, 0), (1, 7)]);
        let faults = Position::from_moves(size, Rule::Freestyle, &moves).err().unwrap().faults;
        assert_eq!(faults.len(), 3);
        assert!(matches!(faults[0], PositionFault::Outside { .. }));
        assert!(matches!(faults[1], PositionFault::Occupied { first: 1, second: 3, .. }));
    }

    #[test]
    fn moves_after_the_end_are_refused() {
        let moves = points(&[
            (0, 0),
            (0, 1),
            (1, 0),
            (1, 1),
            (2, 0),
            (2, 1),
            (3, 0),
            (3, 1),
            (4, 0),
            (4, 1),
        ]);
        let faults =
            Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves).err().unwrap().faults;
        assert_eq!(
            faults,
            vec![PositionFault::AfterTheEnd { number: 10, point: Point::new(4, 1) }]
        );
        let won = Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves[..9]).unwrap();
        assert_eq!(won.status(), Status::Won(Colour::Black));
    }

    #[test]
    fn two_winners_are_refused() {
        let row = |y: u8| (0..5).map(|x| (x, y)).collect::<Vec<_>>();
        let both = stones(&row(0), &row(1));
        let faults = Position::from_stones(Size::STANDARD, Rule::Freestyle, &both, None)
            .err()
            .unwrap()
            .faults;
        assert_eq!(faults, vec![PositionFault::TwoWinners]);
    }

    #[test]
    fn stone_counts_and_turn_must_fit() {
        let check = |stones: &[(Point, Colour)], turn| {
            Position::from_stones(Size::STANDARD, Rule::Renju, stones, turn).err().unwrap().faults
        };
        assert_eq!(
            check(&stones(&[(0, 0), (1, 3)], &[]), None),
            [PositionFault::Counts { black: 2, white: 0 }]
        );
        assert_eq!(
            check(&stones(&[(0, 0)], &[]), Some(Colour::Black)),
            [PositionFault::Turn { black: 1, white: 0 }]
        );
    }

    #[test]
    fn blacks_overline_is_refused_under_renju_only() {
        let six = stones(
            &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)],
            &[(0, 5), (2, 6), (4, 7), (6, 8), (8, 9)],
        );
        let at = |rule| Position::from_stones(Size::STANDARD, rule, &six, None);
        assert!(matches!(
            at(Rule::Renju).err().unwrap().faults[..],
            [PositionFault::ForbiddenStone { kind: Forbidden::Overline, .. }]
        ));
        assert_eq!(at(Rule::Standard).unwrap().status(), Status::Ongoing);
        assert_eq!(at(Rule::Freestyle).unwrap().status(), Status::Won(Colour::Black));
        assert_eq!(at(Rule::Caro).unwrap().status(), Status::Won(Colour::Black));
        assert_eq!(at(Rule::CaroExact).unwrap().status(), Status::Ongoing);
    }

    #[test]
    fn caro_needs_an_open_end_but_the_edge_does_not_block() {
        let blocked =
            stones(&[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)], &[(0, 0), (6, 0), (9, 9), (9, 5)]);
        let edge =
            stones(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)], &[(5, 0), (9, 9), (9, 5), (8, 2)]);
        for rule in [Rule::Caro, Rule::CaroExact] {
            let status = |stones: &[(Point, Colour)]| {
                Position::from_stones(Size::STANDARD, rule, stones, None).unwrap().status()
            };
            assert_eq!(status(&blocked), Status::Ongoing, "{rule}");
            assert_eq!(status(&edge), Status::Won(Colour::Black), "{rule}");
        }
    }
}
