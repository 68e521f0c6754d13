//! The interface of an evaluation to the search.

use crate::rules::{BoardObserver, Position};

/// An evaluation that follows the board incrementally.
///
/// The search calls [`push`](Self::push) before each move, lets the evaluator observe the move, and
/// [`pop`](Self::pop) after taking it back; what was observed since the matching `push` is thereby
/// forgotten.
pub trait Evaluator: BoardObserver {
    /// Begins at this position, forgetting everything.
    fn reset(&mut self, position: &Position);

    /// A move is about to be played.
    fn push(&mut self);

    /// The last move was taken back.
    fn pop(&mut self);

    /// The score of the position reached, seen from the side to move, in hundredths of a pawn.
    fn evaluate(&mut self, position: &Position) -> i32;
}
