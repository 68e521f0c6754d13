//! Openings: the rules of the first moves (pro, swap, swap2, renju's …), the search for balanced
//! moves, and the book of first moves.

mod balance;
mod opening;
mod rule;
mod stage;

pub use balance::balanced_moves;
pub use opening::{NotAllowed, Opening};
pub use rule::OpeningRule;
pub use stage::{Choice, Player, Stage, Zone};
