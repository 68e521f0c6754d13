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

/// The end of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Stop {
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

    fn lines(&self) -> usize {
        self.blocks.len() / self.width
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

    /// Makes a cell a stop, or takes that back: walks must not pass the goal.
    pub(in crate::search) fn set_goal(&mut self, line: u32, position: u32, present: bool) {
        let bit = position as usize + 1;
        let index = (line as usize + 1) * self.width + bit / 64;
        if present {
            self.blocks[index].up_stops |= 1 << (bit % 64);
            self.blocks[index].down_stops |= 1 << (bit % 64);
        } else {
            // The former stops follow from the walls.
            let (at, line) = (bit / 64, line as usize + 1);
            let here = line * self.width + at;
            let mut forced = (0, 0);
            for beside in [here - self.width, here + self.width] {
                let walls = self.blocks[beside].walls;
                let before = if at == 0 { 1 } else { self.blocks[beside - 1].walls >> 63 };
                let after =
                    if at + 1 == self.width { 1 } else { self.blocks[beside + 1].walls & 1 };
                forced.0 |= (walls << 1 | before) & !walls;
                forced.1 |= (walls >> 1 | after << 63) & !walls;
            }
            let block = &mut self.blocks[here];
            (block.up_stops, block.down_stops) = (block.walls | forced.0, block.walls | forced.1);
        }
    }

    /// Walks from an open cell to higher positions.
    #[inline(always)]
    pub(in crate::search) fn walk_up(&self, line: u32, position: u32) -> Stop {
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
        Stop { distance, is_jump_point }
    }

    /// Walks from an open cell to lower positions.
    #[inline(always)]
    pub(in crate::search) fn walk_down(&self, line: u32, position: u32) -> Stop {
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
        Stop { distance, is_jump_point }
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
    fn slow(map: &Map, from: Cell, (down, right): (i32, i32)) -> Stop {
        let open = |row: i64, column: i64| {
            row >= 0 && column >= 0 && map.is_open(Cell::new(row as u32, column as u32))
        };
        let (down, right) = (i64::from(down), i64::from(right));
        let (mut row, mut column) = (i64::from(from.row), i64::from(from.column));
        let mut distance = 0;
        loop {
            (row, column) = (row + down, column + right);
            if !open(row, column) {
                return Stop { distance, is_jump_point: false };
            }
            distance += 1;
            for (side_down, side_right) in [(right, down), (-right, -down)] {
                let (beside_row, beside_column) = (row + side_down, column + side_right);
                if open(beside_row, beside_column)
                    && !open(beside_row - down, beside_column - right)
                {
                    return Stop { distance, is_jump_point: true };
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
    fn a_goal_stops_walks_until_it_is_taken_back() {
        let map = Map::open(5, 200).unwrap();
        let (mut across, _) = Lines::both(&map);
        across.set_goal(2, 130, true);
        assert_eq!(across.walk_up(2, 3), Stop { distance: 127, is_jump_point: true });
        assert_eq!(across.walk_down(2, 199), Stop { distance: 69, is_jump_point: true });
        across.set_goal(2, 130, false);
        assert_eq!(across.walk_up(2, 3), Stop { distance: 196, is_jump_point: false });
        assert_eq!(across.walk_down(2, 199), Stop { distance: 199, is_jump_point: false });
    }
}
