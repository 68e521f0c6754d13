//! Shared parts of the game engines: score, bound, transposition table, limits, time plan, stop,
//! question, report, answer, level, options, and the [`Engine`] trait over them.
//!
//! A front end builds a [`Question`], hands it to [`Engine::search`] together with a [`Stop`], and
//! receives [`Event`]s while the search runs and an [`Answer`] at its end.

mod answer;
mod bound;
mod interface;
mod level;
mod limits;
mod options;
mod question;
mod report;
mod score;
mod stop;
mod time_plan;
mod transposition_table;
mod zeroed;

pub use answer::Answer;
pub use bound::Bound;
pub use interface::Engine;
pub use level::{Handicap, Level};
pub use limits::{Clock, Limits};
pub use options::{Button, OptionError, OptionKind, OptionSpec, OptionValue};
pub use question::Question;
pub use report::{Event, Report, with_last_lines};
pub use score::Score;
pub use stop::Stop;
pub use time_plan::{TimePlan, TimePolicy};
pub use transposition_table::{TableEntry, TableError, TranspositionTable};
