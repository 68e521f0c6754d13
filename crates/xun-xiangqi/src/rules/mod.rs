//! The rules of Xiangqi: board, moves, legality, set-ups, counting. Knows nothing of evaluation and
//! search.
//!
//! ```
//! use xun_xiangqi::rules::Position;
//! let mut position = Position::start();
//! let chosen = position.legal_moves()[0];
//! position.play(chosen);
//! position.undo();
//! assert_eq!(position, Position::start());
//! ```

pub mod attacks;
mod bitboard;
mod exposure;
pub mod fen;
mod generate;
mod illegal;
mod moves;
mod outcome;
pub mod perft;
mod piece;
mod play;
mod position;
pub mod repetition;
pub mod setup;
mod square;
pub mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use exposure::{CheckSquares, Exposure};
pub use fen::FenError;
pub use generate::Class;
pub use illegal::Illegality;
pub use moves::{MAX_MOVES, Move, MoveList};
pub use outcome::{Reason, Termination};
pub use piece::{Colour, Piece, PieceKind};
pub use play::{BoardObserver, Unobserved};
pub use position::Position;
pub use repetition::{Conduct, Repetition, RuleSet, Rules, UnknownRuleSet, Verdict};
pub use setup::{Setup, SetupError, SetupFault};
pub use square::Square;

#[cfg(test)]
mod tests;
