//! Depth-first search: always on from the latest place; back only from a dead end.
//!
//! Guarantee: a path, if there is one; usually a long one. Every place is expanded once at most.

use super::Query;
use super::bfs::unvisited;
use super::limit_check::LimitCheck;
use super::padded_map::PaddedMap;
use super::reporter::Reporter;
use super::visit_marks::VisitMarks;
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::{Outcome, Statistics};

/// The step by which a place was entered, above its number.
const STEP: u32 = 32;
const FROM_START: u64 = 15;

pub(super) fn run<O: EventSink>(
    grid: &PaddedMap,
    marks: &mut VisitMarks,
    stack: &mut Vec<u64>,
    query: &Query<'_>,
    observer: &mut O,
) -> Finished {
    let &Query { start, goal, moves, estimate, limits, .. } = query;
    let reporter = Reporter { grid, estimate };
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    let mut limit = LimitCheck::new(limits);
    marks.begin();
    stack.clear();
    stack.push(start as u64 | FROM_START << STEP);
    reporter.generate(observer, start, None, 0);
    // Cost of the way to each place: only events need it.
    let mut costs: Vec<u64> = if O::ACTIVE { vec![0; grid.len()] } else { Vec::new() };
    let outcome = loop {
        if limit.is_reached(statistics.expanded) {
            break Outcome::Stopped;
        }
        statistics.largest_frontier = statistics.largest_frontier.max(stack.len() as u64);
        let Some(entry) = stack.pop() else { break Outcome::Impossible };
        let (place, step) = ((entry & 0xFFFF_FFFF) as usize, entry >> STEP);
        if !marks.is_unvisited(place) {
            continue;
        }
        if step == FROM_START {
            marks.visit_start(place);
        } else {
            marks.visit(place, step as usize);
            if O::ACTIVE {
                let from = place.wrapping_add_signed(-grid.offsets()[step as usize]);
                let ticks = if step < 4 { grid.straight() } else { grid.diagonal() };
                costs[place] = costs[from] + u64::from(grid.cost()[place]) * ticks;
            }
        }
        statistics.expanded += 1;
        let so_far = costs.get(place).copied().unwrap_or(0);
        reporter.expand(observer, place, so_far);
        if place == goal {
            reporter.found(observer, place, so_far);
            break Outcome::Found(grid.path_back(start, goal, |place| marks.entered(place)));
        }
        let first = stack.len();
        unvisited(grid, marks, place, moves, |_, step, to| {
            stack.push(to as u64 | (step as u64) << STEP);
            statistics.generated += 1;
            if O::ACTIVE {
                let ticks = if step < 4 { grid.straight() } else { grid.diagonal() };
                reporter.generate(
                    observer,
                    to,
                    Some(place),
                    so_far + u64::from(grid.cost()[to]) * ticks,
                );
            }
        });
        // The first step is to be tried first.
        stack[first..].reverse();
        reporter.close(observer, place);
    };
    Finished { outcome, statistics }
}
