//! Faults of puzzle files.

use thiserror::Error;

/// A line of a file that is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct PuzzleFault {
    /// The line, from one.
    pub line: usize,
    /// The problem.
    pub problem: Problem,
}

/// A problem of one puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// Another number of fields.
    #[error(
        "a puzzle has four fields (theme; difficulty; position; solution) with ';' between, not {0}"
    )]
    Fields(usize),
    /// No such theme.
    #[error("{0:?} is no theme: expected one like mate 3, piece, defence, endgame, vcf 9")]
    Theme(String),
    /// A difficulty outside its range.
    #[error("{0:?} is no difficulty: expected a number from 1 to 8")]
    Difficulty(String),
    /// A position that cannot be.
    #[error("position: {0}")]
    Position(String),
    /// A move that cannot be played.
    #[error("move: {0}")]
    Move(String),
    /// The solution's brackets do not match, or a part is missing.
    #[error("solution: {0}")]
    Solution(&'static str),
}
