//! The fast exact search with limited supply: labels in step order, from both ends.
//!
//! A label says: this cell can be reached in so many steps with so much left. Labels are made layer
//! by layer, so each new one has at least as many steps as all before; it lives only if it has more
//! supply than any before it in its cell (domination), enough to get from there to a station or the
//! goal (true distances), and can still beat the bound on the whole path (true distance to the
//! goal). A station is thus entered once.
//!
//! The same search runs backwards from the goal: there a label says how much of the tank may have
//! been used on the way here. The side that has worked less goes on, so that the whole costs at
//! most twice the better side, and usually far less, for they stop as soon as a forward label has
//! what a backward label needs. The sum of the layers is then the number of steps: a shorter path
//! would have been seen before.
//!
//! Before that, the [chain of stations](super::chain) is tried, which on most ground is enough;
//! then two floods answer the easy cases without any label: the goal lies within one tank; or it
//! cannot be reached by walls; or no chain of stations leads there
//! ([`graph`](super::station_graph)), which is exact, so that no impossible problem is searched.
//!
//! Labels are cheap: on a grid of straight moves all labels of a cell have the same parity,
//! so at most one is alive at a time, and a label is its cell's number and nothing else. One number
//! a cell holds the least supply that a newcomer must have: at first the distance to help, later
//! one more than the best so far. That one comparison is domination and dead-end test in one.

use super::board::{Board, Place};
use super::chain::{Chain, EffortLimit, chain};
use super::half_search::{HalfSearch, SearchTerms};
use super::integer::Integer;
use super::leg::{Legs, distance};
use super::survey::{Plan, Survey, stations};
use super::tank;
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::{Event, Limits, Outcome, Path, Problem, Statistics};

/// The fewest steps with limited supply, and a path of that length. `generated` counts the labels
/// that were made: by the flood (a cell with its nearest source and the distance) and by both
/// sides; where a chain of stations was enough, words of 64 cells looked at and places queued.
/// `expanded` counts labels whose neighbours were made. Of the backward side's events `g` counts
/// from the goal and `supply` is the tank less the supply needed from there.
pub(crate) fn search_labels<O: EventSink>(
    problem: &Problem,
    limits: &Limits<'_>,
    observer: &mut O,
) -> Finished {
    let mut statistics = Statistics::default();
    let outcome = search_chain(problem, limits, observer, &mut statistics)
        .or_else(|| search::<u16, O>(problem, limits, observer, &mut statistics))
        .or_else(|| search::<u32, O>(problem, limits, observer, &mut statistics))
        .expect("four bytes are enough for every map");
    Finished { outcome, statistics }
}

/// On maps with fewer cells the labels themselves are quick.
const LEAST_CELLS_FOR_CHAINS: usize = 4096;

/// Where there is but one leg and it may be longer than rows plus columns by more, a flood is
/// quicker than many sweeps.
const MOST_SPARE: u32 = 32;

fn has_no_stations(problem: &Problem) -> bool {
    problem.supply().is_none_or(|supply| supply.stations.is_empty())
}

/// The result of the [chain search](super::chain), unless it gives up. Skipped when `expansions` is
/// limited: that limit counts labels.
fn search_chain<O: EventSink>(
    problem: &Problem,
    limits: &Limits<'_>,
    observer: &mut O,
    statistics: &mut Statistics,
) -> Option<Outcome> {
    let tank = tank(problem);
    let small = problem.map().cells() < LEAST_CELLS_FOR_CHAINS;
    if small || limits.expansions.is_some() || tank == 0 || problem.start() == problem.goal() {
        return None;
    }
    if has_no_stations(problem)
        && tank.saturating_sub(distance(problem.start(), problem.goal())) > MOST_SPARE
    {
        return None;
    }
    let (found, work) = chain(problem, tank, EffortLimit::modest(problem), limits, observer);
    let outcome = match found {
        Chain::Found(cells) => {
            let cost = (cells.len() - 1) as f64;
            Outcome::Found(Path { cells, cost })
        }
        Chain::Impossible => Outcome::Impossible,
        Chain::Stopped => Outcome::Stopped,
        Chain::TooLong => return None,
    };
    (statistics.expanded, statistics.generated) = (work.looked_at, work.looked_at + work.queued);
    statistics.memory = work.memory;
    Some(outcome)
}

/// The search with arrays of this kind of number; none if the numbers of the problem do not fit.
fn search<W: Integer, O: EventSink>(
    problem: &Problem,
    limits: &Limits<'_>,
    observer: &mut O,
    statistics: &mut Statistics,
) -> Option<Outcome> {
    let tank = tank(problem);
    let board = Board::new(problem.map());
    let ends = (board.place(problem.start()), board.place(problem.goal()));
    let stations = stations(problem, &board);
    if stations.len() >= W::LARGEST as usize {
        return None;
    }
    let direct = measure::<W>(&board, ends, tank, !stations.is_empty(), statistics).ok()?;
    if let Some(outcome) = direct {
        if O::ACTIVE {
            report_flood(&board, ends, tank, observer);
        }
        return Some(outcome);
    }
    if limits.reached(statistics.expanded) {
        return Some(Outcome::Stopped);
    }
    let mut survey = Survey::<W>::new(board, ends, stations, tank)?;
    statistics.memory = survey.memory();
    statistics.generated = survey.reached;
    let Some(plan) = survey.last_plan(tank) else {
        if O::ACTIVE {
            report_hopeless(&survey, tank, limits, observer);
        }
        return Some(Outcome::Impossible);
    };
    if limits.reached(statistics.expanded) {
        return Some(Outcome::Stopped);
    }
    let mut pair = Pair::new(&survey, plan, tank, observer);
    *statistics = Statistics::default();
    let meeting = pair.run(limits, statistics);
    statistics.generated += survey.reached;
    statistics.memory = pair.memory();
    Some(match meeting {
        Meeting::At(place) => Outcome::Found(pair.path(place)),
        Meeting::Never => Outcome::Impossible,
        Meeting::Stopped => Outcome::Stopped,
    })
}

/// The numbers of the problem are too large for the arrays.
struct DoNotFit;

/// Whether the goal can be reached with the first tank, where that may be or where there is no
/// other. The answer if that decides it.
fn measure<W: Integer>(
    board: &Board<'_>,
    (start, goal): (Place, Place),
    tank: u32,
    has_stations: bool,
    statistics: &mut Statistics,
) -> Result<Option<Outcome>, DoNotFit> {
    if start == goal {
        let path = Path { cells: vec![board.cell(start)], cost: 0.0 };
        (statistics.expanded, statistics.generated) = (1, 1);
        return Ok(Some(Outcome::Found(path)));
    }
    let hopeless = (!has_stations || tank == 0).then_some(Outcome::Impossible);
    if board.aim(goal).distance(board.cell(start)) > tank {
        return Ok(hopeless);
    }
    let mut from_start: Vec<W> = board.unseen();
    statistics.memory = size_of_val(&from_start[..]) as u64;
    let stop = |distance: &[W], steps| steps >= tank || distance[goal as usize] != W::UNSEEN;
    let flooded = board.flood(&mut from_start, &[start], stop);
    (statistics.expanded, statistics.generated) = (flooded.reached, flooded.reached);
    let seen = from_start[goal as usize] != W::UNSEEN;
    if !seen && flooded.steps >= W::LARGEST {
        return Err(DoNotFit);
    }
    if !seen {
        return Ok(hopeless);
    }
    let places = board.descend(goal, |place| from_start[place].get());
    let cost = f64::from(from_start[goal as usize].get());
    let cells = places.iter().rev().map(|&place| board.cell(place)).collect();
    Ok(Some(Outcome::Found(Path { cells, cost })))
}

/// Reports the events of the first flood within one tank, in order.
#[cold]
fn report_flood<O: EventSink>(
    board: &Board<'_>,
    (start, goal): (Place, Place),
    tank: u32,
    observer: &mut O,
) {
    let generate = |place, parent: Option<Place>, steps: u32| Event::Generate {
        cell: board.cell(place),
        parent: parent.map(|parent| board.cell(parent)),
        g: f64::from(steps),
        h: 0.0,
        supply: Some(tank - steps),
    };
    observer.send(generate(start, None, 0));
    if start == goal {
        observer.send(Event::Found { cell: board.cell(start), g: 0.0 });
        return;
    }
    let mut expanding = None;
    board.visit(start, tank, |place, parent, steps| {
        if expanding != Some(parent) {
            expanding = Some(parent);
            let (g, supply) = (f64::from(steps - 1), Some(tank + 1 - steps));
            observer.send(Event::Expand { cell: board.cell(parent), g, h: 0.0, supply });
        }
        observer.send(generate(place, Some(parent), steps));
        let (cell, found) = (board.cell(place), place == goal);
        if found {
            observer.send(Event::Found { cell, g: f64::from(steps) });
        } else if steps == tank {
            observer.send(Event::DeadEnd { cell, supply: Some(0) });
        }
        found
    });
}

/// Reports how far labels get where the stations do not lead to the goal. The search itself skips
/// them.
#[cold]
fn report_hopeless<W: Integer, O: EventSink>(
    survey: &Survey<'_, W>,
    tank: u32,
    limits: &Limits<'_>,
    observer: &mut O,
) {
    let Plan { bound, mut needed } = survey.boundless(tank);
    let help = needed.clone();
    for entry in &mut needed {
        // There is no search from the other side.
        *entry = W::replace::<1>(*entry, W::new(0));
    }
    let terms = SearchTerms::<W> { board: survey.board, tank, bound, help };
    let mut side =
        HalfSearch::<0>::new::<W>(survey.start, &mut needed, survey.board.aim(survey.goal), tank);
    while side.waiting() > 0 && !limits.reached(side.expanded) {
        side.advance(&mut needed, &terms, observer);
    }
}

/// The end of the label search.
pub(super) enum Meeting {
    /// A shortest path passes here.
    At(Place),
    /// There is no way.
    Never,
    /// A limit was reached.
    Stopped,
}

/// Both sides at work.
pub(super) struct Pair<'a, W: Integer, O> {
    terms: SearchTerms<'a, W>,
    /// See [`Plan::needed`]; of a place with a label, twice what the next one must have.
    needed: Vec<W::Pair>,
    forward: HalfSearch<0>,
    backward: HalfSearch<1>,
    observer: &'a mut O,
}

impl<'a, W: Integer, O: EventSink> Pair<'a, W, O> {
    pub(super) fn new(
        survey: &'a Survey<'_, W>,
        plan: Plan<W>,
        tank: u32,
        observer: &'a mut O,
    ) -> Self {
        let Plan { bound, mut needed } = plan;
        let help = if O::ACTIVE { needed.clone() } else { Vec::new() };
        let [from, to] = [survey.start, survey.goal].map(|end| survey.board.aim(end));
        let forward = HalfSearch::new::<W>(survey.start, &mut needed, to, tank);
        let backward = HalfSearch::new::<W>(survey.goal, &mut needed, from, tank);
        let terms = SearchTerms { board: survey.board, tank, bound, help };
        Self { terms, needed, forward, backward, observer }
    }

    /// Layer by layer, the side that has worked less first.
    pub(super) fn run(&mut self, limits: &Limits<'_>, statistics: &mut Statistics) -> Meeting {
        let Self { terms, needed, forward, backward, observer } = self;
        let mut next_check = 0;
        let mut looking = false;
        // No path is shorter, so before so many steps the two sides cannot meet.
        let shortest = forward.aim.distance(terms.board.cell(forward.origin));
        loop {
            let waiting = [forward.waiting(), backward.waiting()];
            statistics.largest_frontier = statistics.largest_frontier.max(waiting[0] + waiting[1]);
            let forward_is_next = forward.expanded + waiting[0] <= backward.expanded + waiting[1];
            if forward_is_next {
                forward.advance(needed, terms, *observer);
            } else {
                backward.advance(needed, terms, *observer);
            }
            let left = if forward_is_next { forward.waiting() } else { backward.waiting() };
            statistics.generated = forward.generated + backward.generated;
            statistics.expanded = forward.expanded + backward.expanded;
            let steps = forward.steps + backward.steps;
            if steps >= shortest && !looking {
                looking = true;
                forward.settle(needed, terms, *observer);
                backward.settle(needed, terms, *observer);
            }
            let met = match (looking, forward_is_next) {
                (false, _) => None,
                (true, true) => forward.settled_meeting(needed, terms, *observer),
                (true, false) => backward.settled_meeting(needed, terms, *observer),
            };
            if let Some(place) = met {
                observer.send(Event::Found { cell: terms.board.cell(place), g: f64::from(steps) });
                return Meeting::At(place);
            }
            if left == 0 || steps >= terms.bound {
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

    /// Steps of both sides together: the length of the path when they have met.
    pub(super) fn steps(&self) -> u32 {
        self.forward.steps + self.backward.steps
    }

    /// Bytes held.
    fn memory(&self) -> u64 {
        self.forward.memory()
            + self.backward.memory()
            + (self.needed.len() * size_of::<W::Pair>()) as u64
    }

    /// The whole path through the meeting place.
    fn path(&self, meeting: Place) -> Path {
        let Self { terms, needed, forward, backward, .. } = self;
        let &SearchTerms { board, tank, .. } = terms;
        let legs_here =
            W::split(needed[meeting as usize]).map(|entry| tank + 1 - (entry.get() >> 1));
        let mut legs = Legs::new(board.map(), tank);
        let mut cells = Vec::with_capacity(self.steps() as usize + 1);
        cells.push(board.cell(meeting));
        forward.trail(board).back_to_origin(
            meeting,
            forward.steps,
            legs_here[0],
            &mut legs,
            &mut cells,
        );
        cells.reverse();
        backward.trail(board).back_to_origin(
            meeting,
            backward.steps,
            legs_here[1],
            &mut legs,
            &mut cells,
        );
        Path { cells, cost: f64::from(self.steps()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Kind, Recipe, generate};
    use crate::{Silent, Station, Supply};

    /// A problem over several stations.
    fn problem(seed: u64) -> Problem {
        let recipe = Recipe {
            rows: 30,
            columns: 40,
            seed,
            tank: Some(20),
            stations: 40,
            ..Recipe::default()
        };
        generate(&recipe).unwrap()
    }

    #[test]
    fn both_kinds_of_numbers_give_the_same_answer() {
        for seed in 0..300 {
            let problem = problem(seed);
            let mut statistics = [Statistics::default(), Statistics::default()];
            let [narrow, wide] = &mut statistics;
            let outcomes = [
                search::<u16, _>(&problem, &Limits::default(), &mut Silent, narrow),
                search::<u32, _>(&problem, &Limits::default(), &mut Silent, wide),
            ];
            assert!(outcomes[0].is_some() && outcomes[0] == outcomes[1], "seed {seed}");
            assert_eq!(statistics[0].expanded, statistics[1].expanded);
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_noticed() {
        let recipe = Recipe {
            kind: Kind::Corridor,
            rows: 399,
            columns: 400,
            spacing: 33_000,
            ..Recipe::default()
        };
        let long = generate(&recipe).unwrap();
        let mut statistics = Statistics::default();
        assert!(
            search::<u16, _>(&long, &Limits::default(), &mut Silent, &mut statistics).is_none()
        );
        let Outcome::Found(path) = search_labels(&long, &Limits::default(), &mut Silent).outcome
        else {
            panic!("a corridor has a way")
        };
        assert_eq!(path.steps(), 399 / 2 * 400 + 400 + 199 - 1);
    }

    /// Neither end's labels may grow beyond twice the other's.
    #[test]
    fn the_better_end_decides() {
        let recipe = Recipe { kind: Kind::Ladder, rows: 60, columns: 200, ..Recipe::default() };
        let ladder = generate(&recipe).unwrap();
        let Supply { tank, stations } = ladder.supply().unwrap().clone();
        let free: Vec<Station> = stations;
        let supply = Some(Supply { tank, stations: free });
        let back =
            Problem::with_supply(ladder.map().clone(), ladder.goal(), ladder.start(), supply)
                .unwrap();
        let labels = [&ladder, &back].map(|problem| {
            search_labels(problem, &Limits::default(), &mut Silent).statistics.expanded
        });
        assert!(labels[0].abs_diff(labels[1]) * 5 < labels[0], "{labels:?}");
    }
}
