//! The fast exact search with limited supply: labels in step order, from both ends.
//!
//! A label says: this cell can be reached in so many steps with so much left. Labels are made layer by layer, so
//! each new one has at least as many steps as all before; it lives only if it has more supply than any before it in its
//! cell (domination), enough to get from there to a station or the goal (true distances), and can still
//! beat the bound on the whole path (true distance to the goal). A station is thus entered once.
//!
//! The same search runs backwards from the goal: there a label says how much of the tank may have been used on
//! the way here. The side that has worked less goes on, so that the whole costs at most twice the better side, and
//! usually far less, for they stop as soon as a forward label has what a backward label needs. The sum of
//! the layers is then the number of steps: a shorter path would have been seen before.
//!
//! Before that, three floods answer the easy cases without any label: the goal lies within one tank; or it cannot
//! be reached by walls; or no chain of stations leads there ([`network`](super::network)), which is exact, so that
//! what is impossible is never searched.
//!
//! What makes a label cheap: on a grid of straight moves all labels of a cell have the same parity, so at most one
//! is alive at a time, and a label is its cell's number and nothing else. One number a cell holds the
//! least supply that a newcomer must have: at first the distance to help, later one more than the best
//! so far. That one comparison is domination and dead-end test in one.

use super::board::{Board, Place, UNSEEN};
use super::network::{Regions, shortest_over};
use super::retrace::{Refill, Trail, back_to_origin};
use super::tank;
use crate::{Answer, Cell, Event, Limits, Observer, Outcome, Path, Problem, Statistics};
use std::time::Instant;

/// Asked of a place that nobody may enter.
const CLOSED: u32 = u32::MAX;

/// The fewest steps with limited supply, and a path of that length. `expanded` and `generated` count labels of both
/// sides, or cells where a flood was enough. Of the backward side's events `g` counts from the goal and
/// `supply` is the tank less what is needed from there.
pub fn labels<O: Observer>(problem: &Problem, limits: &Limits<'_>, observer: &mut O) -> Answer {
    let begun = Instant::now();
    let mut statistics = Statistics::default();
    let outcome = search(problem, limits, observer, &mut statistics);
    statistics.time = begun.elapsed();
    Answer { outcome, statistics }
}

fn search<O: Observer>(
    problem: &Problem,
    limits: &Limits<'_>,
    observer: &mut O,
    statistics: &mut Statistics,
) -> Outcome {
    let tank = tank(problem);
    let board = Board::new(problem.map());
    let (start, goal) = (board.place(problem.start()), board.place(problem.goal()));
    let mut stations: Vec<Place> = problem
        .supply()
        .iter()
        .flat_map(|supply| &supply.stations)
        .map(|station| board.place(station.cell))
        .collect();
    stations.sort_unstable();
    stations.dedup();

    let Measured { from_start, outcome } =
        measure(&board, (start, goal), tank, !stations.is_empty(), statistics);
    if let Some(outcome) = outcome {
        if O::ACTIVE {
            tell_flood(&board, (start, goal), tank, observer);
        }
        return outcome;
    }
    if limits.reached(statistics.expanded) {
        return Outcome::Stopped;
    }
    stations.retain(|&station| from_start[station as usize] != UNSEEN);
    let mut to_goal = board.unseen();
    board.flood(&mut to_goal, &[goal], UNSEEN, |_, _, _| false);
    let Some(plan) = Plan::new(&board, &from_start, &to_goal, &stations, tank) else {
        if O::ACTIVE {
            tell_hopeless(&board, (start, to_goal), &stations, tank, limits, observer);
        }
        return Outcome::Impossible;
    };
    if limits.reached(statistics.expanded) {
        return Outcome::Stopped;
    }
    let bound = plan.bound;
    let [forward, backward] = plan.needed(&from_start, &to_goal);
    let mut pair = Pair {
        board,
        tank,
        bound,
        help: if O::ACTIVE { [forward.clone(), backward.clone()] } else { [Vec::new(), Vec::new()] },
        sides: [Side::new(start, forward, to_goal, tank), Side::new(goal, backward, from_start, tank)],
        observer,
    };
    *statistics = Statistics::default();
    let meeting = pair.run(limits, statistics);
    let [forward, backward] = &pair.sides;
    statistics.memory = forward.memory() + backward.memory();
    match meeting {
        Meeting::At(place) => Outcome::Found(pair.path(place)),
        Meeting::Never => Outcome::Impossible,
        Meeting::Stopped => Outcome::Stopped,
    }
}

/// What the first flood says.
struct Measured {
    from_start: Vec<u32>,
    outcome: Option<Outcome>,
}

/// Floods from the start until the goal is found; if that is within one tank, or there is no way, that is the answer.
fn measure(
    board: &Board<'_>,
    (start, goal): (Place, Place),
    tank: u32,
    has_stations: bool,
    statistics: &mut Statistics,
) -> Measured {
    let mut from_start = board.unseen();
    statistics.memory = (from_start.len() * size_of::<u32>()) as u64;
    if start == goal {
        let path = Path { cells: vec![board.cell(start)], cost: 0.0 };
        (statistics.expanded, statistics.generated) = (1, 1);
        return Measured { from_start, outcome: Some(Outcome::Found(path)) };
    }
    // Without stations nothing beyond one tank matters.
    let most = if has_stations && tank > 0 { UNSEEN } else { tank };
    let within_tank = |place, steps| place == goal && steps <= tank;
    let reached = board.flood(&mut from_start, &[start], most, |place, _, steps| within_tank(place, steps));
    (statistics.expanded, statistics.generated) = (reached, reached);
    let steps = from_start[goal as usize];
    let outcome = if steps <= tank {
        let cells = board.descend(&from_start, goal).iter().rev().map(|&place| board.cell(place)).collect();
        Some(Outcome::Found(Path { cells, cost: f64::from(steps) }))
    } else if steps == UNSEEN {
        Some(Outcome::Impossible)
    } else {
        None
    };
    Measured { from_start, outcome }
}

/// Tells what the first flood did within one tank, in the order in which it did it.
#[cold]
fn tell_flood<O: Observer>(board: &Board<'_>, (start, goal): (Place, Place), tank: u32, observer: &mut O) {
    let generate = |place, parent: Option<Place>, steps: u32| Event::Generate {
        cell: board.cell(place),
        parent: parent.map(|parent| board.cell(parent)),
        g: f64::from(steps),
        h: 0.0,
        supply: Some(tank - steps),
    };
    observer.event(generate(start, None, 0));
    if start == goal {
        observer.event(Event::Found { cell: board.cell(start), g: 0.0 });
        return;
    }
    let mut expanding = None;
    board.flood(&mut board.unseen(), &[start], tank, |place, parent, steps| {
        if expanding != Some(parent) {
            expanding = Some(parent);
            let (g, supply) = (f64::from(steps - 1), Some(tank + 1 - steps));
            observer.event(Event::Expand { cell: board.cell(parent), g, h: 0.0, supply });
        }
        observer.event(generate(place, Some(parent), steps));
        let (cell, found) = (board.cell(place), place == goal);
        if found {
            observer.event(Event::Found { cell, g: f64::from(steps) });
        } else if steps == tank {
            observer.event(Event::DeadEnd { cell, supply: Some(0) });
        }
        found
    });
}

/// Tells how far the labels get where the stations do not lead to the goal. The search itself need not try.
#[cold]
fn tell_hopeless<O: Observer>(
    board: &Board<'_>,
    (start, to_goal): (Place, Vec<u32>),
    stations: &[Place],
    tank: u32,
    limits: &Limits<'_>,
    observer: &mut O,
) {
    let mut nearest = board.unseen();
    board.flood(&mut nearest, stations, UNSEEN, |_, _, _| false);
    // Everywhere within the bound, walls excepted.
    let bound = UNSEEN / 2;
    let plan = Plan { bound, nearest };
    let [forward, _] = plan.needed(&to_goal, &to_goal);
    let help = forward.clone();
    let nobody = vec![0; forward.len()];
    let mut side = Side::new(start, forward, to_goal, tank);
    while !side.frontier.is_empty() && !limits.reached(side.expanded) {
        side.advance(&nobody, board, (tank, bound), &help, observer);
    }
}

/// What the stations allow.
struct Plan {
    /// No shortest path is longer.
    bound: u32,
    /// Steps to the nearest station that can lie on a shortest path.
    nearest: Vec<u32>,
}

impl Plan {
    /// None if no chain of stations leads from start to goal.
    fn new(
        board: &Board<'_>,
        from_start: &[u32],
        to_goal: &[u32],
        stations: &[Place],
        tank: u32,
    ) -> Option<Self> {
        let within_tank = |&station: &Place, distance: &[u32]| {
            Some(distance[station as usize]).filter(|&steps| steps <= tank).unwrap_or(UNSEEN)
        };
        let entrance: Vec<u32> = stations.iter().map(|station| within_tank(station, from_start)).collect();
        if entrance.iter().all(|&steps| steps == UNSEEN)
            || stations.iter().all(|station| within_tank(station, to_goal) == UNSEEN)
        {
            return None;
        }
        let regions = Regions::new(board, board.unseen(), stations);
        let steps = shortest_over(&regions.edges(board, tank), &entrance);
        let nearest = regions.distance;
        let bound = stations
            .iter()
            .zip(&steps)
            .filter_map(|(station, &steps)| {
                let last = within_tank(station, to_goal);
                (steps != UNSEEN && last != UNSEEN).then(|| steps + last)
            })
            .min()?;
        let useful: Vec<Place> = stations
            .iter()
            .zip(&steps)
            .filter(|&(&station, &steps)| {
                steps != UNSEEN && from_start[station as usize] + to_goal[station as usize] <= bound
            })
            .map(|(&station, _)| station)
            .collect();
        // Stations that no shortest path can use would only keep labels alive. A few do not matter.
        let nearest = if stations.len() - useful.len() > stations.len() / 8 {
            let mut nearest = board.unseen();
            board.flood(&mut nearest, &useful, UNSEEN, |_, _, _| false);
            nearest
        } else {
            nearest
        };
        Some(Self { bound, nearest })
    }

    /// For each side and place what a label must have at least, with the lowest bit for stations.
    fn needed(self, from_start: &[u32], to_goal: &[u32]) -> [Vec<u32>; 2] {
        let mut forward = self.nearest;
        let mut backward = vec![CLOSED; forward.len()];
        for (((forward, backward), &from_start), &to_goal) in
            forward.iter_mut().zip(&mut backward).zip(from_start).zip(to_goal)
        {
            let nearest = *forward;
            *forward = CLOSED;
            // Walls and what the start does not reach are far beyond the bound.
            if u64::from(from_start) + u64::from(to_goal) <= u64::from(self.bound) {
                let station = u32::from(nearest == 0);
                *forward = nearest.min(to_goal) << 1 | station;
                *backward = nearest.min(from_start) << 1 | station;
            }
        }
        [forward, backward]
    }
}

/// One direction of the search. `supply` is what a forward traveller has left; for the backward side it is the tank less what the
/// rest of the way needs, which obeys the same rules.
struct Side {
    origin: Place,
    /// Twice the least supply that a label must have to live, plus one at stations.
    needed: Vec<u32>,
    /// True distance to the other end.
    ahead: Vec<u32>,
    /// The cells of the labels of the last layer.
    frontier: Vec<Place>,
    next: Vec<Place>,
    /// Number of the last layer: how many steps its labels have.
    steps: u32,
    expanded: u64,
    refills: Vec<Refill>,
}

impl Side {
    fn new(origin: Place, mut needed: Vec<u32>, ahead: Vec<u32>, tank: u32) -> Self {
        let entry = &mut needed[origin as usize];
        *entry = (tank + 1) << 1 | *entry & 1;
        let (frontier, next) = (vec![origin], Vec::new());
        Self { origin, needed, ahead, frontier, next, steps: 0, expanded: 0, refills: Vec::new() }
    }

    /// The supply of the newest label in a place.
    fn supply(&self, place: Place) -> u32 {
        (self.needed[place as usize] >> 1) - 1
    }

    fn memory(&self) -> u64 {
        let words =
            self.needed.capacity() + self.ahead.capacity() + self.frontier.capacity() + self.next.capacity();
        (words * size_of::<u32>() + self.refills.capacity() * size_of::<Refill>()) as u64
    }

    /// Makes the next layer. Stops at a place where a label has what a label of the `other` side needs.
    fn advance<O: Observer>(
        &mut self,
        other: &[u32],
        board: &Board<'_>,
        (tank, bound): (u32, u32),
        help: &[u32],
        observer: &mut O,
    ) -> Option<Place> {
        self.steps += 1;
        self.expanded += self.frontier.len() as u64;
        // From a cell with more than this ahead the bound is missed.
        let reach = bound - self.steps;
        let offsets = board.offsets();
        let full = (tank + 1) << 1 | 1;
        let frontier = std::mem::take(&mut self.frontier);
        for &place in &frontier {
            // A label of supply q has left 2(q + 1) here, so its neighbours may ask for up to 2q - 1.
            let carried = self.needed[place as usize] & !1;
            let offer = carried - 3;
            if O::ACTIVE {
                tell_expand(self, board, place, observer);
            }
            for offset in offsets {
                let neighbour = (place as usize).wrapping_add(offset);
                let needed = &mut self.needed[neighbour];
                if offer < *needed {
                    if O::ACTIVE && *needed != CLOSED && offer < help[neighbour] {
                        let (cell, supply) = (board.cell(neighbour as Place), Some(offer >> 1));
                        observer.event(Event::DeadEnd { cell, supply });
                    }
                    continue;
                }
                if self.ahead[neighbour] > reach {
                    continue;
                }
                let station = *needed & 1;
                let mut label = carried - 2;
                if station == 1 {
                    let leg = tank - (offer >> 1);
                    self.refills.push(Refill { station: neighbour as Place, steps: self.steps, leg });
                    label = full;
                }
                *needed = label;
                self.next.push(neighbour as Place);
                if O::ACTIVE {
                    tell_generate(self, board, (place, neighbour as Place), tank, observer);
                }
                // Supply here plus supply there makes a whole tank or more.
                if (label >> 1) + (other[neighbour] >> 1) >= tank + 2 {
                    return Some(neighbour as Place);
                }
            }
        }
        self.frontier = std::mem::replace(&mut self.next, frontier);
        self.next.clear();
        None
    }
}

#[cold]
fn tell_expand<O: Observer>(side: &Side, board: &Board<'_>, place: Place, observer: &mut O) {
    observer.event(Event::Expand {
        cell: board.cell(place),
        g: f64::from(side.steps - 1),
        h: f64::from(side.ahead[place as usize]),
        supply: Some(side.supply(place)),
    });
}

#[cold]
fn tell_generate<O: Observer>(
    side: &Side,
    board: &Board<'_>,
    (parent, place): (Place, Place),
    tank: u32,
    observer: &mut O,
) {
    let (cell, supply) = (board.cell(place), side.supply(place));
    observer.event(Event::Generate {
        cell,
        parent: Some(board.cell(parent)),
        g: f64::from(side.steps),
        h: f64::from(side.ahead[place as usize]),
        supply: Some(supply),
    });
    if supply == tank {
        observer.event(Event::Refill { cell, supply });
    }
}

/// How the two sides end.
enum Meeting {
    At(Place),
    Never,
    Stopped,
}

/// Both sides at work.
struct Pair<'a, O> {
    board: Board<'a>,
    tank: u32,
    bound: u32,
    /// The two sides' `needed` as they were at first, where someone listens.
    help: [Vec<u32>; 2],
    /// From the start and from the goal.
    sides: [Side; 2],
    observer: &'a mut O,
}

impl<O: Observer> Pair<'_, O> {
    fn run(&mut self, limits: &Limits<'_>, statistics: &mut Statistics) -> Meeting {
        statistics.generated = 2;
        let mut next_check = 0;
        loop {
            let work = self.sides.each_ref().map(|side| side.expanded + side.frontier.len() as u64);
            let [forward, backward] = &mut self.sides;
            if forward.frontier.is_empty() || backward.frontier.is_empty() {
                return Meeting::Never;
            }
            let (side, other, help) = if work[0] <= work[1] {
                (forward, backward, &self.help[0])
            } else {
                (backward, forward, &self.help[1])
            };
            let waiting = (side.frontier.len() + other.frontier.len()) as u64;
            statistics.largest_frontier = statistics.largest_frontier.max(waiting);
            let extent = (self.tank, self.bound);
            let met = side.advance(&other.needed, &self.board, extent, help, self.observer);
            statistics.generated += if met.is_some() { side.next.len() } else { side.frontier.len() } as u64;
            statistics.expanded = side.expanded + other.expanded;
            if let Some(place) = met {
                let (cell, steps) = (self.board.cell(place), side.steps + other.steps);
                self.observer.event(Event::Found { cell, g: f64::from(steps) });
                return Meeting::At(place);
            }
            if side.steps + other.steps >= self.bound {
                return Meeting::Never;
            }
            if statistics.expanded >= next_check {
                next_check = statistics.expanded + 4096;
                if limits.reached(statistics.expanded) {
                    return Meeting::Stopped;
                }
            }
        }
    }

    /// The whole path through the meeting place.
    fn path(&mut self, meeting: Place) -> Path {
        let [forward, backward] = &mut self.sides;
        let total = forward.steps + backward.steps;
        let legs =
            [&*forward, &*backward].map(|side| (meeting, side.steps, self.tank - side.supply(meeting)));
        let mut marks = std::mem::take(&mut forward.needed);
        marks.fill(UNSEEN);
        let trail = Trail {
            origin: forward.origin,
            refills: &forward.refills,
            behind: &backward.ahead,
            ahead: &forward.ahead,
        };
        let mut places = back_to_origin(&self.board, &trail, legs[0], total, &mut marks);
        places.reverse();
        let trail = Trail {
            origin: backward.origin,
            refills: &backward.refills,
            behind: &forward.ahead,
            ahead: &backward.ahead,
        };
        places.extend(back_to_origin(&self.board, &trail, legs[1], total, &mut marks).into_iter().skip(1));
        let cells: Vec<Cell> = places.into_iter().map(|place| self.board.cell(place)).collect();
        Path { cells, cost: f64::from(total) }
    }
}
