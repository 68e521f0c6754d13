//! Depth-first search: always on from the latest place; back only from a dead end.
//!
//! Guarantee: a path, if there is one; usually a long one. Every place is expanded once at most.

use super::Moves;
use super::best_first::Teller;
use super::bfs::unvisited;
use super::flat::Marks;
use super::ground::Ground;
use super::pace::Pace;
use crate::{Answer, Limits, Observer, Outcome, Statistics};

/// The step by which a place was entered, above its number.
const STEP: u32 = 32;
const FROM_START: u64 = 15;

pub(super) fn run<O: Observer>(
    ground: &Ground,
    marks: &mut Marks,
    stack: &mut Vec<u64>,
    (start, goal, moves): (usize, usize, Moves),
    limits: Limits<'_>,
    teller: &Teller<'_>,
    observer: &mut O,
) -> Answer {
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    let mut pace = Pace::new(limits);
    marks.begin();
    stack.clear();
    stack.push(start as u64 | FROM_START << STEP);
    teller.generate(observer, start, None, 0);
    // Cost of the way to each place: only events need it.
    let mut costs: Vec<u64> = if O::ACTIVE { vec![0; ground.len()] } else { Vec::new() };
    let outcome = loop {
        if pace.over(statistics.expanded) {
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
                let from = place.wrapping_add_signed(-ground.offsets()[step as usize]);
                let ticks = if step < 4 { ground.straight() } else { ground.diagonal() };
                costs[place] = costs[from] + u64::from(ground.cost()[place]) * ticks;
            }
        }
        statistics.expanded += 1;
        let so_far = costs.get(place).copied().unwrap_or(0);
        teller.expand(observer, place, so_far);
        if place == goal {
            teller.found(observer, place, so_far);
            break Outcome::Found(ground.path_back(start, goal, |place| marks.entered(place)));
        }
        let first = stack.len();
        unvisited(ground, marks, place, moves, |_, step, to| {
            stack.push(to as u64 | (step as u64) << STEP);
            statistics.generated += 1;
            if O::ACTIVE {
                let ticks = if step < 4 { ground.straight() } else { ground.diagonal() };
                teller.generate(
                    observer,
                    to,
                    Some(place),
                    so_far + u64::from(ground.cost()[to]) * ticks,
                );
            }
        });
        // The first step is to be tried first.
        stack[first..].reverse();
        teller.close(observer, place);
    };
    Answer { outcome, statistics }
}
