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
use crate::{Bound, Cell, Observer, Outcome, Statistics};

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
pub(super) fn astar<O: Observer>(
    grid: &PaddedMap,
    marks: &mut VisitMarks,
    buckets: &mut Buckets,
    query: &Query<'_>,
    observer: &mut O,
) -> Finished {
    Search::new(grid, marks, buckets, query).run(observer, &mut ())
}

/// [Fringe search](super::fringe) for the same case. The buckets are its two lists: the places
/// within the bound, depth first, and those that wait for the next bound, which is larger by 2. The
/// only difference to [`astar`] is that the bounds are recorded and reported.
pub(super) fn fringe<O: Observer>(
    grid: &PaddedMap,
    marks: &mut VisitMarks,
    buckets: &mut Buckets,
    query: &Query<'_>,
    observer: &mut O,
) -> Finished {
    let mut bounds: Vec<Bound> = Vec::new();
    let mut finished = Search::new(grid, marks, buckets, query).run(observer, &mut bounds);
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
    fn rises<O: Observer>(
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
    fn rises<O: Observer>(&mut self, _: u64, _: u64, _: u64, _: &Reporter<'_>, _: &mut O) {}
}

impl BoundListener for Vec<Bound> {
    fn rises<O: Observer>(
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
    goal: usize,
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
        Self { goal, column, row_begins, row_ends: row_begins + stride, stride }
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

struct Search<'a> {
    grid: &'a PaddedMap,
    marks: &'a mut VisitMarks,
    buckets: &'a mut Buckets,
    query: &'a Query<'a>,
    reporter: Reporter<'a>,
    goal_cell: Cell,
}

impl<'a> Search<'a> {
    fn new(
        grid: &'a PaddedMap,
        marks: &'a mut VisitMarks,
        buckets: &'a mut Buckets,
        query: &'a Query<'a>,
    ) -> Self {
        let reporter = Reporter { grid, estimate: query.estimate };
        Self { grid, marks, buckets, query, reporter, goal_cell: grid.cell(query.goal) }
    }

    /// The Manhattan distance from a cell to the goal.
    fn distance(&self, cell: Cell) -> u64 {
        u64::from(cell.row.abs_diff(self.goal_cell.row))
            + u64::from(cell.column.abs_diff(self.goal_cell.column))
    }

    /// Reports a generated place. Its g is f less its distance to the goal.
    #[inline(always)]
    fn report<O: Observer>(&self, observer: &mut O, place: usize, parent: Option<usize>, f: u64) {
        if O::ACTIVE {
            let g = (f - self.distance(self.grid.cell(place))) * self.grid.straight();
            self.reporter.generate(observer, place, parent, g);
        }
    }

    /// Empties and starts both buckets; the estimate from the start.
    fn begin(&mut self) -> u64 {
        let start = self.query.start;
        let start_cell = self.grid.cell(start);
        let Buckets { now, later } = &mut *self.buckets;
        now.clear();
        later.clear();
        now.push(start as u64 | u64::from(start_cell.column + 1) << COLUMN);
        self.marks.begin();
        self.marks.visit_start(start);
        self.distance(start_cell)
    }

    fn run<O: Observer, B: BoundListener>(
        mut self,
        observer: &mut O,
        listener: &mut B,
    ) -> Finished {
        // Plain variables: they stay in registers.
        let (mut expanded, mut generated, mut largest) = (0_u64, 1_u64, 1_usize);
        let mut limit = LimitCheck::new(self.query.limits);
        let mut f = self.begin();
        let target = Target::new(self.grid, self.query.goal);
        self.reporter.generate(observer, self.query.start, None, 0);
        let outcome = 'search: loop {
            listener.rises(f, self.grid.straight(), expanded, &self.reporter, observer);
            while let Some(entry) = self.buckets.now.pop() {
                if limit.is_reached(expanded) {
                    break 'search Outcome::Stopped;
                }
                let place = (entry & 0xFFFF_FFFF) as usize;
                let column = entry >> COLUMN;
                expanded += 1;
                if O::ACTIVE {
                    let g = (f - self.distance(self.grid.cell(place))) * self.grid.straight();
                    self.reporter.expand(observer, place, g);
                }
                if place == target.goal {
                    self.reporter.found(observer, place, f * self.grid.straight());
                    break 'search self.found();
                }
                generated += self.expand(target, place, column, f, observer);
                self.reporter.close(observer, place);
                largest = largest.max(self.buckets.now.len() + self.buckets.later.len());
            }
            if self.buckets.later.is_empty() {
                break Outcome::Impossible;
            }
            f += 2;
            self.next_bucket();
        };
        let largest_frontier = largest as u64;
        let statistics =
            Statistics { expanded, generated, largest_frontier, ..Statistics::default() };
        Finished { outcome, statistics }
    }

    /// Puts the neighbours of a place into the buckets; how many there were. Towards the goal f
    /// stays; away from it f grows by 2.
    #[inline(always)]
    fn expand<O: Observer>(
        &mut self,
        target: Target,
        place: usize,
        column: u64,
        f: u64,
        observer: &mut O,
    ) -> u64 {
        let mut generated = 0;
        for (step, to, column, towards) in target.steps(place, column) {
            let (words, queued) = self.marks.parts();
            let word = words[to];
            if towards {
                if word <= queued {
                    words[to] = queued + 1 + step as u16;
                    self.buckets.now.push(to as u64 | column << COLUMN);
                    generated += 1;
                    self.report(observer, to, Some(place), f);
                }
            } else if word < queued {
                words[to] = queued;
                self.buckets.later.push(to as u64 | column << COLUMN | (step as u64) << STEP);
                generated += 1;
                self.report(observer, to, Some(place), f + 2);
            }
        }
        generated
    }

    /// Makes the second bucket the first, without the places that were visited meanwhile.
    fn next_bucket(&mut self) {
        let (words, queued) = self.marks.parts();
        let Buckets { now, later } = &mut *self.buckets;
        later.retain_mut(|entry| {
            let place = (*entry & 0xFFFF_FFFF) as usize;
            let step = (*entry >> STEP) as usize;
            *entry &= (1 << STEP) - 1;
            let waiting = words[place] == queued;
            if waiting {
                words[place] = queued + 1 + step as u16;
            }
            waiting
        });
        std::mem::swap(now, later);
    }

    fn found(&self) -> Outcome {
        let Query { start, goal, .. } = *self.query;
        Outcome::Found(self.grid.path_back(start, goal, |place| self.marks.entered(place)))
    }
}
