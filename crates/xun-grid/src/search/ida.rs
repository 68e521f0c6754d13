//! IDA\* (Korf 1985): depth first under a bound on f, then again under the smallest f that went
//! beyond it.
//!
//! Guarantee: the cheapest path, under the same condition as A\*; memory only for the current path.
//! It remembers nothing of where it was before, so where many ways lead to a place it walks them
//! all, which takes exponential time. What can be done without a memory is done: over unit costs,
//! of two ways around the same corner only one is walked (Taylor and Korf 1993), and a path that
//! could be cut short is not followed. Open ground is harmless then; rooms with many pillars are
//! not. [`ida_table`](super::ida_table) and [`fringe`](super::fringe) are what to use.

use super::Query;
use super::limit_check::LimitCheck;
use super::padded_map::{BESIDE, PaddedMap, stepped};
use super::reporter::Reporter;
use crate::Moves;
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::{Bound, Cell, Outcome, Statistics, WALL};

/// Entered by no step.
const START: u8 = 8;

/// The memory of places between two visits.
pub(super) trait Memory {
    /// A new bound begins.
    fn new_bound(&mut self);
    /// Comes to a place at this cost. Whether it is worth going on from there.
    fn enter(&mut self, place: usize, g: u64) -> bool;
    /// Whether this place was entered by the current path; false if that is not known.
    fn is_on_path(&self, place: usize) -> bool;
    /// Goes back from a place.
    fn leave(&mut self, place: usize);
}

/// A place on the current path.
#[derive(Clone, Copy, Debug)]
struct Frame {
    at: Next,
    /// The number of waiting steps below those from here.
    below: usize,
}

/// A step that waits to be tried.
#[derive(Clone, Copy, Debug)]
struct Next {
    g: u64,
    place: u32,
    cell: Cell,
    step: u8,
}

/// The current path, and the steps that wait along it; kept between searches for their space.
#[derive(Debug, Default)]
pub(super) struct Trail {
    frames: Vec<Frame>,
    waiting: Vec<Next>,
}

impl Trail {
    pub(super) fn bytes(&self) -> u64 {
        (self.frames.capacity() * size_of::<Frame>() + self.waiting.capacity() * size_of::<Next>())
            as u64
    }
}

/// Searches with the given memory. `symmetric` says that of two ways around a corner only one need
/// be walked (unit costs, no corner cutting, and a memory that knows the current path).
pub(super) fn run<O: EventSink>(
    grid: &PaddedMap,
    memory: &mut impl Memory,
    trail: &mut Trail,
    query: &Query<'_>,
    symmetric: bool,
    observer: &mut O,
) -> Finished {
    let mut search = Search {
        grid,
        query,
        reporter: Reporter { grid, estimate: query.estimate },
        statistics: Statistics { generated: 1, ..Statistics::default() },
        limit: LimitCheck::new(query.limits),
        bound: query.estimate.at(grid.cell(query.start)),
        next_bound: u64::MAX,
        trail,
        symmetric,
    };
    let outcome = search.all_bounds(memory, observer);
    Finished { outcome, statistics: search.statistics }
}

struct Search<'a> {
    grid: &'a PaddedMap,
    query: &'a Query<'a>,
    reporter: Reporter<'a>,
    statistics: Statistics,
    limit: LimitCheck<'a>,
    bound: u64,
    next_bound: u64,
    trail: &'a mut Trail,
    symmetric: bool,
}

impl Search<'_> {
    fn all_bounds<O: EventSink>(&mut self, memory: &mut impl Memory, observer: &mut O) -> Outcome {
        loop {
            self.reporter.new_bound(observer, self.bound);
            memory.new_bound();
            self.next_bound = u64::MAX;
            let before = self.statistics.expanded;
            let outcome = self.one_bound(memory, observer);
            let nodes = self.statistics.expanded - before;
            self.statistics.bounds.push(Bound { bound: self.grid.units(self.bound), nodes });
            match outcome {
                Some(outcome) => return outcome,
                None if self.next_bound == u64::MAX => return Outcome::Impossible,
                None => self.bound = self.next_bound,
            }
        }
    }

    /// Depth first under the present bound. None if that leads nowhere.
    fn one_bound<O: EventSink>(
        &mut self,
        memory: &mut impl Memory,
        observer: &mut O,
    ) -> Option<Outcome> {
        self.trail.frames.clear();
        self.trail.waiting.clear();
        if self.limit.is_reached(self.statistics.expanded) {
            return Some(Outcome::Stopped);
        }
        let start = self.query.start;
        memory.enter(start, 0);
        let start = Next { g: 0, place: start as u32, cell: self.grid.cell(start), step: START };
        if self.expand(start, observer) {
            return Some(self.found(observer));
        }
        while let Some(frame) = self.trail.frames.last() {
            if self.trail.waiting.len() == frame.below {
                let place = frame.at.place as usize;
                memory.leave(place);
                self.reporter.close(observer, place);
                self.trail.frames.pop();
                continue;
            }
            if self.limit.is_reached(self.statistics.expanded) {
                return Some(Outcome::Stopped);
            }
            let from = frame.at.place as usize;
            let next = self.trail.waiting.pop()?;
            let to = next.place as usize;
            if self.symmetric && self.could_be_cut_short(memory, from, to) {
                continue;
            }
            if memory.enter(to, next.g) && self.expand(next, observer) {
                return Some(self.found(observer));
            }
        }
        None
    }

    /// Puts a place onto the path, and the steps from it that stay within the bound, the most
    /// promising on top. Whether it is the goal.
    #[inline(always)]
    fn expand<O: EventSink>(&mut self, at: Next, observer: &mut O) -> bool {
        let place = at.place as usize;
        self.statistics.expanded += 1;
        self.reporter.expand(observer, place, at.g);
        let back = self.trail.frames.last().map_or(u32::MAX, |frame| frame.at.place);
        let below = self.trail.waiting.len();
        self.trail.frames.push(Frame { at, below });
        let depth = self.trail.frames.len() as u64;
        self.statistics.largest_frontier = self.statistics.largest_frontier.max(depth);
        if place == self.query.goal {
            return true;
        }
        let mut order = [0_u64; 8];
        self.grid.neighbours(place, self.query.moves, |step, to, ticks| {
            if back == to as u32 || self.symmetric && self.is_second_of_two(place, at.step, step) {
                return;
            }
            let cell = stepped(at.cell, step);
            let g = at.g + ticks;
            let f = g + self.query.estimate.at(cell);
            if f > self.bound {
                self.next_bound = self.next_bound.min(f);
                return;
            }
            // Insertion among at most eight, the least f last, of equals the first.
            let mut slot = self.trail.waiting.len() - below;
            self.trail.waiting.push(Next { g, place: to as u32, cell, step: step as u8 });
            while slot > 0 && order[slot - 1] <= f {
                order[slot] = order[slot - 1];
                self.trail.waiting.swap(below + slot, below + slot - 1);
                slot -= 1;
            }
            order[slot] = f;
        });
        let waiting = &self.trail.waiting[below..];
        self.statistics.generated += waiting.len() as u64;
        if O::ACTIVE {
            for next in waiting {
                self.reporter.generate(observer, next.place as usize, Some(place), next.g);
            }
        }
        false
    }

    /// Whether the same place can be reached at the same cost or less without this turn, by a way
    /// that is walked anyway: with four moves sideways before up and down, with eight diagonally
    /// first.
    #[inline(always)]
    fn is_second_of_two(&self, place: usize, entered: u8, step: usize) -> bool {
        let entered = usize::from(entered);
        if entered == usize::from(START) || entered == step {
            return false;
        }
        let (cost, offsets) = (self.grid.cost(), self.grid.offsets());
        let before = place.wrapping_add_signed(-offsets[entered]);
        if self.query.moves == Moves::Four {
            return entered < 2
                && step >= 2
                && cost[before.wrapping_add_signed(offsets[step])] != WALL;
        }
        match (entered, step) {
            (0..4, 0..4) => cost[before.wrapping_add_signed(offsets[step])] != WALL,
            (0..4, _) => {
                let (vertical, horizontal) = BESIDE[step - 4];
                let side = if vertical == entered {
                    horizontal
                } else if horizontal == entered {
                    vertical
                } else {
                    return true;
                };
                cost[before.wrapping_add_signed(offsets[side])] != WALL
            }
            (_, 0..4) => {
                let (vertical, horizontal) = BESIDE[entered - 4];
                step != vertical && step != horizontal
            }
            _ => true,
        }
    }

    /// Whether a place on the path before `from` is a step away from `to`.
    #[inline(always)]
    fn could_be_cut_short(&self, memory: &impl Memory, from: usize, to: usize) -> bool {
        let mut short = false;
        self.grid.neighbours(to, self.query.moves, |_, near, _| {
            short |= near != from && memory.is_on_path(near);
        });
        short
    }

    fn found<O: EventSink>(&mut self, observer: &mut O) -> Outcome {
        let g = self.trail.frames.last().map_or(0, |frame| frame.at.g);
        self.reporter.found(observer, self.query.goal, g);
        let cells = self.trail.frames.iter().map(|frame| frame.at.cell).collect();
        Outcome::Found(self.grid.path(cells))
    }
}

/// Remembers only which places are on the current path.
#[derive(Debug)]
pub(super) struct OnPath {
    on_path: Vec<bool>,
}

impl OnPath {
    pub(super) fn new(grid: &PaddedMap) -> Self {
        Self { on_path: vec![false; grid.len()] }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.on_path.capacity() as u64
    }

    /// Takes back what the last search left.
    pub(super) fn clear(&mut self, trail: &Trail) {
        for frame in &trail.frames {
            self.on_path[frame.at.place as usize] = false;
        }
    }
}

impl Memory for OnPath {
    fn new_bound(&mut self) {}

    #[inline(always)]
    fn is_on_path(&self, place: usize) -> bool {
        self.on_path[place]
    }

    #[inline(always)]
    fn enter(&mut self, place: usize, _: u64) -> bool {
        !std::mem::replace(&mut self.on_path[place], true)
    }

    #[inline(always)]
    fn leave(&mut self, place: usize) {
        self.on_path[place] = false;
    }
}
