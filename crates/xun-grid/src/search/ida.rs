//! IDA\* (Korf 1985): depth first under a bound on f, then again under the smallest f that went beyond it.
//!
//! Guarantee: the cheapest path, under the same condition as A\*; memory only for the current path. It
//! remembers nothing of where it was, except that the current path does not cross itself: where many ways
//! lead to a place it walks them all, which takes exponential time on open ground and in rooms. That is what
//! it teaches; [`ida_table`](super::ida_table) and [`fringe`](super::fringe) are what to use.

use super::best_first::{Query, Teller};
use super::ground::Ground;
use super::pace::Pace;
use crate::{Answer, Bound, Observer, Outcome, Statistics};

/// What is remembered of places between two visits.
pub(super) trait Memory {
    /// A new bound begins.
    fn new_bound(&mut self);
    /// Comes to a place at this cost. Whether it is worth going on from there.
    fn enter(&mut self, place: usize, g: u64) -> bool;
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
    next: [(u32, u64); 8],
}

/// Searches with the given memory. `levels` is only lent for its space.
pub(super) fn run<O: Observer>(
    ground: &Ground,
    memory: &mut impl Memory,
    levels: &mut Vec<Level>,
    query: &Query<'_>,
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
        memory.enter(self.query.start, 0);
        if self.expand(self.query.start, 0, observer) {
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
            let (to, g) = level.next[usize::from(level.tried)];
            level.tried += 1;
            if !memory.enter(to as usize, g) {
                continue;
            }
            if self.expand(to as usize, g, observer) {
                return Some(self.found(observer));
            }
        }
        None
    }

    /// Puts a place onto the path with the steps that stay within the bound, the most promising first.
    /// Whether it is the goal.
    #[inline(always)]
    fn expand<O: Observer>(&mut self, place: usize, so_far: u64, observer: &mut O) -> bool {
        self.statistics.expanded += 1;
        self.teller.expand(observer, place, so_far);
        let mut level = Level { place: place as u32, count: 0, tried: 0, g: so_far, next: [(0, 0); 8] };
        if place != self.query.goal {
            let mut order = [0_u64; 8];
            let back = self.levels.last().map(|level| level.place);
            self.ground.neighbours(place, self.query.moves, |_, to, ticks| {
                if back == Some(to as u32) {
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
                (order[at], level.next[at]) = (f, (to as u32, g));
                level.count += 1;
            });
            self.statistics.generated += u64::from(level.count);
            if O::ACTIVE {
                for &(to, g) in &level.next[..usize::from(level.count)] {
                    self.teller.generate(observer, to as usize, Some(place), g);
                }
            }
        }
        self.levels.push(level);
        let depth = self.levels.len() as u64;
        self.statistics.largest_frontier = self.statistics.largest_frontier.max(depth);
        place == self.query.goal
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
