//! A\* and fringe search over unit costs with four moves: a bucket queue of two buckets.
//!
//! With the Manhattan distance a step changes f = g + h by 0 (towards the goal) or by 2 (away from
//! it). So the open list is two buckets, both stacks: the places with the least f, and those with
//! the next f. Nothing is sorted. A place taken from the first bucket has its final g: every
//! cheaper way to it would have had a smaller f and been followed before. Of equal f the latest
//! place is expanded first.

use super::Query;
use super::limit_check::LimitCheck;
use super::padded_map::{DOWN, LEFT, PaddedMap, RIGHT, UP};
use super::reporter::Reporter;
use super::visit_marks::VisitMarks;
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::{Bound, Cell, Outcome, Statistics};

/// The two buckets. An entry is a place (low half) and its padded column (high half).
#[derive(Debug, Default)]
pub(super) struct Buckets {
    now: Vec<u64>,
    later: Vec<u64>,
}

impl Buckets {
    /// Both lists, for searches that keep other entries in them.
    pub(super) fn lists(&mut self) -> (&mut Vec<u64>, &mut Vec<u64>) {
        (&mut self.now, &mut self.later)
    }

    pub(super) fn bytes(&self) -> u64 {
        ((self.now.capacity() + self.later.capacity()) * 8) as u64
    }
}

const COLUMN: u32 = 32;
/// The step by which a place in `later` was entered, above its column.
const STEP: u32 = 62;

/// A\* over unit costs and four moves with the Manhattan distance. The path is a shortest one.
pub(super) fn astar<O: EventSink>(
    grid: &PaddedMap,
    marks: &mut VisitMarks,
    buckets: &mut Buckets,
    query: &Query<'_>,
    observer: &mut O,
) -> Finished {
    search(grid, marks, buckets, query, observer, &mut ())
}

/// [Fringe search](super::fringe) for the same case. The buckets are its two lists: the places
/// within the bound, depth first, and those that wait for the next bound, which is larger by 2. The
/// only difference to [`astar`] is that the bounds are recorded and reported.
pub(super) fn fringe<O: EventSink>(
    grid: &PaddedMap,
    marks: &mut VisitMarks,
    buckets: &mut Buckets,
    query: &Query<'_>,
    observer: &mut O,
) -> Finished {
    let mut bounds: Vec<Bound> = Vec::new();
    let mut finished = search(grid, marks, buckets, query, observer, &mut bounds);
    // `nodes` holds the number expanded before the bound; make it the number within the bound.
    let mut after = finished.statistics.expanded;
    for bound in bounds.iter_mut().rev() {
        (bound.nodes, after) = (after - bound.nodes, bound.nodes);
    }
    finished.statistics.bounds = bounds;
    finished
}

/// Receives each new f-bound. A no-op for A\*, where keeping a list cost 5 % of the instructions.
trait BoundListener {
    /// A new bound, and the number of places expanded before it.
    fn rises<O: EventSink>(
        &mut self,
        bound: u64,
        scale: u64,
        expanded: u64,
        reporter: &Reporter<'_>,
        observer: &mut O,
    );
}

impl BoundListener for () {
    #[inline(always)]
    fn rises<O: EventSink>(&mut self, _: u64, _: u64, _: u64, _: &Reporter<'_>, _: &mut O) {}
}

impl BoundListener for Vec<Bound> {
    fn rises<O: EventSink>(
        &mut self,
        bound: u64,
        scale: u64,
        expanded: u64,
        reporter: &Reporter<'_>,
        observer: &mut O,
    ) {
        reporter.new_bound(observer, bound * scale);
        self.push(Bound { bound: bound as f64, nodes: expanded });
    }
}

/// The goal's row and column in padded places: which steps from a place lead towards it.
#[derive(Clone, Copy)]
struct Target {
    column: u64,
    row_begins: usize,
    row_ends: usize,
    stride: usize,
}

impl Target {
    fn new(grid: &PaddedMap, goal: usize) -> Self {
        let column = u64::from(grid.cell(goal).column) + 1;
        let stride = grid.offsets()[DOWN] as usize;
        let row_begins = goal - column as usize;
        Self { column, row_begins, row_ends: row_begins + stride, stride }
    }

    /// The four steps from a place: step, neighbour, its padded column, and whether the step leads
    /// towards the goal.
    #[inline(always)]
    fn steps(self, place: usize, column: u64) -> [(usize, usize, u64, bool); 4] {
        [
            (UP, place - self.stride, column, place >= self.row_ends),
            (DOWN, place + self.stride, column, place < self.row_begins),
            (LEFT, place - 1, column - 1, column > self.column),
            (RIGHT, place + 1, column + 1, column < self.column),
        ]
    }
}

/// Marks and buckets during a search. Everything is inlined, so that the fields stay in registers:
/// behind references the loop takes 17 % more instructions.
struct OpenList<'a> {
    words: &'a mut [u16],
    /// The word of a queued place.
    queued: u16,
    now: &'a mut Vec<u64>,
    later: &'a mut Vec<u64>,
}

impl OpenList<'_> {
    /// Puts the neighbours of a place into the buckets and calls `report(neighbour, f)` for each.
    /// Towards the goal f stays; away from it f grows by 2.
    #[inline(always)]
    fn expand(
        &mut self,
        steps: [(usize, usize, u64, bool); 4],
        f: u64,
        mut report: impl FnMut(usize, u64),
    ) {
        for (step, to, column, towards) in steps {
            let word = self.words[to];
            if towards {
                if word <= self.queued {
                    self.words[to] = self.queued + 1 + step as u16;
                    self.now.push(to as u64 | column << COLUMN);
                    report(to, f);
                }
            } else if word < self.queued {
                self.words[to] = self.queued;
                self.later.push(to as u64 | column << COLUMN | (step as u64) << STEP);
                report(to, f + 2);
            }
        }
    }

    /// Makes the second bucket the first, without the places that were visited meanwhile.
    #[inline(always)]
    fn next_bucket(&mut self) {
        let (words, queued) = (&mut *self.words, self.queued);
        self.later.retain_mut(|entry| {
            let place = (*entry & 0xFFFF_FFFF) as usize;
            let step = (*entry >> STEP) as usize;
            *entry &= (1 << STEP) - 1;
            let waiting = words[place] == queued;
            if waiting {
                words[place] = queued + 1 + step as u16;
            }
            waiting
        });
        std::mem::swap(self.now, self.later);
    }
}

/// The Manhattan distance between two cells.
fn distance(cell: Cell, goal: Cell) -> u64 {
    u64::from(cell.row.abs_diff(goal.row)) + u64::from(cell.column.abs_diff(goal.column))
}

fn search<O: EventSink, B: BoundListener>(
    grid: &PaddedMap,
    marks: &mut VisitMarks,
    buckets: &mut Buckets,
    query: &Query<'_>,
    observer: &mut O,
    listener: &mut B,
) -> Finished {
    let &Query { start, goal, estimate, limits, .. } = query;
    let reporter = Reporter { grid, estimate };
    let (start_cell, goal_cell) = (grid.cell(start), grid.cell(goal));
    // Plain variables: they stay in registers.
    let (mut expanded, mut generated, mut largest) = (0_u64, 1_u64, 1_usize);
    let mut limit = LimitCheck::new(limits);
    let target = Target::new(grid, goal);
    let mut f = distance(start_cell, goal_cell);
    // For events: g of a place is f less its distance to the goal.
    let g_ticks =
        |place: usize, f: u64| (f - distance(grid.cell(place), goal_cell)) * grid.straight();
    marks.begin();
    marks.visit_start(start);
    let Buckets { now, later } = buckets;
    now.clear();
    later.clear();
    now.push(start as u64 | u64::from(start_cell.column + 1) << COLUMN);
    reporter.generate(observer, start, None, 0);
    let (words, queued) = marks.parts();
    let mut open = OpenList { words, queued, now, later };
    let is_found = 'search: loop {
        listener.rises(f, grid.straight(), expanded, &reporter, observer);
        while let Some(entry) = open.now.pop() {
            if limit.is_reached(expanded) {
                break 'search None;
            }
            let (place, column) = ((entry & 0xFFFF_FFFF) as usize, entry >> COLUMN);
            expanded += 1;
            if O::ACTIVE {
                reporter.expand(observer, place, g_ticks(place, f));
            }
            if place == goal {
                reporter.found(observer, goal, f * grid.straight());
                break 'search Some(true);
            }
            open.expand(target.steps(place, column), f, |to, f| {
                generated += 1;
                if O::ACTIVE {
                    reporter.generate(observer, to, Some(place), g_ticks(to, f));
                }
            });
            reporter.close(observer, place);
            largest = largest.max(open.now.len() + open.later.len());
        }
        if open.later.is_empty() {
            break Some(false);
        }
        f += 2;
        open.next_bucket();
    };
    let outcome = match is_found {
        Some(true) => Outcome::Found(grid.path_back(start, goal, |place| marks.entered(place))),
        Some(false) => Outcome::Impossible,
        None => Outcome::Stopped,
    };
    let largest_frontier = largest as u64;
    let statistics = Statistics { expanded, generated, largest_frontier, ..Statistics::default() };
    Finished { outcome, statistics }
}
