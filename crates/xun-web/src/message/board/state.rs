//! Games as the page shows them.

use super::analysis::{Note, ReviewSummary};
use super::setup::{OpeningTurn, Setup};
use crate::message::Text;
use crate::message::undo::UndoEntry;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Comment, marks and drawings of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(TS))]
pub struct Remarks {
    /// The comment before the first move of a variation.
    pub before: String,
    /// The comment.
    pub comment: String,
    /// Numbered marks (NAG): 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and others.
    pub glyphs: Vec<u8>,
    /// Arrows and circles.
    pub shapes: Vec<Shape>,
}

/// An arrow or a circle on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Shape {
    /// Its colour.
    pub colour: ShapeColour,
    /// The point, such as `h2`.
    pub from: String,
    /// The point that an arrow leads to; none for a circle.
    pub to: Option<String>,
}

/// The colour of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum ShapeColour {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

/// A board with its legal moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct View {
    /// Points from left to right.
    pub columns: u32,
    /// Points from top to bottom.
    pub rows: u32,
    /// One character a point, row by row from the top: `.` empty; FEN letters, or `x` black and `o`
    /// white.
    pub cells: String,
    /// The side to move: 0 first (red, black), 1 second.
    pub side: u8,
    /// The point of a general in check.
    pub check: Option<u32>,
    /// Every legal move, as the page sends it back.
    pub legal: Vec<String>,
    /// Points that black may not take under renju.
    pub forbidden: Vec<u32>,
    /// The reason for each of these points: overline, double four, double three.
    pub forbidden_because: Vec<Text>,
    /// The points of a row of five.
    pub row: Vec<u32>,
    /// If the game is over by the rules.
    pub over: Option<Over>,
    /// The position as text (FEN, or the moves).
    pub text: String,
}

/// The reason for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum Ending {
    /// Checkmate.
    Checkmate,
    /// No legal move.
    Stalemate,
    /// Perpetual check or chase.
    Perpetual,
    /// A repetition that is a draw.
    Repetition,
    /// Too many moves without a capture.
    Quiet,
    /// Neither side has enough material.
    Material,
    /// Five in a row.
    Five,
    /// The board is full.
    Full,
    /// Resignation.
    Resign,
    /// Agreement.
    Draw,
    /// Time ran out.
    Time,
    /// The result that an imported record gives.
    Recorded,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Over {
    /// 0 first, 1 second; none for a draw.
    pub winner: Option<u8>,
    /// Why.
    pub code: Ending,
}

/// A move of a saved game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Node {
    /// Its number, from 1.
    pub id: u32,
    /// The move before it; 0 is the start.
    pub parent: u32,
    /// The side that moved: 0 first, 1 second.
    pub side: u8,
    /// The move as it is sent.
    pub text: String,
    /// Its names.
    pub names: Names,
    /// Milliseconds left on the mover's clock.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub clock: Option<i64>,
    /// The review's comment.
    pub note: Option<Note>,
    /// Comment, marks and drawings.
    pub remarks: Remarks,
}

/// A move in the notations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Names {
    /// Coordinates: `h2e2`, `h8`.
    pub iccs: String,
    /// WXF: `C2=5`.
    pub wxf: String,
    /// Chinese: 炮二平五.
    pub zh: String,
}

/// A game as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct State {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Its set-up.
    pub setup: Setup,
    /// All moves with their variations.
    pub nodes: Vec<Node>,
    /// The node that is shown; 0 is the start.
    pub current: u32,
    /// The board at that node.
    pub view: View,
    /// The result, by the rules or otherwise, of the line that ends in the current node.
    pub over: Option<Over>,
    /// The result of the whole game, whichever node is shown.
    pub result: Option<Over>,
    /// Milliseconds left for each side at the current node.
    #[cfg_attr(test, ts(type = "[number, number] | null"))]
    pub clocks: Option<[i64; 2]>,
    /// The name of the opening that led to the current node.
    pub opening_name: Option<Text>,
    /// The turn of the opening rule, while it is under way.
    pub opening: Option<OpeningTurn>,
    /// The change of this game that can be undone.
    pub undo: Option<UndoEntry>,
    /// The change of this game that can be made again.
    pub redo: Option<UndoEntry>,
    /// Comment and drawings of the first position.
    pub remarks: Remarks,
    /// Whether the second side sits below.
    pub flipped: bool,
    /// The last move in words, for announcements: "Black: horse 8 forward 7. Check."
    pub spoken: Option<Text>,
    /// A message about what an engine has just done, such as its choice in a swap2 opening.
    pub told: Option<Text>,
    /// Summary of a review of the main line, if there was one.
    pub review: Option<ReviewSummary>,
}

/// A line of the list of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Listed {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Its set-up.
    pub setup: Setup,
    /// Moves in it.
    pub moves: u32,
    /// Its result.
    pub over: Option<Over>,
    /// Milliseconds since 1970 of the last change.
    #[cfg_attr(test, ts(type = "number"))]
    pub updated: i64,
}
