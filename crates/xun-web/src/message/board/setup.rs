//! Set-ups of games and the choices for them.

use super::state::View;
use crate::message::{Fault, Text};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum GameKind {
    /// Chinese chess.
    Xiangqi,
    /// Five in a row.
    Gomoku,
}

// The only conversion: everything else uses `Game` and `Setting`.
impl From<GameKind> for xun_arena::Game {
    fn from(kind: GameKind) -> Self {
        match kind {
            GameKind::Xiangqi => Self::Xiangqi,
            GameKind::Gomoku => Self::Gomoku,
        }
    }
}

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum Player {
    /// A person at the page.
    Human,
    /// Our engine at a level from the menu.
    Engine {
        /// The level's name.
        level: String,
    },
    /// An engine configured on the server's command line.
    External {
        /// Its name.
        name: String,
    },
}

/// Time for each side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Clock {
    /// Milliseconds for the game.
    pub base: u32,
    /// Milliseconds added for each move.
    pub increment: u32,
}

/// Limit of the engine's search for each move where no clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum Thinking {
    /// So long.
    Time {
        /// Milliseconds, up to a minute.
        milliseconds: u32,
    },
    /// So deep.
    Depth {
        /// Plies.
        plies: u32,
    },
    /// So many positions.
    Nodes {
        /// Positions.
        nodes: u32,
    },
}

/// The opening rule of a game, and where its opening stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OpeningState {
    /// A swap2 opening in which no choice was made yet.
    #[serde(rename = "swap2")]
    Swap2,
    /// A swap2 opening in which the second player places two more stones.
    #[serde(rename = "swap2:more")]
    Swap2More,
    /// A swap2 opening that is over.
    #[serde(rename = "swap2:done")]
    Swap2Done,
    /// No opening rule; also any other name.
    #[serde(rename = "free", other)]
    Free,
}

/// The set-up of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Setup {
    /// The game.
    pub game: GameKind,
    /// A name for the list of games.
    pub name: String,
    /// The rule set's name from the menu.
    pub rules: String,
    /// Points a side of a Gomoku board; ignored in Xiangqi.
    pub size: u32,
    /// The opening rule's name from the menu, for Gomoku; `swap2:more` and `swap2:done` are where a
    /// swap2 opening stands.
    #[cfg_attr(test, ts(type = "string"))]
    pub opening: OpeningState,
    /// The first position: a FEN, or a string of moves for Gomoku. None is the usual one.
    pub position: Option<String>,
    /// The players: first (red, black) and second.
    pub players: [Player; 2],
    /// The clock, if there is one.
    pub clock: Option<Clock>,
    /// Limit of the engines without a clock; none leaves it to the level.
    #[serde(default)]
    pub think: Option<Thinking>,
    /// Names of the players; an empty one is not known.
    #[serde(default)]
    pub names: [String; 2],
    /// Tags of an imported record that have no place elsewhere: event, site, date, round.
    #[serde(default)]
    pub tags: Vec<Tag>,
}

/// A tag of a game record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Tag {
    /// Its name, such as `Date`.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A choice of the swap2 opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum OpeningChoice {
    /// Take black.
    Black,
    /// Take white.
    White,
    /// Place two more stones and leave the choice of colour to the other player.
    More,
}

/// A turn of an opening rule: one player places stones of both colours, or chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OpeningTurn {
    /// The set-up's player who acts: 0 or 1.
    pub player: u8,
    /// Stones to place, of alternating colour.
    pub stones: u32,
    /// The choices; none while stones are to be placed.
    pub choices: Vec<OpeningChoice>,
}

/// Choices for a new game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(rename = "BoardMenu"))]
pub struct Menu {
    /// Levels, weakest first.
    pub levels: Vec<Named>,
    /// Rule sets.
    pub rules: Vec<Named>,
    /// Opening rules.
    pub openings: Vec<Named>,
    /// Formats that can be exported.
    pub formats: Vec<Named>,
    /// Positions to begin with.
    pub positions: Vec<Named>,
    /// External engines.
    pub engines: Vec<String>,
}

/// One thing to choose.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Named {
    /// Its name in messages.
    pub name: String,
    /// Its name for people.
    pub title: Text,
    /// A sentence about it.
    pub about: Text,
}

/// A position that the editor made: what it is, or everything that is wrong with it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Checked {
    /// The position as text.
    pub text: String,
    /// The board, if it is possible.
    pub view: Option<View>,
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
}
