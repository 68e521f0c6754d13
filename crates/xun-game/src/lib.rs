//! What every game shares: the [`Game`] trait, evaluations, and the textbook searches with their
//! trace; limits, clock, options, transposition table and teamwork of threads of the engines.
//!
//! This crate knows no particular game, prints nothing and reads no command line.

mod clock;
mod evaluation;
mod fingerprint;
mod game;
mod limits;
pub mod network;
mod options;
mod random;
mod score;
mod screening;
mod spsa;
mod table;
mod team;
pub mod textbook;
pub mod toys;

pub use clock::Schedule;
pub use evaluation::{Evaluation, NoOpinion};
pub use fingerprint::fnv1a;
pub use game::{Ending, Game};
pub use limits::{Clock, Limits};
pub use options::{Button, OptionError, OptionKind, OptionSpec, OptionValue};
pub use score::Score;
pub use screening::{Contrast, Effect, Factor, Screening};
pub use spsa::{Parameter, Spsa, Trial};
pub use table::{Bound, Entry, Table, TableError};
pub use team::{OpenNode, OpenNodes, Team, work_key};
