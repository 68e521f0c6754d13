//! Maps, paths and supplies.

mod map;
mod oracle;
mod questions;
mod searcher;
mod solve;
mod supply;
mod trace;
mod trip;

pub(crate) use map::Grid;

use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use xun_grid::{Cell, Limits, Problem, Station, Supply};

/// A cell as Python gives and takes it: row and column.
type Place = (u32, u32);

/// Tank and stations: row, column and price of each.
type Supplies = (u32, Vec<(u32, u32, u32)>);

fn cell((row, column): Place) -> Cell {
    Cell::new(row, column)
}

fn place(cell: Cell) -> Place {
    (cell.row, cell.column)
}

fn supply((tank, stations): &Supplies) -> Supply {
    let station = |&(row, column, price): &_| Station { cell: Cell::new(row, column), price };
    Supply { tank: *tank, stations: stations.iter().map(station).collect() }
}

/// The problem of a query: start, goal and supply.
#[derive(FromPyObject)]
struct Query(Place, Place, Option<Supplies>);

impl Query {
    fn problem(&self, map: &Grid) -> PyResult<Problem> {
        let supply = self.2.as_ref().map(supply);
        Problem::with_supply(map.map().clone(), cell(self.0), cell(self.1), supply)
            .map_err(crate::errors::input)
    }
}

/// Limits of a search: seconds and expansions.
#[derive(Clone, Copy, FromPyObject)]
struct Bounds {
    time: Option<f64>,
    nodes: Option<u64>,
}

impl Bounds {
    fn limits(self, stop: Option<&AtomicBool>) -> Limits<'_> {
        let wait = self.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let deadline = wait.and_then(|wait| Instant::now().checked_add(wait));
        Limits { stop, expansions: self.nodes, deadline }
    }
}

/// Adds the classes and functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Grid>()?;
    module.add_class::<solve::Answer>()?;
    module.add_class::<searcher::GridSearcher>()?;
    module.add_class::<trace::Trace>()?;
    module.add_class::<oracle::NativeOracle>()?;
    module.add_class::<trip::NativeGraph>()?;
    module.add_class::<questions::NativeReplanner>()?;
    module.add_function(wrap_pyfunction!(questions::nearest_reachable, module)?)?;
    module.add_function(wrap_pyfunction!(questions::nearest_goal, module)?)?;
    module.add_function(wrap_pyfunction!(questions::all_goals, module)?)?;
    module.add_function(wrap_pyfunction!(questions::distance_matrix, module)?)?;
    module.add_function(wrap_pyfunction!(questions::field, module)?)?;
    module.add_function(wrap_pyfunction!(questions::tour, module)?)?;
    module.add_function(wrap_pyfunction!(questions::any_angle, module)?)?;
    module.add_function(wrap_pyfunction!(questions::smooth, module)?)?;
    module.add_function(wrap_pyfunction!(questions::line_of_sight, module)?)?;
    module.add_function(wrap_pyfunction!(questions::discover, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve::distances, module)?)?;
    module.add_function(wrap_pyfunction!(supply::explain, module)?)?;
    module.add_function(wrap_pyfunction!(supply::smallest_tank, module)?)?;
    module.add_function(wrap_pyfunction!(trace::trace, module)?)?;
    module.add_function(wrap_pyfunction!(solve::algorithms, module)?)
}
