//! Stations that sell by the unit: the least money, and among the cheapest ways the fewest steps.
//!
//! The rules differ from the free ones in one point: entering a station refills nothing; the
//! traveller buys as many units as he likes, at that station's price, up to a full tank. He starts
//! with a full tank, which costs nothing, and supply left at the goal is worth nothing.
//!
//! The search goes from stop to stop, where a stop is a station at which something is bought. How
//! much is bought there follows from where the next stop is (Khuller, Malekian and Mestre 2007, "To
//! fill or not to fill"): if units are dearer there, the tank is filled; if not, just enough is
//! bought to arrive with nothing; and before the goal, just enough for the goal. Any other plan for
//! the same stops can be changed into this one without paying more. So a state is a station with
//! what is left on arrival, and there are few of them. They are settled in order of (money, steps),
//! and a later one at the same station lives only if it has more left.

use super::board::{Board, Place, UNSEEN};
use super::explain::smallest_tank;
use super::tank;
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::{Cell, Event, Limits, Outcome, Path, Problem, Statistics};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Ways between stations that are remembered; what does not fit is measured again when it is
/// needed.
const MOST_WAYS: usize = 20_000_000;

/// States at most; the search stops when it would need more (about 3 GB).
const MOST_STATES: usize = 50_000_000;

/// Units bought at a station on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// The number of steps before it.
    pub step: usize,
    /// The station.
    pub cell: Cell,
    /// The supply left on arrival.
    pub arrival: u32,
    /// The number of units.
    pub units: u32,
    /// The price of one unit.
    pub price: u32,
}

impl Purchase {
    /// The price of all its units.
    #[must_use]
    pub fn money(&self) -> u128 {
        u128::from(self.units) * u128::from(self.price)
    }
}

/// The cheapest way with priced stations and, of those, one with the fewest steps. Where every
/// price is 0 that is the path of [`search_labels`](super::search_labels). The path's cost is the
/// money; `expanded` and `generated` count states of stations.
pub(crate) fn search_priced<O: EventSink>(
    problem: &Problem,
    limits: &Limits<'_>,
    observer: &mut O,
) -> (Finished, Vec<Purchase>) {
    let mut search = Search::new(problem, observer);
    let mut purchases = Vec::new();
    let possible = smallest_tank(problem).is_some_and(|smallest| smallest <= search.tank);
    let outcome = match if possible { search.run(limits) } else { End::NoWay } {
        End::Found(state) => {
            let money = search.states[state].cost.money;
            let (cells, bought) = search.path(state);
            purchases = bought;
            Outcome::Found(Path { cells, cost: money as f64 })
        }
        End::NoWay => Outcome::Impossible,
        End::Stopped => Outcome::Stopped,
    };
    (Finished { outcome, statistics: search.statistics() }, purchases)
}

/// The order of states: least money first, then fewest steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    money: u128,
    steps: u64,
}

/// The traveller's arrival somewhere.
#[derive(Clone, Copy, Debug)]
struct State {
    cost: Cost,
    /// Number of a station, or one of the two ends.
    at: u32,
    /// The supply on arrival.
    left: u32,
    /// The state at the stop before; its own number for the first.
    from: u32,
    /// The units bought there.
    bought: u32,
}

/// The start, as where a state is.
const START: u32 = u32::MAX - 1;
/// The goal, as where a state is.
const GOAL: u32 = u32::MAX - 2;

/// A way to a station or the goal.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: u32,
    steps: u32,
}

/// The end of the search.
enum End {
    /// With this state at the goal.
    Found(usize),
    NoWay,
    Stopped,
}

struct Search<'a, O> {
    board: Board<'a>,
    tank: u32,
    start: Place,
    goal: Place,
    /// Stations with their prices, in order of their places.
    stations: Vec<(Place, u32)>,
    /// The number of the station in a place; [`UNSEEN`] where there is none, [`GOAL`] at the goal
    /// if that is none.
    number: Vec<u32>,
    /// For floods; [`UNSEEN`] between them.
    distance: Vec<u32>,
    touched: Vec<Place>,
    ways: Vec<Option<Box<[Way]>>>,
    remembered: usize,
    states: Vec<State>,
    queue: BinaryHeap<Reverse<(Cost, u32)>>,
    /// The least supply of a new state at each station: more than the settled ones there have.
    asked: Vec<u32>,
    expanded: u64,
    largest: usize,
    observer: &'a mut O,
}

impl<'a, O: EventSink> Search<'a, O> {
    fn new(problem: &'a Problem, observer: &'a mut O) -> Self {
        let board = Board::new(problem.map());
        let (start, goal) = (board.place(problem.start()), board.place(problem.goal()));
        let mut prices = BTreeMap::new();
        for station in problem.supply().iter().flat_map(|supply| &supply.stations) {
            let price = prices.entry(board.place(station.cell)).or_insert(station.price);
            *price = station.price.min(*price);
        }
        let stations: Vec<(Place, u32)> =
            prices.into_iter().filter(|&(place, _)| place != goal).collect();
        let mut number = vec![UNSEEN; board.places()];
        for (index, &(place, _)) in (0..).zip(&stations) {
            number[place as usize] = index;
        }
        number[goal as usize] = GOAL;
        Self {
            board,
            // No leg uses more, and a fuller tank would only cost more.
            tank: tank(problem).min(problem.map().cells() as u32),
            start,
            goal,
            number,
            distance: board.unseen(),
            touched: Vec::new(),
            ways: vec![None; stations.len()],
            remembered: 0,
            states: Vec::new(),
            queue: BinaryHeap::new(),
            asked: vec![0; stations.len()],
            expanded: 0,
            largest: 0,
            stations,
            observer,
        }
    }

    fn run(&mut self, limits: &Limits<'_>) -> End {
        let nothing = Cost { money: 0, steps: 0 };
        let at = if self.start == self.goal { GOAL } else { START };
        self.generate(State { cost: nothing, at, left: self.tank, from: 0, bought: 0 });
        while let Some(Reverse((_, index))) = self.queue.pop() {
            let state = self.states[index as usize];
            if let Some(asked) = self.asked.get_mut(state.at as usize) {
                if state.left < *asked {
                    continue;
                }
                *asked = state.left + 1;
            }
            self.expanded += 1;
            if O::ACTIVE {
                let (g, supply) = (state.cost.money as f64, Some(state.left));
                self.observer.send(Event::Expand { cell: self.cell(state.at), g, h: 0.0, supply });
            }
            if state.at == GOAL {
                let (cell, g) = (self.cell(GOAL), state.cost.money as f64);
                self.observer.send(Event::Found { cell, g });
                return End::Found(index as usize);
            }
            if limits.reached(self.expanded) || self.states.len() > MOST_STATES {
                return End::Stopped;
            }
            let ways = self.ways_from(state.at);
            for &way in &ways {
                self.travel(index, state, way);
            }
            if let Some(kept) = self.ways.get_mut(state.at as usize)
                && self.remembered <= MOST_WAYS
            {
                *kept = Some(ways);
            }
        }
        End::NoWay
    }

    /// Buys what the way asks for, if anything is to be bought, and goes.
    fn travel(&mut self, from: u32, state: State, way: Way) {
        let State { cost, at, left, .. } = state;
        let price = self.price(at);
        let lacking = way.steps.saturating_sub(left);
        let bought = match self.price(way.to) {
            // The tank of the start is full, and there is nothing to buy.
            _ if at == START => 0,
            Some(next) if price < Some(next) => self.tank - left,
            // Where nothing need be bought this is no stop: the way could have gone on at
            // once.
            _ if lacking == 0 && way.to != GOAL => return,
            _ => lacking,
        };
        let money = cost.money + u128::from(bought) * u128::from(price.unwrap_or(0));
        let steps = cost.steps + u64::from(way.steps);
        let left = left + bought - way.steps;
        if self.asked.get(way.to as usize).is_some_and(|&asked| left < asked) {
            return;
        }
        if bought > 0 && O::ACTIVE {
            self.observer.send(Event::Refill { cell: self.cell(at), supply: state.left + bought });
        }
        self.generate(State { cost: Cost { money, steps }, at: way.to, left, from, bought });
    }

    fn generate(&mut self, state: State) {
        if O::ACTIVE {
            let parent = self.states.get(state.from as usize).map(|parent| self.cell(parent.at));
            let (cell, g) = (self.cell(state.at), state.cost.money as f64);
            self.observer.send(Event::Generate {
                cell,
                parent,
                g,
                h: 0.0,
                supply: Some(state.left),
            });
        }
        self.queue.push(Reverse((state.cost, self.states.len() as u32)));
        self.states.push(state);
        self.largest = self.largest.max(self.queue.len());
    }

    /// The ways to all stations and the goal within one tank; those remembered are lent out.
    fn ways_from(&mut self, at: u32) -> Box<[Way]> {
        if let Some(ways) = self.ways.get_mut(at as usize).and_then(Option::take) {
            return ways;
        }
        let place = self.place(at);
        let mut ways = Vec::new();
        self.measure(place, None);
        for &reached in &self.touched {
            let to = self.number[reached as usize];
            if to != UNSEEN && reached != place {
                ways.push(Way { to, steps: self.distance[reached as usize] });
            }
        }
        self.forget();
        self.remembered += ways.len();
        ways.into_boxed_slice()
    }

    /// True distances from a place up to one tank, or until another place is reached.
    fn measure(&mut self, from: Place, until: Option<Place>) {
        self.distance[from as usize] = 0;
        self.touched.push(from);
        let mut next = 0;
        while let Some(&place) = self.touched.get(next) {
            next += 1;
            let steps = self.distance[place as usize] + 1;
            if steps > self.tank || until == Some(place) {
                break;
            }
            for neighbour in self.board.neighbours(place) {
                if self.distance[neighbour] == UNSEEN {
                    self.distance[neighbour] = steps;
                    self.touched.push(neighbour as Place);
                }
            }
        }
    }

    fn forget(&mut self) {
        for place in self.touched.drain(..) {
            self.distance[place as usize] = UNSEEN;
        }
    }

    /// The cells of the way to the state at the goal, and the purchases on it.
    fn path(&mut self, last: usize) -> (Vec<Cell>, Vec<Purchase>) {
        let mut chain = vec![last];
        while let Some(&state) = chain.last().filter(|&&state| state > 0) {
            chain.push(self.states[state].from as usize);
        }
        chain.reverse();
        let mut cells = vec![self.cell(START)];
        let mut purchases = Vec::new();
        for pair in chain.windows(2) {
            let (here, there) = (self.states[pair[0]], self.states[pair[1]]);
            if there.bought > 0 {
                purchases.push(Purchase {
                    step: cells.len() - 1,
                    cell: self.cell(here.at),
                    arrival: here.left,
                    units: there.bought,
                    price: self.price(here.at).unwrap_or(0),
                });
            }
            // From there to here, so that going down the distances leads from here to there.
            self.measure(self.place(there.at), Some(self.place(here.at)));
            let leg = self.board.descend(self.place(here.at), |place| self.distance[place]);
            cells.extend(leg.into_iter().skip(1).map(|place| self.board.cell(place)));
            self.forget();
        }
        (cells, purchases)
    }

    /// The price of a unit; nothing is sold at the ends.
    fn price(&self, at: u32) -> Option<u32> {
        self.stations.get(at as usize).map(|&(_, price)| price)
    }

    fn place(&self, at: u32) -> Place {
        match at {
            START => self.start,
            GOAL => self.goal,
            station => self.stations[station as usize].0,
        }
    }

    fn cell(&self, at: u32) -> Cell {
        self.board.cell(self.place(at))
    }

    fn statistics(&self) -> Statistics {
        let arrays =
            (self.number.len() + self.distance.len() + self.touched.capacity()) * size_of::<u32>();
        let states = self.states.capacity() * size_of::<State>();
        let queue = self.queue.capacity() * size_of::<Reverse<(Cost, u32)>>();
        let ways = self.remembered * size_of::<Way>();
        Statistics {
            expanded: self.expanded,
            generated: self.states.len() as u64,
            largest_frontier: self.largest as u64,
            memory: (arrays + states + queue + ways) as u64,
            ..Statistics::default()
        }
    }
}
