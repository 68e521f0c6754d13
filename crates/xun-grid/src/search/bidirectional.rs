//! Bidirectional A\* (Pijls and Post 2009, "new bidirectional A\*"): one search from each end, both
//! with estimates, and a place that one of them has closed is not expanded by the other.
//!
//! Guarantee: the cheapest path. It needs consistent estimates, so an inadmissible heuristic is
//! divided by its excess first.

use super::Query;
use super::estimate::Estimate;
use super::limit_check::LimitCheck;
use super::nodes::Nodes;
use super::padded_map::PaddedMap;
use super::reporter::Reporter;
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::{Outcome, Path, Statistics};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Node records and open list of one direction.
#[derive(Debug)]
pub(super) struct Workspace {
    nodes: Nodes,
    /// Keys, then (in one word) age downwards and place.
    heap: BinaryHeap<Reverse<(u64, u64)>>,
}

impl Workspace {
    pub(super) fn new(grid: &PaddedMap) -> Self {
        Self { nodes: Nodes::new(grid.len()), heap: BinaryHeap::new() }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.nodes.bytes() + (self.heap.capacity() * 16) as u64
    }
}

/// One of the two searches.
struct Direction<'a> {
    work: &'a mut Workspace,
    /// The estimate to the end that this search looks for.
    ahead: Estimate,
    /// The least f on its open list so far.
    least_f: u64,
    /// Whether steps are taken against their direction: from the goal.
    is_backward: bool,
}

impl<'a> Direction<'a> {
    fn new(
        grid: &PaddedMap,
        work: &'a mut Workspace,
        root: usize,
        ahead: Estimate,
        is_backward: bool,
    ) -> Self {
        work.nodes.begin();
        work.heap.clear();
        work.nodes.reach(root, 0, 0);
        let least_f = ahead.at(grid.cell(root));
        work.heap.push(Reverse((least_f, root as u64)));
        Self { work, ahead, least_f, is_backward }
    }
}

/// Searches; `to_start` estimates the cost from the start.
pub(super) fn run<O: EventSink>(
    grid: &PaddedMap,
    [forward, backward]: &mut [Workspace; 2],
    query: &Query<'_>,
    to_start: Estimate,
    observer: &mut O,
) -> Finished {
    let mut search = Search {
        grid,
        query,
        reporter: Reporter { grid, estimate: query.estimate },
        statistics: Statistics { generated: 2, largest_frontier: 2, ..Statistics::default() },
        directions: [
            Direction::new(grid, forward, query.start, query.estimate, false),
            Direction::new(grid, backward, query.goal, to_start, true),
        ],
        best: if query.start == query.goal { 0 } else { u64::MAX },
        meeting: query.start,
        age: u64::from(u32::MAX),
    };
    search.reporter.generate(observer, query.start, None, 0);
    search.reporter.generate(observer, query.goal, None, 0);
    let outcome = search.run(observer);
    Finished { outcome, statistics: search.statistics }
}

struct Search<'a> {
    grid: &'a PaddedMap,
    query: &'a Query<'a>,
    reporter: Reporter<'a>,
    statistics: Statistics,
    directions: [Direction<'a>; 2],
    /// Cost of the cheapest path so far.
    best: u64,
    /// The place where its halves meet.
    meeting: usize,
    /// Counts down, so that of equal keys the latest entry comes first.
    age: u64,
}

impl Search<'_> {
    fn run<O: EventSink>(&mut self, observer: &mut O) -> Outcome {
        let mut limit = LimitCheck::new(self.query.limits);
        loop {
            if limit.is_reached(self.statistics.expanded) {
                return Outcome::Stopped;
            }
            let waiting = self.directions.each_ref().map(|direction| direction.work.heap.len());
            let both = (waiting[0] + waiting[1]) as u64;
            self.statistics.largest_frontier = self.statistics.largest_frontier.max(both);
            // The direction with the shorter open list goes on.
            let forward_is_next = waiting[0] <= waiting[1];
            let this = &mut self.directions[usize::from(!forward_is_next)];
            match this.work.heap.pop() {
                // Everything else in this direction is as dear as the best path.
                Some(Reverse((f, low))) if f < self.best => {
                    this.least_f = f;
                    self.expand(forward_is_next, (low & 0xFFFF_FFFF) as usize, observer);
                }
                _ => break,
            }
        }
        if self.best == u64::MAX {
            return Outcome::Impossible;
        }
        self.reporter.found(observer, self.meeting, self.best);
        Outcome::Found(self.join())
    }

    /// Closes a place and generates its neighbours, unless it is closed or cannot be on a better
    /// path.
    #[inline(always)]
    fn expand<O: EventSink>(&mut self, forward: bool, place: usize, observer: &mut O) {
        let (grid, reporter) = (self.grid, self.reporter);
        let [first, second] = &mut self.directions;
        let (this, other) = if forward { (first, second) } else { (second, first) };
        if this.work.nodes.is_closed(place) || other.work.nodes.is_closed(place) {
            return;
        }
        this.work.nodes.close(place);
        let so_far = this.work.nodes.g(place).unwrap_or(0);
        // A place that the other direction has not closed costs at least this much from its root.
        let at_least = other.least_f.saturating_sub(other.ahead.at(grid.cell(place)));
        if so_far + at_least >= self.best {
            return;
        }
        self.statistics.expanded += 1;
        reporter.expand(observer, place, so_far);
        let cost_of_place = u64::from(grid.cost()[place]);
        grid.neighbours(place, self.query.moves, |step, to, ticks| {
            if other.work.nodes.is_closed(to) {
                return;
            }
            // Backwards, the step is taken from `to` into `place`.
            let ticks = match (this.is_backward, step) {
                (false, _) => ticks,
                (true, 0..4) => cost_of_place * grid.straight(),
                (true, _) => cost_of_place * grid.diagonal(),
            };
            let g = so_far + ticks;
            if this.work.nodes.g(to).is_some_and(|known| known <= g) {
                return;
            }
            this.work.nodes.reach(to, g, step);
            self.age = self.age.saturating_sub(1);
            let f = g + this.ahead.at(grid.cell(to));
            this.work.heap.push(Reverse((f, self.age << 32 | to as u64)));
            self.statistics.generated += 1;
            reporter.generate(observer, to, Some(place), g);
            if let Some(rest) = other.work.nodes.g(to)
                && g + rest < self.best
            {
                self.best = g + rest;
                self.meeting = to;
            }
        });
        reporter.close(observer, place);
    }

    /// Both halves as one path.
    fn join(&self) -> Path {
        let half = |direction: usize, root| {
            let nodes = &self.directions[direction].work.nodes;
            self.grid.path_back(root, self.meeting, |place| nodes.entered(place)).cells
        };
        let mut cells = half(0, self.query.start);
        cells.extend(half(1, self.query.goal).into_iter().rev().skip(1));
        self.grid.path(cells)
    }
}
