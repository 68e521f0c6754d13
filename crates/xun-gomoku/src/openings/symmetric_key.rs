//! One key for all symmetric forms of a position.

use crate::rules::{Colour, Point, Size, Symmetry, stone_key};

/// The least key of the symmetric forms of these stones, and a symmetry that leads to that form.
#[must_use]
pub fn canonical_key(stones: &[(Point, Colour)], size: Size) -> (u64, Symmetry) {
    let of = |symmetry: Symmetry| {
        let keys =
            stones.iter().map(|&(point, colour)| stone_key(symmetry.apply(point, size), colour));
        keys.fold(0, |all, key| all ^ key)
    };
    let mut best = (of(Symmetry::ALL[0]), Symmetry::ALL[0]);
    for symmetry in Symmetry::of(size).skip(1) {
        let key = of(symmetry);
        if key < best.0 {
            best = (key, symmetry);
        }
    }
    best
}

/// The stones of a game with their colours.
#[must_use]
pub fn coloured(moves: &[Point]) -> Vec<(Point, Colour)> {
    let colours = [Colour::Black, Colour::White];
    moves.iter().enumerate().map(|(number, &point)| (point, colours[number % 2])).collect()
}
