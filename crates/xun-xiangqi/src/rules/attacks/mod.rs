//! Attacks of each piece from a point, given the occupied points.
//!
//! The functions take any occupation, so that legality and exchange evaluation can ask about boards
//! that are not on the table. "To" functions answer the reverse question: where would an attacker
//! stand?

mod tables;

use super::{Bitboard, Colour, Square};
use tables::{ADVISOR, ELEPHANT, FILES, HORSE, HORSE_TO, KING, PAWN, PAWN_TO, RANKS};

/// The points `9 k` of a 64-bit word: the inner points of a file.
const FILE_POINTS: u64 = 0x8040_2010_0804_0201;
/// Multiplying by it gathers those points in the top byte.
const GATHER: u64 = 0x0101_0101_0101_0101;

/// The occupation of the inner 8 points of the square's file.
#[inline(always)]
fn file_index(square: Square, occupied: Bitboard) -> usize {
    let points = (occupied.0 >> (square.file() + 9)) as u64 & FILE_POINTS;
    (points.wrapping_mul(GATHER) >> 56) as usize
}

/// The occupation of the inner 7 points of the square's rank.
#[inline(always)]
fn rank_index(square: Square, occupied: Bitboard) -> usize {
    (occupied.0 >> (square.rank() * 9 + 1)) as usize & 127
}

/// The occupation of the points south, west, east and north.
#[inline(always)]
fn orthogonal_index(square: Square, occupied: Bitboard) -> usize {
    let around = ((occupied.0 << 9) >> square.padded()) as usize;
    (around & 1) | (around >> 7 & 2) | (around >> 8 & 4) | (around >> 15 & 8)
}

/// The occupation of the points south-west, south-east, north-west and north-east.
#[inline(always)]
fn diagonal_index(square: Square, occupied: Bitboard) -> usize {
    let around = ((occupied.0 << 10) >> square.padded()) as usize;
    (around & 1) | (around >> 1 & 2) | (around >> 16 & 4) | (around >> 17 & 8)
}

/// Points a rook reaches: up to and including the first piece each way.
#[inline(always)]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let file =
        FILES[square.rank() as usize & 15][file_index(square, occupied)].rook << square.file();
    let rank = RANKS[square.file() as usize & 15][rank_index(square, occupied)].rook;
    Bitboard(file | (rank as u128) << (square.rank() * 9))
}

/// Points a cannon captures on: those behind exactly one screen, up to and including the next
/// piece.
#[inline(always)]
#[must_use]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    let file =
        FILES[square.rank() as usize & 15][file_index(square, occupied)].cannon << square.file();
    let rank = RANKS[square.file() as usize & 15][rank_index(square, occupied)].cannon;
    Bitboard(file | (rank as u128) << (square.rank() * 9))
}

/// [`rook`] and [`cannon`] of one point together, for less than both.
#[inline(always)]
#[must_use]
pub fn rook_and_cannon(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let file = &FILES[square.rank() as usize & 15][file_index(square, occupied)];
    let rank = &RANKS[square.file() as usize & 15][rank_index(square, occupied)];
    let shift = square.rank() * 9;
    (
        Bitboard(file.rook << square.file() | (rank.rook as u128) << shift),
        Bitboard(file.cannon << square.file() | (rank.cannon as u128) << shift),
    )
}

/// Points on the file of the square that a rook there reaches: where a facing king is seen.
#[inline(always)]
#[must_use]
pub fn along_file(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(FILES[square.rank() as usize & 15][file_index(square, occupied)].rook << square.file())
}

/// Points a horse reaches with its legs free.
#[inline(always)]
#[must_use]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(HORSE[square.padded()][orthogonal_index(square, occupied)])
}

/// Points from which a horse reaches the square.
#[inline(always)]
#[must_use]
pub fn horse_to(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(HORSE_TO[square.padded()][diagonal_index(square, occupied)])
}

/// Points an elephant reaches with its eyes free, on its own side of the river.
#[inline(always)]
#[must_use]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(ELEPHANT[square.padded()][diagonal_index(square, occupied)])
}

/// Points an advisor reaches.
#[inline(always)]
#[must_use]
pub fn advisor(square: Square) -> Bitboard {
    Bitboard(ADVISOR[square.padded()])
}

/// Points a king steps to.
#[inline(always)]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.padded()])
}

/// Points a pawn steps to.
#[inline(always)]
#[must_use]
pub fn pawn(colour: Colour, square: Square) -> Bitboard {
    Bitboard(PAWN[colour as usize][square.padded()])
}

/// Points from which a pawn of that colour steps to the square.
#[inline(always)]
#[must_use]
pub fn pawn_to(colour: Colour, square: Square) -> Bitboard {
    Bitboard(PAWN_TO[colour as usize][square.padded()])
}

#[cfg(test)]
mod tests;
