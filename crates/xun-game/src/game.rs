//! The one trait through which the textbook searches see a game.

use std::fmt::Debug;
use std::hash::Hash;

/// A two-player, zero-sum game with perfect information, changed in place.
///
/// A search calls [`moves`](Self::moves), [`play`](Self::play) and [`undo`](Self::undo) in strict nesting and
/// never clones a position per node. Scores are seen from the side to move.
pub trait Game {
    /// A move; small and cheap to copy.
    type Move: Copy + Eq + Hash + Debug;

    /// Appends every legal move of the side to move, in the game's natural order.
    fn moves(&self, into: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&mut self, chosen: Self::Move);

    /// Takes back the last move played.
    fn undo(&mut self);

    /// A key that equal positions (with equal side to move) share, kept up to date incrementally.
    fn key(&self) -> u64;

    /// If the game is over: the result for the side to move, −1 lost, 0 drawn, 1 won.
    fn result(&self) -> Option<i32>;
}
