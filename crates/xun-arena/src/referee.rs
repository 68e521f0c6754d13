//! The referee of a game: legal moves, the end of the game and its winner. A player's word never
//! counts.

use crate::record::{Ending, Seat};
use crate::setting::GameMove;
use thiserror::Error;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The winner; none in a draw.
    pub winner: Option<Seat>,
    /// The reason.
    pub ending: Ending,
    /// The reason in words.
    pub note: String,
}

/// A move that breaks the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} is not legal here")]
pub struct IllegalMove(pub GameMove);

/// Keeps the board of one game.
pub trait Referee: Send {
    /// The seat whose turn it is.
    fn turn(&self) -> Seat;

    /// Every legal move, in a fixed order.
    fn legal_moves(&self) -> Vec<GameMove>;

    /// Plays a move.
    ///
    /// # Errors
    /// A move that the rules forbid; the board stays as it was.
    fn play(&mut self, chosen: GameMove) -> Result<(), IllegalMove>;

    /// The end of the game, if it is over.
    fn end(&self) -> Option<GameEnd>;
}
