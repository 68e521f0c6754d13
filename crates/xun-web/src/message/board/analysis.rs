//! Results of searches: lines, reviews, exercises, proofs.

use super::state::{Names, View};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A score, seen from the first side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Score {
    /// In hundredths of a pawn, or of what the game counts in.
    pub value: i32,
    /// Moves to a forced win (positive for the first side), if one was found.
    pub mate: Option<i32>,
    /// Chance of a first-side win, in percent.
    pub win: f64,
    /// Chance of a draw, in percent.
    pub draw: f64,
}

/// One line of an analysis.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Line {
    /// Its rank, from 1.
    pub rank: u32,
    /// Its score.
    pub score: Score,
    /// Plies searched.
    pub depth: u32,
    /// The deepest ply looked at.
    pub reach: u32,
    /// The moves, as they are sent.
    pub moves: Vec<String>,
    /// The moves in the notations.
    pub names: Vec<Names>,
}

/// An engine's lines so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Lines {
    /// The node that it thinks about.
    pub node: u32,
    /// The best lines, best first.
    pub lines: Vec<Line>,
    /// Positions searched.
    pub nodes: f64,
    /// Seconds of thought.
    pub seconds: f64,
    /// A threat of the other side, if it could move now.
    pub threat: Option<String>,
}

/// The quality of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum Mark {
    /// The engine's choice.
    Best,
    /// Nearly as good.
    Good,
    /// Loses at least 6 % of winning.
    Inaccuracy,
    /// At least 12 %.
    Mistake,
    /// At least 25 %.
    Blunder,
}

/// The review's comment on a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Note {
    /// The score after it, seen from the first side.
    pub score: Score,
    /// Loss against the best move, in percent of winning.
    pub loss: f64,
    /// Its quality.
    pub mark: Mark,
    /// A better move, where there is one, and how it goes on.
    pub better: Vec<String>,
    /// The names of those moves. Notes of earlier versions have none.
    #[serde(default)]
    pub better_names: Vec<Names>,
}

/// Summary of a review.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReviewSummary {
    /// Of the first and the second side.
    pub sides: [SideSummary; 2],
    /// Nodes of the mistakes and blunders, in order.
    pub mistakes: Vec<u32>,
}

/// Summary of a review for one side.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SideSummary {
    /// Moves that were looked at.
    pub moves: u32,
    /// Accuracy in percent: 100 where no winning chances were lost.
    pub accuracy: f64,
    /// Winning chances lost by a move on average, in percentage points.
    pub average_loss: f64,
    /// Moves marked `?!`.
    pub inaccuracies: u32,
    /// Moves marked `?`.
    pub mistakes: u32,
    /// Moves marked `??`.
    pub blunders: u32,
}

/// The engine's judgement of a move that was tried.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Tried {
    /// Whether it is about as good as the best move.
    pub good: bool,
    /// The move as it is kept.
    pub text: String,
    /// Its names.
    pub names: Names,
    /// The judgement; its `better` is the best line where the move is not good.
    pub note: Note,
    /// The position after the move.
    pub view: View,
}

/// A position in which a mistake was made, to be played better.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Exercise {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// The game that it comes from, if it is still there.
    #[cfg_attr(test, ts(type = "number"))]
    pub source: i64,
    /// The node of the mistake in that game.
    pub node: u32,
    /// The position, to be found a move in.
    pub view: View,
    /// The mistake.
    pub played: Names,
    /// Winning chances that it lost, in percentage points.
    pub loss: f64,
    /// Good answers in a row.
    pub streak: u32,
}

/// The next exercise, and the number of exercises.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Exercises {
    /// The one that is due the longest; none if none is due.
    pub next: Option<Exercise>,
    /// Number of exercises that are due.
    pub due: u32,
    /// Number of exercises.
    pub total: u32,
}

/// The result of a proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum ProofVerdict {
    /// The side to move makes five at once.
    Five,
    /// It wins by fours alone.
    Fours,
    /// It wins by fours and threes.
    Threes,
    /// The other side makes five whatever is played.
    Loss,
    /// There is no win by fours and threes.
    NoForcedWin,
    /// A limit was reached first.
    Unknown,
}

/// A proof of a forced win, as a tree of moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct BoardProof {
    /// The node of the game that it starts from.
    pub node: u32,
    /// The verdict.
    pub verdict: ProofVerdict,
    /// Plies to the five against the longest defence.
    pub length: u32,
    /// The line of the longest defence.
    pub line: Vec<String>,
    /// The tree, parents before children.
    pub steps: Vec<ProofStep>,
    /// Whether the tree was cut because it is too large to be sent.
    pub cut: bool,
    /// Positions searched.
    pub nodes: f64,
    /// Seconds of search.
    pub seconds: f64,
}

/// A move of a proof: the winner's, or an answer that must be met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ProofStep {
    /// Its number, from 1.
    pub id: u32,
    /// The move before it; 0 is the position asked about.
    pub parent: u32,
    /// The move.
    pub text: String,
    /// Whether the winner moves.
    pub wins: bool,
    /// The reason that the move forces an answer.
    pub forces: Option<Forces>,
    /// The moves that would win next if the threat were not met.
    pub threat: Vec<String>,
}

/// The reason that a move of a proof forces an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum Forces {
    /// It makes five.
    Five,
    /// It makes a four.
    Four,
    /// It makes a three, or another threat to win by fours.
    Three,
}
