//! Explanations of problems with a supply.

use super::map::Grid;
use super::{Bounds, Place, Query, place};
use crate::run::interruptible;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::AtomicBool;
use xun_grid::supply::{self, Feasibility, Reason};

/// The explanation as a dictionary.
#[pyfunction]
pub(super) fn explain<'py>(
    py: Python<'py>,
    map: &Grid,
    query: Query,
    bounds: Bounds,
) -> PyResult<Bound<'py, PyDict>> {
    let problem = query.problem(map)?;
    let stop = AtomicBool::new(false);
    let limits = bounds.limits(Some(&stop));
    let found = interruptible(py, &stop, || supply::explain(&problem, &limits), None)?;
    let all = PyDict::new(py);
    all.set_item("smallest_tank", found.smallest_tank)?;
    let leg = found.longest_leg.map(|leg| (place(leg.from), place(leg.to), leg.steps));
    all.set_item("longest_leg", leg)?;
    match found.verdict {
        Feasibility::Possible(journey) => {
            all.set_item("possible", true)?;
            all.set_item("steps", journey.path.steps())?;
            let refills = journey.refills.iter();
            let refills: Vec<(usize, Place, u32)> =
                refills.map(|one| (one.step, place(one.cell), one.arrival)).collect();
            all.set_item("refills", refills)?;
            let tanks = journey.larger_tanks.iter();
            let tanks: Vec<(u32, u32)> = tanks.map(|one| (one.tank, one.steps)).collect();
            all.set_item("larger_tanks", tanks)?;
        }
        Feasibility::Impossible(hindrance) => {
            all.set_item("possible", false)?;
            let reason = match hindrance.reason {
                Reason::Walls => "walls",
                Reason::NoStationWithinReach => "no station within reach",
                Reason::ChainBreaks => "chain breaks",
                _ => "other",
            };
            all.set_item("reason", reason)?;
            let stations: Vec<Place> = hindrance.stations.into_iter().map(place).collect();
            all.set_item("stations", stations)?;
            all.set_item("cells", hindrance.cells)?;
            all.set_item("nearest", place(hindrance.nearest))?;
            all.set_item("missing", hindrance.missing)?;
        }
        Feasibility::Stopped => all.set_item("possible", None::<bool>)?,
    }
    Ok(all)
}

/// The smallest tank with which there is a way.
#[pyfunction]
pub(super) fn smallest_tank(py: Python<'_>, map: &Grid, query: Query) -> PyResult<Option<u32>> {
    let problem = query.problem(map)?;
    let stop = AtomicBool::new(false);
    interruptible(py, &stop, || supply::smallest_tank(&problem), None)
}
