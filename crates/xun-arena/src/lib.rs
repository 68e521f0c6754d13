//! Matches between players of Xiangqi or Gomoku: who plays, under which clock, judged by our own referee,
//! recorded so that a kill at any moment loses nothing, and counted honestly.
//!
//! This crate prints nothing and reads no command line.

mod process;
mod score;
mod sprt;
mod time_control;

pub use process::{EngineProcess, ProcessError, split_words};
pub use score::{Elo, Points, Tally, elo, expected_score};
pub use sprt::{Sprt, Verdict};
pub use time_control::{TimeControl, TimeControlError};
