//! Random numbers for position keys (Zobrist hashing), made by the compiler from one seed.

use super::{Colour, Piece, Square};

/// One step of `SplitMix64`.
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

struct Keys {
    pieces: [[u64; 128]; 16],
    black_to_move: u64,
}

static KEYS: Keys = {
    let mut state = 0x5855_4E21;
    let mut pieces = [[0; 128]; 16];
    let mut piece = 0;
    while piece < 16 {
        let mut square = 0;
        while square < 90 {
            pieces[piece][square] = split_mix(&mut state);
            square += 1;
        }
        piece += 1;
    }
    Keys { pieces, black_to_move: split_mix(&mut state) }
};

/// The key of a piece on a point. Keys of whole positions, or of parts such as all pawns, are their
/// XOR.
#[inline(always)]
pub fn piece_key(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece as usize][square.padded()]
}

/// The key of the side to move.
#[inline(always)]
pub fn turn_key(colour: Colour) -> u64 {
    match colour {
        Colour::Red => 0,
        Colour::Black => KEYS.black_to_move,
    }
}

/// What changes in a position's key when the turn passes.
#[inline(always)]
pub fn pass_key() -> u64 {
    KEYS.black_to_move
}
