//! One key for all symmetric forms of a position, for files that index positions: collections,
//! opening books and experience books.

use crate::rules::{Colour, Move, Position, Square};
use xun_game::fingerprint;

/// The key of a position in files: the same for its mirror image, and for the position with the
/// colours exchanged. It never changes, since files hold it.
///
/// ```
/// use xun_xiangqi::openings::SymmetricKey;
/// use xun_xiangqi::rules::Position;
/// let key = |fen: &str| SymmetricKey::of(&Position::from_fen(fen).unwrap()).key();
/// let rook_at_left = key("3k5/9/9/9/9/9/9/9/9/R3K4 w");
/// assert_eq!(rook_at_left, key("5k3/9/9/9/9/9/9/9/9/4K3R w"));
/// assert_eq!(rook_at_left, key("r3k4/9/9/9/9/9/9/9/9/3K5 b"));
/// assert_ne!(rook_at_left, key("3k5/9/9/9/9/9/9/9/9/R3K4 b"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymmetricKey {
    key: u64,
    mirrored: bool,
    flipped: bool,
    own_image: bool,
}

impl SymmetricKey {
    /// The key of a position. The side to move sits at the bottom, and the smaller of the position
    /// and its mirror image counts.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let flipped = position.turn() == Colour::Black;
        let (mut plain, mut mirror) = ([0; Square::COUNT], [0; Square::COUNT]);
        for square in position.occupied() {
            let Some(piece) = position.piece_on(square) else { continue };
            let own = u8::from(piece.colour() == position.turn());
            let code = 1 + piece.kind() as u8 + 8 * own;
            let square = if flipped { square.flipped() } else { square };
            plain[square.index()] = code;
            mirror[square.mirrored().index()] = code;
        }
        let mirrored = mirror < plain;
        let key = fingerprint(if mirrored { &mirror } else { &plain });
        Self { key, mirrored, flipped, own_image: mirror == plain }
    }

    /// The key.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Whether the position is its own mirror image: a move and its image are then alike.
    #[must_use]
    pub const fn is_own_image(&self) -> bool {
        self.own_image
    }

    /// A move of the position as it is written under the key, or one that is written there as the
    /// position has it: applied twice it gives the move again.
    #[must_use]
    pub fn turn(&self, chosen: Move) -> Move {
        let chosen = if self.flipped { chosen.flipped() } else { chosen };
        if self.mirrored { chosen.mirrored() } else { chosen }
    }

    /// A move of the position as it is written under the key, once for both images in a position
    /// that is its own.
    #[must_use]
    pub fn to_stored(&self, chosen: Move) -> Move {
        let turned = self.turn(chosen);
        if self.own_image { turned.min(turned.mirrored()) } else { turned }
    }

    /// A move of [`SymmetricKey::to_stored`] as the position has it; of two images the one from
    /// Red's right, which players write.
    #[must_use]
    pub fn from_stored(&self, stored: Move) -> Move {
        let chosen = self.turn(stored);
        let image = chosen.mirrored();
        let rightmost =
            (image.from().file(), image.to().file()) > (chosen.from().file(), chosen.to().file());
        if self.own_image && rightmost { image } else { chosen }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Ranks, parse_coordinates};
    use crate::rules::{Piece, PieceKind};
    use std::collections::HashMap;
    use xun_game::SplitMix64;

    /// Positions of random games.
    fn positions(games: u64, plies: usize) -> impl Iterator<Item = Position> {
        (0..games).flat_map(move |seed| {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::start();
            let mut all = vec![position.clone()];
            for _ in 0..plies {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                position.play(legal[random.below(legal.len() as u64) as usize]);
                all.push(Position::from_setup(&position.to_setup()).expect("possible"));
            }
            all
        })
    }

    #[test]
    fn every_symmetric_form_has_one_key_and_its_moves_agree() {
        for position in positions(20, 60) {
            let key = SymmetricKey::of(&position);
            let image = Position::from_setup(&position.to_setup().mirrored()).expect("possible");
            let other = SymmetricKey::of(&image);
            assert_eq!(key.key(), other.key());
            for chosen in position.legal_moves() {
                assert_eq!(key.turn(key.turn(chosen)), chosen);
                let stored = key.to_stored(chosen);
                assert_eq!(stored, other.to_stored(chosen.mirrored()), "{chosen} in {position:?}");
                let back = key.from_stored(stored);
                assert!(back == chosen || key.is_own_image() && back == chosen.mirrored());
            }
        }
    }

    /// The smaller of the position and its mirror image, seen from the side to move.
    fn smallest(position: &Position) -> Vec<Option<(bool, PieceKind)>> {
        let seen = |mirrored: bool| {
            let turned = |square: Square| match position.turn() {
                Colour::Red => square,
                Colour::Black => square.flipped(),
            };
            let imaged = |square: Square| if mirrored { square.mirrored() } else { square };
            let pieces = Square::all().map(|square| position.piece_on(imaged(turned(square))));
            let own = |piece: Piece| (piece.colour() == position.turn(), piece.kind());
            pieces.map(|piece| piece.map(own)).collect::<Vec<_>>()
        };
        seen(false).min(seen(true))
    }

    #[test]
    fn different_positions_have_different_keys() {
        let mut seen: HashMap<u64, Position> = HashMap::new();
        for position in positions(300, 80) {
            if let Some(before) = seen.insert(SymmetricKey::of(&position).key(), position.clone()) {
                assert_eq!(smallest(&before), smallest(&position));
            }
        }
        assert!(seen.len() > 10_000);
    }

    #[test]
    fn keys_in_files_stay_as_they_are() {
        assert_eq!(SymmetricKey::of(&Position::start()).key(), 1_676_741_297_766_194_116);
    }

    #[test]
    fn both_images_of_a_move_are_one_in_a_symmetric_position() {
        let key = SymmetricKey::of(&Position::start());
        let chosen = |text: &str| parse_coordinates(text, Ranks::FromZero).expect("a move");
        assert_eq!(key.to_stored(chosen("h2e2")), key.to_stored(chosen("b2e2")));
        assert_eq!(key.from_stored(key.to_stored(chosen("b2e2"))), chosen("h2e2"));
    }
}
