//! Readers and writers of map files.
//!
//! [`read`] takes the bytes of a map in any of the four [`Format`]s (found out by [`detect`] unless
//! it is given) and answers a [`Document`]: the map, and start, goal and supplies as far as the
//! file tells them. Everything that is wrong with a file is listed, each with line and column
//! ([`Faults`]). CR LF, blanks at the end of lines, blank lines at the end and a missing final
//! newline are not wrong.
//!
//! ```
//! use xun_grid::format;
//!
//! let document = format::read(b"2 3 9\n3 0 4\n1 1 1\n", None, None).unwrap();
//! assert_eq!(document.format, format::Format::Lab);
//! let problem = document.into_problem(None, None).unwrap();
//! assert_eq!(problem.supply().unwrap().tank, 9);
//!
//! let faults = format::read(b"2 3 9\n3 0\n1 x 1\n", None, None).unwrap_err();
//! assert_eq!(faults.list().len(), 3); // short row, unknown cell, no goal
//! ```

mod ascii;
mod detect;
mod ends;
mod fault;
mod lab;
mod matrix;
mod movingai;
mod prices;
mod rows;
mod scenario;
mod text;
mod write;

pub use detect::detect;
pub use ends::{Ends, read_ends};
pub use fault::{FaultKind, Faults, Field, MAX_FAULTS, MAX_TANK, MapFault};
pub use prices::{Prices, read_prices};
pub use scenario::{Scenario, read_scenarios, write_scenarios};
pub use write::{WriteError, write};

use crate::{Cell, Map, Problem, ProblemError, Supply};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A format of map files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The labs' supply problems: `M N T`, then M rows of N cells, 0 free, 1 wall, 2 station, 3
    /// start, 4 goal; after the rows, where stations sell, `price N` and `price ROW,COL N`.
    Lab,
    /// Rows of 0 (free) and 1 (wall); where from and where to is told elsewhere.
    Matrix,
    /// Moving AI's `.map`: `type octile`, `height`, `width`, `map`, then rows where `.`, `G` and
    /// `S` are free.
    MovingAi,
    /// Characters: `#` wall, `.` or blank free, `S` start, `G` goal, `*` station, digits terrain by
    /// its cost, small letters priced stations, capital letters dearer terrain; before the rows,
    /// where needed, `tank N`, `price LETTER N`, `terrain LETTER N`, and by cell `from ROW,COL`,
    /// `to ROW,COL`, `station ROW,COL PRICE` and `terrain ROW,COL N`.
    Ascii,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Lab, Self::Matrix, Self::MovingAi, Self::Ascii];

    /// The name by which it is asked for.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lab => "lab",
            Self::Matrix => "matrix",
            Self::MovingAi => "movingai",
            Self::Ascii => "ascii",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown format {0:?}; expected lab, matrix, movingai or ascii")]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// The content of a map file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its format.
    pub format: Format,
    /// The map.
    pub map: Map,
    /// The start, if it is marked.
    pub start: Option<Cell>,
    /// The goal, if it is marked.
    pub goal: Option<Cell>,
    /// Tank and stations, if the supply is limited.
    pub supply: Option<Supply>,
}

/// The reason why a document is no problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// Neither the file nor the caller says where the path begins.
    #[error("no start: the map marks none and none was given")]
    NoStart,
    /// Neither the file nor the caller says where the path ends.
    #[error("no goal: the map marks none and none was given")]
    NoGoal,
    /// Start or goal cannot be where they were put.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

impl Document {
    /// The problem; `from` and `to`, where given, go before the marks of the file.
    ///
    /// # Errors
    ///
    /// If start or goal is neither given nor marked, or lies outside the map or in a wall.
    pub fn into_problem(
        self,
        from: Option<Cell>,
        to: Option<Cell>,
    ) -> Result<Problem, DocumentError> {
        let start = from.or(self.start).ok_or(DocumentError::NoStart)?;
        let goal = to.or(self.goal).ok_or(DocumentError::NoGoal)?;
        Ok(Problem::with_supply(self.map, start, goal, self.supply)?)
    }

    /// The document that says the same as the problem.
    #[must_use]
    pub fn of(problem: &Problem, format: Format) -> Self {
        Self {
            format,
            map: problem.map().clone(),
            start: Some(problem.start()),
            goal: Some(problem.goal()),
            supply: problem.supply().cloned(),
        }
    }
}

/// Reads a map. The format is detected from the content and the file's name unless it is given.
///
/// # Errors
///
/// All faults of the file, each with line and column.
pub fn read(
    bytes: &[u8],
    format: Option<Format>,
    file_name: Option<&str>,
) -> Result<Document, Faults> {
    match format.unwrap_or_else(|| detect(bytes, file_name)) {
        Format::Lab => lab::read(bytes),
        Format::Matrix => matrix::read(bytes),
        Format::MovingAi => movingai::read(bytes),
        Format::Ascii => ascii::read(bytes),
    }
}

#[cfg(test)]
mod tests;
