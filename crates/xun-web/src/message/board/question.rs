//! Questions about boards.

use super::setup::{GameKind, OpeningChoice, Setup};
use super::state::{Ending, Remarks};
use serde::Deserialize;
#[cfg(test)]
use ts_rs::TS;

/// A question about boards.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum BoardQuestion {
    /// Lists the choices for a new game.
    Menu {
        /// The game.
        game: GameKind,
    },
    /// Begin a game.
    New {
        /// Its set-up.
        setup: Setup,
    },
    /// Show a saved game.
    Open {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// Refuse a game of another kind.
        #[serde(default)]
        game: Option<GameKind>,
    },
    /// Shows a saved game now and whenever another page changes it, until stopped.
    Follow {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
    },
    /// Play a move at a node.
    Play {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node before the move.
        at: u32,
        /// The move: one of the view's legal ones.
        text: String,
        /// Milliseconds that it took.
        spent: Option<u32>,
    },
    /// Show another node.
    Go {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node; 0 is the start.
        node: u32,
    },
    /// Remove a move and all that follows it.
    Prune {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node.
        node: u32,
        /// Whether a player takes the moves back.
        #[serde(default)]
        take_back: bool,
    },
    /// Writes comment, marks and drawings of a node.
    Remark {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node; 0 is the start.
        node: u32,
        /// The new remarks.
        remarks: Remarks,
    },
    /// Turns the board of a game.
    Turn {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// Whether the second side sits below.
        flipped: bool,
    },
    /// End a game by resignation, agreement or time.
    End {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The winner; none for a draw.
        winner: Option<u8>,
        /// [`Ending::Resign`], [`Ending::Draw`] or [`Ending::Time`].
        code: Ending,
    },
    /// Make the choice of an opening rule.
    Choose {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// One of the choices that the state offers.
        choice: OpeningChoice,
    },
    /// Lists the saved games.
    List {
        /// Only of this game.
        game: Option<GameKind>,
        /// Only those whose name or set-up contains this.
        words: String,
    },
    /// Remove a game.
    Delete {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
    },
    /// Write a game as text.
    Export {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The format's name from the menu.
        format: String,
    },
    /// Read a game from text; the set-up says which game, and what the text does not.
    Import {
        /// Its set-up.
        setup: Setup,
        /// The text.
        text: String,
        /// Whether to read a faulty text up to its first fault.
        #[serde(default)]
        partial: bool,
    },
    /// Checks a set-up and lists its faults.
    Check {
        /// The set-up.
        setup: Setup,
    },
    /// Show what a line would lead to, without playing it.
    Peek {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node.
        node: u32,
        /// The moves.
        moves: Vec<String>,
    },
    /// Let the engine whose turn it is think.
    Think {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node.
        node: u32,
        /// Whether to play the move, or only to hint at it.
        play: bool,
    },
    /// Analyse until stopped.
    Analyse {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node.
        node: u32,
        /// Number of lines, 1 to 20; many give values of candidate points.
        lines: u32,
        /// Whether to look for the other side's threat too.
        threat: bool,
    },
    /// Look at every move of the line through the current node, and mark mistakes.
    Review {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// Milliseconds for each position.
        milliseconds: u32,
    },
    /// Judges a move instead of the one at a node.
    Try {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node of the move that was played.
        node: u32,
        /// The move to play instead.
        text: String,
    },
    /// Proves a forced win of the side to move (Gomoku).
    Solve {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node.
        node: u32,
    },
    /// Moves played from a position in the collection of games (Xiangqi).
    Explore {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node; 0 is the start.
        node: u32,
    },
    /// The next exercise of a game, made of mistakes found in reviews.
    Exercise {
        /// The game.
        game: GameKind,
    },
    /// Answers an exercise; it comes back later, sooner if the answer is wrong.
    AnswerExercise {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        exercise: i64,
        /// The move.
        text: String,
    },
    /// Removes an exercise.
    ForgetExercise {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        exercise: i64,
    },
}
