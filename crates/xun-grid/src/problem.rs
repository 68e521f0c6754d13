//! A problem: a map, start, goal, and a supply where it is limited.

use crate::format::{self, Document, DocumentError, Faults, Format};
use crate::{Answer, Cell, Limits, Map, Options, Silent, SolveError, solve};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A path problem. Start, goal and stations are open cells of the map.
///
/// ```
/// use xun_grid::{Cell, Map, Problem, Station, Supply};
///
/// let supply = Supply { tank: 3, stations: vec![Station { cell: Cell::new(0, 2), price: 0 }] };
/// let (start, goal) = (Cell::new(0, 0), Cell::new(0, 4));
/// let problem = Problem::with_supply(Map::open(1, 5)?, start, goal, Some(supply))?;
/// assert_eq!(problem.to_string(), "tank 3\nS.*.G\n");
/// assert_eq!(problem.to_string().parse::<Problem>()?, problem);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    map: Map,
    start: Cell,
    goal: Cell,
    supply: Option<Supply>,
}

/// A limited supply: each step uses one unit; stations refill the tank.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Supply {
    /// The tank's size T. It is full at the start.
    pub tank: u32,
    /// The places that refill it.
    pub stations: Vec<Station>,
}

/// A place that refills the tank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Station {
    /// Its cell.
    pub cell: Cell,
    /// Price of one unit. Zero in the labs' problems, where refilling is free and automatic.
    pub price: u32,
}

/// The reason why a problem cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
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
    /// A problem without a supply.
    ///
    /// # Errors
    ///
    /// If start or goal lies outside the map or in a wall.
    pub fn new(map: Map, start: Cell, goal: Cell) -> Result<Self, ProblemError> {
        Self::with_supply(map, start, goal, None)
    }

    /// A problem with or without a supply.
    ///
    /// # Errors
    ///
    /// If start, goal or a station lies outside the map or in a wall.
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

    /// Reads a problem from text in any of the [formats](crate::format) that mark start and goal.
    /// `"…".parse::<Problem>()` does the same.
    ///
    /// ```
    /// use xun_grid::Problem;
    ///
    /// let answer = Problem::parse("S.#\n..G\n")?.solve()?;
    /// assert_eq!(answer.path().unwrap().letters().unwrap(), "RDR");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All faults of the text with line and column, or the mark that is missing.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Ok(format::read(text.as_bytes(), None, None)?.into_problem(None, None)?)
    }

    /// Solves the problem with the default [`Options`]: the cheapest path by four moves.
    ///
    /// # Errors
    ///
    /// If no algorithm handles the problem: prices at stations together with terrain costs.
    pub fn solve(&self) -> Result<Answer, SolveError> {
        self.solve_with(&Options::default())
    }

    /// Solves the problem with these options, without limits and observer. See
    /// [`solve`](crate::solve()) for both.
    ///
    /// ```
    /// use xun_grid::{Moves, Options, Problem};
    ///
    /// let problem = Problem::parse("S..\n...\n..G\n")?;
    /// let diagonal = Options { moves: Moves::Eight, ..Options::default() };
    /// assert_eq!(problem.solve_with(&diagonal)?.path().unwrap().steps(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`solve`](crate::solve()).
    pub fn solve_with(&self, options: &Options) -> Result<Answer, SolveError> {
        solve(self, options, &Limits::default(), &mut Silent)
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The cell where the path begins.
    #[must_use]
    pub fn start(&self) -> Cell {
        self.start
    }

    /// The cell where the path ends.
    #[must_use]
    pub fn goal(&self) -> Cell {
        self.goal
    }

    /// Tank and stations, if the supply is limited.
    #[must_use]
    pub fn supply(&self) -> Option<&Supply> {
        self.supply.as_ref()
    }

    /// Whether a station sells by the unit.
    #[must_use]
    pub fn has_prices(&self) -> bool {
        let stations = self.supply.iter().flat_map(|supply| &supply.stations);
        stations.into_iter().any(|station| station.price > 0)
    }

    /// The same problem with stations that refill the tank for nothing.
    #[must_use]
    pub fn without_prices(&self) -> Self {
        let mut problem = self.clone();
        for station in problem.supply.iter_mut().flat_map(|supply| &mut supply.stations) {
            station.price = 0;
        }
        problem
    }

    /// The same problem without its supply.
    #[must_use]
    pub fn without_supply(&self) -> Self {
        Self { map: self.map.clone(), start: self.start, goal: self.goal, supply: None }
    }
}

/// The reason why a text is no problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The text is not a map.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// The map does not say where the path begins or ends.
    #[error(transparent)]
    Document(#[from] DocumentError),
}

impl FromStr for Problem {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

impl fmt::Display for Problem {
    /// The problem in the ASCII format, which holds every problem.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        let document = Document::of(self, Format::Ascii);
        format::write(&document, &mut text).map_err(|_| fmt::Error)?;
        formatter.write_str(&String::from_utf8_lossy(&text))
    }
}
