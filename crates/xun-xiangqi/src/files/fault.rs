//! Faults of game files, each with its place.

use crate::notation::pgn::{PgnError, PgnProblem};
use crate::rules::{FenError, Illegality, Move, SetupError};
use std::fmt;
use thiserror::Error;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The byte at this offset of a binary file.
    Byte(usize),
    /// A place in a text, both counted from 1.
    Text {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Byte(offset) => write!(f, "byte {offset} (0x{offset:X})"),
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
        }
    }
}

/// A fault of a game file and its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct FileFault {
    /// Its place.
    pub place: Place,
    /// The fault.
    pub problem: Problem,
}

impl From<PgnError> for FileFault {
    fn from(error: PgnError) -> Self {
        let place = Place::Text { line: error.line, column: error.column };
        Self { place, problem: error.problem.into() }
    }
}

/// Kind of a fault in a game file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// The file is of no known format.
    #[error(
        "no game file: it begins neither like XQF, CBR, CBL, CBF or DhtmlXQ, nor does it hold moves"
    )]
    UnknownFormat,
    /// The file is of a known format and holds no game.
    #[error("the file holds no game")]
    NoGame,
    /// The file ends too early.
    #[error("the file ends here, {missing} bytes before the end of {part}")]
    Truncated {
        /// The part of the file that is not complete.
        part: &'static str,
        /// Number of bytes that are missing.
        missing: usize,
    },
    /// An XQF version that is not known.
    #[error("XQF version {0} is not known; 18 is the last")]
    Version(u8),
    /// The pieces make no position.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// The text of the first position is wrong.
    #[error("the first position is wrong: {0}")]
    Fen(#[from] FenError),
    /// A piece is placed on a point that another piece has.
    #[error("two pieces stand on {0}")]
    SamePoint(crate::rules::Square),
    /// The list of pieces is wrong.
    #[error("the list of pieces has {0} digits, it needs 64")]
    PieceList(usize),
    /// A result that is not known.
    #[error("{0:?} is no result")]
    Result(String),
    /// Two bytes or four digits that are no move.
    #[error(
        "no move: it does not lead from one point of the board to another; left out with what \
         follows it"
    )]
    NoPoints,
    /// A move that the rules do not allow.
    #[error("move {ply}, {chosen}, is not legal; left out with what follows it")]
    IllegalMove {
        /// The move.
        chosen: Move,
        /// Its number, counted in plies from 1.
        ply: usize,
        /// The reason.
        because: Option<Illegality>,
    },
    /// A comment is longer than the rest of the file, or has a negative length.
    #[error("a comment of {length} bytes does not fit into the file")]
    CommentLength {
        /// The length that is written in the file.
        length: i64,
    },
    /// Bytes that are no text in the encoding.
    #[error("not all of the text is {0}")]
    Encoding(&'static str),
    /// Variations within variations.
    #[error("variations are nested too deeply ({} at most)", crate::notation::pgn::MAX_DEPTH)]
    TooDeep,
    /// A variation that begins at no move of its line.
    #[error("variation {0:?} begins at no move")]
    NoParent(String),
    /// Moves behind the end of the last line.
    #[error("{0} moves follow the end of the last line; left out")]
    BehindTheEnd(usize),
    /// A field that begins and does not end.
    #[error("the field {0:?} does not end")]
    Unfinished(String),
    /// A fault of a PGN text.
    #[error("{0}")]
    Pgn(#[from] PgnProblem),
    /// A move of a text cannot be read or played.
    #[error("{0}")]
    Move(#[from] crate::notation::MoveTextError),
    /// There are more faults than are listed.
    #[error("{0} more faults")]
    More(usize),
}

/// Faults of one game that are listed at most.
const MOST: usize = 20;

/// The faults of one game: the first ones, and the number of the others.
#[derive(Default)]
pub(super) struct FaultList {
    list: Vec<FileFault>,
    more: usize,
}

impl FaultList {
    pub(super) fn add(&mut self, place: Place, problem: impl Into<Problem>) {
        if self.list.len() < MOST {
            self.list.push(FileFault { place, problem: problem.into() });
        } else {
            self.more += 1;
        }
    }

    pub(super) fn into_vec(mut self) -> Vec<FileFault> {
        if let (Some(last), 1..) = (self.list.last(), self.more) {
            let place = last.place;
            self.list.push(FileFault { place, problem: Problem::More(self.more) });
        }
        self.list
    }
}
