//! A map, with start, goal and supply where the file or the recipe has them.

use super::{Place, Supplies, cell, place};
use crate::errors;
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;
use std::sync::{Mutex, PoisonError};
use xun_grid::format::{self, Document, Faults, Format};
use xun_grid::generate::{Recipe, generate};
use xun_grid::render::{Scene, svg};
use xun_grid::{
    Answer, Body, Cell, Limits, Map, Observer, Options, Problem, Searcher, SolveError, Supply,
    Terrain,
};

/// Cells of all searchers together that are kept for the next query on a map.
const KEPT_CELLS: usize = 4 << 20;

/// Searchers of one map that no query is using, with their arrays.
type Idle = Arc<Mutex<Vec<Searcher<'static>>>>;

/// A map of the paths library.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct Grid {
    map: Arc<Map>,
    idle: Idle,
    pub(crate) start: Option<Cell>,
    pub(crate) goal: Option<Cell>,
    pub(crate) supply: Option<Supply>,
}

impl Grid {
    pub(crate) fn map(&self) -> &Map {
        &self.map
    }

    fn of(document: Document) -> Self {
        let Document { map, start, goal, supply, .. } = document;
        Self { map: Arc::new(map), idle: Idle::default(), start, goal, supply }
    }

    /// Searches without a supply, with the arrays that an earlier query on this map has left.
    pub(super) fn search(
        &self,
        (start, goal): (Cell, Cell),
        options: &Options,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError> {
        if self.map.cells() > KEPT_CELLS {
            return Searcher::new(&self.map).search(start, goal, options, limits, observer);
        }
        let kept = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut searcher = kept.unwrap_or_else(|| Searcher::owned((*self.map).clone()));
        let answer = searcher.search(start, goal, options, limits, observer);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if (idle.len() + 1) * self.map.cells() <= KEPT_CELLS {
            idle.push(searcher);
        }
        answer
    }
}

fn faults(faults: &Faults) -> PyErr {
    let list = faults.list().iter().map(ToString::to_string).collect();
    errors::input_with(&faults.to_string(), list)
}

fn named<T: std::str::FromStr<Err: std::fmt::Display>>(name: Option<&str>) -> PyResult<Option<T>> {
    name.map(|name| name.parse().map_err(errors::input)).transpose()
}

#[pymethods]
impl Grid {
    #[new]
    fn new(terrain: PyReadonlyArray2<'_, u8>) -> PyResult<Self> {
        let [rows, columns] = [0, 1].map(|axis| u32::try_from(terrain.shape()[axis]));
        let (rows, columns) = (rows.unwrap_or(u32::MAX), columns.unwrap_or(u32::MAX));
        Map::size(rows, columns).map_err(errors::input)?;
        let cells = terrain.as_array().iter().copied().collect();
        let map = Map::from_costs(rows, columns, cells).map_err(errors::input)?;
        let (map, idle) = (Arc::new(map), Idle::default());
        Ok(Self { map, idle, start: None, goal: None, supply: None })
    }

    #[staticmethod]
    fn read(
        py: Python<'_>,
        bytes: &[u8],
        form: Option<&str>,
        name: Option<&str>,
    ) -> PyResult<Self> {
        let form = named::<Format>(form)?;
        let document = py.detach(|| format::read(bytes, form, name));
        document.map(Self::of).map_err(|error| faults(&error))
    }

    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "the fields of a recipe")]
    fn generate(
        py: Python<'_>,
        kind: &str,
        rows: u32,
        columns: u32,
        seed: u64,
        density: Option<f64>,
        spacing: u32,
        costs: u8,
        tank: Option<u32>,
        stations: u32,
    ) -> PyResult<Self> {
        let kind = kind.parse().map_err(errors::input)?;
        let recipe = Recipe { kind, rows, columns, seed, density, spacing, costs, tank, stations };
        let problem = py.detach(|| generate(&recipe)).map_err(errors::input)?;
        Ok(Self::of(Document::of(&problem, Format::Ascii)))
    }

    fn write<'py>(
        &self,
        py: Python<'py>,
        form: &str,
        start: Option<Place>,
        goal: Option<Place>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let document = Document {
            format: form.parse().map_err(errors::input)?,
            map: (*self.map).clone(),
            start: start.map(cell),
            goal: goal.map(cell),
            supply: self.supply.clone(),
        };
        let mut text = Vec::new();
        format::write(&document, &mut text).map_err(errors::input)?;
        Ok(PyBytes::new(py, &text))
    }

    #[getter]
    fn rows(&self) -> u32 {
        self.map.rows()
    }

    #[getter]
    fn columns(&self) -> u32 {
        self.map.columns()
    }

    #[getter]
    fn start(&self) -> Option<Place> {
        self.start.map(place)
    }

    #[getter]
    fn goal(&self) -> Option<Place> {
        self.goal.map(place)
    }

    #[getter]
    fn supplies(&self) -> Option<Supplies> {
        let Supply { tank, stations } = self.supply.as_ref()?;
        let station = |one: &xun_grid::Station| (one.cell.row, one.cell.column, one.price);
        Some((*tank, stations.iter().map(station).collect()))
    }

    /// The map with this start, goal and supply.
    fn with_ends(
        &self,
        start: Option<Place>,
        goal: Option<Place>,
        supplies: Option<Supplies>,
    ) -> Self {
        Self {
            map: Arc::clone(&self.map),
            idle: Arc::clone(&self.idle),
            start: start.map(cell),
            goal: goal.map(cell),
            supply: supplies.as_ref().map(super::supply),
        }
    }

    /// The map for a square body, else for a disc.
    fn for_body(&self, py: Python<'_>, side: Option<u32>, radius: Option<f64>) -> PyResult<Self> {
        let body = side.map_or_else(|| Body::Round(radius.unwrap_or_default()), Body::Square);
        let map = py.detach(|| self.map.for_body(body)).map_err(errors::input)?;
        Ok(Self {
            map: Arc::new(map),
            idle: Idle::default(),
            start: self.start,
            goal: self.goal,
            supply: self.supply.clone(),
        })
    }

    fn terrain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let shape = [self.map.rows() as usize, self.map.columns() as usize];
        self.map.costs().to_pyarray(py).reshape(shape)
    }

    /// Whether a cell of the map is no wall.
    fn is_open(&self, place: Place) -> bool {
        self.map.is_open(cell(place))
    }

    /// Whether cells and ends are the same.
    fn same(&self, other: &Self) -> bool {
        self.map == other.map && (self.start, self.goal) == (other.start, other.goal)
    }

    /// The picture with a path; the ends default to the path's, else to the first open cell.
    fn svg(
        &self,
        py: Python<'_>,
        path: Vec<Place>,
        supplies: Option<Supplies>,
        title: &str,
    ) -> PyResult<String> {
        let path: Vec<Cell> = path.into_iter().map(cell).collect();
        let open = || self.map.costs().iter().position(|&cost| cost != Terrain::WALL.cost());
        let first =
            path.first().copied().or(self.start).or_else(|| open().map(|i| self.map.cell(i)));
        let last = path.last().copied().or(self.goal).or(first);
        let (Some(first), Some(last)) = (first, last) else {
            return Err(errors::input("every cell of the map is a wall"));
        };
        let supply = supplies.as_ref().map(super::supply).or_else(|| self.supply.clone());
        let problem = Problem::with_supply((*self.map).clone(), first, last, supply);
        let problem = problem.map_err(errors::input)?;
        Ok(py.detach(|| svg::svg(&Scene::new(&problem, &path, None), title)))
    }
}
