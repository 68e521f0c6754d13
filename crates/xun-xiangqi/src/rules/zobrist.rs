//! Zobrist keys: random numbers for position keys, made by the compiler from one seed.

use super::{Colour, Piece, Square};
use xun_game::SplitMix64;

struct Keys {
    pieces: [[u64; 128]; 16],
    black_to_move: u64,
}

static KEYS: Keys = {
    let mut random = SplitMix64::new(0x5855_4E21);
    let mut pieces = [[0; 128]; 16];
    let mut piece = 0;
    while piece < 16 {
        let mut square = 0;
        while square < 90 {
            pieces[piece][square] = random.next_u64();
            square += 1;
        }
        piece += 1;
    }
    Keys { pieces, black_to_move: random.next_u64() }
};

/// The key of a piece on a point. Keys of whole positions, or of parts such as all pawns, are their
/// XOR.
#[inline(always)]
#[must_use]
pub fn piece_key(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece as usize][square.padded()]
}

/// The key of the side to move.
#[inline(always)]
#[must_use]
pub fn turn_key(colour: Colour) -> u64 {
    match colour {
        Colour::Red => 0,
        Colour::Black => KEYS.black_to_move,
    }
}

/// The change of a position's key when the turn passes.
#[inline(always)]
#[must_use]
pub fn pass_key() -> u64 {
    KEYS.black_to_move
}
