//! Roads between nodes, and stations at some of them.

use crate::search::inside;
use crate::{Cell, Map, Moves, ProblemError, Station, Step, Terrain};
use thiserror::Error;

/// A road from a node to another, in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Road {
    /// Node at its end.
    pub to: usize,
    /// Its length.
    pub distance: u64,
    /// The time it takes.
    pub time: u64,
    /// The supply it uses.
    pub uses: u32,
}

/// A station that sells supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Charger {
    /// Price of a unit.
    pub price: u64,
    /// Time of a stop, whatever is bought.
    pub stop_time: u64,
    /// Time for each unit.
    pub unit_time: u64,
}

/// The reason why a graph cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphError {
    /// A road or a station names a node that does not exist.
    #[error("node {node} does not exist; the graph has {nodes}, counted from 0")]
    NoNode {
        /// The node.
        node: usize,
        /// Nodes of the graph.
        nodes: usize,
    },
}

/// A graph: roads by the node they begin at, and stations.
///
/// ```
/// use xun_grid::Limits;
/// use xun_grid::trip::{Charger, Graph, Road, Trip, plan};
///
/// // Two roads of ten units; the tank holds twelve, and node 1 sells.
/// let road = |to| Road { to, distance: 10, time: 10, uses: 10 };
/// let mut graph = Graph::new(3, [(0, road(1)), (1, road(2))])?;
/// graph.set_charger(1, Charger { price: 3, ..Charger::default() })?;
/// let reply = plan(&graph, &Trip::new(0, 2, 12), &Limits::default())?;
/// let plan = reply.found().unwrap();
/// assert_eq!((plan.nodes.len(), plan.stops[0].units, plan.money), (3, 8, 24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// First road of each node, and the number of all roads.
    first: Vec<usize>,
    roads: Vec<Road>,
    chargers: Vec<Option<Charger>>,
    /// Columns of the map whose graph it is; none for others.
    columns: Option<u32>,
}

/// Ticks of distance and time for one cell in the graph of a map with [`MapUses`], so that √2 is a
/// whole number to ten places.
pub const TICKS: u64 = 1 << 32;
/// Ticks of a diagonal step.
const DIAGONAL: u64 = 6_074_001_000;

/// The supply that steps over a map use, and the time that its stations take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapUses {
    /// Units of a straight step.
    pub straight: u32,
    /// Units of a diagonal step.
    pub diagonal: u32,
    /// Whether a step uses its units times the cost of the ground it enters.
    pub by_terrain: bool,
    /// Time of a stop; a step over plain ground takes 1.
    pub stop_time: u32,
    /// Time for each unit bought.
    pub unit_time: u32,
}

impl Default for MapUses {
    fn default() -> Self {
        Self { straight: 1, diagonal: 1, by_terrain: false, stop_time: 0, unit_time: 0 }
    }
}

impl Graph {
    /// The graph of a map with stations. Distance and time of a step are the cost of the ground it
    /// enters, in [`TICKS`] and √2 times that diagonally.
    ///
    /// # Errors
    ///
    /// If a station is outside the map or in a wall.
    pub fn with_stations(
        map: &Map,
        moves: Moves,
        stations: &[Station],
        uses: &MapUses,
    ) -> Result<Self, ProblemError> {
        let mut graph = Self::of_map(map, moves, |step, ground| {
            let is_straight = step.letter().is_some();
            let (length, units) =
                if is_straight { (TICKS, uses.straight) } else { (DIAGONAL, uses.diagonal) };
            let cost = u32::from(ground.cost());
            let factor = if uses.by_terrain { cost } else { 1 };
            let ticks = length * u64::from(cost);
            Some((ticks, ticks, units.saturating_mul(factor)))
        });
        let [stop_time, unit_time] =
            [uses.stop_time, uses.unit_time].map(|time| u64::from(time) * TICKS);
        for station in stations {
            inside(map, "station", station.cell)?;
            if !map.is_open(station.cell) {
                return Err(ProblemError::InWall { what: "station", cell: station.cell });
            }
            let charger = Charger { price: station.price.into(), stop_time, unit_time };
            graph.chargers[map.index(station.cell)] = Some(charger);
        }
        Ok(graph)
    }

    /// The cell of a node in the graph of a map.
    #[must_use]
    pub fn cell(&self, node: usize) -> Option<Cell> {
        let columns = self.columns? as usize;
        Some(Cell::new((node / columns) as u32, (node % columns) as u32))
    }

    /// A graph of so many nodes with these roads, each with the node it begins at.
    ///
    /// # Errors
    ///
    /// If a road begins or ends at a node that does not exist.
    pub fn new(
        nodes: usize,
        roads: impl IntoIterator<Item = (usize, Road)>,
    ) -> Result<Self, GraphError> {
        let mut sorted: Vec<(usize, Road)> = roads.into_iter().collect();
        for &(from, road) in &sorted {
            if let Some(node) = [from, road.to].into_iter().find(|&node| node >= nodes) {
                return Err(GraphError::NoNode { node, nodes });
            }
        }
        sorted.sort_by_key(|&(from, _)| from);
        let mut first = vec![0; nodes + 1];
        for &(from, _) in &sorted {
            first[from + 1] += 1;
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let roads = sorted.into_iter().map(|(_, road)| road).collect();
        Ok(Self { first, roads, chargers: vec![None; nodes], columns: None })
    }

    /// The graph of a map: a node for each cell, row by row, and a road for each step that the
    /// moves allow. `road` says what a step onto this ground takes (distance, time, uses); none
    /// forbids it.
    ///
    /// ```
    /// use xun_grid::trip::Graph;
    /// use xun_grid::{Map, Moves};
    ///
    /// let map = Map::open(2, 2)?;
    /// let graph = Graph::of_map(&map, Moves::Eight, |step, ground| {
    ///     let length = if step.letter().is_some() { 10 } else { 14 };
    ///     Some((length, length, length as u32 * u32::from(ground.cost())))
    /// });
    /// assert_eq!((graph.nodes(), graph.roads(0).len()), (4, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_map(
        map: &Map,
        moves: Moves,
        road: impl Fn(Step, Terrain) -> Option<(u64, u64, u32)>,
    ) -> Self {
        let steps = if moves == Moves::Four { &Step::STRAIGHT[..] } else { &Step::ALL[..] };
        let (mut first, mut roads) = (vec![0], Vec::new());
        for index in 0..map.cells() {
            let cell = map.cell(index);
            for &step in steps.iter().filter(|_| map.is_open(cell)) {
                let Some(next) = cell.step(step).filter(|&next| map.is_open(next)) else {
                    continue;
                };
                let (down, right) = step.delta();
                let beside = [(down, 0), (0, right)].map(|(down, right)| {
                    let row = cell.row.checked_add_signed(down);
                    let column = cell.column.checked_add_signed(right);
                    row.zip(column).is_some_and(|(row, column)| map.is_open(Cell::new(row, column)))
                });
                let passes = match (down != 0 && right != 0, moves) {
                    (false, _) => true,
                    (true, Moves::EightCutting) => beside[0] || beside[1],
                    (true, _) => beside[0] && beside[1],
                };
                if let (true, Some((distance, time, uses))) =
                    (passes, road(step, map.terrain(next)))
                {
                    roads.push(Road { to: map.index(next), distance, time, uses });
                }
            }
            first.push(roads.len());
        }
        let columns = Some(map.columns());
        Self { first, roads, chargers: vec![None; map.cells()], columns }
    }

    /// Number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.chargers.len()
    }

    /// The roads that begin at a node of the graph.
    ///
    /// # Panics
    ///
    /// If the node does not exist.
    #[must_use]
    pub fn roads(&self, node: usize) -> &[Road] {
        &self.roads[self.first[node]..self.first[node + 1]]
    }

    /// The station at a node, if there is one.
    #[must_use]
    pub fn charger(&self, node: usize) -> Option<&Charger> {
        self.chargers.get(node)?.as_ref()
    }

    /// Puts a station at a node.
    ///
    /// # Errors
    ///
    /// If the node does not exist.
    pub fn set_charger(&mut self, node: usize, charger: Charger) -> Result<(), GraphError> {
        let nodes = self.nodes();
        match self.chargers.get_mut(node) {
            Some(place) => {
                *place = Some(charger);
                Ok(())
            }
            None => Err(GraphError::NoNode { node, nodes }),
        }
    }
}
