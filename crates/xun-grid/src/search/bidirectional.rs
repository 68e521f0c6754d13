//! Bidirectional A\* (Pijls and Post 2009, "new bidirectional A\*"): one search from each end, both
//! with estimates, and a place that one of them has settled is not looked at by the other.
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
use crate::{Observer, Outcome, Path, Statistics};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What one side works with.
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
struct Side<'a> {
    work: &'a mut Workspace,
    /// To the end that this side is looking for.
    ahead: Estimate,
    /// The least f on its frontier so far.
    least: u64,
}

impl Side<'_> {
    fn begin(&mut self, grid: &PaddedMap, root: usize) {
        self.work.nodes.begin();
        self.work.heap.clear();
        self.work.nodes.reach(root, 0, 0);
        self.least = self.ahead.at(grid.cell(root));
        self.work.heap.push(Reverse((self.least, root as u64)));
    }
}

/// Searches; `to_start` estimates the cost from the start.
pub(super) fn run<O: Observer>(
    grid: &PaddedMap,
    [forward, backward]: &mut [Workspace; 2],
    query: &Query<'_>,
    to_start: Estimate,
    observer: &mut O,
) -> Finished {
    let reporter = Reporter { grid, estimate: query.estimate };
    let mut statistics = Statistics { generated: 2, largest_frontier: 2, ..Statistics::default() };
    let mut limit = LimitCheck::new(query.limits);
    let mut sides = [
        Side { work: forward, ahead: query.estimate, least: 0 },
        Side { work: backward, ahead: to_start, least: 0 },
    ];
    sides[0].begin(grid, query.start);
    sides[1].begin(grid, query.goal);
    reporter.generate(observer, query.start, None, 0);
    reporter.generate(observer, query.goal, None, 0);
    // The cheapest path so far, and where its halves meet.
    let mut best = if query.start == query.goal { 0 } else { u64::MAX };
    let mut meeting = query.start;
    let mut age = u64::from(u32::MAX);
    let stopped = loop {
        if limit.is_reached(statistics.expanded) {
            break true;
        }
        let waiting = sides.each_ref().map(|side| side.work.heap.len());
        statistics.largest_frontier =
            statistics.largest_frontier.max((waiting[0] + waiting[1]) as u64);
        let near = usize::from(waiting[1] < waiting[0]);
        let [first, second] = &mut sides;
        let (this, that) = if near == 0 { (first, second) } else { (second, first) };
        let Some(Reverse((f, low))) = this.work.heap.pop() else { break false };
        if f >= best {
            // Everything that waits on this side is as dear as what we have.
            break false;
        }
        this.least = f;
        let place = (low & 0xFFFF_FFFF) as usize;
        if this.work.nodes.is_closed(place) || that.work.nodes.is_closed(place) {
            continue;
        }
        this.work.nodes.close(place);
        let so_far = this.work.nodes.g(place).unwrap_or(0);
        // What the other side has not settled is at least its least f away from its root.
        let behind = that.ahead.at(grid.cell(place));
        if so_far + that.least.saturating_sub(behind) >= best {
            continue;
        }
        statistics.expanded += 1;
        reporter.expand(observer, place, so_far);
        let leaving = u64::from(grid.cost()[place]);
        grid.neighbours(place, query.moves, |step, to, ticks| {
            if that.work.nodes.is_closed(to) {
                return;
            }
            // Backwards, the step is taken from `to` into `place`.
            let ticks = match (near, step) {
                (0, _) => ticks,
                (_, 0..4) => leaving * grid.straight(),
                _ => leaving * grid.diagonal(),
            };
            let g = so_far + ticks;
            if this.work.nodes.g(to).is_some_and(|known| known <= g) {
                return;
            }
            this.work.nodes.reach(to, g, step);
            age = age.saturating_sub(1);
            let f = g + this.ahead.at(grid.cell(to));
            this.work.heap.push(Reverse((f, age << 32 | to as u64)));
            statistics.generated += 1;
            reporter.generate(observer, to, Some(place), g);
            if let Some(other) = that.work.nodes.g(to)
                && g + other < best
            {
                best = g + other;
                meeting = to;
            }
        });
        reporter.close(observer, place);
    };
    let outcome = if stopped {
        Outcome::Stopped
    } else if best == u64::MAX {
        Outcome::Impossible
    } else {
        reporter.found(observer, meeting, best);
        Outcome::Found(join(grid, &sides, query, meeting))
    };
    Finished { outcome, statistics }
}

/// Both halves as one path.
fn join(grid: &PaddedMap, sides: &[Side<'_>; 2], query: &Query<'_>, meeting: usize) -> Path {
    let half = |side: usize, root| {
        grid.path_back(root, meeting, |place| sides[side].work.nodes.entered(place)).cells
    };
    let mut cells = half(0, query.start);
    cells.extend(half(1, query.goal).into_iter().rev().skip(1));
    grid.path(cells)
}
