//! Records of jump points, their open list, and the path between
//! jump points.
//!
//! Jump points are reached by some diagonal steps, then some straight ones; the turn between is no
//! record of its own (Harabor and Grastien 2014, "pruning intermediate jump points"). So a record
//! says by which straight step the place was entered and from which jump point it was reached.

use crate::observer::EventSink;
use crate::search::Query;
use crate::search::bucket_queue::BucketQueue;
use crate::search::padded_map::PaddedMap;
use crate::search::reporter::Reporter;
use crate::{Cell, Path, Statistics};
use std::f64::consts::SQRT_2;

/// The record of a place. Plain words, because the system gives zeroed ones page by page
/// as they are touched.
pub(in crate::search) trait Record {
    /// Of a jump point: its cost so far; then its parent (high half) and its info: which query
    /// wrote it, whether it was expanded, and the step by which it was entered.
    fn notes(&self) -> &[u64; 2];

    /// The same, to be changed.
    fn notes_mut(&mut self) -> &mut [u64; 2];
}

impl Record for [u64; 2] {
    #[inline(always)]
    fn notes(&self) -> &[u64; 2] {
        self
    }

    #[inline(always)]
    fn notes_mut(&mut self) -> &mut [u64; 2] {
        self
    }
}

const CLOSED: u64 = 8;
const STAMP: u32 = 4;
const PARENT: u32 = 32;

/// All places, and the frontier of jump points.
#[derive(Debug)]
pub(in crate::search) struct JumpRecords<R> {
    records: Vec<R>,
    stamp: u64,
    frontier: BucketQueue,
    /// Cost of the best way to the goal so far.
    best: u64,
}

impl<R: Record> JumpRecords<R> {
    /// A record for every place.
    pub(in crate::search) fn new(grid: &PaddedMap, records: Vec<R>) -> Self {
        Self { records, stamp: 0, frontier: BucketQueue::new(grid), best: u64::MAX }
    }

    pub(in crate::search) fn bytes(&self) -> u64 {
        (self.records.capacity() * size_of::<R>()) as u64 + self.frontier.bytes()
    }

    /// Forgets everything. `least_f` is the start's estimate.
    pub(in crate::search) fn begin(&mut self, least_f: u64) {
        self.stamp += 1;
        if self.stamp >= 1 << (32 - STAMP) {
            self.records.iter_mut().for_each(|record| record.notes_mut()[1] = 0);
            self.stamp = 1;
        }
        self.frontier.begin(least_f);
        self.best = u64::MAX;
    }

    /// The place's record.
    #[inline(always)]
    pub(in crate::search) fn record(&self, place: usize) -> &R {
        &self.records[place]
    }

    /// Notes the start.
    pub(in crate::search) fn start(&mut self, place: usize) {
        *self.records[place].notes_mut() = [0, self.stamp << STAMP | CLOSED];
    }

    /// Notes a way to a jump point: from `parent`, entered by `step`, at cost `g`, with `h` to go.
    #[inline(always)]
    pub(in crate::search) fn reach<O: EventSink>(
        &mut self,
        place: usize,
        (parent, step): (usize, usize),
        (g, h): (u64, u64),
        statistics: &mut Statistics,
        reporter: &Reporter<'_>,
        observer: &mut O,
    ) {
        let f = g + h;
        if f >= self.best {
            return;
        }
        let record = self.records[place].notes_mut();
        if record[1] << PARENT >> (PARENT + STAMP) == self.stamp {
            if record[0] <= g {
                return;
            }
            if record[1] & CLOSED != 0 {
                statistics.reopened += 1;
                reporter.reopen(observer, place, g);
            }
        }
        record[0] = g;
        record[1] = (parent as u64) << PARENT | self.stamp << STAMP | step as u64;
        statistics.generated += 1;
        reporter.generate(observer, place, Some(parent), g);
        if h == 0 {
            // The goal: what costs as much need not be looked at.
            self.best = g;
            return;
        }
        self.frontier.push(f, place);
        statistics.largest_frontier = statistics.largest_frontier.max(self.frontier.len() as u64);
    }

    /// The next jump point to expand with its cost so far and the step by which it was entered.
    #[inline(always)]
    pub(in crate::search) fn next(&mut self) -> Option<(usize, u64, usize)> {
        loop {
            let (key, place) = self.frontier.pop()?;
            // An entry with the same rounded key may still be a little cheaper.
            let due = self.frontier.rounded(self.best);
            if key > due || key == due && self.frontier.is_exact() {
                return None;
            }
            let record = self.records[place].notes_mut();
            if record[1] & CLOSED == 0 {
                record[1] |= CLOSED;
                return Some((place, record[0], (record[1] & 7) as usize));
            }
        }
    }

    /// Cost of the best way to the goal; the largest number if none was found.
    #[inline]
    pub(in crate::search) fn best(&self) -> u64 {
        self.best
    }

    /// The path to the goal, which was reached, over plain ground; without its cells if the query
    /// wants none.
    pub(in crate::search) fn path(&self, grid: &PaddedMap, query: &Query<'_>) -> Path {
        let &Query { start, goal, wants_cells, .. } = query;
        let (mut straight, mut diagonal) = (0_u64, 0_u64);
        self.each_jump(grid, start, goal, |from, to| {
            let (along, across) = steps(from, to);
            straight += u64::from(along);
            diagonal += u64::from(across);
        });
        let cells = if wants_cells {
            self.fill(grid, start, goal, (straight + diagonal) as usize)
        } else {
            Vec::new()
        };
        Path { cells, cost: straight as f64 + diagonal as f64 * SQRT_2 }
    }

    /// The cells of the path to a place that was reached.
    pub(in crate::search) fn cells(
        &self,
        grid: &PaddedMap,
        start: usize,
        goal: usize,
    ) -> Vec<Cell> {
        let mut count = 0;
        self.each_jump(grid, start, goal, |from, to| {
            let (along, across) = steps(from, to);
            count += (along + across) as usize;
        });
        self.fill(grid, start, goal, count)
    }

    /// Calls `visit(from, to)` for every jump of the path, the last one first.
    fn each_jump(
        &self,
        grid: &PaddedMap,
        start: usize,
        goal: usize,
        mut visit: impl FnMut(Cell, Cell),
    ) {
        let (mut at, mut to) = (goal, grid.cell(goal));
        while at != start {
            at = (self.records[at].notes()[1] >> PARENT) as usize;
            let from = grid.cell(at);
            visit(from, to);
            to = from;
        }
    }

    /// All cells of a path of so many steps, written from its end: each jump goes diagonally first,
    /// then straight.
    fn fill(&self, grid: &PaddedMap, start: usize, goal: usize, count: usize) -> Vec<Cell> {
        let mut cells = vec![grid.cell(start); count + 1];
        let mut end = count + 1;
        self.each_jump(grid, start, goal, |from, to| {
            let (along, across) = steps(from, to);
            let (down, right) = (towards(from.row, to.row), towards(from.column, to.column));
            let turn = Cell::new(
                from.row.wrapping_add(down.wrapping_mul(across)),
                from.column.wrapping_add(right.wrapping_mul(across)),
            );
            end -= (along + across) as usize;
            let (first, rest) = cells[end..].split_at_mut(across as usize);
            line(first, from, (down, right));
            let straight = if turn.row == to.row { (0, right) } else { (down, 0) };
            line(&mut rest[..along as usize], turn, straight);
        });
        cells
    }
}

/// Straight and diagonal steps between two jump points.
#[inline]
fn steps(from: Cell, to: Cell) -> (u32, u32) {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    (rows.max(columns) - rows.min(columns), rows.min(columns))
}

/// The change of a coordinate by one step.
fn towards(from: u32, to: u32) -> u32 {
    if from < to { 1 } else { u32::MAX }
}

/// Writes the cells after this one, each of which is so much farther.
#[inline(always)]
fn line(cells: &mut [Cell], from: Cell, (down, right): (u32, u32)) {
    for (cell, step) in cells.iter_mut().zip(1..) {
        let row = from.row.wrapping_add(down.wrapping_mul(step));
        *cell = Cell::new(row, from.column.wrapping_add(right.wrapping_mul(step)));
    }
}
