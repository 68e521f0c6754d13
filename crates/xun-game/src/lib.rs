//! What every game shares: the [`Game`] trait; limits, clock, options and transposition table of the engines.
//!
//! This crate knows no particular game, prints nothing and reads no command line.

mod clock;
mod game;
mod limits;
mod options;
mod table;

pub use clock::Schedule;
pub use game::Game;
pub use limits::{Clock, Limits};
pub use options::{Button, OptionError, OptionKind, OptionSpec, OptionValue};
pub use table::{Bound, Entry, Table, TableError};
