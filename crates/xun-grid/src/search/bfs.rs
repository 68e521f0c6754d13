//! Breadth-first search: places in order of their number of steps.
//!
//! Guarantee: a path with the fewest steps, which is a cheapest one where all steps cost the same.

use super::Moves;
use super::best_first::Teller;
use super::flat::Marks;
use super::ground::{BESIDE, Ground};
use super::pace::Pace;
use crate::{Answer, Limits, Observer, Outcome, Statistics};

/// Calls `visit(step, place)` for every place one step from here that is open and was not visited.
#[inline(always)]
pub(super) fn unvisited(
    ground: &Ground,
    marks: &mut Marks,
    from: usize,
    moves: Moves,
    mut visit: impl FnMut(&mut Marks, usize, usize),
) {
    let offsets = ground.offsets();
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

pub(super) fn run<O: Observer>(
    ground: &Ground,
    marks: &mut Marks,
    queue: &mut Vec<u32>,
    (start, goal, moves): (usize, usize, Moves),
    limits: Limits<'_>,
    teller: &Teller<'_>,
    observer: &mut O,
) -> Answer {
    let mut statistics = Statistics { generated: 1, largest_frontier: 1, ..Statistics::default() };
    let mut pace = Pace::new(limits);
    marks.begin();
    queue.clear();
    marks.visit_start(start);
    queue.push(start as u32);
    teller.generate(observer, start, None, 0);
    // Steps so far and where in the queue they grow by one; only events need them.
    let (mut steps, mut layer_ends) = (0, 1);
    let mut head = 0;
    let outcome = loop {
        if pace.over(statistics.expanded) {
            break Outcome::Stopped;
        }
        let Some(&place) = queue.get(head) else { break Outcome::Impossible };
        let place = place as usize;
        if O::ACTIVE && head == layer_ends {
            steps += ground.straight();
            layer_ends = queue.len();
        }
        head += 1;
        statistics.expanded += 1;
        teller.expand(observer, place, steps);
        if place == goal {
            teller.found(observer, place, steps);
            break Outcome::Found(ground.path_back(start, goal, |place| marks.entered(place)));
        }
        unvisited(ground, marks, place, moves, |marks, step, to| {
            marks.visit(to, step);
            queue.push(to as u32);
            teller.generate(observer, to, Some(place), steps + ground.straight());
        });
        teller.close(observer, place);
        statistics.largest_frontier = statistics.largest_frontier.max((queue.len() - head) as u64);
    };
    statistics.generated = queue.len() as u64;
    Answer { outcome, statistics }
}
