//! The steps from one cell to another, if they are few enough: A\* by rows plus columns. Nothing is
//! cleared between two measurements.

use crate::{Cell, Map, Step, WALL};

/// Rows plus columns: no way is shorter.
pub(super) fn distance(from: Cell, to: Cell) -> u32 {
    from.row.abs_diff(to.row) + from.column.abs_diff(to.column)
}

/// Measures legs on one map.
pub(super) struct Legs<'a> {
    map: &'a Map,
    longest: u32,
    window: Window,
    /// For each cell of the window, the steps to it plus the measurement's stamp; what is below the
    /// stamp is of an earlier one.
    seen: Vec<u32>,
    stamp: u32,
    /// The open list. A step leads nearer, or away, which makes the whole leg two steps longer: so
    /// two stacks are a queue by the length of the whole leg.
    now: Vec<Reached>,
    later: Vec<Reached>,
    /// Cells looked at so far.
    pub(super) looked_at: u64,
}

/// A cell that was reached, and in how many steps.
#[derive(Clone, Copy)]
struct Reached {
    cell: Cell,
    /// Its place in the window.
    place: u32,
    steps: u32,
}

/// The part of the map in which a leg must lie (what is farther out cannot be on the way), with a
/// frame that is never entered.
#[derive(Clone, Copy, Debug, Default)]
struct Window {
    top: u32,
    left: u32,
    rows: u32,
    columns: u32,
}

impl Window {
    fn new(map: &Map, from: Cell, to: Cell, detour: u32) -> Self {
        let range = |one: u32, other: u32, size: u32| {
            let first = one.min(other).saturating_sub(detour);
            (first, one.max(other).saturating_add(detour).min(size - 1) - first + 1)
        };
        let (top, rows) = range(from.row, to.row, map.rows());
        let (left, columns) = range(from.column, to.column, map.columns());
        Self { top, left, rows, columns }
    }

    /// One frame cell lies between the end of a row and the beginning of the next.
    fn stride(&self) -> usize {
        self.columns as usize + 1
    }

    fn places(&self) -> usize {
        (self.rows as usize + 2) * self.stride() + 1
    }

    fn place(&self, cell: Cell) -> usize {
        let (row, column) = ((cell.row - self.top) as usize, (cell.column - self.left) as usize);
        (row + 1) * self.stride() + column + 1
    }

    /// The change of a place for each neighbour, in the order of [`Step::STRAIGHT`].
    fn offsets(&self) -> [usize; 4] {
        [self.stride().wrapping_neg(), self.stride(), 1_usize.wrapping_neg(), 1]
    }

    /// Makes all of the frame look as if it had been reached at once.
    fn frame(&self, seen: &mut [u32], stamp: u32) {
        let (stride, places) = (self.stride(), self.places());
        seen[..=stride].fill(stamp);
        seen[places - stride - 1..places].fill(stamp);
        for row in 1..=self.rows as usize + 1 {
            seen[row * stride] = stamp;
        }
    }
}

impl<'a> Legs<'a> {
    /// For legs of at most this length.
    pub(super) fn new(map: &'a Map, longest: u32) -> Self {
        let (now, later) = (Vec::new(), Vec::new());
        let longest = longest.min(map.cells() as u32);
        Self {
            map,
            longest,
            window: Window::default(),
            seen: Vec::new(),
            stamp: 0,
            now,
            later,
            looked_at: 0,
        }
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> u64 {
        (self.seen.capacity() * size_of::<u32>()
            + (self.now.capacity() + self.later.capacity()) * size_of::<Reached>()) as u64
    }

    /// The fewest steps; none if they are more than `longest` or the legs' longest, or if more
    /// cells than `most` have been looked at.
    pub(super) fn measure(&mut self, from: Cell, to: Cell, longest: u32, most: u64) -> Option<u32> {
        let longest = longest.min(self.longest);
        let mut whole = distance(from, to);
        let spare = longest.checked_sub(whole)?;
        let window = Window::new(self.map, from, to, spare / 2);
        self.window = window;
        if self.seen.len() < window.places() {
            // Zeroed memory comes page by page as it is touched.
            self.seen = vec![0; window.places()];
            self.stamp = 0;
        }
        let stamps = self.longest + 3;
        if self.stamp > u32::MAX - 2 * stamps {
            self.seen.fill(0);
            self.stamp = 0;
        }
        self.stamp += stamps;
        window.frame(&mut self.seen, self.stamp);
        self.now.clear();
        self.later.clear();
        let place = window.place(from);
        self.seen[place] = self.stamp;
        self.now.push(Reached { cell: from, place: place as u32, steps: 0 });
        while whole <= longest {
            while let Some(reached) = self.now.pop() {
                if self.seen[reached.place as usize] != self.stamp + reached.steps {
                    // It has been reached by a shorter way meanwhile.
                    continue;
                }
                if reached.cell == to {
                    return Some(reached.steps);
                }
                self.looked_at += 1;
                if self.looked_at > most {
                    return None;
                }
                self.expand(reached, to);
            }
            std::mem::swap(&mut self.now, &mut self.later);
            if self.now.is_empty() {
                return None;
            }
            whole += 2;
        }
        None
    }

    /// Takes note of the ways to the neighbours that are shorter than those known.
    #[inline]
    fn expand(&mut self, Reached { cell, place, steps }: Reached, to: Cell) {
        let Cell { row, column } = cell;
        let nearer = [row > to.row, row < to.row, column > to.column, column < to.column];
        let beside = [
            Cell::new(row.wrapping_sub(1), column),
            Cell::new(row + 1, column),
            Cell::new(row, column.wrapping_sub(1)),
            Cell::new(row, column + 1),
        ];
        let (steps, new) = (steps + 1, self.stamp + steps + 1);
        for (direction, offset) in self.window.offsets().into_iter().enumerate() {
            let place = (place as usize).wrapping_add(offset);
            let seen = self.seen[place];
            if seen < self.stamp || seen > new {
                // The frame has been seen, so this lies on the map.
                let cell = beside[direction];
                if self.map.costs()[self.map.index(cell)] != WALL {
                    self.seen[place] = new;
                    let stack = if nearer[direction] { &mut self.now } else { &mut self.later };
                    stack.push(Reached { cell, place: place as u32, steps });
                }
            }
        }
    }

    /// The cells of a shortest way, both ends included; none if it has more steps than `longest`.
    pub(super) fn walk(&mut self, from: Cell, to: Cell, longest: u32) -> Option<Vec<Cell>> {
        let steps = self.measure(from, to, longest, u64::MAX)?;
        let begin = self.window.place(from);
        let mut cells = vec![to];
        let (mut cell, mut place) = (to, self.window.place(to));
        for lower in (0..steps).rev() {
            let wanted = self.stamp + lower;
            let (step, next) = Step::STRAIGHT
                .into_iter()
                .zip(self.window.offsets().map(|offset| place.wrapping_add(offset)))
                // The frame looks like where the leg begins.
                .find(|&(_, next)| self.seen[next] == wanted && (lower > 0 || next == begin))
                .expect("a cell that was reached was reached from a lower one");
            (cell, place) = (cell.step(step).expect("the leg lies on the map"), next);
            cells.push(cell);
        }
        cells.reverse();
        Some(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::*;
    use crate::generate::{Kind, Recipe, generate};

    #[test]
    fn legs_are_as_long_as_a_flood_says() {
        for seed in 0..40 {
            let kind = [Kind::Random, Kind::Maze, Kind::Caves][seed as usize % 3];
            let problem =
                generate(&Recipe { kind, rows: 21, columns: 25, seed, ..Recipe::default() })
                    .unwrap();
            let map = problem.map();
            let board = Board::new(map);
            let mut flooded: Vec<u32> = board.unseen();
            board.flood(&mut flooded, &[board.place(problem.start())], |_, _| false);
            let mut legs = Legs::new(map, 40);
            for cell in
                (0..map.cells()).map(|index| map.cell(index)).filter(|&cell| map.is_open(cell))
            {
                let expected =
                    Some(flooded[board.place(cell) as usize]).filter(|&steps| steps <= 40);
                for longest in [40, 20, 7] {
                    let expected = expected.filter(|&steps| steps <= longest);
                    let measured = legs.measure(problem.start(), cell, longest, u64::MAX);
                    assert_eq!(measured, expected, "seed {seed} {cell}");
                    let walked = legs
                        .walk(problem.start(), cell, longest)
                        .map(|cells| cells.len() as u32 - 1);
                    assert_eq!(walked, expected);
                }
            }
            assert!(legs.measure(problem.start(), problem.goal(), 40, 0).is_none());
        }
    }
}
