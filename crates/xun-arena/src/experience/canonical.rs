//! One name for all positions that are the same but for symmetry.

use crate::record::{Game, Opening};
use xun_game::fnv1a;
use xun_gomoku::notation::parse_point;
use xun_gomoku::rules::{Colour as Stone, Point, Rule, Size};
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::rules::{Move, Position};

/// A position's name, and how its moves are written under that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The key in the book.
    pub key: i64,
    /// How many moves there are to choose from.
    pub choices: usize,
    turn: Turn,
}

/// How the position was turned to get its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Xiangqi { mirrored: bool, flipped: bool },
    Gomoku { symmetry: u8, size: Size },
}

impl Canonical {
    /// A move of the position, as the book writes it; `None` if it is no move.
    pub fn to_book(&self, text: &str) -> Option<String> {
        self.convert(text, false)
    }

    /// A move of the book, as the position has it.
    pub fn from_book(&self, text: &str) -> Option<String> {
        self.convert(text, true)
    }

    fn convert(&self, text: &str, back: bool) -> Option<String> {
        match self.turn {
            Turn::Xiangqi { mirrored, flipped } => {
                // Both turns undo themselves.
                let chosen = parse_coordinates(text, Ranks::FromZero).ok()?;
                Some(turn_move(chosen, mirrored, flipped).to_string())
            }
            Turn::Gomoku { symmetry, size } => {
                let point = parse_point(text, size).ok()?;
                let symmetry = if back { inverse(symmetry) } else { symmetry };
                Some(turn_point(point, symmetry, size).to_string())
            }
        }
    }
}

/// The name of the position after an opening and some moves. `None` if they cannot be played.
pub fn canonical(
    game: Game,
    size: Size,
    rule: Rule,
    opening: &Opening,
    moves: &[&str],
) -> Option<Canonical> {
    match game {
        Game::Xiangqi => {
            let mut position = match &opening.start {
                None => Position::start(),
                Some(fen) => Position::from_fen(fen).ok()?,
            };
            for text in opening.moves.iter().map(String::as_str).chain(moves.iter().copied()) {
                let chosen = parse_coordinates(text, Ranks::FromZero).ok()?;
                if !position.is_legal_move(chosen) {
                    return None;
                }
                position.play(chosen);
            }
            Some(of_xiangqi(&position))
        }
        Game::Gomoku => {
            let points = opening.moves.iter().map(String::as_str).chain(moves.iter().copied());
            let points: Vec<Point> =
                points.map(|text| parse_point(text, size).ok()).collect::<Option<_>>()?;
            Some(of_gomoku(&points, size, rule))
        }
    }
}

/// Xiangqi: the side to move sits at the bottom, and the smaller of a position and its mirror image
/// counts.
fn of_xiangqi(position: &Position) -> Canonical {
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
    let key = fnv1a(if mirrored { &mirror } else { &plain }) as i64;
    Canonical {
        key,
        choices: position.legal_moves().len(),
        turn: Turn::Xiangqi { mirrored, flipped },
    }
}

fn turn_move(chosen: Move, mirrored: bool, flipped: bool) -> Move {
    let chosen = if flipped { chosen.flipped() } else { chosen };
    if mirrored { chosen.mirrored() } else { chosen }
}

/// Gomoku: the smallest of the eight symmetric boards counts; colours are exchanged where the rule
/// treats both alike.
fn of_gomoku(points: &[Point], size: Size, rule: Rule) -> Canonical {
    let turn = Stone::to_move_after(points.len());
    let square = size.width() == size.height();
    let name = |symmetry: u8| {
        let mut cells = vec![0_u8; size.area()];
        for (number, &point) in points.iter().enumerate() {
            let stone = Stone::to_move_after(number);
            let point = turn_point(point, symmetry, size);
            let own = if rule == Rule::Renju { stone == Stone::Black } else { stone == turn };
            cells[point.y() as usize * size.width() as usize + point.x() as usize] =
                if own { 1 } else { 2 };
        }
        cells.extend([size.width(), size.height(), rule as u8]);
        if rule == Rule::Renju {
            cells.push(turn as u8);
        }
        cells
    };
    // On a rectangle only the symmetries that keep its shape: those without exchanging the axes.
    let (symmetry, cells) = (0..8)
        .filter(|symmetry| square || symmetry & 4 == 0)
        .map(|symmetry| (symmetry, name(symmetry)))
        .min_by(|one, other| one.1.cmp(&other.1))
        .expect("the identity is among them");
    let choices = size.area().saturating_sub(points.len());
    Canonical { key: fnv1a(&cells) as i64, choices, turn: Turn::Gomoku { symmetry, size } }
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
        canonical(Game::Gomoku, Size::STANDARD, rule, &Opening::default(), moves).unwrap()
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
        canonical(Game::Xiangqi, Size::STANDARD, Rule::Freestyle, &Opening::default(), moves)
            .unwrap()
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
            canonical(Game::Xiangqi, Size::STANDARD, Rule::Freestyle, &opening, &[]).unwrap().key
        };
        assert_eq!(key("3k5/9/9/9/9/9/9/9/9/R3K4 w"), key("r3k4/9/9/9/9/9/9/9/9/3K5 b"));
        assert_ne!(key("3k5/9/9/9/9/9/9/9/9/R3K4 w"), key("3k5/9/9/9/9/9/9/9/9/R3K4 b"));
    }
}
