//! Several agents on one map, in the textbook form (Stern et al. 2019): every agent moves to one of
//! the four neighbours of its cell or waits, all at the same time; no two are ever in one cell, and
//! no two change places in one step. An agent that has arrived stays at its goal. Wanted is the
//! least sum of the arrival times.
//!
//! - `space_time`: the way of one agent, by A\* over (cell, time);
//! - `conflict`: the first conflict of some ways;
//! - `conflict_based`: the plan with the least sum (Sharon, Stern, Felner and Sturtevant 2015);
//! - `prioritised`: one agent after the other, around those before it (Erdmann and Lozano-Pérez
//!   1987).

mod conflict;
mod conflict_based;
mod prioritised;
mod space_time;

use crate::search::check;
use crate::{
    Cell, Event, Finding, Limits, Map, Observer, QueryError, Reply, Silent, Statistics, Step,
};
use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;
use std::time::Instant;

/// An agent: the cell where it begins and the cell to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Agent {
    /// The cell where it begins.
    pub start: Cell,
    /// The cell to reach.
    pub goal: Cell,
}

/// A search for a plan of several agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum AgentMethod {
    /// Conflict-based search: the plan with the least sum of arrival times. Where the agents block
    /// each other for ever it ends only at a limit.
    #[default]
    ConflictBased,
    /// Prioritised planning: each agent around those before it. The plan may cost more than the
    /// least; there may be a plan where it finds none.
    Prioritised,
}

impl AgentMethod {
    /// All of them.
    pub const ALL: &[Self] = &[Self::ConflictBased, Self::Prioritised];

    /// The name in options and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ConflictBased => "cbs",
            Self::Prioritised => "prioritised",
        }
    }

    /// Whether its plan has the least sum of arrival times, and whether it finds a plan wherever
    /// there is one and no limit is reached.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::ConflictBased)
    }
}

impl fmt::Display for AgentMethod {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for AgentMethod {
    type Err = crate::UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.iter().copied().find(|known| known.name() == name).ok_or_else(|| {
            crate::UnknownName::new("method", name, Self::ALL.iter().map(|one| one.name()))
        })
    }
}

/// Two agents that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The agents, by their places in the list.
    pub agents: [usize; 2],
    /// The time at which they are in one cell, or at which the step ends in which they change
    /// places.
    pub time: u32,
    /// The first agent's cell before and at that time.
    pub cells: [Cell; 2],
    /// Whether they change places.
    pub is_swap: bool,
}

/// A plan of several agents without conflicts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AgentPlan {
    /// The cells of each agent at the times 0, 1, 2 … until it stays at its goal.
    pub ways: Vec<Vec<Cell>>,
    /// The sum of the arrival times.
    pub cost: u64,
    /// The latest arrival.
    pub makespan: u32,
    /// Conflicts that were resolved on the way to this plan (nodes of the conflict tree that were
    /// expanded); 0 for prioritised planning.
    pub conflicts: u64,
}

impl AgentPlan {
    fn new(map: &Map, ways: &[impl AsRef<[u32]>], conflicts: u64) -> Self {
        let cells = |way: &[u32]| way.iter().map(|&index| map.cell(index as usize)).collect();
        let ways: Vec<Vec<Cell>> = ways.iter().map(|way| cells(way.as_ref())).collect();
        let arrivals = ways.iter().map(|way| way.len() as u64 - 1);
        let (cost, makespan) = (arrivals.clone().sum(), arrivals.max().unwrap_or(0) as u32);
        Self { ways, cost, makespan, conflicts }
    }

    /// The cell of an agent at a time.
    ///
    /// # Panics
    ///
    /// If there is no such agent.
    #[must_use]
    pub fn at(&self, agent: usize, time: u32) -> Cell {
        let way = &self.ways[agent];
        way[(time as usize).min(way.len() - 1)]
    }

    /// The first conflict of these ways; a plan has none.
    #[must_use]
    pub fn first_conflict(&self) -> Option<Conflict> {
        conflict::first(&self.ways)
    }
}

/// Plans the ways of several agents.
///
/// ```
/// use xun_grid::agents::{Agent, AgentMethod, plan};
/// use xun_grid::{Cell, Limits, Map};
///
/// // Two agents change places where there is one cell to step aside.
/// let map = Map::from_costs(2, 3, vec![1, 1, 1, 0, 1, 0])?;
/// let (left, right) = (Cell::new(0, 0), Cell::new(0, 2));
/// let agents = [Agent { start: left, goal: right }, Agent { start: right, goal: left }];
/// let reply = plan(&map, &agents, AgentMethod::ConflictBased, &Limits::default())?;
/// let plan = reply.found().unwrap();
/// assert_eq!((plan.cost, plan.makespan), (7, 4));
/// assert!(plan.first_conflict().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If there is no agent, a start or goal is outside the map or in a wall, two agents begin in one
/// cell, or the map has ground of different costs.
pub fn plan(
    map: &Map,
    agents: &[Agent],
    method: AgentMethod,
    limits: &Limits<'_>,
) -> Result<Reply<AgentPlan>, QueryError> {
    plan_seen(map, agents, method, limits, &mut Silent)
}

/// The same, with an observer: the searches of single agents, the conflicts, and at the end the
/// plan step by step.
pub(crate) fn plan_seen(
    map: &Map,
    agents: &[Agent],
    method: AgentMethod,
    limits: &Limits<'_>,
    observer: &mut dyn Observer,
) -> Result<Reply<AgentPlan>, QueryError> {
    let began = Instant::now();
    let [starts, goals]: [Vec<Cell>; 2] = [
        agents.iter().map(|agent| agent.start).collect(),
        agents.iter().map(|agent| agent.goal).collect(),
    ];
    check(map, "start", &starts)?;
    check(map, "goal", &goals)?;
    if !map.is_uniform() {
        return Err(QueryError::WeightedAgents);
    }
    if let Some(cell) = repeated(&starts) {
        return Err(QueryError::SharedStart { cell });
    }
    let mut statistics = Statistics::default();
    let distances: Vec<Vec<u32>> = goals.iter().map(|&goal| distances_to(map, goal)).collect();
    let apart = |(start, to_goal): (&Cell, &Vec<u32>)| to_goal[map.index(*start)] == u32::MAX;
    // Two agents cannot stay at one goal.
    let impossible = repeated(&goals).is_some() || starts.iter().zip(&distances).any(apart);
    let task = Task { map, agents, distances: &distances };
    let finding = if impossible {
        Finding::Impossible
    } else {
        match method {
            AgentMethod::ConflictBased => {
                conflict_based::run(&task, limits, &mut statistics, observer)
            }
            AgentMethod::Prioritised => prioritised::run(&task, limits, &mut statistics, observer),
        }
    };
    if let Finding::Found(plan) = &finding
        && observer.is_active()
    {
        for time in 0..=plan.makespan {
            observer.event(Event::Step { time });
        }
    }
    statistics.memory += distances.len() as u64 * map.cells() as u64 * 4;
    statistics.time = began.elapsed();
    Ok(Reply::new(finding, statistics))
}

/// Steps from each cell to the goal; the largest number where there is no way.
fn distances_to(map: &Map, goal: Cell) -> Vec<u32> {
    let mut distances = vec![u32::MAX; map.cells()];
    distances[map.index(goal)] = 0;
    let mut queue = VecDeque::from([goal]);
    while let Some(cell) = queue.pop_front() {
        let further = distances[map.index(cell)] + 1;
        for step in Step::STRAIGHT {
            let Some(next) = cell.step(step).filter(|&next| map.is_open(next)) else { continue };
            let place = &mut distances[map.index(next)];
            if *place == u32::MAX {
                *place = further;
                queue.push_back(next);
            }
        }
    }
    distances
}

/// A cell that is in the list twice.
fn repeated(cells: &[Cell]) -> Option<Cell> {
    let mut sorted: Vec<Cell> = cells.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// The map, its agents, and each cell's steps to the goal of each agent.
struct Task<'a> {
    map: &'a Map,
    agents: &'a [Agent],
    distances: &'a [Vec<u32>],
}

impl Task<'_> {
    fn goal(&self, agent: usize) -> u32 {
        self.map.index(self.agents[agent].goal) as u32
    }
}
