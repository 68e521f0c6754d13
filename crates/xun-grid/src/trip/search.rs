//! The search of a trip: labels (node, supply, stops so far) in order of cost, each kept only if no
//! cheaper label of the same node has as much supply and as few stops.
//!
//! At a station the label goes on unit by unit, so that every amount is tried; a label that is
//! buying is of a kind of its own, because its stop is paid. With a return, labels before and after
//! the goal are two kinds as well.

use super::{ChargingStop, Graph, MAX_UNITS, Objective, Plan, TICKS, Trip, TripError};
use crate::search::LimitCheck;
use crate::{Event, Finding, Limits, Observer, Reply, Silent, Statistics};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Instant;

/// The most labels, so that memory has a bound (about 6 GiB); then the search is stopped.
const MOST_LABELS: usize = 1 << 26;
/// No label.
const NONE: u32 = u32::MAX;

/// A state of the trip and how it came about.
#[derive(Clone, Copy, Debug)]
struct Label {
    node: u32,
    supply: u32,
    stops: u32,
    parent: u32,
    /// Whether the goal has been reached before, on a trip that returns.
    turned: bool,
    /// Whether it came about by buying a unit.
    buying: bool,
    /// Distance, time and money so far.
    sums: [u64; 3],
}

impl Label {
    /// The order of labels.
    fn cost(&self, objective: Objective) -> (u64, u64) {
        let [distance, time, money] = self.sums;
        match objective {
            Objective::Distance => (distance, time),
            Objective::Time => (time, distance),
            Objective::Money => (money, distance),
        }
    }

    /// The kind of labels among which it is compared.
    fn kind(&self) -> usize {
        self.node as usize * 4 + usize::from(self.turned) * 2 + usize::from(self.buying)
    }
}

/// Plans a trip with the least distance, time or money.
///
/// The answer is exact. A trip without a way is [`Finding::Impossible`].
///
/// # Errors
///
/// If start or goal is no node, the tank is larger than [`MAX_UNITS`], or holds less than the
/// supply at the start.
pub fn plan(graph: &Graph, trip: &Trip, limits: &Limits<'_>) -> Result<Reply<Plan>, TripError> {
    plan_seen(graph, trip, limits, &mut Silent)
}

/// The same, with an observer, who hears of the graphs of maps.
pub(crate) fn plan_seen(
    graph: &Graph,
    trip: &Trip,
    limits: &Limits<'_>,
    observer: &mut dyn Observer,
) -> Result<Reply<Plan>, TripError> {
    let (began, nodes) = (Instant::now(), graph.nodes());
    check(graph, trip)?;
    let mut search = Search {
        graph,
        trip,
        labels: Vec::new(),
        open: BinaryHeap::new(),
        kept: vec![Vec::new(); nodes * 4],
        statistics: Statistics::default(),
        observer,
    };
    let finding = search.run(limits);
    let mut statistics = search.statistics;
    let kept: usize =
        search.kept.iter().map(|list| list.capacity() * 8 + size_of::<Vec<u32>>()).sum();
    statistics.memory = (search.labels.capacity() * size_of::<Label>()
        + search.open.capacity() * size_of::<((u64, u64), u32)>()
        + kept) as u64;
    statistics.time = began.elapsed();
    Ok(Reply::new(finding, statistics))
}

/// Fails if the graph does not have the trip's nodes, or the tank or supply is too large.
pub(super) fn check(graph: &Graph, trip: &Trip) -> Result<(), TripError> {
    let nodes = graph.nodes();
    if let Some(node) = [trip.start, trip.goal].into_iter().find(|&node| node >= nodes) {
        Err(TripError::NoNode { node, nodes })
    } else if trip.tank > MAX_UNITS {
        Err(TripError::Tank(trip.tank))
    } else if trip.supply > trip.tank {
        Err(TripError::Supply { supply: trip.supply, tank: trip.tank })
    } else {
        Ok(())
    }
}

struct Search<'a> {
    graph: &'a Graph,
    trip: &'a Trip,
    labels: Vec<Label>,
    open: BinaryHeap<Reverse<((u64, u64), u32)>>,
    /// Supply and stops of the expanded labels of each kind that no other is better than.
    kept: Vec<Vec<(u32, u32)>>,
    statistics: Statistics,
    observer: &'a mut dyn Observer,
}

impl Search<'_> {
    fn run(&mut self, limits: &Limits<'_>) -> Finding<Plan> {
        let Trip { start, goal, supply, returns, .. } = *self.trip;
        self.push(Label {
            node: start as u32,
            supply,
            stops: 0,
            parent: NONE,
            turned: returns && start == goal,
            buying: false,
            sums: [0; 3],
        });
        let mut limit = LimitCheck::new(*limits);
        while let Some(Reverse((_, index))) = self.open.pop() {
            if limit.is_reached(self.statistics.expanded) || self.labels.len() > MOST_LABELS {
                return Finding::Stopped;
            }
            let label = self.labels[index as usize];
            if !self.keep(&label) {
                continue;
            }
            self.statistics.expanded += 1;
            self.tell(&label, true);
            let node = label.node as usize;
            if node == if returns { start } else { goal } && (label.turned || !returns) {
                return Finding::Found(self.plan(index));
            }
            let before = self.labels.len();
            self.buy(&label, index);
            self.drive(&label, index);
            if let (true, Some(cell)) = (self.is_stuck(&label, before), self.graph.cell(node)) {
                self.observer.event(Event::DeadEnd { cell, supply: Some(label.supply) });
            }
            let waiting = self.open.len() as u64;
            self.statistics.largest_frontier = self.statistics.largest_frontier.max(waiting);
        }
        Finding::Impossible
    }

    /// Buys one unit more.
    fn buy(&mut self, label: &Label, index: u32) {
        let Some(charger) = self.graph.charger(label.node as usize) else { return };
        if label.supply >= self.trip.tank {
            return;
        }
        let begins = !label.buying;
        if begins && self.trip.stops.is_some_and(|most| label.stops >= most) {
            return;
        }
        let [distance, time, money] = label.sums;
        let stop_time = if begins { charger.stop_time } else { 0 };
        let time = time.saturating_add(stop_time).saturating_add(charger.unit_time);
        self.push(Label {
            supply: label.supply + 1,
            stops: label.stops + u32::from(begins),
            parent: index,
            buying: true,
            sums: [distance, time, money.saturating_add(charger.price)],
            ..*label
        });
    }

    /// Takes every road for which there is enough supply.
    fn drive(&mut self, label: &Label, index: u32) {
        let Trip { goal, reserve, returns, .. } = *self.trip;
        let graph = self.graph;
        for road in graph.roads(label.node as usize) {
            let Some(supply) = label.supply.checked_sub(road.uses) else { continue };
            if supply < reserve {
                continue;
            }
            let [distance, time, money] = label.sums;
            self.push(Label {
                node: road.to as u32,
                supply,
                parent: index,
                turned: label.turned || returns && road.to == goal,
                buying: false,
                sums: [
                    distance.saturating_add(road.distance),
                    time.saturating_add(road.time),
                    money,
                ],
                ..*label
            });
        }
    }

    /// Whether a cheaper label of the same kind has as much supply and as few stops.
    fn is_beaten(&self, label: &Label) -> bool {
        let limited = self.trip.stops.is_some();
        let better = |&(supply, stops): &(u32, u32)| {
            supply >= label.supply && (!limited || stops <= label.stops)
        };
        self.kept[label.kind()].iter().any(better)
    }

    /// Keeps a label that is not beaten, instead of those that it beats but for their cost.
    fn keep(&mut self, label: &Label) -> bool {
        if self.is_beaten(label) {
            return false;
        }
        let limited = self.trip.stops.is_some();
        let list = &mut self.kept[label.kind()];
        list.retain(|&(supply, stops)| supply > label.supply || limited && stops < label.stops);
        list.push((label.supply, label.stops));
        true
    }

    /// Whether too little supply is left for any road, and none can be bought.
    fn is_stuck(&self, label: &Label, labels_before: usize) -> bool {
        let mut roads = self.graph.roads(label.node as usize).iter();
        self.labels.len() == labels_before
            && roads.all(|road| road.uses.saturating_add(self.trip.reserve) > label.supply)
    }

    /// Tells the observer of a label.
    fn tell(&mut self, label: &Label, expanded: bool) {
        if !self.observer.is_active() {
            return;
        }
        let Some(cell) = self.graph.cell(label.node as usize) else { return };
        let parent = self.labels.get(label.parent as usize);
        let parent = parent.and_then(|parent| self.graph.cell(parent.node as usize));
        let divided = if self.trip.objective == Objective::Money { 1 } else { TICKS };
        let g = label.cost(self.trip.objective).0 as f64 / divided as f64;
        let supply = Some(label.supply);
        self.observer.event(match (expanded, label.buying) {
            (true, true) => Event::Refill { cell, supply: label.supply },
            (true, false) => Event::Expand { cell, g, h: 0.0, supply },
            (false, _) => Event::Generate { cell, parent, g, h: 0.0, supply },
        });
    }

    fn push(&mut self, label: Label) {
        if self.is_beaten(&label) {
            return;
        }
        self.tell(&label, false);
        self.statistics.generated += 1;
        self.open.push(Reverse((label.cost(self.trip.objective), self.labels.len() as u32)));
        self.labels.push(label);
    }

    fn plan(&self, last: u32) -> Plan {
        let end = &self.labels[last as usize];
        let mut chain = Vec::new();
        let mut at = last;
        while at != NONE {
            let label = &self.labels[at as usize];
            chain.push(label);
            at = label.parent;
        }
        chain.reverse();
        let (mut nodes, mut stops) = (Vec::new(), Vec::<ChargingStop>::new());
        for label in chain {
            let node = label.node as usize;
            if !label.buying {
                nodes.push(node);
                continue;
            }
            let at = nodes.len() - 1;
            match stops.last_mut() {
                Some(stop) if stop.at == at => stop.units += 1,
                _ => {
                    stops.push(ChargingStop { at, node, units: 1, arrival: label.supply - 1 });
                }
            }
        }
        let [distance, time, money] = end.sums;
        Plan { nodes, stops, distance, time, money, left: end.supply }
    }
}
