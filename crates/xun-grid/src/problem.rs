//! A problem: a map, where from, where to, and what the traveller carries.

use crate::{Cell, Map};
use thiserror::Error;

/// A path problem whose every cell has been checked against its map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    map: Map,
    start: Cell,
    goal: Cell,
    supply: Option<Supply>,
}

/// What limits a traveller: each step uses one unit; stations refill the tank.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Supply {
    /// The tank's size T, and what is in it at the start.
    pub tank: u32,
    /// Where it can be refilled.
    pub stations: Vec<Station>,
}

/// A place that refills the tank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Station {
    /// Where it stands.
    pub cell: Cell,
    /// Price of one unit. Zero in the labs' problems, where refilling is free and automatic.
    pub price: u32,
}

/// Why a problem cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// A cell is not on the map.
    #[error("the {what} {cell} lies outside the {rows}×{columns} map")]
    Outside {
        /// `start`, `goal` or `station`.
        what: &'static str,
        /// The cell.
        cell: Cell,
        /// Rows of the map.
        rows: u32,
        /// Columns of the map.
        columns: u32,
    },
    /// A cell is a wall.
    #[error("the {what} {cell} is a wall")]
    InWall {
        /// `start`, `goal` or `station`.
        what: &'static str,
        /// The cell.
        cell: Cell,
    },
}

impl Problem {
    /// A problem without supplies.
    pub fn new(map: Map, start: Cell, goal: Cell) -> Result<Self, ProblemError> {
        Self::with_supply(map, start, goal, None)
    }

    /// A problem, with or without supplies.
    pub fn with_supply(
        map: Map,
        start: Cell,
        goal: Cell,
        supply: Option<Supply>,
    ) -> Result<Self, ProblemError> {
        let stations = supply
            .iter()
            .flat_map(|supply| &supply.stations)
            .map(|station| ("station", station.cell));
        for (what, cell) in [("start", start), ("goal", goal)].into_iter().chain(stations) {
            if !map.contains(cell) {
                return Err(ProblemError::Outside {
                    what,
                    cell,
                    rows: map.rows(),
                    columns: map.columns(),
                });
            }
            if !map.is_open(cell) {
                return Err(ProblemError::InWall { what, cell });
            }
        }
        Ok(Self { map, start, goal, supply })
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Where the traveller starts.
    pub fn start(&self) -> Cell {
        self.start
    }

    /// Where the traveller wants to be.
    pub fn goal(&self) -> Cell {
        self.goal
    }

    /// What the traveller carries, if that is limited.
    pub fn supply(&self) -> Option<&Supply> {
        self.supply.as_ref()
    }
}
