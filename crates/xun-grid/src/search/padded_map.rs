//! The map as the searches see it: flat, with walls around, so that a neighbour is an addition and
//! no edge needs a test.
//!
//! Costs are whole numbers of *ticks*. A straight step over plain ground is 2^k ticks, a diagonal
//! one √2·2^k rounded, with k as large as the map allows without overflow. Two sums a + b√2 and c +
//! d√2 of fewer than n diagonal steps differ by at least 1/(3n) unless they are equal, so their
//! ticks compare as the sums do up to n ≈ 2^(k/2 − 1): more than a million steps on a 512×512 map,
//! eighty thousand on a 10,000×10,000 one. 4-connected costs are exact always.

use crate::Moves;
use crate::{Cell, Map, Path, Step, WALL};
use std::f64::consts::SQRT_2;

/// The largest k; beyond it nothing is gained and floating point could no longer hold a sum.
const FINEST: u32 = 44;

/// A padded map.
#[derive(Debug)]
pub(super) struct PaddedMap {
    stride: usize,
    /// The next number above 2⁶⁴ divided by the stride: multiplying by it is quicker than dividing,
    /// and exact for every place.
    reciprocal: u64,
    cost: Vec<u8>,
    offsets: [isize; 8],
    shift: u32,
    diagonal: u64,
    uniform: bool,
}

/// The steps' numbers; the first four are straight. Same order as [`Step::ALL`].
pub(super) const UP: usize = 0;
pub(super) const DOWN: usize = 1;
pub(super) const LEFT: usize = 2;
pub(super) const RIGHT: usize = 3;
/// The straight steps beside each diagonal one.
pub(super) const BESIDE: [(usize, usize); 4] =
    [(UP, LEFT), (UP, RIGHT), (DOWN, LEFT), (DOWN, RIGHT)];

/// The step that undoes each.
pub(super) const OPPOSITE: [usize; 8] = [1, 0, 3, 2, 7, 6, 5, 4];

impl PaddedMap {
    pub(super) fn new(map: &Map) -> Self {
        let columns = map.columns();
        let stride = columns as usize + 1;
        let mut cost = vec![WALL; Self::padded_size(map)];
        let mut dearest = 1;
        for (row, terrain) in map.costs().chunks_exact(columns as usize).enumerate() {
            let from = (row + 1) * stride + 1;
            cost[from..from + columns as usize].copy_from_slice(terrain);
            dearest = dearest.max(terrain.iter().copied().max().unwrap_or(WALL));
        }
        // No path costs more than entering every cell diagonally.
        let most = map.cells() as u64 * u64::from(dearest) * 2;
        let shift = (most.leading_zeros() - 2).min(FINEST);
        let diagonal = (SQRT_2 * (1_u64 << shift) as f64).round() as u64;
        let uniform = dearest == 1;
        let reciprocal = u64::MAX / stride as u64 + 1;
        Self { stride, reciprocal, cost, offsets: offsets(stride), shift, diagonal, uniform }
    }

    /// The number of places of the padded map.
    pub(super) fn padded_size(map: &Map) -> usize {
        (map.rows() as usize + 2) * (map.columns() as usize + 1) + 1
    }

    pub(super) fn bytes(&self) -> u64 {
        self.cost.capacity() as u64
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.cost.len()
    }

    #[inline]
    pub(super) fn index(&self, cell: Cell) -> usize {
        (cell.row as usize + 1) * self.stride + cell.column as usize + 1
    }

    #[inline]
    pub(super) fn cell(&self, index: usize) -> Cell {
        let row = ((u128::from(self.reciprocal) * index as u128) >> 64) as u32;
        Cell::new(row - 1, index as u32 - row * self.stride as u32 - 1)
    }

    /// The cost of entering each place; [`WALL`] around the map.
    #[inline]
    pub(super) fn cost(&self) -> &[u8] {
        &self.cost
    }

    /// Places from a row to the next.
    #[inline]
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// The change of a place's index by each step.
    #[inline]
    pub(super) fn offsets(&self) -> &[isize; 8] {
        &self.offsets
    }

    /// Ticks of a straight step over plain ground.
    #[inline]
    pub(super) fn straight(&self) -> u64 {
        1 << self.shift
    }

    /// Ticks of a diagonal step over plain ground.
    #[inline]
    pub(super) fn diagonal(&self) -> u64 {
        self.diagonal
    }

    /// Ticks as a number that people read.
    #[inline]
    pub(super) fn units(&self, ticks: u64) -> f64 {
        ticks as f64 / (1_u64 << self.shift) as f64
    }

    /// Calls `visit(step, place, ticks)` for every place one step from this one.
    #[inline(always)]
    pub(super) fn neighbours(
        &self,
        from: usize,
        moves: Moves,
        mut visit: impl FnMut(usize, usize, u64),
    ) {
        let mut open = [false; 4];
        for (step, open) in open.iter_mut().enumerate() {
            let to = from.wrapping_add_signed(self.offsets[step]);
            let cost = self.cost[to];
            *open = cost != WALL;
            if *open {
                visit(step, to, u64::from(cost) << self.shift);
            }
        }
        if moves == Moves::Four {
            return;
        }
        for (step, (one, other)) in (4..8).zip(BESIDE) {
            let allowed = if moves == Moves::Eight {
                open[one] && open[other]
            } else {
                open[one] || open[other]
            };
            if allowed {
                let to = from.wrapping_add_signed(self.offsets[step]);
                let cost = self.cost[to];
                if cost != WALL {
                    visit(step, to, u64::from(cost) * self.diagonal);
                }
            }
        }
    }

    /// The path that ends at `goal`, given the step by which each place was entered.
    pub(super) fn path_back(
        &self,
        start: usize,
        goal: usize,
        entered: impl Fn(usize) -> usize,
    ) -> Path {
        let (mut at, mut cell) = (goal, self.cell(goal));
        let mut cells = vec![cell];
        while at != start {
            let step = entered(at);
            let (down, right) = Step::ALL[step].delta();
            at = at.wrapping_add_signed(-self.offsets[step]);
            cell = Cell::new(
                cell.row.wrapping_add_signed(-down),
                cell.column.wrapping_add_signed(-right),
            );
            cells.push(cell);
        }
        cells.reverse();
        self.path(cells)
    }

    /// The path with its cost, computed from its straight and diagonal steps.
    pub(super) fn path(&self, cells: Vec<Cell>) -> Path {
        let (mut straight, mut diagonal) = (0_u64, 0_u64);
        for pair in cells.windows(2) {
            let cost = if self.uniform { 1 } else { u64::from(self.cost[self.index(pair[1])]) };
            if pair[0].row == pair[1].row || pair[0].column == pair[1].column {
                straight += cost;
            } else {
                diagonal += cost;
            }
        }
        Path { cells, cost: straight as f64 + diagonal as f64 * SQRT_2 }
    }
}

/// The change of an index by each step, where rows are this far apart.
pub(super) fn offsets(stride: usize) -> [isize; 8] {
    Step::ALL.map(|step| {
        let (down, right) = step.delta();
        down as isize * stride as isize + right as isize
    })
}

/// The cell one step from here, which must lie on the map or just beside it.
#[inline(always)]
pub(super) fn stepped(cell: Cell, step: usize) -> Cell {
    const DELTAS: [(i32, i32); 8] =
        [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];
    let (down, right) = DELTAS[step];
    Cell::new(cell.row.wrapping_add_signed(down), cell.column.wrapping_add_signed(right))
}
