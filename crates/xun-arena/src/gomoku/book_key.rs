//! One key for all Gomoku positions that are the same but for symmetry.

use crate::experience::{Canonical, MoveSymmetry};
use xun_game::fingerprint;
use xun_gomoku::notation::parse_point;
use xun_gomoku::rules::{Board, Colour, Point, Rule, Size};

/// The symmetry that leads from a board to its key.
#[derive(Clone, Copy, Debug)]
struct Turned {
    symmetry: u8,
    size: Size,
}

impl MoveSymmetry for Turned {
    fn turn(&self, text: &str, back: bool) -> Option<String> {
        let point = parse_point(text, self.size).ok()?;
        let symmetry = if back { inverse(self.symmetry) } else { self.symmetry };
        Some(turn_point(point, symmetry, self.size).to_string())
    }
}

/// The smallest of the eight symmetric boards counts; colours are exchanged where the rule treats
/// both alike.
pub(super) fn book_key(board: &Board) -> Canonical {
    let (size, rule) = (board.size(), board.rule());
    let square = size.width() == size.height();
    let stones: Vec<(Point, Colour)> =
        size.points().filter_map(|point| board.stone(point).map(|stone| (point, stone))).collect();
    let first = if rule == Rule::Renju { Colour::Black } else { board.to_move() };
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
    Canonical::new(fingerprint(&cells) as i64, choices, Turned { symmetry, size })
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
    use crate::record::Opening;
    use crate::setting::Setting;

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
        let setting = Setting::Gomoku { size: Size::STANDARD, rule };
        setting.book_keys(&Opening::default(), moves).unwrap().last().unwrap().clone()
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
}
