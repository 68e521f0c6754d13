//! Moves and boards as text, both ways. Everything that is printed here is read back to the same thing.

mod coordinate;

pub use coordinate::{Ranks, format_coordinates, parse_coordinates};

use thiserror::Error;

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveTextError {
    /// It does not look like a move.
    #[error("{text:?} is no move; {wanted}")]
    Malformed {
        /// The text.
        text: String,
        /// What would be right.
        wanted: &'static str,
    },
    /// It looks like a move, but no piece can make it here.
    #[error("{0:?} is not a legal move here")]
    Illegal(String),
    /// More than one legal move is written so.
    #[error("{text:?} could be {moves}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves it could be.
        moves: String,
    },
}

impl MoveTextError {
    fn malformed(text: &str, wanted: &'static str) -> Self {
        Self::Malformed { text: shortened(text), wanted }
    }
}

/// Enough of a text to recognise it in a message.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
