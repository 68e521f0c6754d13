//! The search that is left where the labels end after some hubs: A\* over the jump points without
//! the hubs, for paths that avoid all of them and are shorter than what the labels give.

use super::entry::Steps;
use super::query::{FAR, Route, Scratch};
use super::{IS_HUB, Oracle};
use crate::search::limit_check::LimitCheck;
use crate::{Cell, Limits};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// In place of a part's number while it is not known.
const UNSEEN: u32 = u32::MAX - 1;

/// The part of the graph without the hubs that each point lies in; nothing if the labels are
/// complete.
pub(super) fn parts(oracle: &Oracle) -> Vec<u32> {
    let count = oracle.points.len();
    if oracle.hubs as usize == count {
        return Vec::new();
    }
    let is_hub = |point: u32| {
        let label = oracle.label(point);
        label.last().is_some_and(|&word| super::Entry(word).steps() == Steps::default())
    };
    let mut parts: Vec<u32> =
        (0..count as u32).map(|point| if is_hub(point) { IS_HUB } else { UNSEEN }).collect();
    let mut stack = Vec::new();
    for root in 0..count as u32 {
        if parts[root as usize] != UNSEEN {
            continue;
        }
        parts[root as usize] = root;
        stack.push(root);
        while let Some(point) = stack.pop() {
            for &next in oracle.neighbours(point) {
                if parts[next as usize] == UNSEEN {
                    parts[next as usize] = root;
                    stack.push(next);
                }
            }
        }
    }
    parts
}

/// The arrays of the search, cleared after each.
#[derive(Debug, Default)]
pub(super) struct Arrays {
    ticks: Vec<u64>,
    parent: Vec<u32>,
    /// Ticks from each last turn to the goal.
    to_goal: Vec<u64>,
    touched: Vec<u32>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Arrays {
    pub(super) fn bytes(&self) -> u64 {
        self.ticks.capacity() as u64 * 20 + self.queue.capacity() as u64 * 16
    }

    fn prepare(&mut self, count: usize) {
        if self.ticks.len() < count {
            self.ticks.resize(count, FAR);
            self.to_goal.resize(count, FAR);
            self.parent.resize(count, 0);
        }
    }

    fn reach(&mut self, point: u32, ticks: u64, bound: u64, parent: u32) {
        let at = point as usize;
        if ticks < self.ticks[at] {
            if self.ticks[at] == FAR {
                self.touched.push(point);
            }
            (self.ticks[at], self.parent[at]) = (ticks, parent);
            self.queue.push(Reverse((bound, point)));
        }
    }

    fn clear(&mut self) {
        for point in self.touched.drain(..) {
            self.ticks[point as usize] = FAR;
        }
        self.queue.clear();
    }
}

impl Oracle {
    /// Looks for a way without hubs that costs less than `best`, and notes it; whether it came to
    /// an end within the limits.
    pub(super) fn search_remainder(
        &self,
        scratch: &mut Scratch,
        best: u64,
        start: Cell,
        goal: Cell,
        limits: &Limits<'_>,
    ) -> bool {
        let Scratch { first, last, remainder: arrays, expanded, route, .. } = scratch;
        let part = |point: u32| self.parts[point as usize];
        let is_left = |point: u32| part(point) != IS_HUB;
        arrays.prepare(self.points.len());
        for turn in last.iter().filter(|turn| is_left(turn.point)) {
            arrays.to_goal[turn.point as usize] = turn.ticks;
        }
        let to_goal = |point: u32| Steps::between(self.cell(point), goal).ticks();
        for turn in first.iter().filter(|turn| is_left(turn.point)) {
            if last.iter().any(|end| part(end.point) == part(turn.point)) {
                arrays.reach(turn.point, turn.ticks, turn.ticks + to_goal(turn.point), turn.point);
            }
        }
        let mut limit = LimitCheck::new(*limits);
        let mut best = best;
        let mut end = None;
        let mut is_finished = true;
        while let Some(Reverse((bound, point))) = arrays.queue.pop() {
            if bound >= best {
                break;
            }
            let ticks = arrays.ticks[point as usize];
            if bound != ticks + to_goal(point) {
                // A shorter way was found since.
                continue;
            }
            if limit.is_reached(*expanded) {
                is_finished = false;
                break;
            }
            *expanded += 1;
            let whole = ticks + arrays.to_goal[point as usize];
            if whole < best {
                (best, end) = (whole, Some(point));
            }
            for &next in self.neighbours(point) {
                if is_left(next) {
                    let edge = Steps::between(self.cell(point), self.cell(next)).ticks();
                    let bound = ticks + edge + to_goal(next);
                    if bound < best {
                        arrays.reach(next, ticks + edge, bound, point);
                    }
                }
            }
        }
        if let Some(end) = end {
            *route = Some(self.chain(arrays, end, start, goal));
        }
        for turn in last.iter().filter(|turn| is_left(turn.point)) {
            arrays.to_goal[turn.point as usize] = FAR;
        }
        arrays.clear();
        is_finished
    }

    /// The way that the search found to this last turn.
    fn chain(&self, arrays: &Arrays, end: u32, start: Cell, goal: Cell) -> (Route, Steps) {
        let mut points = vec![end];
        let mut steps = Steps::between(self.cell(end), goal);
        let mut at = end;
        while arrays.parent[at as usize] != at {
            let before = arrays.parent[at as usize];
            steps = steps.plus(Steps::between(self.cell(before), self.cell(at)));
            points.push(before);
            at = before;
        }
        points.reverse();
        (Route::Chain(points), steps.plus(Steps::between(start, self.cell(at))))
    }
}
