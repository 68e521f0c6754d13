#![doc = include_str!("../README.md")]
//! # Modules
//!
//! ```text
//! rules/     boards, rules, line patterns, forbidden points (depends on no other module)
//! notation/  coordinates, drawn boards, psq and SGF files
//! openings/  opening rules (pro, swap, swap2 …), balanced moves, the opening book
//! threat/    proofs of forced wins (VCF, VCT, df-pn), and a verifier that uses the rules alone
//! eval/      static evaluation, by patterns or by a network
//! network/   neural networks, evaluated in integers
//! search/    the engine
//! textbook/  the game for the textbook searches, with a course evaluation
//! protocol/  the Gomocup language, usable from both ends
//! ```
//!
//! This crate prints nothing and reads no command line.

#![warn(clippy::missing_errors_doc, clippy::missing_panics_doc, clippy::must_use_candidate)]

pub mod eval;
pub mod network;
pub mod notation;
pub mod openings;
pub mod protocol;
pub mod rules;
pub mod search;
#[cfg(feature = "textbook")]
pub mod textbook;
pub mod threat;
