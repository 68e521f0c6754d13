//! The loop that uniform cost, greedy, A\* and weighted A\* share. They differ in the key by which
//! the frontier is ordered.

use super::Query;
use super::bucket_queue::BucketQueue;
use super::limit_check::LimitCheck;
use super::nodes::Nodes;
use super::padded_map::{PaddedMap, stepped};
use super::reporter::Reporter;
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::{Outcome, Statistics};

/// The order of the open list.
pub(super) trait Order {
    /// Whether a place found cheaper after its expansion is expanded again.
    const REOPENS: bool;

    /// Smaller comes first.
    fn key(&self, g: u64, h: u64) -> u64;
}

/// Node records and open list.
#[derive(Debug)]
pub(super) struct Workspace {
    pub(super) nodes: Nodes,
    frontier: BucketQueue,
}

impl Workspace {
    pub(super) fn new(grid: &PaddedMap) -> Self {
        Self { nodes: Nodes::new(grid.len()), frontier: BucketQueue::new(grid) }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.frontier.bytes()
    }

    /// Both, to be changed.
    pub(super) fn parts(&mut self) -> (&mut Nodes, &mut BucketQueue) {
        (&mut self.nodes, &mut self.frontier)
    }
}

pub(super) fn run<K: Order>(
    grid: &PaddedMap,
    workspace: &mut Workspace,
    query: &Query<'_>,
    order: &K,
    observer: &mut impl EventSink,
) -> Finished {
    let reporter = Reporter { grid, estimate: query.estimate };
    let Workspace { nodes, frontier } = workspace;
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    let mut limit = LimitCheck::new(query.limits);
    nodes.begin();
    nodes.reach(query.start, 0, 0);
    let key = order.key(0, query.estimate.at(grid.cell(query.start)));
    frontier.begin(key);
    frontier.push(key, query.start);
    reporter.generate(observer, query.start, None, 0);
    // Once the goal was expanded: its cost, and the key up to which something may be cheaper still
    // because keys are rounded.
    let mut found: Option<(u64, u64)> = None;
    let outcome = loop {
        if limit.is_reached(statistics.expanded) {
            break Outcome::Stopped;
        }
        statistics.largest_frontier = statistics.largest_frontier.max(frontier.len() as u64);
        let next = frontier.pop();
        if let Some((best, due)) = found
            && (frontier.is_exact() || next.is_none_or(|(key, _)| key > due))
        {
            reporter.found(observer, query.goal, best);
            break Outcome::Found(
                grid.path_back(query.start, query.goal, |place| nodes.entered(place)),
            );
        }
        let Some((key, place)) = next else { break Outcome::Impossible };
        if nodes.is_closed(place) {
            continue;
        }
        nodes.close(place);
        let so_far = nodes.g(place).unwrap_or(0);
        if place == query.goal {
            found = Some((so_far, key));
        } else if let Some((best, _)) = found
            && order.key(so_far, query.estimate.at(grid.cell(place))) >= best
        {
            continue;
        }
        statistics.expanded += 1;
        reporter.expand(observer, place, so_far);
        if place == query.goal {
            continue;
        }
        let cell = grid.cell(place);
        grid.neighbours(place, query.moves, |step, to, ticks| {
            let g = so_far + ticks;
            if nodes.g(to).is_some_and(|known| known <= g) {
                return;
            }
            if nodes.is_closed(to) {
                if !K::REOPENS {
                    return;
                }
                statistics.reopened += 1;
                reporter.reopen(observer, to, g);
            }
            nodes.reach(to, g, step);
            statistics.generated += 1;
            frontier.push(order.key(g, query.estimate.at(stepped(cell, step))), to);
            reporter.generate(observer, to, Some(place), g);
        });
        reporter.close(observer, place);
    };
    Finished { outcome, statistics }
}
