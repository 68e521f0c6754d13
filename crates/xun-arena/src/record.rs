//! The record of a game: enough to replay it, to count it, and to say why it ended. This is the
//! form in files, so moves are text here; inside the process they are
//! [`GameMove`](crate::GameMove)s.

use crate::score::Points;
use serde::{Deserialize, Serialize};

/// A side of the board: the one that moves first in the game's own starting position (Red in
/// Xiangqi, Black in Gomoku), and the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Red in Xiangqi, Black in Gomoku.
    First,
    /// Black in Xiangqi, White in Gomoku.
    Second,
}

impl Seat {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The beginning of a game: a position, and moves played from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// A position (FEN) in Xiangqi; none is the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Moves played for the players before they begin.
    pub moves: Vec<String>,
}

/// One move that a player made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move: `h2e2`, or `h8` in Gomoku.
    #[serde(rename = "m")]
    pub text: String,
    /// The player's own score, from its side, in hundredths.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Search depth in plies.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Milliseconds it took.
    #[serde(rename = "t")]
    pub milliseconds: u64,
}

/// The reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Checkmate.
    Checkmate,
    /// No legal move (which loses in Xiangqi).
    Stalemate,
    /// Five in a row.
    FiveInARow,
    /// A forbidden point of renju was played.
    ForbiddenMove,
    /// Won by the rules. Records written before the reasons above existed say no more.
    Rules,
    /// Repetition, judged by the rule set.
    Repetition,
    /// Too many plies without a capture.
    QuietLimit,
    /// Neither side has enough material to win.
    Material,
    /// The board is full.
    FullBoard,
    /// A draw by the rules. Records written before the reasons above existed say no more.
    DrawRule,
    /// A player gave up.
    Resignation,
    /// Both players' scores agreed for long enough.
    Agreement,
    /// The longest game allowed was reached.
    TooLong,
    /// A move that the rules forbid.
    IllegalMove,
    /// An answer that is no move.
    Nonsense,
    /// A move after the time was up.
    Late,
    /// No answer at all.
    Silent,
    /// The engine ended, or could not be started.
    Crash,
    /// The engine flooded its output.
    Flood,
}

impl Ending {
    /// Whether the loser was at fault as a program, not as a player.
    #[must_use]
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            Self::IllegalMove
                | Self::Nonsense
                | Self::Late
                | Self::Silent
                | Self::Crash
                | Self::Flood
        )
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's number in its match, from 0.
    pub index: u64,
    /// The players' numbers, first seat first.
    pub players: [usize; 2],
    /// Its opening.
    pub opening: Opening,
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// The winner; none in a draw.
    pub winner: Option<Seat>,
    /// The reason for its end.
    pub ending: Ending,
    /// The reason in words: the rule's clause, the illegal move, the system's message.
    pub note: String,
}

impl GameRecord {
    /// The result for the player in this seat.
    #[must_use]
    pub fn points(&self, seat: Seat) -> Points {
        match self.winner {
            None => Points::Draw,
            Some(winner) if winner == seat => Points::Win,
            Some(_) => Points::Loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_of_earlier_records_are_read() {
        let read = |text: &str| serde_json::from_str::<Ending>(text).ok();
        assert_eq!(read("\"rules\""), Some(Ending::Rules));
        assert_eq!(read("\"draw_rule\""), Some(Ending::DrawRule));
        assert_eq!(read("\"five_in_a_row\""), Some(Ending::FiveInARow));
        assert_eq!(read("\"mate\""), None);
    }
}
