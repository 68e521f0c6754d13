//! Makes puzzles: from a position, the theme, the solution tree and the check that no other first
//! move does as well.

mod difficulty;
mod gomoku;
mod xiangqi;

use crate::analyst::Analyst;
use crate::place::Place;
use crate::puzzle::Puzzle;
use thiserror::Error;
use xun_game::TableError;

pub use difficulty::measure_difficulty;
pub(crate) use gomoku::limits as gomoku_limits;
pub(crate) use xiangqi::keeps;

/// Budgets of one puzzle. Every shipped one was accepted within the default ones.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Positions of each engine search that decides.
    pub nodes: u64,
    /// Positions of each exhaustive search for a mate, and of each search for threats.
    pub proof: u64,
    /// Positions of each search for threats after another first move than the solution's.
    pub other: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { nodes: 150_000, proof: 2_000_000, other: 100_000 }
    }
}

/// The reason why a position makes no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoPuzzle {
    /// The game is over.
    #[error("the game is over here")]
    Over,
    /// Only one move is legal.
    #[error("only one move is legal")]
    OneMove,
    /// No first move wins, or saves the game, clearly better than the others.
    #[error("no single move is clearly better than the others")]
    NotUnique,
    /// The solution has too many branches.
    #[error("the solution has too many branches")]
    TooLarge,
    /// The budget was not enough to decide.
    #[error("not decided within the limits")]
    Undecided,
    /// No memory for the engine.
    #[error(transparent)]
    Memory(#[from] TableError),
}

/// The puzzle of a position, if it is one. The difficulty is not measured yet: it is 1.
///
/// # Errors
/// The reason why it is none.
pub fn make(place: &Place, analyst: &mut Analyst, effort: &Effort) -> Result<Puzzle, NoPuzzle> {
    if place.is_over() {
        return Err(NoPuzzle::Over);
    }
    match place {
        Place::Xiangqi(position) => xiangqi::make(position, analyst, effort),
        Place::Gomoku(board) => gomoku::make(board, analyst, effort),
    }
}

/// Whether a puzzle fulfils all that [`make`] asks of the ones it makes: the task is right, and no
/// other first move comes near. The branches of the solution are not looked at.
///
/// # Errors
/// The reason why it does not.
pub fn check(puzzle: &Puzzle, analyst: &mut Analyst, effort: &Effort) -> Result<(), NoPuzzle> {
    if puzzle.place.is_over() {
        return Err(NoPuzzle::Over);
    }
    match &puzzle.place {
        Place::Xiangqi(position) => xiangqi::check(position, puzzle, analyst, effort),
        Place::Gomoku(board) => gomoku::check(board, puzzle, analyst, effort),
    }
}
