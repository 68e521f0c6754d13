//! One key for all the symmetric forms of a position.

use crate::rules::{Colour, Point, Size, Symmetry, stone_key};

/// The least key of the symmetric forms of these stones, and a symmetry that leads to that form.
pub(super) fn canonical(stones: &[(Point, Colour)], size: Size) -> (u64, Symmetry) {
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
pub(super) fn coloured(moves: &[Point]) -> Vec<(Point, Colour)> {
    let colours = [Colour::Black, Colour::White];
    moves.iter().enumerate().map(|(number, &point)| (point, colours[number % 2])).collect()
}

/// The symmetries, but for the one that does nothing, that leave the stones as they are.
pub(super) fn own_symmetries(moves: &[Point], size: Size) -> Vec<Symmetry> {
    let stones = coloured(moves);
    Symmetry::of(size)
        .skip(1)
        .filter(|symmetry| {
            stones
                .iter()
                .all(|&(point, colour)| stones.contains(&(symmetry.apply(point, size), colour)))
        })
        .collect()
}
