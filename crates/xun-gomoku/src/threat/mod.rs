//! Forced wins: by fours alone (VCF), and by fours and threes (VCT), with proofs.
//!
//! [`solve`] looks for a win of the side to move, by fours first, then by df-pn over threats in
//! several scopes; what it finds is a [`Proof`] against every defence, which [`verify`] replays
//! with nothing but the rules.

mod budget;
mod defence;
mod dfpn;
mod four_board;
mod numbers;
mod plain_board;
mod proof;
mod puzzle;
mod solver;
mod stages;
mod vcf;
mod verify;
mod writer;

pub use proof::{Proof, Replies};
pub use puzzle::{Puzzle, PuzzleFault, read_puzzles};
pub use solver::{Effort, Kind, Solution, ThreatResult, solve};
pub use vcf::{VcfLimits, find_vcf, shortest_vcf};
pub use verify::{Refuted, verify};
