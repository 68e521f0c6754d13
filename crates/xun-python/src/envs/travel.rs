//! Travellers on one map, stepped together.

use crate::errors;
use crate::grid::Grid;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, ToPyArray};
use pyo3::prelude::*;
use std::collections::HashSet;
use xun_grid::{Cell, Map, Step};

/// Cells that a traveller sees around itself, on each side.
const SIGHT: i64 = 2;
/// Numbers of an observation: own and goal's place, supply, and the cells around.
const OBSERVED: usize = 5 + 25;

/// Rewards, ends, and ends by length, one each per traveller.
type Stepped<'py> =
    (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>);

/// Travellers on one map, each on its own way from start to goal.
#[pyclass(module = "xun._xun")]
pub(crate) struct TravelBatch {
    map: Map,
    start: Cell,
    goal: Cell,
    tank: Option<u32>,
    stations: HashSet<Cell>,
    longest: u32,
    travellers: Vec<Traveller>,
}

#[derive(Clone, Copy)]
struct Traveller {
    cell: Cell,
    left: u32,
    steps: u32,
    is_done: bool,
}

impl TravelBatch {
    fn first(&self) -> Traveller {
        Traveller { cell: self.start, left: self.tank.unwrap_or(0), steps: 0, is_done: false }
    }

    /// Reward, end by arrival or starvation, end by the number of steps.
    fn advance(&self, traveller: &mut Traveller, action: i64) -> (f32, bool, bool) {
        let step = Step::STRAIGHT[action as usize];
        let next = traveller.cell.step(step).filter(|&cell| self.map.is_open(cell));
        traveller.steps += 1;
        let mut reward = -1.0;
        if let Some(next) = next {
            reward = -f32::from(self.map.terrain(next).cost());
            traveller.cell = next;
        }
        if self.tank.is_some() {
            traveller.left = traveller.left.saturating_sub(1);
            if next.is_some() && self.stations.contains(&traveller.cell) {
                traveller.left = self.tank.unwrap_or(0);
            }
        }
        if traveller.cell == self.goal {
            return (reward, true, false);
        }
        if self.tank.is_some() && traveller.left == 0 {
            return (reward - self.map.cells() as f32, true, false);
        }
        (reward, false, traveller.steps >= self.longest)
    }

    fn observe(&self, traveller: &Traveller, out: &mut Vec<f32>) {
        let (rows, columns) = (self.map.rows() as f32, self.map.columns() as f32);
        for cell in [traveller.cell, self.goal] {
            out.extend([cell.row as f32 / rows, cell.column as f32 / columns]);
        }
        let share = |tank: u32| traveller.left as f32 / tank.max(1) as f32;
        out.push(self.tank.map_or(1.0, share));
        for down in -SIGHT..=SIGHT {
            for right in -SIGHT..=SIGHT {
                let row = u32::try_from(i64::from(traveller.cell.row) + down);
                let column = u32::try_from(i64::from(traveller.cell.column) + right);
                let cell = row.ok().zip(column.ok()).map(|(row, column)| Cell::new(row, column));
                out.push(cell.map_or(0.0, |cell| match self.map.terrain(cell).cost() {
                    0 => 0.0,
                    _ if cell == self.goal => 1.0,
                    _ if self.stations.contains(&cell) => 0.75,
                    _ => 0.5,
                }));
            }
        }
    }
}

#[pymethods]
impl TravelBatch {
    #[new]
    fn new(map: &Grid, count: usize, longest: u32) -> PyResult<Self> {
        if !(1..=1_000_000).contains(&count) {
            return Err(errors::input(format!("{count} travellers; expected 1 to 1000000")));
        }
        let (Some(start), Some(goal)) = (map.start, map.goal) else {
            return Err(errors::input("the map marks no start or no goal"));
        };
        xun_grid::Problem::new(map.map().clone(), start, goal).map_err(errors::input)?;
        let supply = map.supply.as_ref();
        let stations = supply.into_iter().flat_map(|supply| &supply.stations);
        let mut batch = Self {
            map: map.map().clone(),
            start,
            goal,
            tank: supply.map(|supply| supply.tank),
            stations: stations.map(|station| station.cell).collect(),
            longest,
            travellers: Vec::new(),
        };
        batch.travellers = vec![batch.first(); count];
        Ok(batch)
    }

    fn reset(&mut self) {
        let first = self.first();
        self.travellers.fill(first);
    }

    /// Moves each traveller (0 up, 1 down, 2 left, 3 right): rewards, ends, and ends by length. One
    /// that has ended begins anew with the next step, which only puts it at the start.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<Stepped<'py>> {
        let actions: Vec<i64> = actions.as_array().iter().copied().collect();
        if actions.len() != self.travellers.len() {
            let text = format!("{} actions for {}", actions.len(), self.travellers.len());
            return Err(errors::input(text));
        }
        if let Some(action) = actions.iter().find(|action| !(0..4).contains(*action)) {
            return Err(errors::input(format!("action {action}: expected 0 to 3")));
        }
        let (mut rewards, mut ends, mut cuts) = (Vec::new(), Vec::new(), Vec::new());
        py.detach(|| {
            let mut travellers = std::mem::take(&mut self.travellers);
            for (traveller, &action) in travellers.iter_mut().zip(&actions) {
                let (reward, end, cut) = if traveller.is_done {
                    *traveller = self.first();
                    (0.0, false, false)
                } else {
                    let moved = self.advance(traveller, action);
                    traveller.is_done = moved.1 || moved.2;
                    moved
                };
                rewards.push(reward);
                ends.push(end);
                cuts.push(cut);
            }
            self.travellers = travellers;
        });
        Ok((rewards.to_pyarray(py), ends.to_pyarray(py), cuts.to_pyarray(py)))
    }

    /// One row a traveller.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let count = self.travellers.len();
        let mut all = Vec::with_capacity(count * OBSERVED);
        py.detach(|| self.travellers.iter().for_each(|one| self.observe(one, &mut all)));
        all.to_pyarray(py).reshape([count, OBSERVED])
    }

    #[getter]
    fn cells(&self) -> Vec<(u32, u32)> {
        self.travellers.iter().map(|one| (one.cell.row, one.cell.column)).collect()
    }
}
