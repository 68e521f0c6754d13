//! Static evaluation: how good a position is without looking ahead.
//!
//! The search sees only the [`Evaluator`] trait. [`HandEvaluator`] is the hand-written one: a sum
//! of named [`features`], each with a weight for the middlegame and one for the endgame, read from
//! `weights.txt` and tuned on our own games.
//!
//! ```
//! use xun_xiangqi::eval::{Weights, explain};
//! use xun_xiangqi::rules::Position;
//!
//! let position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w")?;
//! let explanation = explain(&position, &Weights::shipped());
//! assert!(explanation.score > 0 && !explanation.terms.is_empty());
//! # Ok::<(), xun_xiangqi::rules::FenError>(())
//! ```

mod evaluator;
mod explain;
pub mod features;
mod hand;
mod playing;
mod sink;
mod terms;
mod weights;

pub use evaluator::Evaluator;
pub use explain::{Explanation, Term, explain};
pub use hand::HandEvaluator;
pub use playing::PlayingEvaluator;
pub use sink::trace;
pub use terms::{can_attack, phase};
pub use weights::{Weights, WeightsError};

/// Value of a piece in an exchange, by kind: for ordering captures and counting exchanges, not
/// for judging positions.
pub const EXCHANGE_VALUES: [i32; 7] = [10_000, 190, 190, 430, 950, 450, 130];
