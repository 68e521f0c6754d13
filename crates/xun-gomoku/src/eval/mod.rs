//! What a position is worth, and which moves look good, without searching.
//!
//! The search sees an [`Evaluator`]; [`PatternEvaluator`] is the one there is: a sum of trained weights over what
//! stones would make at each empty point, kept up to date move by move. Integers only.

mod pattern;
mod weights;

pub use pattern::PatternEvaluator;
pub use weights::{Role, THREATS, VALUE_UNIT, WeightFault, Weights, threat_index};

use crate::rules::{Board, Point};

/// Values a board for the search, following its moves.
///
/// The search calls [`played`](Self::played) after each stone or pass and [`undone`](Self::undone) after each undo, in
/// strict nesting.
pub trait Evaluator: Clone + Send {
    /// Begins anew from this board.
    fn reset(&mut self, board: &Board);
    /// A stone was placed (or the turn passed); the board already shows it.
    fn played(&mut self, board: &Board);
    /// The last move was taken back; the board already shows it.
    fn undone(&mut self, board: &Board);
    /// The value for the side to move, about 200 for odds of e to 1.
    fn value(&self, board: &Board) -> i32;
    /// How good a move of the side to move looks: the higher, the earlier it is searched and the less reduced.
    fn policy(&self, board: &Board, point: Point) -> i32;
}
