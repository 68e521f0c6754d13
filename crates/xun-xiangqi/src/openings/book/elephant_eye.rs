//! `BOOK.DAT`, the opening book of `ElephantEye` and other UCCI engines.
//!
//! Entries of 8 bytes, little-endian, in the order of their keys: the key (32 bits), the move (from
//! in the low byte, to in the high one, as `16 × row + column` with both counted from 3, Black's
//! left corner being 51) and the weight (16 bits). Either a position or its mirror image is in it.
//!
//! Keys are Zobrist keys. The generator is RC4 with a key of zeros; it makes three numbers of 32
//! bits for the side to move, then for each of 14 pieces on each of 256 points. The third of
//! each three counts. Black to move and every piece on the board are joined by exclusive or.

use super::Entry;
use super::file::number;
use crate::rules::{Colour, Move, Position, Square};
use std::sync::LazyLock;

const ENTRY: usize = 8;
/// Column of file a, and row of rank 9.
const FIRST: u8 = 3;

/// The RC4 generator.
struct Rc4 {
    state: [u8; 256],
    x: u8,
    y: u8,
}

impl Rc4 {
    /// The generator with a key of zeros.
    fn with_zero_key() -> Self {
        let mut state: [u8; 256] = std::array::from_fn(|index| index as u8);
        let mut other = 0_u8;
        for index in 0..256 {
            other = other.wrapping_add(state[index]);
            state.swap(index, other as usize);
        }
        Self { state, x: 0, y: 0 }
    }

    fn next_byte(&mut self) -> u8 {
        self.x = self.x.wrapping_add(1);
        self.y = self.y.wrapping_add(self.state[self.x as usize]);
        self.state.swap(self.x as usize, self.y as usize);
        let sum = self.state[self.x as usize].wrapping_add(self.state[self.y as usize]);
        self.state[sum as usize]
    }

    /// The third of three numbers.
    fn next_key(&mut self) -> u32 {
        for _ in 0..8 {
            self.next_byte();
        }
        u32::from_le_bytes(std::array::from_fn(|_| self.next_byte()))
    }
}

/// The keys of the side to move and of the pieces.
struct Zobrist {
    black_to_move: u32,
    /// By colour and kind, then by point.
    pieces: [[u32; 256]; 14],
}

static ZOBRIST: LazyLock<Box<Zobrist>> = LazyLock::new(|| {
    let mut random = Rc4::with_zero_key();
    let black_to_move = random.next_key();
    let mut keys = Box::new(Zobrist { black_to_move, pieces: [[0; 256]; 14] });
    for piece in &mut keys.pieces {
        for key in piece {
            *key = random.next_key();
        }
    }
    keys
});

/// A point as the file counts it.
fn point(square: Square) -> u8 {
    (FIRST + Square::RANKS - 1 - square.rank()) * 16 + FIRST + square.file()
}

fn square(point: u8) -> Option<Square> {
    let row = (point >> 4).checked_sub(FIRST)?;
    let file = (point & 15).checked_sub(FIRST)?;
    Square::new(file, (Square::RANKS - 1).checked_sub(row)?)
}

/// The keys of a position and of its mirror image.
pub(super) fn keys(position: &Position) -> [u64; 2] {
    let zobrist = &**ZOBRIST;
    let turn = match position.turn() {
        Colour::Red => 0,
        Colour::Black => zobrist.black_to_move,
    };
    let mut keys = [turn; 2];
    for square in position.occupied() {
        let Some(piece) = position.piece_on(square) else { continue };
        let of_piece = &zobrist.pieces[piece.colour() as usize * 7 + piece.kind() as usize];
        keys[0] ^= of_piece[point(square) as usize];
        keys[1] ^= of_piece[point(square.mirrored()) as usize];
    }
    keys.map(u64::from)
}

/// The entries of a file; `None` if it is none. An entry that is no move or has no weight is left
/// out: engines skip it too.
pub(super) fn entries(bytes: &[u8]) -> Option<Vec<Entry>> {
    let chunks = bytes.chunks_exact(ENTRY);
    if bytes.is_empty() || !chunks.remainder().is_empty() {
        return None;
    }
    let keys = chunks.clone().map(|entry| number(&entry[..4]));
    if !keys.is_sorted() {
        return None;
    }
    let mut entries: Vec<Entry> = chunks
        .filter_map(|entry| {
            let chosen = Move::new(square(entry[4])?, square(entry[5])?)?;
            let weight = number(&entry[6..8]) as u16;
            (weight > 0).then(|| Entry { key: number(&entry[..4]), chosen, weight, games: 0 })
        })
        .collect();
    entries.sort_by_key(|entry| (entry.key, entry.chosen));
    entries.dedup_by_key(|entry| (entry.key, entry.chosen));
    Some(entries)
}

/// The bytes of a file with these entries.
pub(super) fn to_bytes(entries: &[Entry]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(ENTRY * entries.len());
    for entry in entries {
        bytes.extend_from_slice(&(entry.key as u32).to_le_bytes());
        bytes.extend_from_slice(&[point(entry.chosen.from()), point(entry.chosen.to())]);
        bytes.extend_from_slice(&entry.weight.to_le_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_rc4() {
        // The published key stream of RC4 for a key of zeros.
        let mut random = Rc4::with_zero_key();
        let first: Vec<u8> = (0..8).map(|_| random.next_byte()).collect();
        assert_eq!(first, [0xDE, 0x18, 0x89, 0x41, 0xA3, 0x37, 0x5D, 0x3A]);
    }

    #[test]
    fn points_are_counted_from_blacks_left_corner() {
        let at = |file, rank| point(Square::new(file, rank).expect("a point"));
        assert_eq!((at(0, 9), at(8, 9), at(0, 0), at(8, 0)), (51, 59, 195, 203));
        for one in Square::all() {
            assert_eq!(square(point(one)), Some(one));
        }
        let outside = (0..=255_u8).filter(|&point| square(point).is_none());
        assert_eq!(outside.count(), 256 - Square::COUNT);
    }

    #[test]
    fn a_symmetric_position_has_one_key() {
        let [plain, mirrored] = keys(&Position::start());
        assert_eq!(plain, mirrored);
    }
}
