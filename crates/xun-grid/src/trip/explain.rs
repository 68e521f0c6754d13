//! The changes that would each make a trip possible, and the margins of a trip that is.
//!
//! Money, time and distance do not matter here, so more supply is never worse, and a stop fills the
//! tank: for each number of stops the highest supply on arrival at every node decides. The numbers
//! wanted are then found by halving, since each change only helps.

use super::search::check;
use super::{Graph, MAX_UNITS, Trip, TripError};
use crate::Limits;
use crate::search::LimitCheck;
use std::cell::{Cell, RefCell};
use std::collections::BinaryHeap;

/// Limits of a trip beyond which there is no plan, each with all other rules as they are; none
/// where the change alone does not help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TripExplanation {
    /// Whether there is a plan.
    pub is_possible: bool,
    /// Whether roads lead to the goal, and back if the trip returns, whatever the supply.
    pub has_way: bool,
    /// Nodes that are reached before the trip ends, or all that can be if it does not.
    pub reached_nodes: usize,
    /// Stations among them.
    pub reached_stations: usize,
    /// The smallest tank, at most [`MAX_UNITS`]; full at the start if it is full now.
    pub smallest_tank: Option<u32>,
    /// The least supply at the start that suffices, at most the tank.
    pub smallest_supply: Option<u32>,
    /// The fewest stops.
    pub fewest_stops: Option<u32>,
    /// The largest reserve.
    pub largest_reserve: Option<u32>,
    /// Whether there is a plan that does not return.
    pub possible_without_return: bool,
}

/// Explains why a trip has no plan and what would help, or how near it is to having none.
///
/// ```
/// use xun_grid::trip::{Graph, Road, Trip, explain};
///
/// let road = |to| Road { to, distance: 1, time: 1, uses: 5 };
/// let graph = Graph::new(3, [(0, road(1)), (1, road(2))])?;
/// let explanation = explain(&graph, &Trip::new(0, 2, 8))?;
/// assert!(!explanation.is_possible && explanation.has_way);
/// assert_eq!((explanation.reached_nodes, explanation.smallest_tank), (2, Some(10)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`plan`](super::plan).
pub fn explain(graph: &Graph, trip: &Trip) -> Result<TripExplanation, TripError> {
    check(graph, trip)?;
    Ok(explained(graph, trip, &Effort::new(&Limits::default())))
}

/// Like [`explain`] within limits, which count visits of nodes; none if one was reached.
///
/// # Errors
///
/// As [`plan`](super::plan).
pub fn explain_within(
    graph: &Graph,
    trip: &Trip,
    limits: &Limits<'_>,
) -> Result<Option<TripExplanation>, TripError> {
    check(graph, trip)?;
    let effort = Effort::new(limits);
    let explanation = explained(graph, trip, &effort);
    Ok((!effort.is_stopped.get()).then_some(explanation))
}

/// The visits of one explanation, which are many floods of the graph.
struct Effort<'a> {
    limits: RefCell<LimitCheck<'a>>,
    visits: Cell<u64>,
    is_stopped: Cell<bool>,
}

impl<'a> Effort<'a> {
    fn new(limits: &Limits<'a>) -> Self {
        let (visits, is_stopped) = (Cell::new(0), Cell::new(false));
        Self { limits: RefCell::new(LimitCheck::new(*limits)), visits, is_stopped }
    }

    /// Counts a visit; whether to give up, which stays so.
    fn ends(&self) -> bool {
        let visits = self.visits.get();
        self.visits.set(visits + 1);
        let ends = self.is_stopped.get() || self.limits.borrow_mut().is_reached(visits);
        self.is_stopped.set(ends);
        ends
    }
}

fn explained(graph: &Graph, trip: &Trip, effort: &Effort<'_>) -> TripExplanation {
    let is_possible = |trip: &Trip| Reach::of(graph, trip, false, effort).stops.is_some();
    let with_tank = |tank: u32| {
        let supply = if trip.supply == trip.tank { tank } else { trip.supply };
        Trip { tank, supply, ..*trip }
    };
    let smallest_possible_tank = if trip.supply == trip.tank { 0 } else { trip.supply };
    let smallest_tank =
        smallest(smallest_possible_tank, MAX_UNITS, |tank| is_possible(&with_tank(tank)));
    let smallest_supply = smallest(0, trip.tank, |supply| is_possible(&Trip { supply, ..*trip }));
    // The largest reserve is the smallest number that is taken from the tank.
    let kept = |less: u32| Trip { reserve: trip.tank - less, ..*trip };
    let largest_reserve = smallest(0, trip.tank, |less| is_possible(&kept(less)));
    let reach = Reach::of(graph, trip, false, effort);
    TripExplanation {
        is_possible: reach.stops.is_some(),
        has_way: Reach::of(graph, trip, true, effort).stops.is_some(),
        reached_nodes: reach.nodes(|_| true),
        reached_stations: reach.nodes(|node| graph.charger(node).is_some()),
        smallest_tank,
        smallest_supply,
        fewest_stops: Reach::of(graph, &Trip { stops: None, ..*trip }, false, effort).stops,
        largest_reserve: largest_reserve.map(|less| trip.tank - less),
        possible_without_return: is_possible(&Trip { returns: false, ..*trip }),
    }
}

/// The smallest number from `least` to `most` that suffices, if one does.
fn smallest(least: u32, most: u32, suffices: impl Fn(u32) -> bool) -> Option<u32> {
    if least > most || !suffices(most) {
        return None;
    }
    let (mut low, mut high) = (least, most);
    while low < high {
        let middle = low + (high - low) / 2;
        if suffices(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(high)
}

/// The nodes that a trip can reach.
struct Reach {
    /// The fewest stops with which the trip ends, if it can.
    stops: Option<u32>,
    /// The highest supply by state: node, and whether the goal was reached before.
    supply: Vec<Option<u32>>,
}

impl Reach {
    /// Floods the graph, one stop more at a time; with endless supply no road uses any.
    fn of(graph: &Graph, trip: &Trip, is_endless: bool, effort: &Effort<'_>) -> Self {
        let state = |node: usize, turned: bool| node * 2 + usize::from(turned);
        let first = state(trip.start, trip.returns && trip.start == trip.goal);
        let end = if trip.returns { state(trip.start, true) } else { state(trip.goal, false) };
        let mut reach = Self { stops: None, supply: vec![None; graph.nodes() * 2] };
        let mut queue = BinaryHeap::new();
        // States where the tank can be filled next, and whether each was one.
        let mut filling = vec![(trip.supply, first)];
        let mut was_station = vec![false; graph.nodes() * 2];
        let mut stops = 0;
        while !filling.is_empty() {
            for (supply, at) in filling.drain(..) {
                reach.raise(at, supply, &mut queue);
            }
            let mut stations = Vec::new();
            while let Some((supply, at)) = queue.pop() {
                if reach.supply[at] != Some(supply) {
                    continue;
                }
                if at == end {
                    reach.stops = Some(stops);
                    return reach;
                }
                if effort.ends() {
                    return reach;
                }
                let node = at / 2;
                if graph.charger(node).is_some() && !was_station[at] {
                    was_station[at] = true;
                    stations.push((trip.tank, at));
                }
                for road in graph.roads(node) {
                    let uses = if is_endless { 0 } else { road.uses };
                    let reserve = if is_endless { 0 } else { trip.reserve };
                    let left = supply.checked_sub(uses).filter(|&left| left >= reserve);
                    if let Some(left) = left {
                        let turned = at % 2 == 1 || trip.returns && road.to == trip.goal;
                        reach.raise(state(road.to, turned), left, &mut queue);
                    }
                }
            }
            if trip.stops.is_none_or(|most| stops < most) {
                filling = stations;
                stops += 1;
            }
        }
        reach
    }

    /// Notes a supply at a state if it is higher than before.
    fn raise(&mut self, at: usize, supply: u32, queue: &mut BinaryHeap<(u32, usize)>) {
        if self.supply[at].is_none_or(|known| known < supply) {
            self.supply[at] = Some(supply);
            queue.push((supply, at));
        }
    }

    /// The number of reached nodes of a kind.
    fn nodes(&self, is_counted: impl Fn(usize) -> bool) -> usize {
        let states = self.supply.chunks_exact(2).enumerate();
        states
            .filter(|(node, states)| states.iter().any(Option::is_some) && is_counted(*node))
            .count()
    }
}
