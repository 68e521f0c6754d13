//! Theta\* (Daniel, Nash, Koenig and Felner 2010): A\* over cells with eight moves in which a
//! cell's parent may be any cell in sight.

use super::ground::Ground;
use super::sight::Touch;
use super::{Found, Polyline, euclidean};
use crate::search::LimitCheck;
use crate::{Cell, Event, Finding, Limits, Map, Observer, Statistics, Step};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Cost and parent of each cell; a stamp says which query wrote them.
#[derive(Debug)]
pub(super) struct Workspace {
    costs: Vec<f64>,
    parents: Vec<u32>,
    /// Twice the query's number, and one more for expanded cells.
    stamps: Vec<u32>,
    stamp: u32,
    open: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Workspace {
    pub(super) fn new(map: &Map) -> Self {
        let cells = map.cells();
        Self {
            costs: vec![0.0; cells],
            parents: vec![0; cells],
            stamps: vec![0; cells],
            stamp: 0,
            open: BinaryHeap::new(),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.costs.len() as u64 * 16 + self.open.capacity() as u64 * 16
    }

    fn begin(&mut self) {
        self.stamp = self.stamp.wrapping_add(2);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 2;
        }
        self.open.clear();
    }
}

fn length(from: Cell, to: Cell) -> f64 {
    euclidean(from.row.abs_diff(to.row).into(), from.column.abs_diff(to.column).into())
}

/// Searches.
pub(super) fn run(
    (map, ground): (&Map, &Ground),
    work: &mut Workspace,
    (start, goal): (Cell, Cell),
    (limits, statistics, observer): (&Limits<'_>, &mut Statistics, &mut dyn Observer),
) -> Found {
    work.begin();
    let stamp = work.stamp;
    let first = map.index(start);
    (work.costs[first], work.parents[first], work.stamps[first]) = (0.0, first as u32, stamp);
    work.open.push(Reverse((length(start, goal).to_bits(), first as u32)));
    statistics.generated = 1;
    let watched = observer.is_active();
    let told = |cell, parent: Option<Cell>, g| {
        let h = length(cell, goal);
        Event::Generate { cell, parent, g, h, supply: None }
    };
    if watched {
        observer.event(told(start, None, 0.0));
    }
    let mut limit = LimitCheck::new(*limits);
    while let Some(Reverse((_, index))) = work.open.pop() {
        let index = index as usize;
        if work.stamps[index] == stamp + 1 {
            continue;
        }
        if limit.is_reached(statistics.expanded) {
            return Finding::Stopped;
        }
        work.stamps[index] = stamp + 1;
        statistics.expanded += 1;
        let cell = map.cell(index);
        let g = work.costs[index];
        if watched {
            observer.event(Event::Expand { cell, g, h: length(cell, goal), supply: None });
        }
        if cell == goal {
            observer.event(Event::Found { cell, g });
            return Finding::Found(line(map, work, index));
        }
        let parent = map.cell(work.parents[index] as usize);
        let open = |step: Step| cell.step(step).is_some_and(|next| map.is_open(next));
        for step in Step::ALL {
            let (down, right) = step.delta();
            let beside = |delta, steps: [Step; 2]| steps[usize::from(delta > 0)];
            let passes = down == 0
                || right == 0
                || open(beside(down, [Step::Up, Step::Down]))
                    && open(beside(right, [Step::Left, Step::Right]));
            let Some(next) = cell.step(step).filter(|&next| passes && map.is_open(next)) else {
                continue;
            };
            let to = map.index(next);
            if work.stamps[to] == stamp + 1 {
                continue;
            }
            let (from, cost) = if ground.sees(parent, next, Touch::Allowed) {
                (parent, work.costs[map.index(parent)] + length(parent, next))
            } else {
                (cell, work.costs[index] + length(cell, next))
            };
            if work.stamps[to] < stamp || cost < work.costs[to] {
                work.costs[to] = cost;
                work.parents[to] = map.index(from) as u32;
                work.stamps[to] = stamp;
                work.open.push(Reverse(((cost + length(next, goal)).to_bits(), to as u32)));
                statistics.generated += 1;
                if watched {
                    observer.event(told(next, Some(from), cost));
                }
            }
        }
        statistics.largest_frontier = statistics.largest_frontier.max(work.open.len() as u64);
    }
    Finding::Impossible
}

/// The path to an expanded cell.
fn line(map: &Map, work: &Workspace, goal: usize) -> Polyline {
    let centre = |index: usize| {
        let cell = map.cell(index);
        (2 * i64::from(cell.column) + 1, 2 * i64::from(cell.row) + 1)
    };
    let (mut at, mut corners) = (goal, vec![centre(goal)]);
    while work.parents[at] as usize != at {
        at = work.parents[at] as usize;
        corners.push(centre(at));
    }
    corners.reverse();
    Polyline::of(&corners)
}
