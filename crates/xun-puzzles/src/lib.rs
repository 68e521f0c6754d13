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
//! ```
//!
//! This crate prints nothing, keeps no files and knows no clock: progress is a plain value.

mod analyst;
mod fault;
mod judge;
pub mod make;
mod mate;
mod place;
mod progress;
mod puzzle;
mod theme;
mod tree;

pub use analyst::{Analyst, Ask, ScoredLine};
pub use fault::{Problem, PuzzleFault};
pub use judge::{Judgement, Refutation, TryFault};
pub use mate::{MateSearch, Spent};
pub use place::Place;
pub use progress::{Card, Progress};
pub use puzzle::{MOST_DIFFICULT, Puzzle, PuzzleId, read_puzzles, shipped, shipped_text};
pub use theme::Theme;
pub use tree::Solution;
