//! Explains an answer with limited supply: why there is no way and which tank would help, or the
//! refills of the way and the steps that larger tanks would take.
//!
//! The result is data; the fronts make the texts.

use super::board::{Board, Place, UNSEEN};
use super::labels::{Meeting, Pair, search_labels};
use super::regions::regions;
use super::replay::{TankState, replay};
use super::station_graph::{Edge, Groups, bottleneck, edges};
use super::survey::{Survey, stations};
use super::tank;
use crate::{Cell, Limits, Outcome, Path, Problem, Silent, Statistics};
use std::collections::{HashSet, VecDeque};

/// Cells at which the supply ends are listed up to this many, the nearest to the goal first.
pub const MOST_DRY_CELLS: usize = 1000;

/// Labels and cells that the table of larger tanks may cost; about a second.
const EFFORT: u64 = 100_000_000;

/// The explanation of a problem with a supply.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The smallest tank with which there is a way; none if walls alone prevent it.
    pub smallest_tank: Option<u32>,
    /// The leg that decides the smallest tank: every way has one at least as long. None where start
    /// and goal are one, and where there is no way for any tank.
    pub longest_leg: Option<Leg>,
    /// The rest depends on whether there is a way with the given tank.
    pub verdict: Feasibility,
}

/// Whether there is a way.
#[derive(Clone, Debug, PartialEq)]
pub enum Feasibility {
    /// There is one.
    Possible(Journey),
    /// There is none.
    Impossible(Hindrance),
    /// A limit was reached before that was known.
    Stopped,
}

/// A way with the fewest steps and its refills.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Journey {
    /// The path.
    pub path: Path,
    /// Every cell of the path with the supply on arrival and on leaving.
    pub stops: Vec<TankState>,
    /// The refills on the path, in order.
    pub refills: Vec<Refill>,
    /// The steps that larger tanks would need: this tank first, then each that shortens the way,
    /// the last of which no tank betters.
    pub larger_tanks: Vec<TankSteps>,
}

/// A refill on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refill {
    /// The number of steps before it.
    pub step: usize,
    /// The station.
    pub cell: Cell,
    /// The supply left on arrival.
    pub arrival: u32,
}

/// The fewest steps with one tank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TankSteps {
    /// The tank.
    pub tank: u32,
    /// The fewest steps with it.
    pub steps: u32,
    /// Whether no smaller tank (down to the problem's own) has so few steps. False only where
    /// finding out would take too long.
    pub smallest: bool,
}

/// The reason why there is no way, and how far the traveller gets.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Hindrance {
    /// The reason.
    pub reason: Reason,
    /// The stations that can be reached, the nearest to the goal first.
    pub stations: Vec<Cell>,
    /// The number of cells that can be reached.
    pub cells: u64,
    /// The nearest of them to the goal.
    pub nearest: Cell,
    /// The steps from there to the goal; none if walls prevent it, and then `nearest` goes by rows
    /// and columns.
    pub missing: Option<u32>,
    /// Cells that can be reached only with the last unit, the nearest to the goal first, at most
    /// [`MOST_DRY_CELLS`].
    pub dry: Vec<Cell>,
}

/// The reason why there is no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Walls: no tank is large enough.
    Walls,
    /// The goal is farther than one tank and so is every station.
    NoStationWithinReach,
    /// Stations can be reached, but none from which the goal can.
    ChainBreaks,
}

/// A leg of a journey: from one source of supply to the next, or to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The start, the goal or a station.
    pub from: Cell,
    /// Another of them.
    pub to: Cell,
    /// Its length.
    pub steps: u32,
}

/// Solves the problem for the fewest steps, whatever the terrain, and explains the answer.
///
/// ```
/// use xun_grid::{Limits, Problem, supply};
/// use supply::{Feasibility, Reason};
///
/// let problem = Problem::parse("tank 3\nS...*...G\n")?;
/// let explanation = supply::explain(&problem, &Limits::default());
/// let Feasibility::Impossible(hindrance) = explanation.verdict else { panic!("3 is too little") };
/// assert_eq!((hindrance.reason, hindrance.cells), (Reason::NoStationWithinReach, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn explain(problem: &Problem, limits: &Limits<'_>) -> Explanation {
    let graph = StationGraph::new(problem);
    let longest_leg = graph.longest_leg();
    let smallest_tank = graph.smallest_tank(longest_leg);
    let verdict = match search_labels(problem, limits, &mut Silent).outcome {
        Outcome::Found(path) => Feasibility::Possible(journey(problem, path, limits)),
        Outcome::Impossible => Feasibility::Impossible(graph.hindrance(tank(problem))),
        Outcome::Stopped => Feasibility::Stopped,
    };
    Explanation { smallest_tank, longest_leg, verdict }
}

/// The smallest tank with which there is a way; none if walls alone prevent it.
#[must_use]
pub fn smallest_tank(problem: &Problem) -> Option<u32> {
    let graph = StationGraph::new(problem);
    graph.smallest_tank(graph.longest_leg())
}

fn journey(problem: &Problem, path: Path, limits: &Limits<'_>) -> Journey {
    let stops = replay(problem, &path.cells).expect("a path of the search obeys the rules");
    let stations: HashSet<Cell> = problem
        .supply()
        .iter()
        .flat_map(|supply| &supply.stations)
        .map(|station| station.cell)
        .collect();
    let refills = stops
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, stop)| stations.contains(&stop.cell))
        .map(|(step, stop)| Refill { step, cell: stop.cell, arrival: stop.arrival })
        .collect();
    let larger_tanks = larger_tanks(problem, path.steps() as u32, limits);
    Journey { path, stops, refills, larger_tanks }
}

/// Steps as a function of the tank, from the problem's own upwards. Steps never grow with the tank,
/// so between two tanks with the same steps nothing needs to be tried.
fn larger_tanks(problem: &Problem, steps: u32, limits: &Limits<'_>) -> Vec<TankSteps> {
    let board = Board::new(problem.map());
    let ends = (board.place(problem.start()), board.place(problem.goal()));
    let mut from_start: Vec<u32> = board.unseen();
    board.flood(&mut from_start, &[ends.0], |_, _| false);
    let direct = from_start[ends.1 as usize];
    let first = TankSteps { tank: tank(problem), steps, smallest: true };
    if steps == direct {
        return vec![first];
    }
    let survey: Survey<'_, u32> = Survey::new(board, ends, stations(problem, &board), direct)
        .expect("four bytes are enough for every map");
    let mut effort = 0;
    let mut rows = vec![first];
    let mut open =
        VecDeque::from([(first, TankSteps { tank: direct, steps: direct, smallest: true })]);
    while let Some((low, mut high)) = open.pop_front() {
        if low.steps == high.steps {
            continue;
        }
        if high.tank - low.tank == 1 {
            rows.push(high);
            continue;
        }
        let tank = low.tank.midpoint(high.tank);
        let tried =
            if effort < EFFORT { steps_with(&survey, tank, limits, &mut effort) } else { None };
        let Some(steps) = tried else {
            high.smallest = false;
            rows.push(high);
            continue;
        };
        let middle = TankSteps { tank, steps, smallest: true };
        open.push_back((low, middle));
        open.push_back((middle, high));
    }
    rows.sort_unstable_by_key(|row| row.tank);
    rows
}

/// The fewest steps with another tank, for which there is a way; none if a limit was reached.
fn steps_with(
    survey: &Survey<'_, u32>,
    tank: u32,
    limits: &Limits<'_>,
    effort: &mut u64,
) -> Option<u32> {
    let mut statistics = Statistics::default();
    let plan = survey.plan(tank)?;
    let mut silent = Silent;
    let mut pair = Pair::new(survey, plan, tank, &mut silent);
    let meeting = pair.run(limits, &mut statistics);
    *effort += survey.board.places() as u64 + statistics.generated;
    matches!(meeting, Meeting::At(_)).then(|| pair.steps())
}

/// Start, goal and stations, and the ways between neighbouring ones.
struct StationGraph<'a> {
    board: Board<'a>,
    /// The start, the goal unless it is the start, and the other stations.
    sources: Vec<Place>,
    goal: Place,
    stations: Vec<Place>,
    edges: Vec<Edge>,
}

impl<'a> StationGraph<'a> {
    const START: u32 = 0;
    const GOAL: u32 = 1;

    fn new(problem: &'a Problem) -> Self {
        let board = Board::new(problem.map());
        let ends = [problem.start(), problem.goal()].map(|cell| board.place(cell));
        let stations = stations(problem, &board);
        let mut sources = ends.to_vec();
        sources.dedup();
        sources.extend(stations.iter().filter(|station| !ends.contains(station)));
        let (regions, _) = regions::<u32>(&board, &sources, UNSEEN);
        let edges = edges::<u32>(&board, &regions, UNSEEN);
        Self { board, sources, goal: ends[1], stations, edges }
    }

    fn start_is_goal(&self) -> bool {
        self.sources[Self::START as usize] == self.goal
    }

    fn longest_leg(&self) -> Option<Leg> {
        if self.start_is_goal() {
            return None;
        }
        let edge = bottleneck(self.edges.clone(), self.sources.len(), Self::START, Self::GOAL)?;
        let [from, to] = edge.ends.map(|number| self.board.cell(self.sources[number as usize]));
        Some(Leg { from, to, steps: edge.steps })
    }

    fn smallest_tank(&self, longest_leg: Option<Leg>) -> Option<u32> {
        if self.start_is_goal() { Some(0) } else { longest_leg.map(|leg| leg.steps) }
    }

    /// The reach of the traveller with a tank that does not lead to the goal.
    fn hindrance(&self, tank: u32) -> Hindrance {
        let mut groups = Groups::new(self.sources.len());
        for edge in self.edges.iter().filter(|edge| edge.steps <= tank) {
            groups.join(edge.ends[0], edge.ends[1]);
        }
        let home = groups.of(Self::START);
        let reached: Vec<Place> = (0_u32..)
            .zip(&self.sources)
            .filter(|&(number, _)| groups.of(number) == home)
            .map(|(_, &place)| place)
            .collect();
        let mut to_goal: Vec<u32> = self.board.unseen();
        self.board.flood(&mut to_goal, &[self.goal], |_, _| false);
        let start = self.sources[Self::START as usize];
        let walls = to_goal[start as usize] == UNSEEN;
        let goal = self.board.cell(self.goal);
        let missing = |place: Place| {
            let cell = self.board.cell(place);
            let straight = cell.row.abs_diff(goal.row) + cell.column.abs_diff(goal.column);
            if walls { straight } else { to_goal[place as usize] }
        };

        let mut distance: Vec<u32> = self.board.unseen();
        let cells = self.board.flood(&mut distance, &reached, |_, steps| steps >= tank).reached;
        let range = || {
            (0..)
                .zip(&distance)
                .filter(|&(_, &steps)| steps <= tank)
                .map(|(place, &steps)| (place, steps))
        };
        let nearest =
            range().map(|(place, _)| place).min_by_key(|&place| missing(place)).unwrap_or(start);
        let mut dry: Vec<Place> =
            range().filter(|&(_, steps)| steps == tank).map(|(place, _)| place).collect();
        dry.sort_by_key(|&place| missing(place));
        dry.truncate(MOST_DRY_CELLS);
        let mut stations: Vec<Place> = self
            .stations
            .iter()
            .copied()
            .filter(|station| reached.contains(station) && *station != start)
            .collect();
        stations.sort_by_key(|&place| missing(place));
        let reason = if walls {
            Reason::Walls
        } else if stations.is_empty() {
            Reason::NoStationWithinReach
        } else {
            Reason::ChainBreaks
        };
        let cells_of =
            |places: Vec<Place>| places.into_iter().map(|place| self.board.cell(place)).collect();
        Hindrance {
            reason,
            stations: cells_of(stations),
            cells,
            nearest: self.board.cell(nearest),
            missing: (!walls).then(|| missing(nearest)),
            dry: cells_of(dry),
        }
    }
}
