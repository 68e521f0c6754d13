//! One key for all Xiangqi positions that are the same but for symmetry.

use crate::experience::{Canonical, MoveSymmetry};
use xun_game::fingerprint;
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::rules::{Colour, Position, Square};

/// The symmetry that leads from a position to its key. Both turns undo themselves.
#[derive(Clone, Copy, Debug)]
struct Turned {
    mirrored: bool,
    flipped: bool,
}

impl MoveSymmetry for Turned {
    fn turn(&self, text: &str, _back: bool) -> Option<String> {
        let chosen = parse_coordinates(text, Ranks::FromZero).ok()?;
        let chosen = if self.flipped { chosen.flipped() } else { chosen };
        Some(if self.mirrored { chosen.mirrored() } else { chosen }.to_string())
    }
}

/// The side to move sits at the bottom, and the smaller of a position and its mirror image counts.
pub(super) fn book_key(position: &Position) -> Canonical {
    let flipped = position.turn() == Colour::Black;
    let name = |mirrored: bool| {
        Square::all()
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
    Canonical::new(key, choices, Turned { mirrored, flipped })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Opening;
    use crate::setting::Setting;

    fn keys(opening: &Opening, moves: &[&str]) -> Vec<Canonical> {
        let setting: Setting = "xiangqi".parse().unwrap();
        setting.book_keys(opening, moves).unwrap()
    }

    fn xiangqi(moves: &[&str]) -> Canonical {
        keys(&Opening::default(), moves).last().unwrap().clone()
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
            keys(&opening, &[])[0].key
        };
        assert_eq!(key("3k5/9/9/9/9/9/9/9/9/R3K4 w"), key("r3k4/9/9/9/9/9/9/9/9/3K5 b"));
        assert_ne!(key("3k5/9/9/9/9/9/9/9/9/R3K4 w"), key("3k5/9/9/9/9/9/9/9/9/R3K4 b"));
    }
}
