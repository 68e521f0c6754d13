//! Maps and exact path search on grids, with and without limited supplies.
//!
//! ```text
//! text → Map / Problem → a search (with limits and an observer) → Answer (path, cost, statistics)
//! ```
//!
//! This crate knows nothing of games, prints nothing and reads no command line.

mod answer;
mod cell;
pub mod format;
pub mod generate;
mod limits;
mod map;
mod observer;
mod problem;
pub mod render;
pub mod search;
pub mod supply;
pub mod trace;

pub use answer::{Answer, Bound, Outcome, Path, Statistics};
pub use cell::{Cell, Step};
pub use limits::Limits;
pub use map::{MAX_CELLS, Map, MapError, WALL};
pub use observer::{Event, Observer, Silent};
pub use problem::{Problem, ProblemError, Station, Supply};
