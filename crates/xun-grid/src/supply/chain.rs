//! Lazy A\* over start, stations and goal. Exact; gives up early on maze-like maps.
//!
//! A path with limited supply is a chain: start, stations, goal, with legs of at most one tank.
//! This is A\* over those places. A leg counts as its rows plus columns until it is the next to be
//! used; only then is it measured (lazy A\*: Cohen, Phillips and Likhachev 2014), 64 cells at a
//! time ([`sweep`](super::sweep)), and only as far as it stays the next. So few legs are measured,
//! and few cells are read.
//!
//! In combs and mazes many legs seem short, none is, and measuring each reads much of the map. So
//! the search gives up after a small part of the work that the labels would take.

use super::leg::{Legs, distance};
use super::nearby::Neighbourhood;
use super::sweep::Sweeps;
use crate::observer::EventSink;
use crate::{Cell, Event, Limits, Problem};

/// Result of the chain search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Chain {
    /// The cells of a shortest path.
    Found(Vec<Cell>),
    /// There is no way.
    Impossible,
    /// The effort limit was reached.
    TooLong,
    /// A limit was reached.
    Stopped,
}

/// The effort after which the chain search gives up.
#[derive(Clone, Copy, Debug)]
pub(super) struct EffortLimit {
    /// Work at first, in words of 64 cells read.
    effort: u64,
    /// Further work for every station that has been entered.
    for_a_station: u64,
    /// The longest path to follow: a longer one means a winding map.
    steps: u32,
}

impl EffortLimit {
    /// No limit.
    #[cfg(test)]
    const ENDLESS: Self = Self { effort: u64::MAX, for_a_station: 0, steps: u32::MAX };

    /// A small part of the work of the label search, which reads most cells.
    pub(super) fn modest(problem: &Problem) -> Self {
        let stations = problem.supply().map_or(0, |supply| supply.stations.len());
        let cells = problem.map().cells() as u64;
        let least = distance(problem.start(), problem.goal());
        Self {
            effort: cells / 8,
            for_a_station: cells / (stations as u64 + 1),
            steps: least.saturating_mul(2).saturating_add(16),
        }
    }
}

/// Work of the chain search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    /// Words of 64 cells looked at while measuring.
    pub(super) looked_at: u64,
    /// Places put onto the queue.
    pub(super) queued: u64,
    /// Bytes held.
    pub(super) memory: u64,
}

/// Searches, for a tank of at least one unit.
pub(super) fn chain<O: EventSink>(
    problem: &Problem,
    tank: u32,
    limit: EffortLimit,
    limits: &Limits<'_>,
    observer: &mut O,
) -> (Chain, Work) {
    let stations = problem.supply().map_or(&[][..], |supply| &supply.stations);
    let mut cells = vec![problem.start(), problem.goal()];
    cells.extend(stations.iter().map(|station| station.cell));
    let mut search = Search {
        neighbourhood: Neighbourhood::new(problem.map(), &cells, tank),
        sweeps: Sweeps::new(problem.map()),
        legs: Legs::new(problem.map(), tank),
        records: vec![Record { from: NONE, steps: u32::MAX }; cells.len()],
        queue: Queue::new(distance(problem.start(), problem.goal())),
        cells,
        tank,
        limit,
        gave_up: false,
        observer,
    };
    let chain = search.run(limits);
    let memory = search.sweeps.memory()
        + search.legs.memory()
        + search.queue.memory()
        + (search.cells.len() * (size_of::<Cell>() + size_of::<Record>())) as u64
        + search.neighbourhood.memory();
    (chain, Work { looked_at: search.sweeps.looked_at, queued: search.queue.pushed, memory })
}

/// Effort between two looks at the limits.
const LOOK_EVERY: u64 = 1 << 16;

const START: u32 = 0;
const GOAL: u32 = 1;
const NONE: u32 = u32::MAX;

/// A place to go to.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// On arrival; no more than it will be if the leg has not been measured.
    steps: u32,
    from: u32,
    to: u32,
    measured: bool,
}

/// Bucket queue of places by the least steps of the whole path. Those differ by even numbers (all
/// ways between two cells are even, or all are odd) and never fall, so there is a stack for each:
/// the last to come is farthest, more or less.
struct Queue {
    least: u32,
    stacks: Vec<Vec<Waiting>>,
    /// The first stack that is not empty, or one before it.
    first: usize,
    pushed: u64,
}

impl Queue {
    fn new(least: u32) -> Self {
        Self { least, stacks: Vec::new(), first: 0, pushed: 0 }
    }

    fn memory(&self) -> u64 {
        let entries: usize = self.stacks.iter().map(Vec::capacity).sum();
        (entries * size_of::<Waiting>() + self.stacks.len() * size_of::<Vec<Waiting>>()) as u64
    }

    fn push(&mut self, total: u32, waiting: Waiting) {
        let index = ((total - self.least) / 2) as usize;
        if self.stacks.len() <= index {
            self.stacks.resize_with(index + 1, Vec::new);
        }
        self.stacks[index].push(waiting);
        self.pushed += 1;
    }

    fn pop(&mut self) -> Option<Waiting> {
        while let Some(stack) = self.stacks.get_mut(self.first) {
            if let Some(waiting) = stack.pop() {
                return Some(waiting);
            }
            self.first += 1;
        }
        None
    }
}

/// The best known way to a place.
#[derive(Clone, Copy, Debug)]
struct Record {
    /// The place from which it was entered; [`NONE`] before that.
    from: u32,
    /// On arrival, over legs that have been measured.
    steps: u32,
}

struct Search<'a, O> {
    neighbourhood: Neighbourhood,
    /// For measuring.
    sweeps: Sweeps<'a>,
    /// For walking in the end.
    legs: Legs<'a>,
    records: Vec<Record>,
    queue: Queue,
    /// Start, goal, stations.
    cells: Vec<Cell>,
    tank: u32,
    limit: EffortLimit,
    /// Whether the effort limit pruned a place.
    gave_up: bool,
    observer: &'a mut O,
}

impl<O: EventSink> Search<'_, O> {
    fn effort(&self) -> u64 {
        self.sweeps.effort + 2 * self.queue.pushed
    }

    fn run(&mut self, limits: &Limits<'_>) -> Chain {
        let mut next_look = LOOK_EVERY;
        self.push(0, START, START, true);
        self.report_generated(START, START, 0, 0);
        while let Some(Waiting { steps, from, to, measured }) = self.queue.pop() {
            if self.records[to as usize].from != NONE {
                continue;
            }
            if measured {
                self.records[to as usize] = Record { from, steps };
                if to == GOAL {
                    self.observer
                        .send(Event::Found { cell: self.cells[to as usize], g: f64::from(steps) });
                    return Chain::Found(self.path());
                }
                self.limit.effort = self.limit.effort.saturating_add(self.limit.for_a_station);
                self.report_entered(to, steps);
                self.go_on(to, steps);
            } else {
                self.measure(from, to, steps);
            }
            let effort = self.effort();
            if effort > self.limit.effort {
                return Chain::TooLong;
            }
            if effort > next_look {
                next_look = effort + LOOK_EVERY;
                if limits.reached(0) {
                    return Chain::Stopped;
                }
            }
        }
        if self.gave_up { Chain::TooLong } else { Chain::Impossible }
    }

    /// Measures a leg that was taken to lead to its end after `steps`. First only ways without a
    /// detour are tried, then more and more: most legs are never needed if they have any.
    fn measure(&mut self, from: u32, to: u32, steps: u32) {
        let [begin, end] = [from, to].map(|place| self.cells[place as usize]);
        let before = self.records[from as usize].steps;
        let at_least = steps - before;
        let at_most = (2 * at_least - distance(begin, end)).min(self.tank);
        if let Some(leg) = self.sweeps.measure(begin, end, at_most, self.limit.effort) {
            let steps = before + leg;
            if steps < self.records[to as usize].steps {
                self.records[to as usize].steps = steps;
                self.push(steps, from, to, true);
                self.report_generated(from, to, steps, leg);
            }
        } else if at_most + 2 <= self.tank {
            self.push(before + at_most + 2, from, to, false);
        }
    }

    /// Puts everything within a tank of a place onto the queue.
    fn go_on(&mut self, from: u32, steps: u32) {
        let here = self.cells[from as usize];
        let goal = self.cells[GOAL as usize];
        for square in self.neighbourhood.around(here) {
            for &(cell, to) in self.neighbourhood.of_square(square) {
                let leg = distance(here, cell);
                let known = self.records[to as usize];
                if leg <= self.tank && known.from == NONE && steps + leg < known.steps {
                    let total = steps + leg + distance(cell, goal);
                    if total > self.limit.steps {
                        self.gave_up = true;
                    } else {
                        self.queue
                            .push(total, Waiting { steps: steps + leg, from, to, measured: false });
                    }
                }
            }
            if self.effort() > self.limit.effort {
                return;
            }
        }
    }

    fn push(&mut self, steps: u32, from: u32, to: u32, measured: bool) {
        let total = steps + distance(self.cells[to as usize], self.cells[GOAL as usize]);
        if total > self.limit.steps {
            self.gave_up = true;
        } else {
            self.queue.push(total, Waiting { steps, from, to, measured });
        }
    }

    /// Reports that a place was reached by a leg that has been measured.
    fn report_generated(&mut self, from: u32, to: u32, steps: u32, leg: u32) {
        let [parent, cell] = [from, to].map(|place| self.cells[place as usize]);
        self.observer.send(Event::Generate {
            cell,
            parent: (to != START).then_some(parent),
            g: f64::from(steps),
            h: f64::from(distance(cell, self.cells[GOAL as usize])),
            supply: Some(self.tank - leg),
        });
    }

    fn report_entered(&mut self, place: u32, steps: u32) {
        let cell = self.cells[place as usize];
        let (g, h) = (f64::from(steps), f64::from(distance(cell, self.cells[GOAL as usize])));
        if place != START {
            self.observer.send(Event::Refill { cell, supply: self.tank });
        }
        self.observer.send(Event::Expand { cell, g, h, supply: Some(self.tank) });
    }

    /// The cells of the way on which the goal was entered.
    fn path(&mut self) -> Vec<Cell> {
        let mut chain = vec![GOAL];
        while let Some(&last) = chain.last()
            && last != START
        {
            chain.push(self.records[last as usize].from);
        }
        let whole = self.records[GOAL as usize].steps as usize;
        let mut path = Vec::with_capacity(whole + 1);
        path.push(self.cells[START as usize]);
        for pair in chain.windows(2).rev() {
            let steps = self.records[pair[0] as usize].steps - self.records[pair[1] as usize].steps;
            let [to, from] = [pair[0], pair[1]].map(|place| self.cells[place as usize]);
            let leg = self.legs.walk(from, to, steps).expect("this leg has been measured");
            path.extend(leg.into_iter().skip(1));
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::super::{replay, search_states};
    use super::*;
    use crate::Heuristic;
    use crate::generate::{Kind, Recipe, generate};
    use crate::{Outcome, Silent};
    use std::sync::atomic::AtomicBool;

    /// Without an effort limit it equals the textbook search: 20,000 problems of every
    /// kind, now and then wider than a word.
    #[test]
    fn the_chain_is_as_long_as_the_textbook_s_path() {
        for kind in [
            Kind::Random,
            Kind::Maze,
            Kind::Rooms,
            Kind::Caves,
            Kind::Comb,
            Kind::Ladder,
            Kind::DeadEnd,
            Kind::Corridor,
        ] {
            let mut counts = [0; 2];
            for seed in 0..20_000 {
                let (mut rows, mut columns) = (4 + (seed % 7) as u32, 8 + (seed % 11) as u32);
                if seed % 100 == 0 {
                    (rows, columns) = (rows * 3, columns * 10);
                }
                let tank =
                    (!kind.needs_supply() || seed % 3 == 0).then_some(2 + (seed % 13) as u32);
                let (stations, spacing) = (2 + (seed % 9) as u32, 2 + (seed % 5) as u32);
                let recipe = Recipe {
                    kind,
                    rows,
                    columns,
                    seed,
                    spacing,
                    tank,
                    stations,
                    ..Recipe::default()
                };
                let Ok(problem) = generate(&recipe) else { continue };
                let Some(tank) =
                    problem.supply().map(|supply| supply.tank).filter(|&tank| tank > 0)
                else {
                    continue;
                };
                let expected = search_states(
                    &problem,
                    Heuristic::Exact,
                    false,
                    &Limits::default(),
                    &mut Silent,
                )
                .outcome;
                let (found, _) =
                    chain(&problem, tank, EffortLimit::ENDLESS, &Limits::default(), &mut Silent);
                match (found, expected) {
                    (Chain::Found(cells), Outcome::Found(path)) => {
                        assert_eq!(cells.len(), path.cells.len(), "{recipe:?}");
                        replay(&problem, &cells).unwrap();
                        counts[0] += 1;
                    }
                    (Chain::Impossible, Outcome::Impossible) => counts[1] += 1,
                    other => panic!("{other:?}: {recipe:?}"),
                }
            }
            assert!(counts[0] > 2000 && counts[1] > 500, "{kind}: {counts:?}");
        }
    }

    #[test]
    fn effort_is_limited() {
        let recipe = Recipe {
            rows: 101,
            columns: 101,
            kind: Kind::Maze,
            tank: Some(400),
            stations: 60,
            ..Recipe::default()
        };
        let problem = generate(&recipe).unwrap();
        for most in [0, 1, 10, 100, 1000, u64::MAX] {
            let limit = EffortLimit { effort: most, ..EffortLimit::ENDLESS };
            let (found, work) = chain(&problem, 400, limit, &Limits::default(), &mut Silent);
            let least = work.looked_at + work.queued;
            // Beyond that at most all places at once, or one sweep over the map.
            assert!(least <= most.saturating_add(101 * 2), "{least} of {most}");
            assert_eq!(found == Chain::TooLong, most < u64::MAX, "{most}");
        }
        // Long enough to be stopped on the way.
        let stop = AtomicBool::new(true);
        let limits = Limits { stop: Some(&stop), ..Limits::default() };
        assert_eq!(
            chain(&problem, 400, EffortLimit::ENDLESS, &limits, &mut Silent).0,
            Chain::Stopped
        );
    }
}
