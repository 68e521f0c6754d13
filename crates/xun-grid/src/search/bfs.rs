//! Breadth-first search: places in order of their number of steps.
//!
//! Guarantee: a path with the fewest steps, which is a cheapest one where all steps cost the same.

use super::Query;
use super::limit_check::LimitCheck;
use super::padded_map::{BESIDE, PaddedMap};
use super::reporter::Reporter;
use super::visit_marks::VisitMarks;
use crate::Moves;
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::{Outcome, Statistics};

/// Calls `visit(step, place)` for every place one step from here that is open and was not visited.
#[inline(always)]
pub(super) fn unvisited(
    grid: &PaddedMap,
    marks: &mut VisitMarks,
    from: usize,
    moves: Moves,
    mut visit: impl FnMut(&mut VisitMarks, usize, usize),
) {
    let offsets = grid.offsets();
    let mut open = [false; 4];
    for (step, open) in open.iter_mut().enumerate() {
        let to = from.wrapping_add_signed(offsets[step]);
        if marks.is_unvisited(to) {
            visit(marks, step, to);
            *open = true;
        } else if moves != Moves::Four {
            *open = marks.is_open(to);
        }
    }
    if moves == Moves::Four {
        return;
    }
    for (step, (one, other)) in (4..8).zip(BESIDE) {
        let allowed =
            if moves == Moves::Eight { open[one] && open[other] } else { open[one] || open[other] };
        let to = from.wrapping_add_signed(offsets[step]);
        if allowed && marks.is_unvisited(to) {
            visit(marks, step, to);
        }
    }
}

pub(super) fn run<O: EventSink>(
    grid: &PaddedMap,
    marks: &mut VisitMarks,
    queue: &mut Vec<u32>,
    query: &Query<'_>,
    observer: &mut O,
) -> Finished {
    let &Query { start, goal, moves, estimate, limits, .. } = query;
    let reporter = Reporter { grid, estimate };
    let mut statistics = Statistics { generated: 1, largest_frontier: 1, ..Statistics::default() };
    let mut limit = LimitCheck::new(limits);
    marks.begin();
    queue.clear();
    marks.visit_start(start);
    queue.push(start as u32);
    reporter.generate(observer, start, None, 0);
    // Steps so far and where in the queue they grow by one; only events need them.
    let (mut steps, mut layer_ends) = (0, 1);
    let mut head = 0;
    let outcome = loop {
        if limit.is_reached(statistics.expanded) {
            break Outcome::Stopped;
        }
        let Some(&place) = queue.get(head) else { break Outcome::Impossible };
        let place = place as usize;
        if O::ACTIVE && head == layer_ends {
            steps += grid.straight();
            layer_ends = queue.len();
        }
        head += 1;
        statistics.expanded += 1;
        reporter.expand(observer, place, steps);
        if place == goal {
            reporter.found(observer, place, steps);
            break Outcome::Found(grid.path_back(start, goal, |place| marks.entered(place)));
        }
        unvisited(grid, marks, place, moves, |marks, step, to| {
            marks.visit(to, step);
            queue.push(to as u32);
            reporter.generate(observer, to, Some(place), steps + grid.straight());
        });
        reporter.close(observer, place);
        statistics.largest_frontier = statistics.largest_frontier.max((queue.len() - head) as u64);
    };
    statistics.generated = queue.len() as u64;
    Finished { outcome, statistics }
}
