//! One key for all positions that are the same but for symmetry.

use crate::record::Opening;
use xun_game::fingerprint;
use xun_gomoku::notation::parse_point;
use xun_gomoku::rules::{Board, Colour as Stone, Point, Rule, Size};
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::rules::{Move, Position};

/// A position's key in the book, and the symmetry by which its moves are written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The key in the book.
    pub key: i64,
    /// Number of moves to choose from.
    pub choices: usize,
    turn: Symmetry,
}

/// The symmetry that leads from the position to its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symmetry {
    Xiangqi { mirrored: bool, flipped: bool },
    Gomoku { symmetry: u8, size: Size },
}

impl Canonical {
    /// A move of the position, as the book writes it; `None` if it is no move.
    #[must_use]
    pub fn to_book(&self, text: &str) -> Option<String> {
        self.convert(text, false)
    }

    /// A move of the book, as the position has it.
    #[must_use]
    pub fn from_book(&self, text: &str) -> Option<String> {
        self.convert(text, true)
    }

    fn convert(&self, text: &str, back: bool) -> Option<String> {
        match self.turn {
            Symmetry::Xiangqi { mirrored, flipped } => {
                // Both turns undo themselves.
                let chosen = parse_coordinates(text, Ranks::FromZero).ok()?;
                Some(turn_move(chosen, mirrored, flipped).to_string())
            }
            Symmetry::Gomoku { symmetry, size } => {
                let point = parse_point(text, size).ok()?;
                let symmetry = if back { inverse(symmetry) } else { symmetry };
                Some(turn_point(point, symmetry, size).to_string())
            }
        }
    }
}

/// The keys of all positions from an opening along these moves, the first one before the first
/// move. `None` if they cannot be played.
pub(crate) fn xiangqi_keys(opening: &Opening, moves: &[&str]) -> Option<Vec<Canonical>> {
    let mut position = match &opening.start {
        None => Position::start(),
        Some(fen) => Position::from_fen(fen).ok()?,
    };
    let play = |position: &mut Position, text: &str| {
        let chosen = parse_coordinates(text, Ranks::FromZero).ok()?;
        position.is_legal_move(chosen).then(|| position.play(chosen))
    };
    for text in &opening.moves {
        play(&mut position, text)?;
    }
    let mut keys = vec![Canonical::of_xiangqi(&position)];
    for text in moves {
        play(&mut position, text)?;
        keys.push(Canonical::of_xiangqi(&position));
    }
    Some(keys)
}

/// The same for Gomoku.
pub(crate) fn gomoku_keys(
    size: Size,
    rule: Rule,
    opening: &Opening,
    moves: &[&str],
) -> Option<Vec<Canonical>> {
    let mut board = Board::new(size, rule);
    let play = |board: &mut Board, text: &str| {
        let point = parse_point(text, size).ok()?;
        board.is_empty(point).then(|| board.play(point))
    };
    for text in &opening.moves {
        play(&mut board, text)?;
    }
    let mut keys = vec![Canonical::of_gomoku(&board)];
    for text in moves {
        play(&mut board, text)?;
        keys.push(Canonical::of_gomoku(&board));
    }
    Some(keys)
}

impl Canonical {
    /// Xiangqi: the side to move sits at the bottom, and the smaller of a position and its mirror
    /// image counts.
    #[must_use]
    pub fn of_xiangqi(position: &Position) -> Self {
        let flipped = position.turn() == xun_xiangqi::rules::Colour::Black;
        let name = |mirrored: bool| {
            xun_xiangqi::rules::Square::all()
                .map(|square| {
                    let square = if flipped { square.flipped() } else { square };
                    let square = if mirrored { square.mirrored() } else { square };
                    position.piece_on(square).map_or(0, |piece| {
                        let own = (piece.colour() == position.turn()) as u8;
                        1 + piece.kind() as u8 + 8 * own
                    })
                })
                .collect::<Vec<u8>>()
        };
        let (plain, mirror) = (name(false), name(true));
        let mirrored = mirror < plain;
        let key = fingerprint(if mirrored { &mirror } else { &plain }) as i64;
        let choices = position.legal_moves().len();
        Self { key, choices, turn: Symmetry::Xiangqi { mirrored, flipped } }
    }

    /// Gomoku: the smallest of the eight symmetric boards counts; colours are exchanged where the
    /// rule treats both alike.
    #[expect(clippy::missing_panics_doc, reason = "a board has at least one symmetry")]
    #[must_use]
    pub fn of_gomoku(board: &Board) -> Self {
        let (size, rule) = (board.size(), board.rule());
        let square = size.width() == size.height();
        let stones: Vec<(Point, Stone)> = size
            .points()
            .filter_map(|point| board.stone(point).map(|stone| (point, stone)))
            .collect();
        let first = if rule == Rule::Renju { Stone::Black } else { board.to_move() };
        let name = |symmetry: u8| {
            let mut cells = vec![0_u8; size.area()];
            for &(point, stone) in &stones {
                let point = turn_point(point, symmetry, size);
                cells[point.y() as usize * size.width() as usize + point.x() as usize] =
                    if stone == first { 1 } else { 2 };
            }
            cells.extend([size.width(), size.height(), rule as u8]);
            if rule == Rule::Renju {
                cells.push(board.to_move() as u8);
            }
            cells
        };
        // On a rectangle only the symmetries that keep its shape: those without exchanging the
        // axes.
        let (symmetry, cells) = (0..8)
            .filter(|symmetry| square || symmetry & 4 == 0)
            .map(|symmetry| (symmetry, name(symmetry)))
            .min_by(|one, other| one.1.cmp(&other.1))
            .expect("the identity is among them");
        let choices = size.area().saturating_sub(stones.len());
        Self { key: fingerprint(&cells) as i64, choices, turn: Symmetry::Gomoku { symmetry, size } }
    }
}

fn turn_move(chosen: Move, mirrored: bool, flipped: bool) -> Move {
    let chosen = if flipped { chosen.flipped() } else { chosen };
    if mirrored { chosen.mirrored() } else { chosen }
}

/// Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 then exchanges the axes.
fn turn_point(point: Point, symmetry: u8, size: Size) -> Point {
    let x = if symmetry & 1 == 0 { point.x() } else { size.width() - 1 - point.x() };
    let y = if symmetry & 2 == 0 { point.y() } else { size.height() - 1 - point.y() };
    if symmetry & 4 == 0 { Point::new(x, y) } else { Point::new(y, x) }
}

/// Exchanging the axes exchanges which of the mirrors comes first.
fn inverse(symmetry: u8) -> u8 {
    if symmetry & 4 == 0 { symmetry } else { 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_back_is_the_identity() {
        let size = Size::STANDARD;
        for symmetry in 0..8 {
            for point in size.points() {
                assert_eq!(
                    turn_point(turn_point(point, symmetry, size), inverse(symmetry), size),
                    point
                );
            }
        }
    }

    fn gomoku(moves: &[&str], rule: Rule) -> Canonical {
        let keys = gomoku_keys(Size::STANDARD, rule, &Opening::default(), moves).unwrap();
        keys.last().unwrap().clone()
    }

    #[test]
    fn symmetric_boards_share_a_name_and_moves_translate() {
        let one = gomoku(&["h8", "i9"], Rule::Freestyle);
        for other in [["h8", "g9"], ["h8", "g7"], ["h8", "i7"]] {
            let other = gomoku(&other, Rule::Freestyle);
            assert_eq!(one.key, other.key);
        }
        assert_ne!(one.key, gomoku(&["h8", "i8"], Rule::Freestyle).key);
        assert_ne!(one.key, gomoku(&["h8", "i9"], Rule::Renju).key);
        let (left, right) =
            (gomoku(&["h8", "h9"], Rule::Freestyle), gomoku(&["h8", "i8"], Rule::Freestyle));
        let in_book = left.to_book("h10").unwrap();
        let back = right.from_book(&in_book).unwrap();
        assert_eq!(back, "j8", "the point beyond the second stone stays the point beyond it");
    }

    fn xiangqi(moves: &[&str]) -> Canonical {
        xiangqi_keys(&Opening::default(), moves).unwrap().last().unwrap().clone()
    }

    #[test]
    fn mirrored_games_share_a_name() {
        let (right, left) = (xiangqi(&["h2e2", "h9g7"]), xiangqi(&["b2e2", "b9c7"]));
        assert_eq!(right.key, left.key);
        let in_book = right.to_book("h0g2").unwrap();
        assert_eq!(left.from_book(&in_book).unwrap(), "b0c2");
    }

    #[test]
    fn both_colours_share_a_name() {
        let key = |fen: &str| {
            let opening = Opening { start: Some(fen.to_owned()), moves: Vec::new() };
            xiangqi_keys(&opening, &[]).unwrap()[0].key
        };
        assert_eq!(key("3k5/9/9/9/9/9/9/9/9/R3K4 w"), key("r3k4/9/9/9/9/9/9/9/9/3K5 b"));
        assert_ne!(key("3k5/9/9/9/9/9/9/9/9/R3K4 w"), key("3k5/9/9/9/9/9/9/9/9/R3K4 b"));
    }
}
