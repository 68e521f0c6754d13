//! What floods can say about a problem before any label is made: true distances from both ends, the station
//! nearest to each cell, which stations can reach each other, and so whether there is a way at all.

use super::board::{Board, Place, UNSEEN};
use super::network::{self, Edge, Regions, shortest_over};
use super::word::Word;
use crate::Problem;

/// The stations of the problem, each once, in order of their places.
pub(super) fn stations(problem: &Problem, board: &Board<'_>) -> Vec<Place> {
    let stations = problem.supply().map_or(&[][..], |supply| &supply.stations);
    let mut places: Vec<Place> = stations.iter().map(|station| board.place(station.cell)).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// True distances of one problem. None of it depends on the tank.
pub(super) struct Survey<'a, W> {
    pub(super) board: Board<'a>,
    pub(super) start: Place,
    pub(super) goal: Place,
    /// Those that the start can reach if supply does not matter.
    stations: Vec<Place>,
    pub(super) from_start: Vec<W>,
    pub(super) to_goal: Vec<W>,
    /// With the nearest station of every place.
    regions: Regions<W>,
    /// Between neighbouring stations.
    edges: Vec<Edge>,
}

impl<'a, W: Word> Survey<'a, W> {
    /// Measures the rest, given the distances from the start. Ways between stations of more than `longest` steps are left out,
    /// and no tank may be larger. None if the numbers do not fit.
    pub(super) fn new(
        board: Board<'a>,
        (start, goal): (Place, Place),
        mut stations: Vec<Place>,
        from_start: Vec<W>,
        longest: u32,
    ) -> Option<Self> {
        stations.retain(|&station| from_start[station as usize] != W::UNSEEN);
        let fits = |number: u32| number < W::LARGEST;
        if !fits(2 * longest + 4) || !fits(stations.len() as u32) {
            return None;
        }
        let mut to_goal = board.unseen();
        if !fits(board.flood(&mut to_goal, &[goal], |_, _| false).steps) {
            return None;
        }
        let regions = network::regions(&board, &stations, longest);
        let edges = network::edges(&board, &regions, longest);
        Some(Self { board, start, goal, stations, from_start, to_goal, regions, edges })
    }

    /// What is possible with this tank; none if no chain of stations leads from start to goal.
    pub(super) fn plan(&self, tank: u32) -> Option<Plan<W>> {
        let (bound, useful) = self.bound(tank)?;
        let regions = self.useful_regions(&useful, tank).unwrap_or_else(|| self.regions.clone());
        Some(self.needed(regions, bound, tank))
    }

    /// As [`plan`](Self::plan), the last one that can be made.
    pub(super) fn last_plan(&mut self, tank: u32) -> Option<Plan<W>> {
        let (bound, useful) = self.bound(tank)?;
        let regions = self.useful_regions(&useful, tank).unwrap_or_else(|| std::mem::take(&mut self.regions));
        Some(self.needed(regions, bound, tank))
    }

    /// An upper bound on the steps with this tank, and the stations that a path within it can use. None if there is no way.
    fn bound(&self, tank: u32) -> Option<(u32, Vec<Place>)> {
        let within_tank = |&station: &Place, distance: &[W]| {
            Some(distance[station as usize].get()).filter(|&steps| steps <= tank).unwrap_or(UNSEEN)
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
            .chain(Some(self.from_start[self.goal as usize].get()).filter(|&direct| direct <= tank))
            .min()?;
        let useful: Vec<Place> = self
            .stations
            .iter()
            .zip(&steps)
            .filter(|&(&station, &steps)| {
                steps != UNSEEN && {
                    let ends =
                        [&self.from_start, &self.to_goal].map(|distance| distance[station as usize].get());
                    ends[0] + ends[1] <= bound
                }
            })
            .map(|(&station, _)| station)
            .collect();
        Some((bound, useful))
    }

    /// Stations that no shortest path can use would only keep labels alive: the regions without them, if they are more than
    /// a few.
    fn useful_regions(&self, useful: &[Place], tank: u32) -> Option<Regions<W>> {
        let useless = self.stations.len() - useful.len();
        (useless > self.stations.len() / 8).then(|| network::regions(&self.board, useful, tank))
    }

    /// A plan for the forward side alone that knows of no bound, for problems that have none.
    pub(super) fn boundless(&self, tank: u32) -> Plan<W> {
        self.needed(self.regions.clone(), W::LARGEST * 2 - 2, tank)
    }

    /// Makes regions into a plan, in place.
    fn needed(&self, regions: Regions<W>, bound: u32, tank: u32) -> Plan<W> {
        let mut needed = regions;
        for ((entry, &from_start), &to_goal) in needed.iter_mut().zip(&self.from_start).zip(&self.to_goal) {
            let (nearest, from_start, to_goal) = (entry[0].get(), from_start.get(), to_goal.get());
            let (forward, backward) = (nearest.min(to_goal), nearest.min(from_start));
            // Walls and what the start does not reach are beyond the bound.
            let open = from_start.saturating_add(to_goal) <= bound && forward.max(backward) <= tank;
            let station = u32::from(nearest == 0);
            let both = [W::new(forward << 1 | station), W::new(backward << 1 | station)];
            *entry = if open { both } else { [W::UNSEEN; 2] };
        }
        Plan { bound, needed }
    }
}

/// What the stations allow with one tank.
pub(super) struct Plan<W> {
    /// No shortest path is longer.
    pub(super) bound: u32,
    /// For the forward and the backward side: twice what a label must have in a place at least (the true distance to help),
    /// plus one at stations; [`Word::UNSEEN`] where no shortest path can pass.
    pub(super) needed: Vec<[W; 2]>,
}
