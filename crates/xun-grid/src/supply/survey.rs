//! What floods can say about a problem before any label is made: true distances from both ends, the station
//! nearest to each cell, which stations can reach each other, and so whether there is a way at all.

use super::board::{Board, Place, UNSEEN};
use super::network::{self, Edge, Regions, shortest_over};
use crate::Problem;

/// Asked of a place that nobody may enter.
pub(super) const CLOSED: u32 = u32::MAX;

/// The stations of the problem, each once, in order of their places.
pub(super) fn stations(problem: &Problem, board: &Board<'_>) -> Vec<Place> {
    let stations = problem.supply().map_or(&[][..], |supply| &supply.stations);
    let mut places: Vec<Place> = stations.iter().map(|station| board.place(station.cell)).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// True distances of one problem. None of it depends on the tank.
pub(super) struct Survey<'a> {
    pub(super) board: Board<'a>,
    pub(super) start: Place,
    pub(super) goal: Place,
    /// Those that the start can reach if supply does not matter.
    stations: Vec<Place>,
    pub(super) from_start: Vec<u32>,
    pub(super) to_goal: Vec<u32>,
    /// With the nearest station of every place.
    regions: Regions,
    /// Between neighbouring stations.
    edges: Vec<Edge>,
}

impl<'a> Survey<'a> {
    /// Measures the rest, given the distances from the start. Ways between stations of more than `longest` steps are left out.
    pub(super) fn new(
        board: Board<'a>,
        (start, goal): (Place, Place),
        mut stations: Vec<Place>,
        from_start: Vec<u32>,
        longest: u32,
    ) -> Self {
        stations.retain(|&station| from_start[station as usize] != UNSEEN);
        let mut to_goal = board.unseen();
        board.flood(&mut to_goal, &[goal], |_, _| false);
        let regions = network::regions(&board, &stations);
        let edges = network::edges(&board, &regions, longest);
        Self { board, start, goal, stations, from_start, to_goal, regions, edges }
    }

    /// What is possible with this tank; none if no chain of stations leads from start to goal.
    pub(super) fn plan(&self, tank: u32) -> Option<Plan> {
        let (bound, useful) = self.bound(tank)?;
        let regions = self.useful_regions(&useful).unwrap_or_else(|| self.regions.clone());
        Some(self.needed(regions, bound))
    }

    /// As [`plan`](Self::plan), the last one that can be made.
    pub(super) fn last_plan(&mut self, tank: u32) -> Option<Plan> {
        let (bound, useful) = self.bound(tank)?;
        let regions = self.useful_regions(&useful).unwrap_or_else(|| std::mem::take(&mut self.regions));
        Some(self.needed(regions, bound))
    }

    /// An upper bound on the steps with this tank, and the stations that a path within it can use. None if there is no way.
    fn bound(&self, tank: u32) -> Option<(u32, Vec<Place>)> {
        let within_tank = |&station: &Place, distance: &[u32]| {
            Some(distance[station as usize]).filter(|&steps| steps <= tank).unwrap_or(UNSEEN)
        };
        let entrance: Vec<u32> =
            self.stations.iter().map(|station| within_tank(station, &self.from_start)).collect();
        let steps = shortest_over(&self.edges, tank, &entrance);
        let bound = self
            .stations
            .iter()
            .zip(&steps)
            .filter_map(|(station, &steps)| {
                let last = within_tank(station, &self.to_goal);
                (steps != UNSEEN && last != UNSEEN).then(|| steps + last)
            })
            .chain(Some(self.from_start[self.goal as usize]).filter(|&direct| direct <= tank))
            .min()?;
        let useful: Vec<Place> = self
            .stations
            .iter()
            .zip(&steps)
            .filter(|&(&station, &steps)| {
                steps != UNSEEN && self.from_start[station as usize] + self.to_goal[station as usize] <= bound
            })
            .map(|(&station, _)| station)
            .collect();
        Some((bound, useful))
    }

    /// Stations that no shortest path can use would only keep labels alive: the regions without them, if they are more than
    /// a few.
    fn useful_regions(&self, useful: &[Place]) -> Option<Regions> {
        let useless = self.stations.len() - useful.len();
        (useless > self.stations.len() / 8).then(|| network::regions(&self.board, useful))
    }

    /// A plan for the forward side alone that knows of no bound, for problems that have none.
    pub(super) fn boundless(&self) -> Plan {
        self.needed(self.regions.clone(), UNSEEN / 2)
    }

    /// Makes regions into a plan, in place.
    fn needed(&self, regions: Regions, bound: u32) -> Plan {
        let mut needed = regions;
        for ((entry, &from_start), &to_goal) in needed.iter_mut().zip(&self.from_start).zip(&self.to_goal) {
            // Walls and what the start does not reach are far beyond the bound.
            let open = from_start.saturating_add(to_goal) <= bound;
            let nearest = entry[0];
            let station = u32::from(nearest == 0);
            let both = [nearest.min(to_goal) << 1 | station, nearest.min(from_start) << 1 | station];
            *entry = if open { both } else { [CLOSED; 2] };
        }
        Plan { bound, needed }
    }
}

/// What the stations allow with one tank.
pub(super) struct Plan {
    /// No shortest path is longer.
    pub(super) bound: u32,
    /// For the forward and the backward side: twice what a label must have in a place at least (the true distance to help),
    /// plus one at stations; [`CLOSED`] where no shortest path can pass.
    pub(super) needed: Vec<[u32; 2]>,
}
