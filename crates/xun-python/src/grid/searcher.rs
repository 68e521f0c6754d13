//! Many queries on one map.

use super::map::Grid;
use super::oracle::NativeOracle;
use super::solve::{Answer, Choice};
use super::{Bounds, Place, cell};
use crate::errors;
use crate::run::interruptible;
use numpy::{PyArray1, PyReadonlyArray2, ToPyArray};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use xun_grid::{Cell, Limits, Map, Options, Oracle, Outcome, Searcher, Silent, SolveError};

/// Answers queries on one map; its tables and arrays are kept between them.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct GridSearcher {
    map: Map,
    options: Options,
    oracle: Option<Arc<Oracle>>,
    /// Searchers that no query is using.
    idle: Mutex<Vec<Searcher<'static>>>,
    /// Time that making a searcher takes.
    making: Duration,
}

impl GridSearcher {
    fn take(&self) -> Result<Searcher<'static>, SolveError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| self.make(), Ok)
    }

    fn make(&self) -> Result<Searcher<'static>, SolveError> {
        let mut searcher = Searcher::owned(self.map.clone());
        // `new` has seen that the oracle is of this map.
        if let Some(Ok(())) = self.oracle.clone().map(|oracle| searcher.set_oracle(oracle)) {
            return Ok(searcher);
        }
        searcher.prepare(&self.options)?;
        Ok(searcher)
    }

    fn put_back(&self, searcher: Searcher<'static>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(searcher);
    }

    fn search(
        &self,
        start: Cell,
        goal: Cell,
        limits: &Limits<'_>,
    ) -> Result<xun_grid::Answer, SolveError> {
        let mut searcher = self.take()?;
        let answer = searcher.search(start, goal, &self.options, limits, &mut Silent);
        self.put_back(searcher);
        answer
    }
}

/// Time for which many queries are answered on one thread, besides that of making a searcher.
const ALONE: Duration = Duration::from_millis(5);

/// Expansions of a query that is answered on the caller's own thread.
const SHORT: u64 = 20_000;

#[pymethods]
impl GridSearcher {
    #[new]
    fn new(
        py: Python<'_>,
        map: &Grid,
        choice: Choice,
        oracle: Option<&NativeOracle>,
    ) -> PyResult<Self> {
        let options = choice.options()?;
        let map = map.map().clone();
        let oracle = oracle.map(|oracle| Arc::clone(&oracle.oracle));
        if let Some(oracle) = &oracle {
            Searcher::new(&map).set_oracle(Arc::clone(oracle)).map_err(errors::input)?;
        }
        let (idle, making) = (Mutex::default(), Duration::ZERO);
        let mut searcher = Self { map, options, oracle, idle, making };
        let began = Instant::now();
        let first = py.detach(|| searcher.make()).map_err(errors::input)?;
        searcher.making = began.elapsed();
        searcher.put_back(first);
        Ok(searcher)
    }

    /// The cost of the path that an oracle knows, infinite without one.
    fn distance(&self, py: Python<'_>, start: Place, goal: Place) -> PyResult<f64> {
        let (start, goal) = (cell(start), cell(goal));
        let found = py.detach(|| {
            let mut searcher = self.take()?;
            let found = searcher.distance(start, goal, &self.options);
            self.put_back(searcher);
            found
        });
        Ok(found.map_err(errors::input)?.unwrap_or(f64::INFINITY))
    }

    fn find(&self, py: Python<'_>, start: Place, goal: Place, bounds: Bounds) -> PyResult<Answer> {
        let (start, goal) = (cell(start), cell(goal));
        if bounds.nodes.is_none_or(|nodes| nodes > SHORT) {
            let limits = Limits { expansions: Some(SHORT), ..bounds.limits(None) };
            let answer = py.detach(|| self.search(start, goal, &limits)).map_err(errors::input)?;
            if answer.outcome != Outcome::Stopped {
                return Ok(Answer::new(answer, None));
            }
        }
        let stop = AtomicBool::new(false);
        let limits = bounds.limits(Some(&stop));
        let answer = interruptible(py, &stop, || self.search(start, goal, &limits), None)?;
        Ok(Answer::new(answer.map_err(errors::input)?, None))
    }

    /// Costs and steps of many queries at once: infinite and -1 where there is no path, not a
    /// number and -2 where a limit was reached. Zero threads are one for each core.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn find_many<'py>(
        &self,
        py: Python<'py>,
        starts: PyReadonlyArray2<'_, u32>,
        goals: PyReadonlyArray2<'_, u32>,
        threads: usize,
        bounds: Bounds,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<i64>>)> {
        let ends = |array: &PyReadonlyArray2<'_, u32>| -> Vec<Cell> {
            let rows = array.as_array();
            rows.rows().into_iter().map(|row| Cell::new(row[0], row[1])).collect()
        };
        let (starts, goals) = (ends(&starts), ends(&goals));
        let stop = AtomicBool::new(false);
        let limits = bounds.limits(Some(&stop));
        let one = |(&start, &goal): (&Cell, &Cell)| {
            if stop.load(Ordering::Relaxed) {
                return Ok((f64::NAN, -2));
            }
            let answer = self.search(start, goal, &limits)?;
            Ok(match answer.outcome {
                Outcome::Found(path) => (path.cost, path.steps() as i64),
                Outcome::Impossible => (f64::INFINITY, -1),
                Outcome::Stopped => (f64::NAN, -2),
            })
        };
        // More threads need searchers of their own: that pays only if the queries take longer.
        let alone = self.making * 2 + ALONE;
        let work = || -> PyResult<Vec<(f64, i64)>> {
            let began = Instant::now();
            let mut found = Vec::with_capacity(starts.len());
            let mut queries = starts.iter().zip(&goals);
            while threads == 1 || began.elapsed() < alone {
                let Some(query) = queries.next() else { return Ok(found) };
                found.push(one(query).map_err(errors::input)?);
            }
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.min(256)).build();
            let (starts, goals) = (&starts[found.len()..], &goals[found.len()..]);
            let rest = pool.map_err(errors::engine)?.install(|| {
                let queries = starts.par_iter().zip(goals).with_min_len(16);
                queries.map(one).collect::<Result<Vec<(f64, i64)>, SolveError>>()
            });
            found.extend(rest.map_err(errors::input)?);
            Ok(found)
        };
        let found = interruptible(py, &stop, work, None)??;
        let (costs, steps): (Vec<f64>, Vec<i64>) = found.into_iter().unzip();
        Ok((costs.to_pyarray(py), steps.to_pyarray(py)))
    }
}
