//! Walks a path by the rules. Independent of every search, so that it can judge them.

use super::tank;
use crate::{Cell, Problem, Step};
use std::collections::HashSet;
use thiserror::Error;

/// A cell of a path, and the content of the tank on arrival and on leaving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TankState {
    /// The cell.
    pub cell: Cell,
    /// The supply on arrival.
    pub arrival: u32,
    /// The supply on leaving, after a refill.
    pub supply: u32,
}

/// The way in which a path breaks the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// It does not begin at the start or not end at the goal, or is empty.
    #[error("the path does not lead from the start to the goal")]
    WrongEnds,
    /// Two consecutive cells are no straight neighbours.
    #[error("step {step}: {from} and {to} are not neighbours")]
    NotAStep {
        /// Which move, from one.
        step: usize,
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
    },
    /// It enters a wall.
    #[error("step {step}: {cell} is a wall")]
    IntoWall {
        /// Which move, from one.
        step: usize,
        /// The wall.
        cell: Cell,
    },
    /// Nothing is left to make the move with.
    #[error("step {step}: nothing is left at {cell}")]
    Starved {
        /// Which move, from one.
        step: usize,
        /// The cell where nothing is left.
        cell: Cell,
    },
}

/// Walks the cells with the problem's tank and free refills, and tells the tank's content at each.
///
/// ```
/// use xun_grid::supply::{ReplayError, replay};
/// use xun_grid::{Cell, Problem};
///
/// let problem: Problem = "tank 2\nS.*.G\n".parse()?;
/// let cells: Vec<Cell> = (0..5).map(|column| Cell::new(0, column)).collect();
/// let stops = replay(&problem, &cells)?;
/// assert_eq!((stops[2].arrival, stops[2].supply), (0, 2));
///
/// let dry: Problem = "tank 2\nS...G\n".parse()?;
/// let starved = ReplayError::Starved { step: 3, cell: cells[2] };
/// assert_eq!(replay(&dry, &cells), Err(starved));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first step that the problem does not allow.
pub fn replay(problem: &Problem, cells: &[Cell]) -> Result<Vec<TankState>, ReplayError> {
    if cells.first() != Some(&problem.start()) || cells.last() != Some(&problem.goal()) {
        return Err(ReplayError::WrongEnds);
    }
    let tank = tank(problem);
    let stations: HashSet<Cell> = problem
        .supply()
        .iter()
        .flat_map(|supply| &supply.stations)
        .map(|station| station.cell)
        .collect();
    let mut stops = vec![TankState { cell: cells[0], arrival: tank, supply: tank }];
    let mut supply = tank;
    for (index, pair) in cells.windows(2).enumerate() {
        let (step, from, to) = (index + 1, pair[0], pair[1]);
        if Step::between(from, to).and_then(Step::letter).is_none() {
            return Err(ReplayError::NotAStep { step, from, to });
        }
        if !problem.map().is_open(to) {
            return Err(ReplayError::IntoWall { step, cell: to });
        }
        let arrival = supply.checked_sub(1).ok_or(ReplayError::Starved { step, cell: from })?;
        supply = if stations.contains(&to) { tank } else { arrival };
        stops.push(TankState { cell: to, arrival, supply });
    }
    Ok(stops)
}
