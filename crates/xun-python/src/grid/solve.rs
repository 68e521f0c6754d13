//! One query: `xun_grid::solve`, and the distances to every cell.

use super::map::Grid;
use super::{Bounds, Place, Query, cell, place};
use crate::errors;
use crate::run::{interruptible, reported};
use numpy::ndarray::ArrayView2;
use numpy::{PyArray1, PyArray2, ToPyArray};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use xun_grid::supply::Refill;
use xun_grid::{
    Algorithm, Cell, Event, Guarantee, Limits, Observer, Options, Outcome, Problem, Silent,
    Statistics,
};

/// Expansions that are tried on the caller's own thread, before a thread is made that Ctrl-C stops.
const SHORT: u64 = 20_000;

/// Names of algorithm, heuristic and moves, and the weight, as the library has them.
#[derive(FromPyObject)]
pub(super) struct Choice(String, Option<String>, String, f64);

impl Choice {
    pub(super) fn options(&self) -> PyResult<Options> {
        let Self(algorithm, heuristic, moves, weight) = self;
        let heuristic = heuristic.as_deref().map(str::parse).transpose();
        Ok(Options {
            algorithm: algorithm.parse().map_err(errors::input)?,
            heuristic: heuristic.map_err(errors::input)?,
            moves: moves.parse().map_err(errors::input)?,
            weight: *weight,
        })
    }
}

/// Expanded, generated, reopened, largest frontier, seconds, bytes, and bound and nodes of each
/// iteration.
pub(super) type Effort = (u64, u64, u64, u64, f64, u64, Vec<(f64, u64)>);

pub(super) fn effort(all: &Statistics) -> Effort {
    let bounds = all.bounds.iter().map(|one| (one.bound, one.nodes)).collect();
    let time = all.time.as_secs_f64();
    let (expanded, generated, reopened) = (all.expanded, all.generated, all.reopened);
    (expanded, generated, reopened, all.largest_frontier, time, all.memory, bounds)
}

/// The answer of a search.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct Answer {
    answer: xun_grid::Answer,
    refills: Vec<Refill>,
}

impl Answer {
    pub(super) fn new(answer: xun_grid::Answer, problem: Option<&Problem>) -> Self {
        let refills = problem.map(|problem| answer.refills(problem)).unwrap_or_default();
        Self { answer, refills }
    }
}

/// Cells as an array of rows and columns.
pub(super) fn cell_array<'py>(
    py: Python<'py>,
    cells: &[Cell],
) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let flat: Vec<i32> =
        cells.iter().flat_map(|cell| [cell.row as i32, cell.column as i32]).collect();
    let pairs = ArrayView2::from_shape((cells.len(), 2), &flat).map_err(errors::engine)?;
    Ok(pairs.to_pyarray(py))
}

#[pymethods]
impl Answer {
    /// `found`, `impossible` or `stopped`.
    #[getter]
    fn outcome(&self) -> &'static str {
        match self.answer.outcome {
            Outcome::Found(_) => "found",
            Outcome::Impossible => "impossible",
            Outcome::Stopped => "stopped",
        }
    }

    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        cell_array(py, self.answer.path().map_or(&[], |path| &path.cells))
    }

    #[getter]
    fn cost(&self) -> f64 {
        self.answer.path().map_or(f64::INFINITY, |path| path.cost)
    }

    #[getter]
    fn algorithm(&self) -> &'static str {
        self.answer.algorithm.name()
    }

    #[getter]
    fn heuristic(&self) -> Option<&'static str> {
        self.answer.heuristic.map(xun_grid::Heuristic::name)
    }

    #[getter]
    fn guarantee(&self) -> String {
        match self.answer.guarantee {
            Guarantee::Optimal => "optimal".into(),
            Guarantee::Within(factor) => format!("within {factor}"),
            Guarantee::FewestSteps => "fewest steps".into(),
            _ => "any path".into(),
        }
    }

    /// Step, cell and supply on arrival of each refill.
    #[getter]
    fn refills(&self) -> Vec<(usize, Place, u32)> {
        self.refills.iter().map(|one| (one.step, place(one.cell), one.arrival)).collect()
    }

    /// Step, cell, units and price of one unit of each purchase.
    #[getter]
    fn purchases(&self) -> Vec<(usize, Place, u32, u32)> {
        let purchases = self.answer.purchases.iter();
        purchases.map(|one| (one.step, place(one.cell), one.units, one.price)).collect()
    }

    #[getter]
    fn statistics(&self) -> Effort {
        effort(&self.answer.statistics)
    }
}

/// Counts expansions for progress reports.
struct Count<'a>(&'a AtomicU64);

impl Observer for Count<'_> {
    fn event(&mut self, event: Event) {
        if let Event::Expand { .. } = event {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Solves a problem. `progress` is called with the number of expansions while the search runs.
#[pyfunction]
pub(super) fn solve(
    py: Python<'_>,
    map: &Grid,
    query: Query,
    choice: Choice,
    bounds: Bounds,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let options = choice.options()?;
    let short = bounds.nodes.is_none_or(|nodes| nodes > SHORT) && progress.is_none();
    let limits = Limits { expansions: Some(SHORT), ..bounds.limits(None) };
    let ends = (cell(query.0), cell(query.1));
    if short && query.2.is_none() {
        // What a searcher refuses is answered, or refused with its reason, by `solve`.
        let answer = py.detach(|| map.search(ends, &options, &limits, &mut Silent));
        if let Some(answer) = answer.ok().filter(|answer| answer.outcome != Outcome::Stopped) {
            return Ok(Answer::new(answer, None));
        }
    }
    let problem = query.problem(map)?;
    if short && query.2.is_some() {
        let answer = py.detach(|| xun_grid::solve(&problem, &options, &limits, &mut Silent));
        let answer = answer.map_err(errors::input)?;
        if answer.outcome != Outcome::Stopped {
            return Ok(Answer::new(answer, Some(&problem)));
        }
    }
    let (stop, count) = (AtomicBool::new(false), AtomicU64::new(0));
    let limits = bounds.limits(Some(&stop));
    let counts = progress.is_some();
    let work = || {
        if counts {
            xun_grid::solve(&problem, &options, &limits, &mut Count(&count))
        } else {
            xun_grid::solve(&problem, &options, &limits, &mut Silent)
        }
    };
    let answer = reported(py, &stop, work, progress.as_ref(), &count)?.map_err(errors::input)?;
    Ok(Answer::new(answer, Some(&problem)))
}

/// The cost to every cell, row by row; none if a limit was reached.
#[pyfunction]
pub(super) fn distances<'py>(
    py: Python<'py>,
    map: &Grid,
    start: Place,
    moves: &str,
    bounds: Bounds,
) -> PyResult<Option<Bound<'py, PyArray1<f64>>>> {
    let moves = moves.parse().map_err(errors::input)?;
    let stop = AtomicBool::new(false);
    let limits = bounds.limits(Some(&stop));
    let work = || xun_grid::distances(map.map(), cell(start), moves, &limits);
    let costs = interruptible(py, &stop, work, None)?.map_err(errors::input)?;
    Ok(costs.map(|costs| costs.to_pyarray(py)))
}

/// Name, title and description of every algorithm.
#[pyfunction]
pub(super) fn algorithms() -> Vec<(&'static str, &'static str, String)> {
    let row = |one: &Algorithm| (one.name(), one.title(), one.description());
    Algorithm::ALL.iter().map(row).collect()
}
