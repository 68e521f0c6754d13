//! Trips with supplies on maps and general graphs.

use super::Bounds;
use super::map::Grid;
use super::questions::{Told, ask};
use crate::errors;
use crate::run::interruptible;
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::AtomicBool;
use xun_grid::Moves;
use xun_grid::trip::{self, Charger, Graph, GraphError, MAX_NODES, Road, Trip};

/// Ticks of distance and time for one cell, so that √2 is a whole number to ten places.
const TICKS: u64 = 1 << 32;
/// Ticks of a diagonal step.
const DIAGONAL: u64 = 6_074_001_000;

/// Node, price of a unit, time of a stop, and time of a unit.
type Station = (usize, u32, u32, u32);

/// Nodes, stops, distance, time, money, and the supply at the end. A stop is its place in the list
/// of nodes, the node, the units bought and the supply on arrival.
type RawPlan = (Vec<usize>, Vec<(usize, usize, u32, u32)>, f64, f64, u64, u32);

/// Roads between nodes, and stations.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct NativeGraph {
    graph: Graph,
    /// Ticks of one unit of distance or time.
    ticks: u64,
}

impl NativeGraph {
    fn units(&self, ticks: u64) -> f64 {
        ticks as f64 / self.ticks as f64
    }
}

#[pymethods]
impl NativeGraph {
    /// A graph of so many nodes; a row for each road: from, to, distance, time, uses.
    #[new]
    fn new(nodes: usize, roads: PyReadonlyArray2<'_, u32>) -> PyResult<Self> {
        if nodes > MAX_NODES {
            return Err(errors::input(format!("{nodes} nodes; at most {MAX_NODES}")));
        }
        if roads.shape()[1] != 5 {
            return Err(errors::input("a road is from, to, distance, time and uses"));
        }
        let roads = roads.as_array();
        let roads = roads.rows().into_iter().map(|row| {
            let (to, distance, time) = (row[1] as usize, row[2].into(), row[3].into());
            (row[0] as usize, Road { to, distance, time, uses: row[4] })
        });
        let graph = Graph::new(nodes, roads).map_err(errors::input)?;
        Ok(Self { graph, ticks: 1 })
    }

    /// The graph of an edge list or a DIMACS file.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        let graph = py.detach(|| text.parse::<Graph>()).map_err(errors::input)?;
        Ok(Self { graph, ticks: 1 })
    }

    /// The graph of a map: a node for each cell. A straight and a diagonal step use so many units,
    /// times the cost of the ground if told.
    #[staticmethod]
    fn of_map(
        py: Python<'_>,
        map: &Grid,
        moves: &str,
        uses: (u32, u32),
        by_terrain: bool,
    ) -> PyResult<Self> {
        let moves: Moves = moves.parse().map_err(errors::input)?;
        if map.map().cells() > MAX_NODES {
            return Err(errors::input(format!("a map of more than {MAX_NODES} cells")));
        }
        let graph = py.detach(|| {
            Graph::of_map(map.map(), moves, |step, ground| {
                let is_straight = step.letter().is_some();
                let (length, uses) = if is_straight { (TICKS, uses.0) } else { (DIAGONAL, uses.1) };
                let cost = u32::from(ground.cost());
                let ticks = length * u64::from(cost);
                Some((ticks, ticks, uses.saturating_mul(if by_terrain { cost } else { 1 })))
            })
        });
        Ok(Self { graph, ticks: TICKS })
    }

    /// The same graph with these stations besides.
    fn with_stations(&self, stations: Vec<Station>) -> PyResult<Self> {
        let mut graph = self.graph.clone();
        for (node, price, stop, unit) in stations {
            let [stop_time, unit_time] = [stop, unit].map(|time| u64::from(time) * self.ticks);
            let charger = Charger { price: price.into(), stop_time, unit_time };
            graph.set_charger(node, charger).map_err(errors::input)?;
        }
        Ok(Self { graph, ticks: self.ticks })
    }

    fn __len__(&self) -> usize {
        self.graph.nodes()
    }

    /// The roads from a node: to, distance, time, uses.
    fn roads(&self, node: usize) -> PyResult<Vec<(usize, f64, f64, u32)>> {
        let nodes = self.graph.nodes();
        if node >= nodes {
            return Err(errors::input(GraphError::NoNode { node, nodes }));
        }
        let row = |one: &Road| (one.to, self.units(one.distance), self.units(one.time), one.uses);
        Ok(self.graph.roads(node).iter().map(row).collect())
    }

    fn stations(&self) -> Vec<(usize, u64, u64, u64)> {
        let station = |node| {
            let one = self.graph.charger(node)?;
            Some((node, one.price, one.stop_time / self.ticks, one.unit_time / self.ticks))
        };
        (0..self.graph.nodes()).filter_map(station).collect()
    }

    /// Plans a trip.
    fn plan(&self, py: Python<'_>, wanted: Wanted, bounds: Bounds) -> PyResult<Told<RawPlan>> {
        let wanted = wanted.trip()?;
        ask(
            py,
            bounds,
            |limits| trip::plan(&self.graph, &wanted, limits),
            |plan| {
                let stops = plan.stops.iter();
                let stops = stops.map(|one| (one.at, one.node, one.units, one.arrival)).collect();
                let (distance, time) = (self.units(plan.distance), self.units(plan.time));
                Ok((plan.nodes, stops, distance, time, plan.money, plan.left))
            },
        )
    }

    /// The changes that would each make a trip possible, or the margins of one that is; none if it
    /// was stopped.
    fn explain<'py>(
        &self,
        py: Python<'py>,
        wanted: Wanted,
        bounds: Bounds,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let wanted = wanted.trip()?;
        let stop = AtomicBool::new(false);
        let limits = bounds.limits(Some(&stop));
        let work = || trip::explain_within(&self.graph, &wanted, &limits);
        let Some(found) = interruptible(py, &stop, work, None)?.map_err(errors::input)? else {
            return Ok(None);
        };
        let all = PyDict::new(py);
        all.set_item("possible", found.is_possible)?;
        all.set_item("has_way", found.has_way)?;
        all.set_item("reached_nodes", found.reached_nodes)?;
        all.set_item("reached_stations", found.reached_stations)?;
        all.set_item("smallest_tank", found.smallest_tank)?;
        all.set_item("smallest_supply", found.smallest_supply)?;
        all.set_item("fewest_stops", found.fewest_stops)?;
        all.set_item("largest_reserve", found.largest_reserve)?;
        all.set_item("possible_without_return", found.possible_without_return)?;
        Ok(Some(all))
    }
}

/// A trip as Python describes it.
#[derive(FromPyObject)]
struct Wanted {
    start: usize,
    goal: usize,
    tank: u32,
    supply: u32,
    reserve: u32,
    stops: Option<u32>,
    returns: bool,
    minimise: String,
}

impl Wanted {
    fn trip(&self) -> PyResult<Trip> {
        Ok(Trip {
            start: self.start,
            goal: self.goal,
            tank: self.tank,
            supply: self.supply,
            reserve: self.reserve,
            stops: self.stops,
            returns: self.returns,
            objective: self.minimise.parse().map_err(errors::input)?,
        })
    }
}
