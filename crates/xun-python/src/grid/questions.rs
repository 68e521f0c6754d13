//! Questions about more than one path, paths at any angle, and maps that change.

use super::map::Grid;
use super::solve::{Effort, cell_array, effort};
use super::{Bounds, Place, cell, place};
use crate::errors;
use crate::run::interruptible;
use numpy::{PyArray1, PyArray2, PyArrayMethods, ToPyArray};
use pyo3::prelude::*;
use std::convert::Infallible;
use std::fmt::Display;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use xun_grid::any_angle::{AngleMethod, AngleSearcher, Polyline};
use xun_grid::{
    Direction, Finding, Finish, Limits, Moves, Path, Reply, Searcher, StopOrder, Terrain,
};

/// The answer if there is one, whether a limit was reached, and the effort.
pub(super) type Told<T> = (Option<T>, bool, Effort);

/// Cells and cost of a path.
type RawPath<'py> = (Bound<'py, PyArray2<i32>>, f64);

/// Asks on a thread that Ctrl-C stops, and converts what was found.
pub(super) fn ask<T: Send, E: Display + Send, U>(
    py: Python<'_>,
    bounds: Bounds,
    question: impl FnOnce(&Limits<'_>) -> Result<Reply<T>, E> + Send,
    convert: impl FnOnce(T) -> PyResult<U>,
) -> PyResult<Told<U>> {
    let stop = AtomicBool::new(false);
    let limits = bounds.limits(Some(&stop));
    let reply = interruptible(py, &stop, || question(&limits), None)?.map_err(errors::input)?;
    let effort = effort(&reply.statistics);
    Ok(match reply.finding {
        Finding::Found(found) => (Some(convert(found)?), false, effort),
        Finding::Impossible => (None, false, effort),
        Finding::Stopped => (None, true, effort),
    })
}

fn raw<'py>(py: Python<'py>, path: &Path) -> PyResult<RawPath<'py>> {
    Ok((cell_array(py, &path.cells)?, path.cost))
}

fn moves_of(name: &str) -> PyResult<Moves> {
    name.parse().map_err(errors::input)
}

fn cells(places: Vec<Place>) -> Vec<xun_grid::Cell> {
    places.into_iter().map(cell).collect()
}

/// The reachable cell nearest to the goal, its distance from it, and the path to it.
#[pyfunction]
pub(super) fn nearest_reachable<'py>(
    py: Python<'py>,
    map: &Grid,
    ends: (Place, Place),
    moves: &str,
    bounds: Bounds,
) -> PyResult<Told<(Place, f64, RawPath<'py>)>> {
    let (moves, map) = (moves_of(moves)?, map.map());
    let (start, goal) = (cell(ends.0), cell(ends.1));
    ask(
        py,
        bounds,
        |limits| Searcher::new(map).nearest_reachable(start, goal, moves, limits),
        |found| Ok((place(found.cell), found.distance, raw(py, &found.path)?)),
    )
}

/// The cheapest path from any of the starts to any of the goals.
#[pyfunction]
pub(super) fn nearest_goal<'py>(
    py: Python<'py>,
    map: &Grid,
    ends: (Vec<Place>, Vec<Place>),
    moves: &str,
    bounds: Bounds,
) -> PyResult<Told<RawPath<'py>>> {
    let (moves, map) = (moves_of(moves)?, map.map());
    let (starts, goals) = (cells(ends.0), cells(ends.1));
    ask(
        py,
        bounds,
        |limits| Searcher::new(map).nearest_goal(&starts, &goals, moves, limits),
        |path| raw(py, &path),
    )
}

/// The cheapest path to each goal from the nearest start.
#[pyfunction]
pub(super) fn all_goals<'py>(
    py: Python<'py>,
    map: &Grid,
    ends: (Vec<Place>, Vec<Place>),
    moves: &str,
    bounds: Bounds,
) -> PyResult<Told<Vec<Option<RawPath<'py>>>>> {
    let (moves, map) = (moves_of(moves)?, map.map());
    let (starts, goals) = (cells(ends.0), cells(ends.1));
    ask(
        py,
        bounds,
        |limits| Searcher::new(map).all_goals(&starts, &goals, moves, limits),
        |paths| {
            paths.iter().map(|path| path.as_ref().map(|one| raw(py, one)).transpose()).collect()
        },
    )
}

/// The cost from each start to each goal, infinite where there is no way.
#[pyfunction]
pub(super) fn distance_matrix<'py>(
    py: Python<'py>,
    map: &Grid,
    ends: (Vec<Place>, Vec<Place>),
    moves: &str,
    bounds: Bounds,
) -> PyResult<Told<Bound<'py, PyArray2<f64>>>> {
    let (moves, map) = (moves_of(moves)?, map.map());
    let (starts, goals) = (cells(ends.0), cells(ends.1));
    ask(
        py,
        bounds,
        |limits| Searcher::new(map).matrix(&starts, &goals, moves, limits),
        |rows| {
            let costs = rows.iter().flatten().map(|cost| cost.unwrap_or(f64::INFINITY));
            let costs: Vec<f64> = costs.collect();
            costs.to_pyarray(py).reshape([starts.len(), goals.len()])
        },
    )
}

/// The cost between each cell and its nearest source, and the step to take there: rows down and
/// columns to the right, twice zero where there is none.
#[expect(clippy::type_complexity, reason = "two arrays")]
#[pyfunction]
pub(super) fn field<'py>(
    py: Python<'py>,
    map: &Grid,
    sources: Vec<Place>,
    moves: &str,
    bounds: Bounds,
) -> PyResult<Told<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<i8>>)>> {
    let (moves, map) = (moves_of(moves)?, map.map());
    let sources = cells(sources);
    ask(
        py,
        bounds,
        |limits| Searcher::new(map).field(&sources, Direction::ToSources, moves, limits),
        |field| {
            let offset = |index: usize| {
                let at = map.cell(index);
                let next = field.step(at).and_then(|step| at.step(step)).unwrap_or(at);
                let down = i64::from(next.row) - i64::from(at.row);
                let right = i64::from(next.column) - i64::from(at.column);
                [down as i8, right as i8]
            };
            let steps: Vec<i8> = (0..map.cells()).flat_map(offset).collect();
            Ok((field.costs().to_pyarray(py), steps.to_pyarray(py)))
        },
    )
}

/// Places in the list of way-points in their order, the cost of each leg, and the path. The finish
/// is a cell, or none for the last way-point.
#[expect(clippy::type_complexity, reason = "the parts of a tour")]
#[pyfunction]
pub(super) fn tour<'py>(
    py: Python<'py>,
    map: &Grid,
    ends: (Place, Option<Place>),
    stops: Vec<Place>,
    best: bool,
    moves: &str,
    bounds: Bounds,
) -> PyResult<Told<(Vec<usize>, Vec<f64>, RawPath<'py>)>> {
    let (moves, map) = (moves_of(moves)?, map.map());
    let finish = ends.1.map_or(Finish::LastStop, |goal| Finish::At(cell(goal)));
    let order = if best { StopOrder::Best } else { StopOrder::Given };
    let (start, stops) = (cell(ends.0), cells(stops));
    ask(
        py,
        bounds,
        |limits| Searcher::new(map).tour(start, &stops, finish, order, moves, limits),
        |tour| Ok((tour.order, tour.legs, raw(py, &tour.path)?)),
    )
}

/// Length and points (row and column) of the line between the centres of two cells.
#[pyfunction]
pub(super) fn any_angle<'py>(
    py: Python<'py>,
    map: &Grid,
    ends: (Place, Place),
    method: &str,
    bounds: Bounds,
) -> PyResult<Told<RawLine<'py>>> {
    let method: AngleMethod = method.parse().map_err(errors::input)?;
    let map = map.map();
    let (start, goal) = (cell(ends.0), cell(ends.1));
    ask(
        py,
        bounds,
        |limits| AngleSearcher::new(map)?.search(start, goal, method, limits),
        |line| raw_line(py, &line),
    )
}

/// Length and points of a line.
type RawLine<'py> = (f64, Bound<'py, PyArray2<f64>>);

fn raw_line<'py>(py: Python<'py>, line: &Polyline) -> PyResult<RawLine<'py>> {
    let flat: Vec<f64> = line.points.iter().flat_map(|point| [point.row, point.column]).collect();
    Ok((line.length, flat.to_pyarray(py).reshape([line.points.len(), 2])?))
}

/// A path along the grid, straightened.
#[pyfunction]
pub(super) fn smooth<'py>(py: Python<'py>, map: &Grid, path: Vec<Place>) -> PyResult<RawLine<'py>> {
    let path = Path { cells: cells(path), cost: 0.0 };
    let work = || xun_grid::any_angle::smooth(map.map(), &path);
    raw_line(py, &py.detach(work).map_err(errors::input)?)
}

/// Whether no wall lies between the centres of two cells.
#[pyfunction]
pub(super) fn line_of_sight(map: &Grid, from: Place, to: Place) -> bool {
    xun_grid::any_angle::line_of_sight(map.map(), cell(from), cell(to))
}

/// The way of a robot that sees only the cells around it: the way, whether it reached the goal, how
/// often it planned again, and the cells that were other than it had believed.
#[pyfunction]
pub(super) fn discover<'py>(
    py: Python<'py>,
    map: &Grid,
    ends: (Place, Place),
    sight: u32,
    moves: &str,
    bounds: Bounds,
) -> PyResult<Told<(RawPath<'py>, bool, u64, u64)>> {
    let (moves, map) = (moves_of(moves)?, map.map());
    let (start, goal) = (cell(ends.0), cell(ends.1));
    ask(
        py,
        bounds,
        |limits| xun_grid::discover(map, start, goal, moves, sight, limits),
        |found| Ok((raw(py, &found.path)?, found.reached, found.replans, found.changes)),
    )
}

/// A plan to a fixed goal on a map that changes (D\* Lite).
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct NativeReplanner {
    inner: Mutex<xun_grid::Replanner>,
}

impl NativeReplanner {
    fn with<T>(&self, work: impl FnOnce(&mut xun_grid::Replanner) -> T) -> T {
        work(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl NativeReplanner {
    #[new]
    fn new(map: &Grid, ends: (Place, Place), moves: &str) -> PyResult<Self> {
        let (start, goal) = (cell(ends.0), cell(ends.1));
        let plan = xun_grid::Replanner::new(map.map().clone(), start, goal, moves_of(moves)?);
        Ok(Self { inner: Mutex::new(plan.map_err(errors::input)?) })
    }

    #[getter]
    fn position(&self) -> Place {
        self.with(|plan| place(plan.position()))
    }

    fn move_to(&self, to: Place) -> PyResult<()> {
        self.with(|plan| plan.move_to(cell(to))).map_err(errors::input)
    }

    /// Changes the cost of entering a cell, 0 for a wall; answers whether it was another one.
    fn set(&self, at: Place, cost: u8) -> PyResult<bool> {
        self.with(|plan| plan.set(cell(at), Terrain::new(cost))).map_err(errors::input)
    }

    fn path<'py>(&self, py: Python<'py>, bounds: Bounds) -> PyResult<Told<RawPath<'py>>> {
        let find = |limits: &Limits<'_>| Ok::<_, Infallible>(self.with(|plan| plan.path(limits)));
        ask(py, bounds, find, |path| raw(py, &path))
    }
}
