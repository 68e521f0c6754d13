//! The engine: alpha-beta over patterns.
//!
//! [`Engine`] answers one question at a time: the best moves of a [`Board`](crate::rules::Board)
//! within [`Limits`], reported as [`Event`]s while it thinks. Inside, each thread is a `Worker`;
//! they share the [`Table`], and as a team the work.

mod balance;
mod clock;
mod depth;
mod engine;
mod evaluation_file;
mod history;
mod level;
mod limits;
mod move_loop;
mod moves;
mod negamax;
mod quiescence;
mod reductions;
mod root;
mod score;
mod stack;
mod table;
mod team;
mod tuning;
mod untouched;
mod worker;

pub use balance::balanced_moves;
pub use clock::Clock;
pub use engine::{Answer, Engine, Evaluation, Settings, quick_move};
pub use level::{Level, choose};
pub use limits::{Event, Limits, Line};
pub use score::Score;
pub use table::Table;
pub use tuning::Tuning;
