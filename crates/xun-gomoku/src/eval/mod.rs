//! Static evaluation: values of positions and policies of moves, without a search.
//!
//! The search sees an [`Evaluator`]: [`NetworkEvaluator`] asks a trained network,
//! [`PatternEvaluator`] sums trained weights over the patterns at each empty point. Both are
//! updated move by move, in integers only.

mod network;
mod pattern;
mod weights;

pub use network::NetworkEvaluator;
pub use pattern::PatternEvaluator;
pub use weights::{Role, THREATS, VALUE_UNIT, WeightFault, Weights, threat_index};

use crate::rules::{Board, Point};

/// A move and its rank in the order of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The move.
    pub point: Point,
    /// The higher, the earlier.
    pub rank: i32,
}

/// Values a board for the search, following its moves.
///
/// The search calls [`played`](Self::played) after each stone or pass and [`undone`](Self::undone)
/// after each undo, in strict nesting.
pub trait Evaluator: Clone + Send {
    /// Begins anew from this board.
    fn reset(&mut self, board: &Board);
    /// A stone was placed (or the turn passed); the board already shows it.
    fn played(&mut self, board: &Board);
    /// The last move was taken back; the board already shows it.
    fn undone(&mut self, board: &Board);
    /// The value for the side to move, about 200 for odds of e to 1.
    fn value(&mut self, board: &Board) -> i32;
    /// Called before one or more calls of [`policy`](Self::policy) for this board.
    fn prepare(&mut self, board: &Board);
    /// The policy of a move of the side to move: the higher, the earlier it is searched. 32 for
    /// odds of e to 1.
    fn policy(&self, board: &Board, point: Point) -> i32;
    /// Ranks these moves of the side to move by their policies.
    #[inline]
    fn rank_by_policy(&self, board: &Board, list: &mut [Ranked]) {
        for ranked in list {
            ranked.rank = self.policy(board, ranked.point);
        }
    }
    /// A rougher, cheaper policy that needs no preparation.
    fn hint(&self, board: &Board, point: Point) -> i32;
}
