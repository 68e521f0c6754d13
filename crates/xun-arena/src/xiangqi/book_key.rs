//! One key for all Xiangqi positions that are the same but for symmetry.

use crate::experience::{Canonical, MoveSymmetry};
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::openings::SymmetricKey;
use xun_xiangqi::rules::Position;

impl MoveSymmetry for SymmetricKey {
    fn turn(&self, text: &str, _back: bool) -> Option<String> {
        let chosen = parse_coordinates(text, Ranks::FromZero).ok()?;
        Some(Self::turn(self, chosen).to_string())
    }
}

/// The key that collections and opening books use too.
pub(super) fn book_key(position: &Position) -> Canonical {
    let key = SymmetricKey::of(position);
    Canonical::new(key.key() as i64, position.legal_moves().len(), key)
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
