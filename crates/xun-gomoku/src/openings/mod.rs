//! Openings: the rules of the first moves (pro, swap, swap2, renju's …), the engine's decisions in
//! them, the search for balanced moves, and the opening book.

mod balance;
mod book;
mod book_text;
mod opening;
mod policy;
mod rule;
mod stage;
mod symmetric_key;

pub use balance::balanced_moves;
pub use book::OpeningBook;
pub use book_text::{BookFault, parse_score};
pub use opening::{NotAllowed, StagedOpening};
pub use policy::{Decision, OpeningPolicy, better_colour, first_three};
pub use rule::OpeningRule;
pub use stage::{Choice, OpeningSide, Stage, Zone};
pub use symmetric_key::{canonical_key, coloured};
