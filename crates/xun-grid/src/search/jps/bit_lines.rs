//! The map as bits, once by rows and once by columns, for jump point search: a word is 64 cells of
//! a line.
//!
//! Beside the walls, each line has two sets of *stops*, one for either direction: the cells where a
//! straight walk ends, because they are walls or because they have a forced neighbour (the cell
//! beside the walk is open and the one before that is not; Harabor and Grastien 2014, without
//! corner cutting). So a walk is a search for the next set bit, 64 cells at a time, and nothing but
//! the bits is stored: making them takes about a nanosecond for eight cells.

use crate::{Map, WALL};

/// 64 cells of a line.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::search) struct Block {
    walls: u64,
    /// End of a walk to higher positions.
    up_stops: u64,
    /// End of a walk to lower positions.
    down_stops: u64,
}

/// All rows or all columns, with walls around: the cell at (line, position) is bit `position + 1`
/// of line `line + 1`.
#[derive(Debug)]
pub(in crate::search) struct Lines {
    blocks: Vec<Block>,
    /// Blocks of a line.
    width: usize,
}

/// The end of a walk along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct LineEnd {
    /// Cells walked, if it ended at a jump point; else those before the wall.
    pub(in crate::search) distance: u32,
    /// Whether it ended at a jump point.
    pub(in crate::search) is_jump_point: bool,
}

impl Lines {
    /// The map's rows and columns.
    pub(in crate::search) fn both(map: &Map) -> (Self, Self) {
        let (rows, columns) = (map.rows() as usize, map.columns() as usize);
        let mut across = Self::walls(rows + 2, columns + 2);
        for (row, terrain) in map.costs().chunks_exact(columns).enumerate() {
            let from = (row + 1) * across.width;
            // The first bit is the wall before the row.
            let mut bits = 1_u64;
            let mut used = 1;
            let mut at = from;
            for &cost in terrain {
                bits |= u64::from(cost == WALL) << used;
                used += 1;
                if used == 64 {
                    across.blocks[at].walls = bits;
                    (bits, used, at) = (0, 0, at + 1);
                }
            }
            across.blocks[at].walls = bits | u64::MAX << used;
        }
        let mut down = Self::walls(columns + 2, rows + 2);
        across.transpose_into(&mut down);
        across.find_stops();
        down.find_stops();
        (across, down)
    }

    fn walls(lines: usize, length: usize) -> Self {
        let width = length.div_ceil(64);
        let solid = Block { walls: u64::MAX, up_stops: u64::MAX, down_stops: u64::MAX };
        Self { blocks: vec![solid; lines * width], width }
    }

    /// Number of lines, with the walls around.
    pub(super) fn lines(&self) -> usize {
        self.blocks.len() / self.width
    }

    /// Words of a line.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// A word of a line's walls.
    pub(super) fn walls_at(&self, line: usize, word: usize) -> u64 {
        self.blocks[line * self.width + word].walls
    }

    pub(in crate::search) fn bytes(&self) -> u64 {
        (self.blocks.capacity() * size_of::<Block>()) as u64
    }

    fn transpose_into(&self, other: &mut Self) {
        for high in 0..self.lines().div_ceil(64) {
            for low in 0..self.width {
                let mut square = [u64::MAX; 64];
                for (offset, word) in square.iter_mut().enumerate().take(self.lines() - high * 64) {
                    *word = self.blocks[(high * 64 + offset) * self.width + low].walls;
                }
                transpose(&mut square);
                for (offset, &word) in
                    square.iter().enumerate().take(other.lines().saturating_sub(low * 64))
                {
                    other.blocks[(low * 64 + offset) * other.width + high].walls = word;
                }
            }
        }
    }

    fn find_stops(&mut self) {
        let width = self.width;
        for line in 1..self.lines() - 1 {
            for at in 0..width {
                let here = line * width + at;
                let (mut up, mut down) = (self.blocks[here].walls, self.blocks[here].walls);
                for beside in [here - width, here + width] {
                    let walls = self.blocks[beside].walls;
                    // Beyond the line's ends there are walls.
                    let before = if at == 0 { 1 } else { self.blocks[beside - 1].walls >> 63 };
                    let after = if at + 1 == width { 1 } else { self.blocks[beside + 1].walls & 1 };
                    up |= (walls << 1 | before) & !walls;
                    down |= (walls >> 1 | after << 63) & !walls;
                }
                self.blocks[here].up_stops = up;
                self.blocks[here].down_stops = down;
            }
        }
    }

    /// Makes a cell a stop: walks must not pass the goal. The stops of its word as they were.
    pub(in crate::search) fn set_goal(&mut self, line: u32, position: u32) -> [u64; 2] {
        let bit = position as usize + 1;
        let block = &mut self.blocks[(line as usize + 1) * self.width + bit / 64];
        let before = [block.up_stops, block.down_stops];
        block.up_stops |= 1 << (bit % 64);
        block.down_stops |= 1 << (bit % 64);
        before
    }

    /// Takes a goal back.
    pub(in crate::search) fn clear_goal(&mut self, line: u32, position: u32, before: [u64; 2]) {
        let at = (line as usize + 1) * self.width + (position as usize + 1) / 64;
        [self.blocks[at].up_stops, self.blocks[at].down_stops] = before;
    }

    /// Makes more cells stops, by their bits in each line.
    pub(super) fn add_stops(&mut self, more: &BitPlane) {
        for (block, &bits) in self.blocks.iter_mut().zip(&more.words) {
            block.up_stops |= bits;
            block.down_stops |= bits;
        }
    }

    /// The cells from which a walk to higher or to lower positions ends at a jump point.
    pub(super) fn leading(&self, higher: bool) -> BitPlane {
        let mut words = vec![0; self.blocks.len()];
        for line in self.blocks.chunks_exact(self.width).zip(words.chunks_exact_mut(self.width)) {
            let (blocks, words) = line;
            // Whether a walk that enters the word from outside it, in the other direction than we
            // go through the words, ends at a jump point.
            let mut carry = 0;
            for step in 0..self.width {
                let at = if higher { self.width - 1 - step } else { step };
                let block = &blocks[at];
                // Turned round for lower positions, so that every walk goes to higher bits.
                let turned = |bits: u64| if higher { bits } else { bits.reverse_bits() };
                let stops = turned(if higher { block.up_stops } else { block.down_stops });
                let jumps = stops & !turned(block.walls);
                // Bit i: what a walk finds at i + 1; then what it finds behind that.
                let mut found = jumps >> 1 | carry << 63;
                let mut passes = !(stops >> 1) & u64::MAX >> 1;
                for shift in [1, 2, 4, 8, 16, 32] {
                    found |= passes & found >> shift;
                    passes &= passes >> shift;
                }
                words[at] = turned(found);
                carry = if stops & 1 != 0 { jumps & 1 } else { found & 1 };
            }
        }
        BitPlane { words, width: self.width }
    }

    /// Walks from an open cell to higher positions.
    #[inline(always)]
    pub(in crate::search) fn walk_up(&self, line: u32, position: u32) -> LineEnd {
        let from = position as usize + 1;
        let mut at = (line as usize + 1) * self.width + from / 64;
        let mut block = &self.blocks[at];
        let mut stops = block.up_stops & (u64::MAX << (from % 64)) << 1;
        let mut base = from & !63;
        while stops == 0 {
            at += 1;
            base += 64;
            block = &self.blocks[at];
            stops = block.up_stops;
        }
        let bit = stops.trailing_zeros();
        let is_jump_point = block.walls >> bit & 1 == 0;
        let distance = (base + bit as usize - from) as u32 - u32::from(!is_jump_point);
        LineEnd { distance, is_jump_point }
    }

    /// Walks from an open cell to lower positions.
    #[inline(always)]
    pub(in crate::search) fn walk_down(&self, line: u32, position: u32) -> LineEnd {
        let from = position as usize + 1;
        let mut at = (line as usize + 1) * self.width + from / 64;
        let mut block = &self.blocks[at];
        let mut stops = block.down_stops & !(u64::MAX << (from % 64));
        let mut base = from & !63;
        while stops == 0 {
            at -= 1;
            base -= 64;
            block = &self.blocks[at];
            stops = block.down_stops;
        }
        let bit = stops.ilog2();
        let is_jump_point = block.walls >> bit & 1 == 0;
        let distance = (from - base - bit as usize) as u32 - u32::from(!is_jump_point);
        LineEnd { distance, is_jump_point }
    }
}

/// One bit a cell, laid out as [`Lines`].
#[derive(Debug)]
pub(super) struct BitPlane {
    words: Vec<u64>,
    width: usize,
}

impl BitPlane {
    /// A plane of zeros of the same layout as these lines.
    pub(super) fn like(lines: &Lines) -> Self {
        Self { words: vec![0; lines.blocks.len()], width: lines.width }
    }

    /// A word of a line.
    #[inline(always)]
    pub(super) fn word(&self, line: usize, word: usize) -> u64 {
        self.words[line * self.width + word]
    }

    /// Sets the bit of a cell.
    pub(super) fn set(&mut self, line: usize, position: usize) {
        self.words[(line + 1) * self.width + (position + 1) / 64] |= 1 << ((position + 1) % 64);
    }

    /// Whether the bit of a cell is set.
    #[inline(always)]
    pub(super) fn contains(&self, line: u32, position: u32) -> bool {
        let bit = position as usize + 1;
        self.words[(line as usize + 1) * self.width + bit / 64] >> (bit % 64) & 1 != 0
    }

    pub(super) fn bytes(&self) -> u64 {
        self.words.capacity() as u64 * 8
    }

    /// Rows for columns: a plane laid out as `like`.
    pub(super) fn transposed(&self, like: &Lines) -> Self {
        let mut other = Self::like(like);
        let lines = self.words.len() / self.width;
        for high in 0..lines.div_ceil(64) {
            for low in 0..self.width {
                let mut square = [0; 64];
                for (offset, word) in square.iter_mut().enumerate().take(lines - high * 64) {
                    *word = self.words[(high * 64 + offset) * self.width + low];
                }
                transpose(&mut square);
                let left = like.lines().saturating_sub(low * 64);
                for (offset, &word) in square.iter().enumerate().take(left) {
                    other.words[(low * 64 + offset) * other.width + high] = word;
                }
            }
        }
        other
    }
}

/// Turns rows of bits into columns (Warren, Hacker's Delight, 7-3).
fn transpose(square: &mut [u64; 64]) {
    let mut half = 32;
    let mut mask = u64::MAX >> 32;
    while half > 0 {
        let mut at = 0;
        while at < 64 {
            let (low, high) = (square[at], square[at + half]);
            let moved = (low >> half ^ high) & mask;
            square[at] = low ^ moved << half;
            square[at + half] = high ^ moved;
            at = (at + half + 1) & !half;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;
    use crate::generate::{Kind, Random, Recipe, generate};

    /// A walk, cell by cell.
    fn slow(map: &Map, from: Cell, (down, right): (i32, i32)) -> LineEnd {
        let open = |row: i64, column: i64| {
            row >= 0 && column >= 0 && map.is_open(Cell::new(row as u32, column as u32))
        };
        let (down, right) = (i64::from(down), i64::from(right));
        let (mut row, mut column) = (i64::from(from.row), i64::from(from.column));
        let mut distance = 0;
        loop {
            (row, column) = (row + down, column + right);
            if !open(row, column) {
                return LineEnd { distance, is_jump_point: false };
            }
            distance += 1;
            for (side_down, side_right) in [(right, down), (-right, -down)] {
                let (beside_row, beside_column) = (row + side_down, column + side_right);
                if open(beside_row, beside_column)
                    && !open(beside_row - down, beside_column - right)
                {
                    return LineEnd { distance, is_jump_point: true };
                }
            }
        }
    }

    #[test]
    fn walks_are_what_they_are_cell_by_cell() {
        let mut random = Random::new(5);
        for seed in 0..60 {
            let (rows, columns) = (1 + random.below(140), 1 + random.below(140));
            let density = Some(f64::from(random.below(40)) / 100.0);
            let recipe =
                Recipe { kind: Kind::Random, rows, columns, seed, density, ..Recipe::default() };
            let map = generate(&recipe).unwrap().map().clone();
            let (across, down) = Lines::both(&map);
            for cell in
                (0..map.cells()).map(|index| map.cell(index)).filter(|&cell| map.is_open(cell))
            {
                assert_eq!(across.walk_up(cell.row, cell.column), slow(&map, cell, (0, 1)));
                assert_eq!(across.walk_down(cell.row, cell.column), slow(&map, cell, (0, -1)));
                assert_eq!(down.walk_up(cell.column, cell.row), slow(&map, cell, (1, 0)));
                assert_eq!(down.walk_down(cell.column, cell.row), slow(&map, cell, (-1, 0)));
            }
        }
    }

    #[test]
    fn walks_lead_to_jump_points_where_the_planes_say_so() {
        let mut random = Random::new(6);
        for seed in 0..60 {
            let (rows, columns) = (1 + random.below(140), 1 + random.below(140));
            let density = Some(f64::from(random.below(40)) / 100.0);
            let recipe =
                Recipe { kind: Kind::Random, rows, columns, seed, density, ..Recipe::default() };
            let map = generate(&recipe).unwrap().map().clone();
            let (across, down) = Lines::both(&map);
            let [left, right] = [false, true].map(|higher| across.leading(higher));
            let [up, below] = [false, true].map(|higher| down.leading(higher).transposed(&across));
            for cell in
                (0..map.cells()).map(|index| map.cell(index)).filter(|&cell| map.is_open(cell))
            {
                let Cell { row, column } = cell;
                let found = [(0, 1), (0, -1), (1, 0), (-1, 0)]
                    .map(|delta| slow(&map, cell, delta).is_jump_point);
                let said = [&right, &left, &below, &up].map(|plane| plane.contains(row, column));
                assert_eq!(said, found, "{cell}");
            }
        }
    }

    #[test]
    fn a_goal_stops_walks_until_it_is_taken_back() {
        let map = Map::open(5, 200).unwrap();
        let (mut across, _) = Lines::both(&map);
        let before = across.set_goal(2, 130);
        assert_eq!(across.walk_up(2, 3), LineEnd { distance: 127, is_jump_point: true });
        assert_eq!(across.walk_down(2, 199), LineEnd { distance: 69, is_jump_point: true });
        across.clear_goal(2, 130, before);
        assert_eq!(across.walk_up(2, 3), LineEnd { distance: 196, is_jump_point: false });
        assert_eq!(across.walk_down(2, 199), LineEnd { distance: 199, is_jump_point: false });
    }
}
