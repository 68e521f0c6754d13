//! Faults of `RenLib` files.

use crate::rules::Point;
use thiserror::Error;

/// A fault of a `RenLib` file and its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {at} (0x{at:X}): {problem}")]
pub struct RenLibFault {
    /// The byte, from zero.
    pub at: usize,
    /// The fault.
    pub problem: RenLibProblem,
}

/// Kind of a fault in a `RenLib` file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RenLibProblem {
    /// Another beginning.
    #[error("not a RenLib file: it begins otherwise")]
    NotRenLib,
    /// The file ends within its header, a node or a text.
    #[error("the file breaks off here")]
    Truncated,
    /// A version that is newer than those known.
    #[error("version {major}.{minor:02} is newer than 3.04; read as 3.04")]
    Version {
        /// Before the point.
        major: u8,
        /// After it.
        minor: u8,
    },
    /// A place that is no point.
    #[error("place 0x{place:02X} is not on the 15x15 board; left out with what follows it")]
    Outside {
        /// The byte of the place.
        place: u8,
    },
    /// A point that has a stone.
    #[error("{point} is taken already; the move is left out with what follows it")]
    Occupied {
        /// The point.
        point: Point,
    },
    /// A pass, which game trees do not have.
    #[error("a pass; left out with what follows it")]
    Pass,
    /// Variations are announced, but the file ends.
    #[error("the file ends before {lines} of its variations")]
    Unfinished {
        /// Number of missing bytes.
        lines: usize,
    },
    /// Bytes after the last line.
    #[error("the last line has ended; what follows is left out")]
    AfterEnd,
    /// More moves than are read.
    #[error("more than {} moves; what follows is left out", super::RenLib::MOST_MOVES)]
    TooMany,
}
