//! Gomoku and Renju: rules, threat search, evaluation, engine and protocols.
//!
//! ```text
//! rules/     boards, rules, line patterns, forbidden points, text formats (knows nothing of the rest)
//! threat/    proofs of forced wins, and the verifier that knows only the rules
//! eval/      what a position is worth, by patterns or by a network
//! network/   trained networks in integers
//! search/    the engine
//! book/      a table of first moves, grown by our own analysis
//! training/  games against ourselves, records of them, and the regression that makes the patterns' weights
//! textbook/  the game for the textbook searches, with a course evaluation
//! protocol/  the Gomocup language, usable from both ends
//! ```
//!
//! This crate prints nothing and reads no command line.

pub mod book;
pub mod eval;
pub mod network;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod textbook;
pub mod threat;
pub mod training;
