//! The first try, and on most ground the last: the shortest chain of stations, found without
//! looking at most of the map.
//!
//! A path with limited supply is a chain: start, stations, goal, with legs of at most one tank.
//! This is A\* over those places. A leg is taken to be as long as its rows plus columns until it is
//! the next to be used; only then is it measured (lazy A\*: Cohen, Phillips and Likhachev 2014), 64
//! cells at a time ([`sweep`](super::sweep)), and then only as far as it stays the next. So few
//! legs are measured, and that hardly looks beside the way.
//!
//! It is exact, in what it finds and in that there is nothing to find. But on winding ground
//! (combs, mazes) many legs seem short and none is, and each is measured over much ground; so it
//! gives up when it has worked for a small part of what the labels will cost.

use super::leg::{Legs, distance};
use super::nearby::Neighbourhood;
use super::sweep::Sweeps;
use crate::{Cell, Event, Limits, Observer, Problem};

/// What became of the try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Chain {
    /// The cells of a shortest path.
    Found(Vec<Cell>),
    /// There is no way.
    Impossible,
    /// It would take too long.
    TooLong,
    /// A limit was reached.
    Stopped,
}

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// So much work at first: what takes as long as looking at so many words of cells.
    effort: u64,
    /// And so much more for every station that has been entered.
    for_a_station: u64,
    /// The whole path has more steps than this: then the ground is winding, and much is left to do.
    steps: u32,
}

impl Patience {
    /// Never.
    #[cfg(test)]
    const ENDLESS: Self = Self { effort: u64::MAX, for_a_station: 0, steps: u32::MAX };

    /// Early enough that a try in vain does not matter, for the labels will look at most cells,
    /// too.
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

/// What a try took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    /// Words of 64 cells looked at while measuring.
    pub(super) looked_at: u64,
    /// Places put onto the queue.
    pub(super) queued: u64,
    /// Bytes held.
    pub(super) memory: u64,
}

/// Tries for a tank of at least one unit.
pub(super) fn chain<O: Observer>(
    problem: &Problem,
    tank: u32,
    patience: Patience,
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
        records: vec![Record { from: NOBODY, steps: u32::MAX }; cells.len()],
        queue: Queue::new(distance(problem.start(), problem.goal())),
        cells,
        tank,
        patience,
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
const NOBODY: u32 = u32::MAX;

/// A place to go to.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// On arrival; no more than it will be if the leg has not been measured.
    steps: u32,
    from: u32,
    to: u32,
    measured: bool,
}

/// What waits, by the steps of the whole path at least. Those differ by even numbers (all ways
/// between two cells are even, or all are odd) and never fall, so there is a stack for each: the
/// last to come is farthest, more or less.
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
    /// From where it was entered; nobody before it is.
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
    patience: Patience,
    /// Whether something was left out for the sake of the patience.
    gave_up: bool,
    observer: &'a mut O,
}

impl<O: Observer> Search<'_, O> {
    fn effort(&self) -> u64 {
        self.sweeps.effort + 2 * self.queue.pushed
    }

    fn run(&mut self, limits: &Limits<'_>) -> Chain {
        let mut next_look = LOOK_EVERY;
        self.push(0, START, START, true);
        self.tell_generated(START, START, 0, 0);
        while let Some(Waiting { steps, from, to, measured }) = self.queue.pop() {
            if self.records[to as usize].from != NOBODY {
                continue;
            }
            if measured {
                self.records[to as usize] = Record { from, steps };
                if to == GOAL {
                    self.observer
                        .event(Event::Found { cell: self.cells[to as usize], g: f64::from(steps) });
                    return Chain::Found(self.path());
                }
                self.patience.effort =
                    self.patience.effort.saturating_add(self.patience.for_a_station);
                self.tell_entered(to, steps);
                self.go_on(to, steps);
            } else {
                self.measure(from, to, steps);
            }
            let effort = self.effort();
            if effort > self.patience.effort {
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
        if let Some(leg) = self.sweeps.measure(begin, end, at_most, self.patience.effort) {
            let steps = before + leg;
            if steps < self.records[to as usize].steps {
                self.records[to as usize].steps = steps;
                self.push(steps, from, to, true);
                self.tell_generated(from, to, steps, leg);
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
                if leg <= self.tank && known.from == NOBODY && steps + leg < known.steps {
                    let total = steps + leg + distance(cell, goal);
                    if total > self.patience.steps {
                        self.gave_up = true;
                    } else {
                        self.queue
                            .push(total, Waiting { steps: steps + leg, from, to, measured: false });
                    }
                }
            }
            if self.effort() > self.patience.effort {
                return;
            }
        }
    }

    fn push(&mut self, steps: u32, from: u32, to: u32, measured: bool) {
        let total = steps + distance(self.cells[to as usize], self.cells[GOAL as usize]);
        if total > self.patience.steps {
            self.gave_up = true;
        } else {
            self.queue.push(total, Waiting { steps, from, to, measured });
        }
    }

    /// Tells that a place was reached by a leg that has been measured.
    fn tell_generated(&mut self, from: u32, to: u32, steps: u32, leg: u32) {
        let [parent, cell] = [from, to].map(|place| self.cells[place as usize]);
        self.observer.event(Event::Generate {
            cell,
            parent: (to != START).then_some(parent),
            g: f64::from(steps),
            h: f64::from(distance(cell, self.cells[GOAL as usize])),
            supply: Some(self.tank - leg),
        });
    }

    fn tell_entered(&mut self, place: u32, steps: u32) {
        let cell = self.cells[place as usize];
        let (g, h) = (f64::from(steps), f64::from(distance(cell, self.cells[GOAL as usize])));
        if place != START {
            self.observer.event(Event::Refill { cell, supply: self.tank });
        }
        self.observer.event(Event::Expand { cell, g, h, supply: Some(self.tank) });
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
    use super::super::{replay, textbook};
    use super::*;
    use crate::generate::{Kind, Recipe, generate};
    use crate::supply::Heuristic;
    use crate::{Outcome, Silent};
    use std::sync::atomic::AtomicBool;

    /// With all the effort it wants it finds what the textbook finds: 20,000 problems of every
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
                let expected =
                    textbook(&problem, Heuristic::Exact, &Limits::default(), &mut Silent).outcome;
                let (found, _) =
                    chain(&problem, tank, Patience::ENDLESS, &Limits::default(), &mut Silent);
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
            let patience = Patience { effort: most, ..Patience::ENDLESS };
            let (found, work) = chain(&problem, 400, patience, &Limits::default(), &mut Silent);
            let least = work.looked_at + work.queued;
            // Beyond that at most all places at once, or one sweep over the map.
            assert!(least <= most.saturating_add(101 * 2), "{least} of {most}");
            assert_eq!(found == Chain::TooLong, most < u64::MAX, "{most}");
        }
        // Long enough to be stopped on the way.
        let stop = AtomicBool::new(true);
        let limits = Limits { stop: Some(&stop), ..Limits::default() };
        assert_eq!(chain(&problem, 400, Patience::ENDLESS, &limits, &mut Silent).0, Chain::Stopped);
    }
}
