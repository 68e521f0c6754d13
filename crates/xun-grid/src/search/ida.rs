//! IDA\* (Korf 1985): depth first under a bound on f, then again under the smallest f that went beyond it.
//!
//! Guarantee: the cheapest path, under the same condition as A\*; memory only for the current path. It
//! remembers nothing of where it was before, so where many ways lead to a place it walks them all, which takes
//! exponential time. What can be done without a memory is done: over unit costs, of two ways around the same
//! corner only one is walked (Taylor and Korf 1993), and a path that could be cut short is not followed. Open
//! ground is harmless then; rooms with many pillars are not. [`ida_table`](super::ida_table) and
//! [`fringe`](super::fringe) are what to use.

use super::Moves;
use super::best_first::{Query, Teller};
use super::ground::{BESIDE, Ground};
use super::pace::Pace;
use crate::{Answer, Bound, Observer, Outcome, Statistics, WALL};

/// Entered by no step.
const START: u8 = 8;

/// What is remembered of places between two visits.
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

/// A place on the current path, with the steps still to be tried from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    place: u32,
    count: u8,
    tried: u8,
    g: u64,
    next: [(u32, u8, u64); 8],
}

/// Searches with the given memory. `levels` is only lent for its space.
pub(super) fn run<O: Observer>(
    ground: &Ground,
    memory: &mut impl Memory,
    levels: &mut Vec<Level>,
    query: &Query<'_>,
    symmetric: bool,
    observer: &mut O,
) -> Answer {
    let mut search = Search {
        ground,
        query,
        teller: Teller { ground, estimate: query.estimate },
        statistics: Statistics { generated: 1, ..Statistics::default() },
        pace: Pace::new(query.limits),
        bound: query.estimate.at(ground.cell(query.start)),
        next_bound: u64::MAX,
        levels,
        symmetric,
    };
    let outcome = search.all_bounds(memory, observer);
    Answer { outcome, statistics: search.statistics }
}

struct Search<'a> {
    ground: &'a Ground,
    query: &'a Query<'a>,
    teller: Teller<'a>,
    statistics: Statistics,
    pace: Pace<'a>,
    bound: u64,
    next_bound: u64,
    levels: &'a mut Vec<Level>,
    /// Whether of two ways around a corner only one is walked, and no way that could be cut short.
    symmetric: bool,
}

impl Search<'_> {
    fn all_bounds<O: Observer>(&mut self, memory: &mut impl Memory, observer: &mut O) -> Outcome {
        loop {
            self.teller.new_bound(observer, self.bound);
            memory.new_bound();
            self.next_bound = u64::MAX;
            let before = self.statistics.expanded;
            let outcome = self.one_bound(memory, observer);
            let nodes = self.statistics.expanded - before;
            self.statistics.bounds.push(Bound { bound: self.ground.units(self.bound), nodes });
            match outcome {
                Some(outcome) => return outcome,
                None if self.next_bound == u64::MAX => return Outcome::Impossible,
                None => self.bound = self.next_bound,
            }
        }
    }

    /// Depth first under the present bound. None if that leads nowhere.
    fn one_bound<O: Observer>(&mut self, memory: &mut impl Memory, observer: &mut O) -> Option<Outcome> {
        self.levels.clear();
        if self.pace.over(self.statistics.expanded) {
            return Some(Outcome::Stopped);
        }
        memory.enter(self.query.start, 0);
        if self.expand(self.query.start, 0, START, observer) {
            return Some(self.found(observer));
        }
        while let Some(level) = self.levels.last_mut() {
            if level.tried == level.count {
                let place = level.place as usize;
                memory.leave(place);
                self.teller.close(observer, place);
                self.levels.pop();
                continue;
            }
            if self.pace.over(self.statistics.expanded) {
                return Some(Outcome::Stopped);
            }
            let (to, step, g) = level.next[usize::from(level.tried)];
            let from = level.place as usize;
            level.tried += 1;
            if self.symmetric && self.could_be_cut_short(memory, from, to as usize) {
                continue;
            }
            if !memory.enter(to as usize, g) {
                continue;
            }
            if self.expand(to as usize, g, step, observer) {
                return Some(self.found(observer));
            }
        }
        None
    }

    /// Puts a place onto the path with the steps that stay within the bound, the most promising first.
    /// Whether it is the goal.
    #[inline(always)]
    fn expand<O: Observer>(&mut self, place: usize, so_far: u64, entered: u8, observer: &mut O) -> bool {
        self.statistics.expanded += 1;
        self.teller.expand(observer, place, so_far);
        let next = [(0, 0, 0); 8];
        let mut level = Level { place: place as u32, count: 0, tried: 0, g: so_far, next };
        if place != self.query.goal {
            let mut order = [0_u64; 8];
            let back = self.levels.last().map(|level| level.place);
            self.ground.neighbours(place, self.query.moves, |step, to, ticks| {
                if back == Some(to as u32) || self.symmetric && self.is_second_of_two(place, entered, step) {
                    return;
                }
                let g = so_far + ticks;
                let f = g + self.query.estimate.at(self.ground.cell(to));
                if f > self.bound {
                    self.next_bound = self.next_bound.min(f);
                    return;
                }
                // Insertion into at most eight.
                let mut at = usize::from(level.count);
                while at > 0 && order[at - 1] > f {
                    (order[at], level.next[at]) = (order[at - 1], level.next[at - 1]);
                    at -= 1;
                }
                (order[at], level.next[at]) = (f, (to as u32, step as u8, g));
                level.count += 1;
            });
            self.statistics.generated += u64::from(level.count);
            if O::ACTIVE {
                for &(to, _, g) in &level.next[..usize::from(level.count)] {
                    self.teller.generate(observer, to as usize, Some(place), g);
                }
            }
        }
        self.levels.push(level);
        let depth = self.levels.len() as u64;
        self.statistics.largest_frontier = self.statistics.largest_frontier.max(depth);
        place == self.query.goal
    }

    /// Whether the same place can be reached at the same cost or less without this turn, by a way that is
    /// walked anyway: with four moves sideways before up and down, with eight diagonally first.
    #[inline(always)]
    fn is_second_of_two(&self, place: usize, entered: u8, step: usize) -> bool {
        let entered = usize::from(entered);
        if entered == usize::from(START) || entered == step {
            return false;
        }
        let (cost, offsets) = (self.ground.cost(), self.ground.offsets());
        let before = place.wrapping_add_signed(-offsets[entered]);
        if self.query.moves == Moves::Four {
            return entered < 2 && step >= 2 && cost[before.wrapping_add_signed(offsets[step])] != WALL;
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
        self.ground.neighbours(to, self.query.moves, |_, near, _| {
            short |= near != from && memory.is_on_path(near);
        });
        short
    }

    fn found<O: Observer>(&mut self, observer: &mut O) -> Outcome {
        let g = self.levels.last().map_or(0, |level| level.g);
        self.teller.found(observer, self.query.goal, g);
        let cells = self.levels.iter().map(|level| self.ground.cell(level.place as usize)).collect();
        Outcome::Found(self.ground.path(cells))
    }
}

/// Remembers only which places are on the current path.
#[derive(Debug)]
pub(super) struct OnPath {
    on_path: Vec<bool>,
}

impl OnPath {
    pub(super) fn new(ground: &Ground) -> Self {
        Self { on_path: vec![false; ground.len()] }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.on_path.capacity() as u64
    }

    /// Takes back what the last search left.
    pub(super) fn clear(&mut self, levels: &[Level]) {
        for level in levels {
            self.on_path[level.place as usize] = false;
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

/// Bytes of the levels.
pub(super) fn bytes(levels: &Vec<Level>) -> u64 {
    (levels.capacity() * size_of::<Level>()) as u64
}
