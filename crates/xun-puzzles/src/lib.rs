//! Puzzles of Xiangqi and Gomoku.
//!
//! A [`Puzzle`] is a position with one right first move, a theme, a difficulty and a [`Solution`]
//! tree. [`shipped`] has those mined from our engines' games; [`read_puzzles`] reads files of the
//! same form; [`make`](make::make) finds the puzzle in a position.
//!
//! ```text
//! place    a position of either game
//! tree     solution trees
//! theme    themes and their texts
//! puzzle   a puzzle, files of puzzles, the shipped set
//! mate     exhaustive mate search
//! analyst  the engines
//! make/    puzzles out of positions, difficulty
//! judge    judging a try, refutations
//! progress rating, streak, spaced repetition
//! folder   a player's files
//! import   a player's own problems
//! ```
//!
//! This crate prints nothing and knows no clock: progress is a plain value, times are given.

mod analyst;
mod fault;
mod folder;
mod import;
mod judge;
pub mod make;
mod mate;
mod place;
mod progress;
mod puzzle;
#[cfg(test)]
mod tests;
mod theme;
mod tree;

pub use analyst::{Analyst, Ask, ScoredLine};
pub use fault::{Problem, PuzzleFault};
pub use folder::PuzzleFolder;
pub use import::{Imported, MOST_IMPORTED, SkipReason, Skipped, import};
pub use judge::{Judgement, Refutation, TryFault};
pub use mate::{MateSearch, Spent};
pub use place::Place;
pub use progress::{Card, Progress};
pub use puzzle::{MOST_DIFFICULT, Puzzle, PuzzleId, read_puzzles, shipped, shipped_text};
pub use theme::Theme;
pub use tree::Solution;
