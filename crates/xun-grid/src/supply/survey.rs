//! One flood before the labels: the source of supply nearest to
//! each cell, which of them can reach each other, and so whether there is a way at all.

use super::board::{Board, Place, UNSEEN};
use super::integer::Integer;
use super::regions::{Regions, regions};
use super::station_graph::{Edge, edges, shortest_over};
use crate::Problem;

/// The stations of the problem, each once, in order of their places.
pub(super) fn stations(problem: &Problem, board: &Board<'_>) -> Vec<Place> {
    let stations = problem.supply().map_or(&[][..], |supply| &supply.stations);
    let mut places: Vec<Place> = stations.iter().map(|station| board.place(station.cell)).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// The neighbourhood of start, goal and stations, which here are all called sources: where supply
/// begins or is no longer needed.
pub(super) struct Survey<'a, W: Integer> {
    pub(super) board: Board<'a>,
    pub(super) start: Place,
    pub(super) goal: Place,
    stations: Vec<Place>,
    /// Start, goal and stations, each once, in order of their places.
    sources: Vec<Place>,
    /// With the nearest source of every place.
    regions: Regions<W>,
    /// The number of labels that took.
    pub(super) reached: u64,
    /// Between neighbouring sources.
    edges: Vec<Edge>,
}

impl<'a, W: Integer> Survey<'a, W> {
    /// Measures. Ways between sources of more than `longest` steps are left out, and no tank may be
    /// larger. None if the numbers do not fit.
    ///
    /// Only places within half of `longest` are looked at: a way from a source over a place to a
    /// source is at least twice as long as the distance from the place to the nearest source.
    pub(super) fn new(
        board: Board<'a>,
        (start, goal): (Place, Place),
        stations: Vec<Place>,
        longest: u32,
    ) -> Option<Self> {
        let mut sources = stations.clone();
        for end in [start, goal] {
            if let Err(position) = sources.binary_search(&end) {
                sources.insert(position, end);
            }
        }
        let fits = |number: u64| number < u64::from(W::LARGEST);
        if !fits(2 * u64::from(longest) + 4) || !fits(sources.len() as u64) {
            return None;
        }
        let (regions, reached) = regions::<W>(&board, &sources, longest / 2);
        let edges = edges::<W>(&board, &regions, longest);
        Some(Self { board, start, goal, stations, sources, regions, reached, edges })
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> u64 {
        (size_of_val(&self.regions[..]) + size_of_val(&self.edges[..])) as u64
    }

    /// The plan for this tank; none if no chain of stations leads from start to goal.
    pub(super) fn plan(&self, tank: u32) -> Option<Plan<W>> {
        let bound = self.bound(tank)?;
        Some(self.needed(self.regions.clone(), bound, tank))
    }

    /// As [`plan`](Self::plan), the last one that can be made.
    pub(super) fn last_plan(&mut self, tank: u32) -> Option<Plan<W>> {
        let bound = self.bound(tank)?;
        let regions = std::mem::take(&mut self.regions);
        Some(self.needed(regions, bound, tank))
    }

    /// A plan for the forward side alone that knows of no bound, for problems that have none.
    pub(super) fn boundless(&self, tank: u32) -> Plan<W> {
        self.needed(self.regions.clone(), UNSEEN - 1, tank)
    }

    /// An upper bound on the steps with this tank. None if there is no way.
    fn bound(&self, tank: u32) -> Option<u32> {
        let number = |place| self.sources.binary_search(&place).expect("an end is a source");
        let mut entrance = vec![UNSEEN; self.sources.len()];
        entrance[number(self.start)] = 0;
        let steps = shortest_over(&self.edges, tank, &entrance)[number(self.goal)];
        (steps != UNSEEN).then_some(steps)
    }

    /// Makes regions into a plan, in place.
    fn needed(&self, regions: Regions<W>, bound: u32, tank: u32) -> Plan<W> {
        let mut needed = regions;
        let most = W::new(tank / 2);
        for entry in &mut needed {
            let [source, nearest] = W::split(*entry);
            let open = source != W::UNSEEN && nearest <= most;
            let twice = W::new(nearest.get() << 1);
            let both = if open { twice } else { W::UNSEEN };
            *entry = W::pair(both, both);
        }
        for &station in &self.stations {
            needed[station as usize] = W::pair(W::new(1), W::new(1));
        }
        Plan { bound, needed }
    }
}

/// Bound and needed supplies with one tank.
pub(super) struct Plan<W: Integer> {
    /// No shortest path is longer.
    pub(super) bound: u32,
    /// For the forward and the backward side: twice what a label must have in a place at least (the
    /// true distance to the nearest source), plus one at stations; [`Integer::UNSEEN`] where no
    /// shortest path can pass.
    pub(super) needed: Vec<W::Pair>,
}
