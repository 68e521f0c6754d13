//! A quick try before the labels: the shortest chain of stations, found without looking at most of the map.
//!
//! A path with limited supply is a chain: start, stations, goal, with legs of at most one tank. This is A\* over
//! those places. A leg is taken to be as long as its rows plus columns until it is the next to be used; only then is it
//! measured (lazy A\*: Cohen, Phillips and Likhachev 2014), and then only as far as it stays the next. Where the ground is fairly open, few legs are measured,
//! and that hardly looks beside the way.
//!
//! It is exact, in what it finds and in that there is nothing to find. But on winding ground it measures many legs over much
//! ground; so it gives up when it has worked for a small part of what the labels will cost.

use super::leg::{Legs, distance};
use crate::{Cell, Event, Map, Observer, Problem};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What became of the try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Chain {
    /// The cells of a shortest path.
    Found(Vec<Cell>),
    /// There is no way.
    Impossible,
    /// It would take too long.
    TooLong,
}

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// So many cells looked at, and a fourth of that of places put onto the queue.
    effort: u64,
    /// The whole path has more steps than this: then the ground is winding, and much is left to do.
    steps: u32,
}

impl Patience {
    /// Never.
    #[cfg(test)]
    const ENDLESS: Self = Self { effort: u64::MAX, steps: u32::MAX };

    /// Early enough that a try in vain does not matter.
    pub(super) fn modest(problem: &Problem) -> Self {
        let least = distance(problem.start(), problem.goal());
        Self { effort: problem.map().cells() as u64 / 8, steps: least + least / 50 + 16 }
    }
}

/// What a try took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    /// Cells looked at while measuring.
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
    observer: &mut O,
) -> (Chain, Work) {
    let stations = problem.supply().map_or(&[][..], |supply| &supply.stations);
    let mut cells = vec![problem.start(), problem.goal()];
    cells.extend(stations.iter().map(|station| station.cell));
    let mut search = Search {
        neighbourhood: Neighbourhood::new(problem.map(), &cells, tank),
        legs: Legs::new(problem.map(), tank),
        entered: vec![NOBODY; cells.len()],
        steps: vec![0; cells.len()],
        queue: BinaryHeap::new(),
        pushed: 0,
        cells,
        tank,
        patience,
        observer,
    };
    let chain = search.run();
    let looked_at = search.legs.looked_at;
    let memory = search.legs.memory() + (search.queue.capacity() * size_of::<Waiting>()) as u64;
    (chain, Work { looked_at, queued: search.pushed, memory })
}

const START: u32 = 0;
const GOAL: u32 = 1;
const NOBODY: u32 = u32::MAX;

/// A place to go to. The least total is next; of these the one that has come farthest, then what is measured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    total: Reverse<u32>,
    steps: u32,
    measured: bool,
    to: Reverse<u32>,
    from: u32,
}

struct Search<'a, O> {
    neighbourhood: Neighbourhood,
    legs: Legs<'a>,
    /// From where each place was entered.
    entered: Vec<u32>,
    /// After how many steps.
    steps: Vec<u32>,
    queue: BinaryHeap<Waiting>,
    pushed: u64,
    /// Start, goal, stations.
    cells: Vec<Cell>,
    tank: u32,
    patience: Patience,
    observer: &'a mut O,
}

impl<O: Observer> Search<'_, O> {
    fn effort(&self) -> u64 {
        self.legs.looked_at + 4 * self.pushed
    }

    fn run(&mut self) -> Chain {
        self.push(0, START, START, true);
        self.tell_generated(START, START, 0, 0);
        while let Some(waiting) = self.queue.pop() {
            let Waiting { total: Reverse(total), steps, measured, to: Reverse(to), from } = waiting;
            if total > self.patience.steps {
                return Chain::TooLong;
            }
            if self.entered[to as usize] != NOBODY {
                continue;
            }
            if !measured {
                self.measure(from, to, steps);
            } else if to == GOAL {
                self.enter(from, to, steps);
                self.observer.event(Event::Found { cell: self.cells[to as usize], g: f64::from(steps) });
                return Chain::Found(self.path());
            } else {
                self.enter(from, to, steps);
                self.tell_entered(to, steps);
                self.go_on(to, steps);
            }
            if self.effort() > self.patience.effort {
                return Chain::TooLong;
            }
        }
        Chain::Impossible
    }

    fn enter(&mut self, from: u32, to: u32, steps: u32) {
        self.entered[to as usize] = from;
        self.steps[to as usize] = steps;
    }

    /// Measures a leg that was taken to lead to its end after `steps`. First only ways without a detour are tried, then more and more: most legs
    /// are never needed if they have any.
    fn measure(&mut self, from: u32, to: u32, steps: u32) {
        let [begin, end] = [from, to].map(|place| self.cells[place as usize]);
        let before = self.steps[from as usize];
        let at_least = steps - before;
        let at_most = (2 * at_least - distance(begin, end)).min(self.tank);
        if let Some(leg) = self.legs.measure(begin, end, at_most, self.patience.effort) {
            self.push(before + leg, from, to, true);
            self.tell_generated(from, to, before + leg, leg);
        } else if at_most + 2 <= self.tank {
            // All ways between two cells are even, or all are odd.
            self.push(before + at_most + 2, from, to, false);
        }
    }

    /// Puts everything within a tank of a place onto the queue.
    fn go_on(&mut self, from: u32, steps: u32) {
        let here = self.cells[from as usize];
        for bucket in self.neighbourhood.around(here) {
            for index in self.neighbourhood.of_bucket(bucket) {
                let to = self.neighbourhood.places[index];
                let leg = distance(here, self.cells[to as usize]);
                if leg <= self.tank && self.entered[to as usize] == NOBODY {
                    self.push(steps + leg, from, to, false);
                }
            }
            if self.effort() > self.patience.effort {
                return;
            }
        }
    }

    fn push(&mut self, steps: u32, from: u32, to: u32, measured: bool) {
        let ahead = distance(self.cells[to as usize], self.cells[GOAL as usize]);
        self.queue.push(Waiting { total: Reverse(steps + ahead), steps, measured, to: Reverse(to), from });
        self.pushed += 1;
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
            chain.push(self.entered[last as usize]);
        }
        let mut path = vec![self.cells[START as usize]];
        for pair in chain.windows(2).rev() {
            let steps = self.steps[pair[0] as usize] - self.steps[pair[1] as usize];
            let [to, from] = [pair[0], pair[1]].map(|place| self.cells[place as usize]);
            let leg = self.legs.walk(from, to, steps).expect("this leg has been measured");
            path.extend(leg.into_iter().skip(1));
        }
        path
    }
}

/// Which places are near another: the map in squares as wide as a leg can be long.
struct Neighbourhood {
    side: u32,
    across: u32,
    down: u32,
    /// The places of a square lie together: `first[square]..first[square + 1]`.
    first: Vec<u32>,
    places: Vec<u32>,
}

impl Neighbourhood {
    /// Squares are not smaller than this.
    const LEAST_SIDE: u32 = 16;

    fn new(map: &Map, cells: &[Cell], tank: u32) -> Self {
        let side = tank.clamp(Self::LEAST_SIDE, map.rows().max(map.columns()).max(Self::LEAST_SIDE));
        let (across, down) = (map.columns().div_ceil(side), map.rows().div_ceil(side));
        let square = |cell: &Cell| (cell.row / side * across + cell.column / side) as usize;
        let mut first = vec![0_u32; (across * down) as usize + 2];
        for cell in cells {
            first[square(cell) + 2] += 1;
        }
        for index in 2..first.len() {
            first[index] += first[index - 1];
        }
        let mut places = vec![0; cells.len()];
        for (number, cell) in (0_u32..).zip(cells) {
            let slot = &mut first[square(cell) + 1];
            places[*slot as usize] = number;
            *slot += 1;
        }
        Self { side, across, down, first, places }
    }

    /// The squares that a leg from this cell can end in.
    fn around(&self, cell: Cell) -> impl Iterator<Item = u32> + use<> {
        let (across, down) = (self.across, self.down);
        let (row, column) = (cell.row / self.side, cell.column / self.side);
        let near = |at: u32, end: u32| at.saturating_sub(1)..(at + 2).min(end);
        near(row, down).flat_map(move |row| near(column, across).map(move |column| row * across + column))
    }

    fn of_bucket(&self, square: u32) -> std::ops::Range<usize> {
        self.first[square as usize] as usize..self.first[square as usize + 1] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::{replay, textbook};
    use super::*;
    use crate::generate::{Kind, Recipe, generate};
    use crate::supply::Heuristic;
    use crate::{Limits, Outcome, Silent};

    /// With all the effort it wants it finds what the textbook finds, on every kind of ground.
    #[test]
    fn the_chain_is_as_long_as_the_textbook_s_path() {
        let kinds =
            [Kind::Random, Kind::Maze, Kind::Rooms, Kind::Caves, Kind::Comb, Kind::Ladder, Kind::DeadEnd];
        let mut counts = [0; 2];
        for seed in 0..10_500 {
            let kind = kinds[seed as usize % kinds.len()];
            let (rows, columns) = (9 + (seed % 13) as u32, 12 + (seed % 17) as u32);
            let tank = (!kind.needs_supply()).then_some(3 + (seed % 11) as u32);
            let stations = 3 + (seed % 23) as u32;
            let recipe = Recipe { kind, rows, columns, seed, tank, stations, ..Recipe::default() };
            let Ok(problem) = generate(&recipe) else { continue };
            let Some(tank) = problem.supply().map(|supply| supply.tank).filter(|&tank| tank > 0) else {
                continue;
            };
            let expected = textbook(&problem, Heuristic::Zero, &Limits::default(), &mut Silent).outcome;
            let (found, _) = chain(&problem, tank, Patience::ENDLESS, &mut Silent);
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
        assert!(counts[0] > 3000 && counts[1] > 300, "{counts:?}");
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
        for most in [0, 1, 10, 100, 1000] {
            let (found, work) =
                chain(&problem, 400, Patience { effort: most, ..Patience::ENDLESS }, &mut Silent);
            let effort = work.looked_at + 4 * work.queued;
            assert!(found != Chain::TooLong || effort > most);
            assert!(effort <= most + 4 * 70, "{effort} of {most}");
        }
    }
}
