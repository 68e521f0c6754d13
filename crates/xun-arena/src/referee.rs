//! The referee: what is legal, when a game is over, and who has won. Never a player's word.

use crate::record::{Ending, Seat};
use thiserror::Error;

/// A verdict that ends a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub ending: Ending,
    /// The rule in words.
    pub note: String,
}

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It is not written as a move.
    #[error("{0:?} is not a move")]
    NotAMove(String),
    /// It breaks the rules.
    #[error("{0} is not legal here")]
    Illegal(String),
}

/// Keeps the board of one game.
pub trait Referee: Send {
    /// Whose turn it is.
    fn turn(&self) -> Seat;

    /// Every legal move as text, in a fixed order.
    fn legal_moves(&self) -> Vec<String>;

    /// Plays a move and returns it as we write it.
    fn play(&mut self, text: &str) -> Result<String, Refusal>;

    /// Whether the game is over.
    fn verdict(&self) -> Option<Verdict>;
}
