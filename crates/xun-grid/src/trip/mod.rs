//! Trips with supplies as robots and vehicles have them, on maps and on general graphs.
//!
//! Every road uses its own amount of supply, distance and time. Stations sell any number of units
//! up to a full tank, take time for a stop and for each unit, and may be limited in number of
//! stops. The trip may have to keep a reserve and to return to its start. Wanted is the least
//! distance, time or money; among equals the shortest (for distance, the quickest).
//!
//! The labs' problem, where stations refill for nothing and every step uses one unit, is the
//! business of [`supply`](crate::supply), which is far quicker.
//!
//! - `graph`: roads and stations, made by hand or from a map;
//! - `read`: graphs from edge lists and DIMACS files;
//! - `search`: labels (node, supply, stops) in order of cost;
//! - `explain`: why there is no plan, and the changes that would help.

mod explain;
mod graph;
mod read;
mod search;

pub use explain::{TripExplanation, explain, explain_within};
pub use graph::{Charger, Graph, GraphError, MapUses, Road, TICKS};
pub use read::{GraphFault, GraphFaultKind, MAX_NODES, MAX_ROADS};
pub use search::plan;
pub(crate) use search::plan_seen;

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Quantity that a trip minimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Objective {
    /// Distance, then time.
    #[default]
    Distance,
    /// Time on roads and at stations, then distance.
    Time,
    /// Money at stations, then distance.
    Money,
}

impl Objective {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Distance, Self::Time, Self::Money];

    /// The name in options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Distance => "distance",
            Self::Time => "time",
            Self::Money => "money",
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Objective {
    type Err = crate::UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.iter().copied().find(|known| known.name() == name).ok_or_else(|| {
            crate::UnknownName::new("objective", name, Self::ALL.iter().map(|one| one.name()))
        })
    }
}

/// The largest tank of a trip, in units.
pub const MAX_UNITS: u32 = 100_000;

/// A trip to plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trip {
    /// Node where it begins.
    pub start: usize,
    /// Node that it must reach.
    pub goal: usize,
    /// The tank's size, at most [`MAX_UNITS`].
    pub tank: u32,
    /// Supply at the start, at most the tank.
    pub supply: u32,
    /// Supply that must be left on every arrival.
    pub reserve: u32,
    /// Most stops at stations, if they are limited. A stop buys at least one unit.
    pub stops: Option<u32>,
    /// Whether it must return to its start.
    pub returns: bool,
    /// Quantity that it minimises.
    pub objective: Objective,
}

impl Trip {
    /// A trip with a full tank, without reserve, limit of stops or return.
    #[must_use]
    pub fn new(start: usize, goal: usize, tank: u32) -> Self {
        let objective = Objective::Distance;
        Self { start, goal, tank, supply: tank, reserve: 0, stops: None, returns: false, objective }
    }
}

/// The reason why a trip is not planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TripError {
    /// Start or goal is no node of the graph.
    #[error("node {node} does not exist; the graph has {nodes}, counted from 0")]
    NoNode {
        /// The node.
        node: usize,
        /// Nodes of the graph.
        nodes: usize,
    },
    /// A tank that is too large.
    #[error("a tank of {0} units; at most {MAX_UNITS} are searched")]
    Tank(u32),
    /// More supply at the start than the tank holds.
    #[error("{supply} units at the start; the tank holds {tank}")]
    Supply {
        /// Supply at the start.
        supply: u32,
        /// The tank.
        tank: u32,
    },
}

/// A stop at a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChargingStop {
    /// Place in the plan's list of nodes.
    pub at: usize,
    /// The node.
    pub node: usize,
    /// Units bought.
    pub units: u32,
    /// Supply on arrival.
    pub arrival: u32,
}

/// A planned trip.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The nodes in order, start and end included.
    pub nodes: Vec<usize>,
    /// The stops in order.
    pub stops: Vec<ChargingStop>,
    /// Distance of all roads.
    pub distance: u64,
    /// Time of all roads and stops.
    pub time: u64,
    /// Price of all units bought.
    pub money: u64,
    /// Supply at the end.
    pub left: u32,
}
