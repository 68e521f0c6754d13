//! Moves and boards as text, both ways. Everything that is printed here is read back to the same
//! thing.

mod board_text;
mod chinese;
mod coordinate;
pub mod pgn;
mod relative;
mod wxf;

pub use board_text::{BoardTextError, format_board, parse_board};
pub use chinese::{Script, format_chinese, parse_chinese, piece_name};
pub use coordinate::{Ranks, format_coordinates, parse_coordinates};
pub use pgn::{GameRecord, GameResult, format_pgn, parse_pgn, parse_pgn_games};
pub use wxf::{format_wxf, parse_wxf};

use crate::rules::{Illegality, Move, Position};
use thiserror::Error;

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// By coordinates: `h2e2`.
    Coordinates(Ranks),
    /// ICCS as game records write it: `H2-E2`.
    Iccs,
    /// `C2=5`.
    Wxf,
    /// 炮二平五.
    Chinese(Script),
}

impl Notation {
    /// The text of a legal move; of an illegal one its coordinates.
    #[must_use]
    pub fn format(self, position: &Position, chosen: Move) -> String {
        let relative = match self {
            Self::Coordinates(ranks) => Some(format_coordinates(chosen, ranks)),
            Self::Iccs => Some(format!("{}-{}", chosen.from(), chosen.to()).to_ascii_uppercase()),
            Self::Wxf => format_wxf(position, chosen),
            Self::Chinese(script) => format_chinese(position, chosen, script),
        };
        relative.unwrap_or_else(|| chosen.to_string())
    }

    /// The legal move of a text in this notation.
    ///
    /// # Errors
    /// A text that is no move in this notation, or no legal one.
    pub fn parse(self, position: &Position, text: &str) -> Result<Move, MoveTextError> {
        let legal = |chosen: Move| {
            let legal = position.is_legal_move(chosen);
            let because = position.illegality(chosen);
            if legal { Ok(chosen) } else { Err(MoveTextError::illegal(text, because)) }
        };
        match self {
            Self::Coordinates(ranks) => legal(parse_coordinates(text, ranks)?),
            Self::Iccs => legal(parse_coordinates(text, Ranks::FromZero)?),
            Self::Wxf => parse_wxf(position, text),
            Self::Chinese(_) => parse_chinese(position, text),
        }
    }
}

/// The legal move of a text in any notation: coordinates (ranks 0 to 9), WXF or Chinese.
///
/// ```
/// use xun_xiangqi::{notation::parse_move, rules::Position};
/// let position = Position::start();
/// for text in ["h2e2", "H2-E2", "C2=5", "C2.5", "炮二平五", "砲２平５"] {
///     assert_eq!(parse_move(&position, text).unwrap().to_string(), "h2e2");
/// }
/// ```
///
/// # Errors
/// A text that is no move in any notation, or no legal one.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    const ANY: &str = "it is written like h2e2, C2=5 or 炮二平五";
    let notations = [
        Notation::Coordinates(Ranks::FromZero),
        Notation::Wxf,
        Notation::Chinese(Script::Simplified),
    ];
    for notation in notations {
        match notation.parse(position, text) {
            Err(MoveTextError::Malformed { .. }) => {}
            decided => return decided,
        }
    }
    Err(MoveTextError::malformed(text, ANY))
}

/// Error in the text of a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveTextError {
    /// It does not look like a move.
    #[error("{text:?} is no move; {wanted}")]
    Malformed {
        /// The text.
        text: String,
        /// The expected form.
        wanted: &'static str,
    },
    /// It looks like a move, but no piece can make it here.
    #[error("{text:?} is not a legal move here")]
    Illegal {
        /// The text.
        text: String,
        /// The reason, where the text says which piece should go where.
        because: Option<Illegality>,
    },
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

    fn illegal(text: &str, because: Option<Illegality>) -> Self {
        Self::Illegal { text: shortened(text), because }
    }
}

/// Enough of a text to recognise it in a message.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests;
