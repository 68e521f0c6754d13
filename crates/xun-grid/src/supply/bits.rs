//! The open cells, one bit each, read from the map on demand: a path over a large map reads little
//! of it.

use crate::{Map, WALL};
use std::ops::Range;

/// Cells of a word.
pub(super) const WORD: usize = 64;

/// Rows that are made together.
const TILE: usize = 16;

/// The map's rows as bits: column 64 k + i is bit i of word k.
pub(super) struct Bits<'a> {
    map: &'a Map,
    /// Words of a row.
    across: usize,
    words: Vec<u64>,
    /// Which tiles (so many rows of one word) have been made.
    made: Vec<bool>,
}

impl<'a> Bits<'a> {
    pub(super) fn new(map: &'a Map) -> Self {
        let across = (map.columns() as usize).div_ceil(WORD);
        let rows = map.rows() as usize;
        Self {
            map,
            across,
            words: vec![0; rows * across],
            made: vec![false; rows.div_ceil(TILE) * across],
        }
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> u64 {
        (size_of_val(&self.words[..]) + self.made.len()) as u64
    }

    /// Makes sure of these words of these rows.
    pub(super) fn make(&mut self, rows: Range<usize>, words: Range<usize>) {
        for tile in rows.start / TILE..rows.end.div_ceil(TILE) {
            for word in words.clone() {
                if !self.made[tile * self.across + word] {
                    self.tile(tile, word);
                }
            }
        }
    }

    /// These words of a row, which must have been [made](Self::make).
    #[inline(always)]
    pub(super) fn row(&self, row: usize, words: Range<usize>) -> &[u64] {
        &self.words[row * self.across..][words]
    }

    #[cold]
    fn tile(&mut self, tile: usize, word: usize) {
        self.made[tile * self.across + word] = true;
        let columns = self.map.columns() as usize;
        let (first, last) = (word * WORD, columns.min((word + 1) * WORD));
        for row in tile * TILE..(self.map.rows() as usize).min((tile + 1) * TILE) {
            let terrain = &self.map.costs()[row * columns..][first..last];
            self.words[row * self.across + word] = packed(terrain);
        }
    }
}

/// A bit for each of up to 64 cells: whether it is open.
fn packed(terrain: &[u8]) -> u64 {
    let mut bits = 0;
    let (eights, rest) = terrain.as_chunks::<8>();
    for (index, eight) in eights.iter().enumerate() {
        let bytes = u64::from_le_bytes(*eight);
        // The highest bit of each byte that is not zero, then those eight bits side by side.
        let low = 0x7F7F_7F7F_7F7F_7F7F;
        let open = ((((bytes & low) + low) | bytes) & !low) >> 7;
        bits |= (open.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (index * 8);
    }
    for (index, &cost) in rest.iter().enumerate() {
        bits |= u64::from(cost != WALL) << (eights.len() * 8 + index);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Random;

    #[test]
    fn bits_are_the_map_s() {
        let mut random = Random::new(5);
        for columns in [1, 7, 8, 63, 64, 65, 130] {
            let rows = 35;
            let terrain = (0..rows * columns)
                .map(|_| [0, 1, 2, 0x80, 0xFF][random.below(5) as usize])
                .collect();
            let map = Map::from_costs(rows, columns, terrain).unwrap();
            let mut bits = Bits::new(&map);
            let words = 0..(columns as usize).div_ceil(WORD);
            bits.make(3..rows as usize, words.clone());
            bits.make(0..5, words.clone());
            for row in 0..rows as usize {
                for column in 0..words.end * WORD {
                    let bit = bits.row(row, words.clone())[column / WORD] >> (column % WORD) & 1;
                    let open = column < columns as usize
                        && map.costs()[row * columns as usize + column] != WALL;
                    assert_eq!(bit == 1, open, "{columns} columns, row {row}, column {column}");
                }
            }
        }
    }
}
