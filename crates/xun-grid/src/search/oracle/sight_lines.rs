//! Whether the diagonal-first line between two cells is free, 64 cells at a time: the walls as bits
//! along rows and columns, and the forbidden diagonal steps as bits along both diagonals. Half a
//! byte a cell and a little for the edges.

use crate::{Cell, Map};

/// Bits of parallel lines.
#[derive(Debug)]
struct BitLines {
    words: Vec<u64>,
    width: usize,
}

impl BitLines {
    fn new(lines: usize, length: usize) -> Self {
        let width = length.div_ceil(64);
        Self { words: vec![0; lines * width], width }
    }

    fn set(&mut self, line: usize, position: usize) {
        self.words[line * self.width + position / 64] |= 1 << (position % 64);
    }

    /// Whether no bit from `first` to `last` is set, both included.
    #[inline]
    fn is_clear(&self, line: usize, first: usize, last: usize) -> bool {
        let words = &self.words[line * self.width..][first / 64..=last / 64];
        let head = u64::MAX << (first % 64);
        let tail = u64::MAX >> (63 - last % 64);
        match words {
            [only] => only & head & tail == 0,
            [one, between @ .., other] => {
                one & head == 0 && other & tail == 0 && between.iter().all(|&word| word == 0)
            }
            [] => true,
        }
    }
}

/// The map's bits in four directions.
#[derive(Debug)]
pub(super) struct SightLines {
    rows: BitLines,
    columns: BitLines,
    /// Line `column − row + rows`, at the upper row: the step down and right is forbidden.
    falling: BitLines,
    /// Line `column + row`, at the upper row: the step down and left is forbidden.
    rising: BitLines,
    height: usize,
}

impl SightLines {
    pub(super) fn new(map: &Map) -> Self {
        let (height, width) = (map.rows() as usize, map.columns() as usize);
        let mut lines = Self {
            rows: BitLines::new(height, width),
            columns: BitLines::new(width, height),
            falling: BitLines::new(height + width, height),
            rising: BitLines::new(height + width, height),
            height,
        };
        let open = |row: usize, column: usize| {
            row < height && column < width && map.costs()[row * width + column] != 0
        };
        for row in 0..height {
            for column in 0..width {
                if !open(row, column) {
                    lines.rows.set(row, column);
                    lines.columns.set(column, row);
                }
                let below = open(row, column) && open(row + 1, column);
                if !(below && open(row, column + 1) && open(row + 1, column + 1)) {
                    lines.falling.set(column + height - row, row);
                }
                let left = column.wrapping_sub(1);
                if !(below && open(row, left) && open(row + 1, left)) {
                    lines.rising.set(column + row, row);
                }
            }
        }
        lines
    }

    /// Whether a cell of the map is a wall.
    #[inline]
    pub(super) fn is_wall(&self, cell: Cell) -> bool {
        let column = cell.column as usize;
        !self.rows.is_clear(cell.row as usize, column, column)
    }

    pub(super) fn bytes(&self) -> u64 {
        let lines = [&self.rows, &self.columns, &self.falling, &self.rising];
        lines.iter().map(|lines| lines.words.capacity() as u64 * 8).sum()
    }

    /// Whether the way from one open cell to another is free that goes diagonally first and then
    /// straight. Then no way is shorter.
    #[inline]
    pub(super) fn is_free(&self, from: Cell, to: Cell) -> bool {
        let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
        let across = rows.min(columns);
        let (down, right) = (to.row > from.row, to.column > from.column);
        let moved = |at: u32, forwards: bool| if forwards { at + across } else { at - across };
        let turn = Cell::new(moved(from.row, down), moved(from.column, right));
        if across > 0 {
            // The upper end of the diagonal part.
            let upper = if down { from } else { turn };
            let (row, column) = (upper.row as usize, upper.column as usize);
            let last = row + across as usize - 1;
            let free = if down == right {
                self.falling.is_clear(column + self.height - row, row, last)
            } else {
                self.rising.is_clear(column + row, row, last)
            };
            if !free {
                return false;
            }
        }
        if rows > columns {
            let (first, last) = (turn.row.min(to.row), turn.row.max(to.row));
            self.columns.is_clear(to.column as usize, first as usize, last as usize)
        } else {
            let (first, last) = (turn.column.min(to.column), turn.column.max(to.column));
            self.rows.is_clear(to.row as usize, first as usize, last as usize)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Kind, Random, Recipe, generate};

    /// The line, cell by cell.
    fn slow(map: &Map, from: Cell, to: Cell) -> bool {
        let (mut row, mut column) = (i64::from(from.row), i64::from(from.column));
        let open = |row: i64, column: i64| map.is_open(Cell::new(row as u32, column as u32));
        loop {
            let (down, right) =
                ((i64::from(to.row) - row).signum(), (i64::from(to.column) - column).signum());
            if (down, right) == (0, 0) {
                return true;
            }
            if !open(row + down, column + right)
                || !open(row + down, column)
                || !open(row, column + right)
            {
                return false;
            }
            (row, column) = (row + down, column + right);
        }
    }

    #[test]
    fn lines_are_what_they_are_cell_by_cell() {
        let mut random = Random::new(9);
        for seed in 0..40 {
            let (rows, columns) = (1 + random.below(150), 1 + random.below(150));
            let density = Some(f64::from(random.below(20)) / 100.0);
            let recipe =
                Recipe { kind: Kind::Random, rows, columns, seed, density, ..Recipe::default() };
            let map = generate(&recipe).unwrap().map().clone();
            let lines = SightLines::new(&map);
            let open: Vec<Cell> = (0..map.cells())
                .map(|index| map.cell(index))
                .filter(|&cell| map.is_open(cell))
                .collect();
            let mut pick = || open[random.below(open.len() as u32) as usize];
            for _ in 0..3000 {
                let (from, to) = (pick(), pick());
                assert_eq!(lines.is_free(from, to), slow(&map, from, to), "{from} {to}");
            }
        }
    }
}
