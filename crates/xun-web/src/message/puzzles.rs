//! Messages of the puzzle trainer.

use super::Text;
use super::board::{Exercise, GameKind, Names, View};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A question about puzzles.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum PuzzleQuestion {
    /// The next puzzle or mistake of one's own: due ones first.
    Next {
        /// The game.
        game: GameKind,
        /// The theme's name; none for every theme.
        theme: Option<String>,
        /// The puzzle that was shown last; it does not come again at once.
        after: Option<String>,
    },
    /// Tries a move.
    Try {
        /// The puzzle.
        puzzle: String,
        /// The moves of both sides so far.
        moves: Vec<String>,
        /// The move.
        text: String,
        /// Whether the result counts: no hint was taken and nothing was missed yet.
        counts: bool,
    },
    /// The move to find now, for a hint.
    Hint {
        /// The puzzle.
        puzzle: String,
        /// The moves of both sides so far.
        moves: Vec<String>,
    },
    /// Shows the rest of the solution.
    Solution {
        /// The puzzle.
        puzzle: String,
        /// The moves of both sides so far.
        moves: Vec<String>,
        /// Whether the result counts, as a miss.
        counts: bool,
    },
}

/// Progress of the player.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleStats {
    /// Rating.
    pub rating: f64,
    /// Rating deviation.
    pub deviation: f64,
    /// Puzzles solved in a row.
    pub streak: u32,
    /// The longest streak.
    pub best_streak: u32,
    /// Puzzles solved.
    pub solved: u32,
    /// Puzzles missed.
    pub missed: u32,
    /// Puzzles and mistakes of one's own that are due.
    pub due: u32,
}

/// A theme to choose.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleTheme {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: Text,
    /// Number of its puzzles.
    pub count: u32,
}

/// A puzzle as it is shown.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ShownPuzzle {
    /// Its name.
    pub id: String,
    /// The task.
    pub task: Text,
    /// Its difficulty, 1 to 8.
    pub difficulty: u8,
    /// The position.
    pub view: View,
    /// Whether it comes back because it was missed.
    pub repeated: bool,
}

/// The next thing to solve: a puzzle, a mistake of one's own, or neither if nothing is left.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct NextPuzzle {
    /// The puzzle.
    pub puzzle: Option<ShownPuzzle>,
    /// The mistake.
    pub exercise: Option<Exercise>,
    /// Progress.
    pub stats: PuzzleStats,
    /// The themes of this game.
    pub themes: Vec<PuzzleTheme>,
}

/// A move with the position after it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleStep {
    /// The move.
    pub text: String,
    /// Its names.
    pub names: Names,
    /// The position after it.
    pub view: View,
}

/// The result of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum PuzzleResult {
    /// Right, and the last move.
    Solved,
    /// Right; the defence follows.
    Right,
    /// Another move than the solution's, but as good.
    AlsoGood,
    /// Wrong; the refutation follows.
    Wrong,
    /// The solution was asked for.
    Shown,
}

/// The judgement of a try, or the solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TriedPuzzle {
    /// The result.
    pub result: PuzzleResult,
    /// The moves from here on: the one that was tried, then the defence, the refutation or the
    /// solution.
    pub steps: Vec<PuzzleStep>,
    /// Why the move fails.
    pub reason: Option<Text>,
    /// Progress.
    pub stats: PuzzleStats,
}
