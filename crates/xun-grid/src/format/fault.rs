//! Faults of a file as data: position, finding, expectation. `Display` is the English text; other
//! languages match on [`FaultKind`].

use crate::MAX_CELLS;
use std::fmt;
use thiserror::Error;

/// The number of faults that are kept; the rest are only counted.
pub const MAX_FAULTS: usize = 20;

/// The largest tank that is accepted.
pub const MAX_TANK: u32 = 1_000_000_000;

/// A fault of a file, by line and column from one (a column is a character).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapFault {
    /// Line, from one.
    pub line: u64,
    /// Column, from one.
    pub column: u64,
    /// The kind.
    pub kind: FaultKind,
}

/// The kind of a fault.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// Nothing in the file.
    #[error("the file is empty; expected {expected}")]
    Empty {
        /// The expected beginning.
        expected: &'static str,
    },
    /// A byte that no UTF-8 text has.
    #[error("byte 0x{byte:02X} is not UTF-8 text")]
    NotUtf8 {
        /// The byte.
        byte: u8,
    },
    /// A character that stands for no cell.
    #[error("unknown cell {found:?}; expected one of {expected}")]
    UnknownCell {
        /// The character.
        found: char,
        /// Those that the format knows.
        expected: &'static str,
    },
    /// A row with too few cells.
    #[error("short row: {} where {expected} were expected", count(*.found, "cell"))]
    ShortRow {
        /// Cells that a row has.
        expected: u64,
        /// Cells that this one has.
        found: u64,
    },
    /// A row with too many cells.
    #[error("long row: {} where {expected} were expected", count(*.found, "cell"))]
    LongRow {
        /// Cells that a row has.
        expected: u64,
        /// Cells that this one has.
        found: u64,
    },
    /// The file ends too soon.
    #[error("the file ends after {found} of {expected} rows")]
    MissingRows {
        /// Rows announced.
        expected: u64,
        /// Rows there are.
        found: u64,
    },
    /// There is more after the last row.
    #[error("{} too many after the last of {}", count(*.found, "line"), count(*.expected, "row"))]
    ExtraRows {
        /// Rows announced.
        expected: u64,
        /// Lines after them.
        found: u64,
    },
    /// No cell is marked as the start.
    #[error("no start; expected one cell marked {mark:?}")]
    NoStart {
        /// The format's mark for it.
        mark: char,
    },
    /// No cell is marked as the goal.
    #[error("no goal; expected one cell marked {mark:?}")]
    NoGoal {
        /// The format's mark for it.
        mark: char,
    },
    /// More than one start.
    #[error("a second start; the first is at line {line}, column {column}")]
    SecondStart {
        /// Line of the first.
        line: u64,
        /// Column of the first.
        column: u64,
    },
    /// More than one goal.
    #[error("a second goal; the first is at line {line}, column {column}")]
    SecondGoal {
        /// Line of the first.
        line: u64,
        /// Column of the first.
        column: u64,
    },
    /// Something else stands where a number should.
    #[error("{found:?} is no number; expected {field}")]
    NotANumber {
        /// The number that is expected.
        field: Field,
        /// The text found there.
        found: String,
    },
    /// A number beyond its range.
    #[error("{field} is {found}; expected {least} to {most}")]
    OutOfRange {
        /// Which number.
        field: Field,
        /// As it is written.
        found: String,
        /// The smallest accepted.
        least: u64,
        /// The largest accepted.
        most: u64,
    },
    /// A number is missing.
    #[error("{field} is missing")]
    Missing {
        /// Which.
        field: Field,
    },
    /// Something follows where the line should end.
    #[error("{found:?} is too much; expected the end of the line")]
    Trailing {
        /// The text found there.
        found: String,
    },
    /// A word of the header is missing or misspelt.
    #[error("found {found:?}; expected {expected}")]
    Unexpected {
        /// The expected text.
        expected: &'static str,
        /// The text found.
        found: String,
    },
    /// The map would have more cells than are accepted.
    #[error("{rows}×{columns} is more than the {MAX_CELLS} cells that a map may have")]
    TooLarge {
        /// Rows announced or found.
        rows: u64,
        /// Columns announced or found.
        columns: u64,
    },
    /// Stations without a tank that they could fill.
    #[error("a station, but no tank; expected a line \"tank N\" before the map")]
    StationWithoutTank,
    /// A price for a cell without a station.
    #[error("there is no station in row {row}, column {column}")]
    NoStation {
        /// The cell's row, from zero.
        row: u32,
        /// The cell's column, from zero.
        column: u32,
    },
    /// A line names a cell that is not on the map.
    #[error("row {row}, column {column} lies outside the {rows}×{columns} map")]
    OutsideMap {
        /// The cell's row, from zero.
        row: u32,
        /// The cell's column, from zero.
        column: u32,
        /// Rows of the map.
        rows: u32,
        /// Columns of the map.
        columns: u32,
    },
    /// A station whose letter has no price.
    #[error("station {letter:?} has no price; expected a line \"price {letter} N\" before the map")]
    StationWithoutPrice {
        /// The letter.
        letter: char,
    },
}

/// A number in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Field {
    /// M, the number of rows.
    Rows,
    /// N, the number of columns.
    Columns,
    /// T, the tank.
    Tank,
    /// A station's price.
    Price,
    /// The cost of entering a cell.
    Terrain,
    /// A cell's row.
    Row,
    /// A cell's column.
    Column,
    /// A scenario's bucket.
    Bucket,
    /// A scenario's map.
    MapName,
    /// A scenario's optimal length.
    Length,
    /// The start of the path.
    From,
    /// The goal of the path.
    To,
}

impl fmt::Display for Field {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Rows => "the number of rows",
            Self::Columns => "the number of columns",
            Self::Tank => "the tank T",
            Self::Price => "the price",
            Self::Terrain => "the terrain's cost",
            Self::Row => "the row",
            Self::Column => "the column",
            Self::Bucket => "the bucket",
            Self::MapName => "the map's name",
            Self::Length => "the optimal length",
            Self::From => "the line \"from ROW,COL\"",
            Self::To => "the line \"to ROW,COL\"",
        })
    }
}

impl fmt::Display for MapFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

/// All faults of a file: the first [`MAX_FAULTS`] in full, the rest as a count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    list: Vec<MapFault>,
    more: u64,
}

impl Faults {
    /// Those kept, in the order they were met.
    #[must_use]
    pub fn list(&self) -> &[MapFault] {
        &self.list
    }

    /// The number of further faults.
    #[must_use]
    pub fn more(&self) -> u64 {
        self.more
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether the next one would only be counted.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= MAX_FAULTS
    }

    pub(super) fn add(&mut self, line: u64, column: u64, kind: FaultKind) {
        if self.is_full() {
            self.more += 1;
        } else {
            self.list.push(MapFault { line, column, kind });
        }
    }

    /// Adds another file's, or another part's.
    pub(super) fn extend(&mut self, others: Self) {
        for MapFault { line, column, kind } in others.list {
            self.add(line, column, kind);
        }
        self.more += others.more;
    }

    /// The value if nothing is wrong.
    pub(super) fn none_or<T>(self, value: Option<T>) -> Result<T, Self> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, fault) in self.list.iter().enumerate() {
            if position > 0 {
                writeln!(formatter)?;
            }
            write!(formatter, "{fault}")?;
        }
        if self.more > 0 {
            write!(formatter, "\nand {} more", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// So many of something.
fn count(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
