//! What both jump point searches share: records of jump points, the frontier, and the path between jump
//! points.
//!
//! Jump points are reached by some diagonal steps, then some straight ones; the turn between is no record of
//! its own (Harabor and Grastien 2014, "pruning intermediate jump points"). So a record says by which straight
//! step the place was entered and from which jump point it was reached.

use super::best_first::Teller;
use super::ground::Ground;
use crate::{Cell, Observer, Path, Statistics};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// One jump point.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    g: u64,
    parent: u32,
    /// Which query wrote it, whether it was expanded, and the step by which it was entered.
    info: u32,
}

const CLOSED: u32 = 8;
const STAMP: u32 = 4;

/// All places, and the frontier of jump points.
#[derive(Debug)]
pub(super) struct Jumps {
    records: Vec<Record>,
    stamp: u32,
    /// f above the start's, rounded down to a few bits, then the place.
    heap: BinaryHeap<Reverse<u64>>,
    place_bits: u32,
    shift: u32,
    least_f: u64,
    /// Cost of the best way to the goal so far.
    best: u64,
}

impl Jumps {
    pub(super) fn new(ground: &Ground) -> Self {
        let places = ground.len();
        let place_bits = usize::BITS - places.leading_zeros();
        // Costs are below 2^62 ticks: what does not fit above the place is rounded away.
        let shift = 62_u32.saturating_sub(64 - place_bits);
        let records = vec![Record::default(); places];
        Self { records, stamp: 0, heap: BinaryHeap::new(), place_bits, shift, least_f: 0, best: u64::MAX }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.records.capacity() * size_of::<Record>() + self.heap.capacity() * 8) as u64
    }

    /// Forgets everything. `least_f` is the start's estimate.
    pub(super) fn begin(&mut self, least_f: u64) {
        self.stamp += 1;
        if self.stamp >= 1 << (32 - STAMP) {
            self.records.fill(Record::default());
            self.stamp = 1;
        }
        self.heap.clear();
        self.least_f = least_f;
        self.best = u64::MAX;
    }

    fn key(&self, f: u64) -> u64 {
        (f - self.least_f) >> self.shift
    }

    /// Notes the start.
    pub(super) fn start(&mut self, place: usize) {
        self.records[place] = Record { g: 0, parent: 0, info: self.stamp << STAMP | CLOSED };
    }

    /// Notes a way to a jump point: from `parent`, entered by `step`, at cost `g`, with `h` to go.
    #[inline(always)]
    pub(super) fn reach<O: Observer>(
        &mut self,
        place: usize,
        (parent, step): (usize, usize),
        (g, h): (u64, u64),
        statistics: &mut Statistics,
        teller: &Teller<'_>,
        observer: &mut O,
    ) {
        let f = g + h;
        if f >= self.best {
            return;
        }
        let record = &mut self.records[place];
        if record.info >> STAMP == self.stamp {
            if record.g <= g {
                return;
            }
            if record.info & CLOSED != 0 {
                statistics.reopened += 1;
                teller.reopen(observer, place, g);
            }
        }
        *record = Record { g, parent: parent as u32, info: self.stamp << STAMP | step as u32 };
        statistics.generated += 1;
        teller.generate(observer, place, Some(parent), g);
        if h == 0 {
            // The goal: what costs as much need not be looked at.
            self.best = g;
            return;
        }
        self.heap.push(Reverse(self.key(f) << self.place_bits | place as u64));
        statistics.largest_frontier = statistics.largest_frontier.max(self.heap.len() as u64);
    }

    /// The next jump point to expand with its cost so far and the step by which it was entered.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<(usize, u64, usize)> {
        loop {
            let Reverse(low) = self.heap.pop()?;
            if self.best != u64::MAX && low >> self.place_bits > self.key(self.best) {
                return None;
            }
            let place = (low & ((1 << self.place_bits) - 1)) as usize;
            let record = &mut self.records[place];
            if record.info & CLOSED == 0 {
                record.info |= CLOSED;
                return Some((place, record.g, (record.info & 7) as usize));
            }
        }
    }

    /// Cost of the best way to the goal; the largest number if none was found.
    pub(super) fn best(&self) -> u64 {
        self.best
    }

    /// The path to a place that was reached.
    pub(super) fn path(&self, ground: &Ground, start: usize, goal: usize) -> Path {
        let mut corners = vec![ground.cell(goal)];
        let mut at = goal;
        while at != start {
            at = self.records[at].parent as usize;
            corners.push(ground.cell(at));
        }
        corners.reverse();
        let mut cells = vec![corners[0]];
        for pair in corners.windows(2) {
            let (mut at, to) = (pair[0], pair[1]);
            while at != to {
                at = Cell::new(nearer(at.row, to.row), nearer(at.column, to.column));
                cells.push(at);
            }
        }
        ground.path(cells)
    }
}

/// One step along an axis.
fn nearer(from: u32, to: u32) -> u32 {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => from + 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - 1,
    }
}
