//! A\* over (cell, supply), as a textbook writes it: a priority queue, a table of the states seen,
//! and an estimate. For learning, comparison, and terrain of different costs;
//! [labels](super::labels) are faster where all steps cost the same.

use super::board::Board;
use super::estimate::Estimate;
use super::tank;
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::{Cell, Event, Heuristic, Limits, Outcome, Path, Problem, Statistics, Step};
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// The states that the search keeps at most; it stops when it would need more (about 3 GB).
const MOST_STATES: usize = 100_000_000;

/// A search state: a place and the supply left there.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    place: u32,
    supply: u32,
}

/// The largest cost that [`StateRecord`] holds; the search stops when it would need more.
const MOST_COST: u32 = (1 << 31) - 1;

/// The record of a state that was seen.
#[derive(Clone, Copy)]
struct StateRecord {
    /// Cost so far, shifted by one; the lowest bit says that the state is closed.
    cost_and_closed: u32,
    /// The supply of the state before, shifted by two; the lowest bits say which step led here.
    parent: u32,
}

impl StateRecord {
    fn new(cost: u32, parent_supply: u32, step: usize) -> Self {
        Self { cost_and_closed: cost << 1, parent: parent_supply << 2 | step as u32 }
    }

    fn cost(self) -> u32 {
        self.cost_and_closed >> 1
    }

    fn is_closed(self) -> bool {
        self.cost_and_closed & 1 == 1
    }
}

/// Least estimate first; at equal estimates more supply first.
type Queue = BinaryHeap<(Reverse<u32>, u32, Reverse<u32>)>;

/// The cheapest path by A\* over (cell, supply); with `counts_steps` the one with the fewest steps.
/// Optimal with every heuristic of [`Heuristic::SUPPLY`], for all are consistent. `expanded` counts
/// states taken from the queue, `generated` states put onto it. A tank larger than the map has
/// cells is taken for one as large as that.
pub(crate) fn search_states<O: EventSink>(
    problem: &Problem,
    heuristic: Heuristic,
    counts_steps: bool,
    limits: &Limits<'_>,
    observer: &mut O,
) -> Finished {
    let estimate = Estimate::new(problem, heuristic);
    let mut search = Search {
        problem,
        board: Board::new(problem.map()),
        // No leg is longer than there are cells; more would only mean more states.
        tank: tank(problem).min(problem.map().cells() as u32),
        stations: problem
            .supply()
            .iter()
            .flat_map(|supply| &supply.stations)
            .map(|station| station.cell)
            .collect(),
        estimate,
        counts_steps,
        seen: HashMap::new(),
        queue: Queue::new(),
        statistics: Statistics::default(),
        observer,
    };
    let outcome = search.run(limits);
    let mut statistics = search.statistics;
    statistics.memory = (search.seen.capacity() * (size_of::<(State, StateRecord)>() + 1)
        + search.queue.capacity() * size_of::<(u32, u32, u32)>()) as u64
        + search.estimate.memory();
    Finished { outcome, statistics }
}

struct Search<'a, O> {
    problem: &'a Problem,
    board: Board<'a>,
    tank: u32,
    stations: HashSet<Cell>,
    estimate: Estimate<'a>,
    /// Whether every step costs 1 whatever the terrain.
    counts_steps: bool,
    seen: HashMap<State, StateRecord>,
    queue: Queue,
    statistics: Statistics,
    observer: &'a mut O,
}

impl<O: EventSink> Search<'_, O> {
    fn run(&mut self, limits: &Limits<'_>) -> Outcome {
        let goal = self.board.place(self.problem.goal());
        self.generate(self.problem.start(), self.tank, 0, None);
        while let Some((Reverse(total), supply, Reverse(place))) = self.queue.pop() {
            let state = State { place, supply };
            let seen = self.seen.get_mut(&state).expect("what is queued was seen");
            if seen.is_closed() {
                continue;
            }
            seen.cost_and_closed |= 1;
            let cost = seen.cost();
            let cell = self.board.cell(place);
            self.statistics.expanded += 1;
            let (g, h) = (f64::from(cost), f64::from(total - cost));
            self.observer.send(Event::Expand { cell, g, h, supply: Some(supply) });
            if place == goal {
                self.observer.send(Event::Found { cell, g });
                return Outcome::Found(self.path(state));
            }
            if self.statistics.expanded.is_multiple_of(1024)
                && (limits.reached(self.statistics.expanded) || self.seen.len() >= MOST_STATES)
            {
                return Outcome::Stopped;
            }
            if supply == 0 {
                self.observer.send(Event::DeadEnd { cell, supply: Some(0) });
            } else {
                for (number, step) in Step::STRAIGHT.into_iter().enumerate() {
                    let Some(next) = cell.step(step) else { continue };
                    let terrain = self.problem.map().terrain(next);
                    if terrain.is_wall() {
                        continue;
                    }
                    let cost = cost + if self.counts_steps { 1 } else { u32::from(terrain.cost()) };
                    if cost > MOST_COST {
                        return Outcome::Stopped;
                    }
                    self.generate(next, supply - 1, cost, Some((cell, supply, number)));
                }
            }
            self.observer.send(Event::Close { cell });
        }
        Outcome::Impossible
    }

    /// Puts a state onto the queue unless it was reached as cheaply before.
    fn generate(
        &mut self,
        cell: Cell,
        arrival: u32,
        cost: u32,
        parent: Option<(Cell, u32, usize)>,
    ) {
        let refilled = parent.is_some() && self.stations.contains(&cell);
        let supply = if refilled { self.tank } else { arrival };
        let state = State { place: self.board.place(cell), supply };
        let (parent_supply, number) = parent.map_or((0, 0), |(_, supply, number)| (supply, number));
        let record = StateRecord::new(cost, parent_supply, number);
        let entry = self.seen.entry(state);
        if let Entry::Occupied(known) = &entry
            && known.get().cost() <= cost
        {
            return;
        }
        let Some(h) = self.estimate.steps(cell, supply) else {
            self.observer.send(Event::DeadEnd { cell, supply: Some(supply) });
            return;
        };
        entry.insert_entry(record);
        self.queue.push((Reverse(cost + h), supply, Reverse(state.place)));
        self.statistics.generated += 1;
        self.statistics.largest_frontier =
            self.statistics.largest_frontier.max(self.queue.len() as u64);
        if O::ACTIVE {
            let parent = parent.map(|(cell, _, _)| cell);
            let (g, h) = (f64::from(cost), f64::from(h));
            self.observer.send(Event::Generate { cell, parent, g, h, supply: Some(supply) });
            if refilled {
                self.observer.send(Event::Refill { cell, supply });
            }
        }
    }

    /// The path from the start to the state, with its cost by terrain.
    fn path(&self, mut state: State) -> Path {
        let mut cells = vec![self.board.cell(state.place)];
        let offsets = self.board.offsets();
        let mut seen = self.seen[&state];
        while seen.cost() > 0 {
            let offset = offsets[(seen.parent & 3) as usize];
            state.place = (state.place as usize).wrapping_sub(offset) as u32;
            state.supply = seen.parent >> 2;
            cells.push(self.board.cell(state.place));
            seen = self.seen[&state];
        }
        cells.reverse();
        let terrain =
            cells.iter().skip(1).map(|&cell| u64::from(self.problem.map().terrain(cell).cost()));
        let cost = terrain.sum::<u64>() as f64;
        Path { cells, cost }
    }
}
