//! The events of a search, as arrays and as a trace file.

use super::map::Grid;
use super::solve::{Answer, Choice};
use super::{Bounds, Query};
use crate::errors;
use crate::run::interruptible;
use numpy::{PyArray1, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::atomic::AtomicBool;
use xun_grid::trace::{Recorder, TraceForm, TraceHeader, TraceWriter};
use xun_grid::{Cell, Event, Observer, Problem};

/// Events of one search.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct Trace {
    problem: Problem,
    answer: xun_grid::Answer,
    events: Vec<Event>,
    dropped: u64,
}

/// One event, with a place for everything that any event has.
struct Row {
    kind: u8,
    cell: Option<Cell>,
    parent: Option<Cell>,
    g: f64,
    h: f64,
    supply: i64,
}

impl Row {
    fn of(event: &Event) -> Self {
        let row = |kind, cell: Cell| Self {
            kind,
            cell: Some(cell),
            parent: None,
            g: f64::NAN,
            h: f64::NAN,
            supply: -1,
        };
        let left = |supply: Option<u32>| supply.map_or(-1, i64::from);
        match *event {
            Event::Generate { cell, parent, g, h, supply } => {
                Self { parent, g, h, supply: left(supply), ..row(0, cell) }
            }
            Event::Expand { cell, g, h, supply } => {
                Self { g, h, supply: left(supply), ..row(1, cell) }
            }
            Event::Reopen { cell, g } => Self { g, ..row(2, cell) },
            Event::Close { cell } => row(3, cell),
            Event::NewBound { bound } => Self { g: bound, cell: None, ..row(4, Cell::new(0, 0)) },
            Event::Refill { cell, supply } => Self { supply: i64::from(supply), ..row(5, cell) },
            Event::DeadEnd { cell, supply } => Self { supply: left(supply), ..row(6, cell) },
            Event::Found { cell, g } => Self { g, ..row(7, cell) },
            // The library may learn further events.
            _ => Self { cell: None, ..row(8, Cell::new(0, 0)) },
        }
    }
}

/// Names of the kinds, by number.
const KINDS: [&str; 9] =
    ["generate", "expand", "reopen", "close", "bound", "refill", "dead end", "found", "other"];

/// Records the events of a search, at most `most` of them.
#[pyfunction]
pub(super) fn trace(
    py: Python<'_>,
    map: &Grid,
    query: Query,
    choice: Choice,
    bounds: Bounds,
    most: usize,
) -> PyResult<Trace> {
    let (problem, options) = (query.problem(map)?, choice.options()?);
    let stop = AtomicBool::new(false);
    let limits = bounds.limits(Some(&stop));
    let mut recorder = Recorder::new(most);
    let work = || xun_grid::solve(&problem, &options, &limits, &mut recorder);
    let answer = interruptible(py, &stop, work, None)?.map_err(errors::input)?;
    let dropped = recorder.dropped();
    Ok(Trace { problem, answer, events: recorder.into_events(), dropped })
}

#[pymethods]
impl Trace {
    #[classattr]
    const KINDS: [&'static str; 9] = KINDS;

    #[getter]
    fn answer(&self) -> Answer {
        Answer::new(self.answer.clone(), Some(&self.problem))
    }

    #[getter]
    fn dropped(&self) -> u64 {
        self.dropped
    }

    fn __len__(&self) -> usize {
        self.events.len()
    }

    /// One array a column; rows, columns and supplies are -1 where an event has none.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rows: Vec<Row> = py.detach(|| self.events.iter().map(Row::of).collect());
        let number = |value: Option<u32>| value.map_or(-1, |value| value as i32);
        let integers = |get: &dyn Fn(&Row) -> Option<u32>| -> Bound<'py, PyArray1<i32>> {
            rows.iter().map(|row| number(get(row))).collect::<Vec<_>>().to_pyarray(py)
        };
        let numbers = |get: &dyn Fn(&Row) -> f64| -> Bound<'py, PyArray1<f64>> {
            rows.iter().map(get).collect::<Vec<_>>().to_pyarray(py)
        };
        let all = PyDict::new(py);
        let kinds: Vec<u8> = rows.iter().map(|row| row.kind).collect();
        all.set_item("kind", kinds.to_pyarray(py))?;
        all.set_item("row", integers(&|row| row.cell.map(|cell| cell.row)))?;
        all.set_item("column", integers(&|row| row.cell.map(|cell| cell.column)))?;
        all.set_item("parent_row", integers(&|row| row.parent.map(|cell| cell.row)))?;
        all.set_item("parent_column", integers(&|row| row.parent.map(|cell| cell.column)))?;
        all.set_item("g", numbers(&|row| row.g))?;
        all.set_item("h", numbers(&|row| row.h))?;
        let supplies: Vec<i64> = rows.iter().map(|row| row.supply).collect();
        all.set_item("supply", supplies.to_pyarray(py))?;
        Ok(all)
    }

    /// The trace file: lines, or the one document that Posthoc opens.
    fn write<'py>(&self, py: Python<'py>, document: bool) -> PyResult<Bound<'py, PyBytes>> {
        let form = if document { TraceForm::Document } else { TraceForm::Lines };
        let text = py.detach(|| {
            let header = TraceHeader {
                problem: &self.problem,
                algorithm: self.answer.algorithm.name(),
                heuristic: self.answer.heuristic.map(xun_grid::Heuristic::name),
            };
            let mut out = Vec::new();
            let mut writer = TraceWriter::new(&mut out, &header, form, u64::MAX)?;
            self.events.iter().for_each(|&event| writer.event(event));
            writer.finish(&self.answer.outcome)?;
            Ok::<_, std::io::Error>(out)
        })?;
        Ok(PyBytes::new(py, &text))
    }
}
