//! The map as bits for searches at any angle: walls by rows, and the corners where a shortest path
//! may turn.

use crate::{Map, WALL};

/// A rectangle of cells with walls around it.
#[derive(Debug)]
pub(super) struct Ground {
    rows: i64,
    columns: i64,
    /// Words of a line.
    width: usize,
    /// The wall bits: the cell (row, column) is bit `column + 1` of line `row + 1`.
    walls: Vec<u64>,
    /// The corners with exactly one wall around: the corner (row, column), upper left of that
    /// cell, is bit `column` of line `row`.
    turns: Vec<u64>,
}

impl Ground {
    pub(super) fn new(map: &Map) -> Self {
        let (rows, columns) = (i64::from(map.rows()), i64::from(map.columns()));
        let width = (columns as usize + 2).div_ceil(64);
        let mut walls = vec![u64::MAX; (rows as usize + 2) * width];
        for (row, costs) in map.costs().chunks_exact(columns as usize).enumerate() {
            let line = &mut walls[(row + 1) * width..(row + 2) * width];
            for (column, &cost) in costs.iter().enumerate() {
                if cost != WALL {
                    line[(column + 1) / 64] &= !(1 << ((column + 1) % 64));
                }
            }
        }
        let mut turns = vec![0; (rows as usize + 1) * width];
        for line in 0..=rows as usize {
            for word in 0..width {
                // Bit c of a line is the cell left of the corner c, bit c + 1 the one right of it.
                let [above, below] = [line, line + 1].map(|line| {
                    let left = walls[line * width + word];
                    let next =
                        if word + 1 < width { walls[line * width + word + 1] } else { u64::MAX };
                    (left, left >> 1 | next << 63)
                });
                let ((a, b), (c, d)) = (above, below);
                let (odd, pair) = (a ^ b ^ c ^ d, a & b | a & c | a & d | b & c | b & d | c & d);
                turns[line * width + word] = odd & !pair;
            }
        }
        Self { rows, columns, width, walls, turns }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.walls.len() + self.turns.len()) as u64 * 8
    }

    pub(super) fn rows(&self) -> i64 {
        self.rows
    }

    pub(super) fn columns(&self) -> i64 {
        self.columns
    }

    /// Whether the cell is a wall; it may lie one beside the map.
    pub(super) fn is_wall(&self, row: i64, column: i64) -> bool {
        let bit = (column + 1) as usize;
        self.walls[(row + 1) as usize * self.width + bit / 64] >> (bit % 64) & 1 != 0
    }

    /// The first open cell of a row at this column or after it, up to `last`.
    pub(super) fn next_open(&self, row: i64, from: i64, last: i64) -> Option<i64> {
        let bit = self.next(row, from, true);
        (bit <= last).then_some(bit)
    }

    /// The first and the last column of the run of open cells around an open cell.
    pub(super) fn run(&self, row: i64, column: i64) -> (i64, i64) {
        let line = (row + 1) as usize * self.width;
        let bit = (column + 1) as usize;
        let mut word = bit / 64;
        let mut bits = self.walls[line + word] & (u64::MAX >> (63 - bit % 64));
        while bits == 0 {
            word -= 1;
            bits = self.walls[line + word];
        }
        let first = (word * 64) as i64 + i64::from(bits.ilog2());
        (first, self.next(row, column, false) - 1)
    }

    /// The first column from this one on whose cell is open or, if not `open`, a wall; the column
    /// after the line if there is none.
    fn next(&self, row: i64, from: i64, open: bool) -> i64 {
        let line = (row + 1) as usize * self.width;
        let bit = (from + 1) as usize;
        let flip = if open { u64::MAX } else { 0 };
        let mut word = bit / 64;
        let mut bits = (self.walls[line + word] ^ flip) & u64::MAX << (bit % 64);
        while bits == 0 {
            word += 1;
            if word == self.width {
                return (word * 64) as i64;
            }
            bits = self.walls[line + word] ^ flip;
        }
        (word * 64) as i64 + i64::from(bits.trailing_zeros()) - 1
    }

    /// Whether a shortest path may turn at this corner.
    pub(super) fn is_turn(&self, row: i64, column: i64) -> bool {
        let bit = column as usize;
        self.turns[row as usize * self.width + bit / 64] >> (bit % 64) & 1 != 0
    }

    /// The first corner in a line, at this column or after it up to `last`, where a path may turn.
    pub(super) fn next_turn(&self, row: i64, from: i64, last: i64) -> Option<i64> {
        if from > last {
            return None;
        }
        let line = row as usize * self.width;
        let (mut word, end) = (from as usize / 64, last as usize / 64);
        let mut bits = self.turns[line + word] & u64::MAX << (from % 64);
        while bits == 0 {
            word += 1;
            if word > end {
                return None;
            }
            bits = self.turns[line + word];
        }
        let found = (word * 64) as i64 + i64::from(bits.trailing_zeros());
        (found <= last).then_some(found)
    }

    /// Where the one wall around a turn lies: −1 or 1 for its column and row.
    pub(super) fn wall_of(&self, row: i64, column: i64) -> (i64, i64) {
        let right = self.is_wall(row, column) || self.is_wall(row - 1, column);
        let below = self.is_wall(row, column) || self.is_wall(row, column - 1);
        (if right { 1 } else { -1 }, if below { 1 } else { -1 })
    }

    /// Whether two walls meet at this corner and nowhere else: there is no way through.
    pub(super) fn is_pinched(&self, row: i64, column: i64) -> bool {
        let [a, b] = [-1, 0].map(|beside| self.is_wall(row - 1, column + beside));
        let [c, d] = [-1, 0].map(|beside| self.is_wall(row, column + beside));
        a == d && b == c && a != b
    }
}
