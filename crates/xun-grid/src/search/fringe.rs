//! Fringe search (Björnsson, Enzenberger, Holte, Schaeffer 2005): IDA\*'s bounds without its
//! repetitions.
//!
//! Two lists hold the frontier: the cells to expand under this bound on f, depth first, and
//! what waits for the next. Nothing is sorted, nothing inside the bound is expanded twice unless it
//! was found cheaper.
//!
//! Over plain ground with four moves the lists need no records of costs: that is done in
//! [`flat`](super::unit_cost).
//!
//! Guarantee: the cheapest path, under the same condition as A\*. Recommended where IDA\* is: it
//! needs a record for every place, but perfect mazes, IDA\*'s worst case, cost it no more than they
//! cost A\*.

use super::Query;
use super::best_first::Workspace;
use super::limit_check::LimitCheck;
use super::padded_map::PaddedMap;
use super::reporter::Reporter;
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::{Bound, Outcome, Statistics};

pub(super) fn run<O: EventSink>(
    grid: &PaddedMap,
    workspace: &mut Workspace,
    (now, later): (&mut Vec<u64>, &mut Vec<u64>),
    query: &Query<'_>,
    observer: &mut O,
) -> Finished {
    let reporter = Reporter { grid, estimate: query.estimate };
    let nodes = &mut workspace.nodes;
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    let mut limit = LimitCheck::new(query.limits);
    nodes.begin();
    now.clear();
    later.clear();
    nodes.reach(query.start, 0, 0);
    now.push(query.start as u64);
    reporter.generate(observer, query.start, None, 0);
    let mut bound = query.estimate.at(grid.cell(query.start));
    let outcome = 'search: loop {
        reporter.new_bound(observer, bound);
        let (mut next_bound, before) = (u64::MAX, statistics.expanded);
        let mut over = false;
        let mut found = None;
        while let Some(place) = now.pop() {
            let place = place as usize;
            if nodes.is_closed(place) {
                continue;
            }
            let so_far = nodes.g(place).unwrap_or(0);
            let f = so_far + query.estimate.at(grid.cell(place));
            if f > bound {
                next_bound = next_bound.min(f);
                later.push(place as u64);
                continue;
            }
            if limit.is_reached(statistics.expanded) {
                over = true;
                break;
            }
            nodes.close(place);
            statistics.expanded += 1;
            reporter.expand(observer, place, so_far);
            if place == query.goal {
                found = Some(so_far);
                break;
            }
            grid.neighbours(place, query.moves, |step, to, ticks| {
                let g = so_far + ticks;
                if nodes.g(to).is_some_and(|known| known <= g) {
                    return;
                }
                if nodes.is_closed(to) {
                    statistics.reopened += 1;
                    reporter.reopen(observer, to, g);
                }
                nodes.reach(to, g, step);
                now.push(to as u64);
                statistics.generated += 1;
                reporter.generate(observer, to, Some(place), g);
            });
            reporter.close(observer, place);
            let waiting = (now.len() + later.len()) as u64;
            statistics.largest_frontier = statistics.largest_frontier.max(waiting);
        }
        let nodes_within = statistics.expanded - before;
        statistics.bounds.push(Bound { bound: grid.units(bound), nodes: nodes_within });
        if over {
            break Outcome::Stopped;
        }
        if let Some(g) = found {
            reporter.found(observer, query.goal, g);
            break 'search Outcome::Found(
                grid.path_back(query.start, query.goal, |place| nodes.entered(place)),
            );
        }
        if later.is_empty() {
            break Outcome::Impossible;
        }
        bound = next_bound;
        std::mem::swap(now, later);
        now.reverse();
    };
    Finished { outcome, statistics }
}
