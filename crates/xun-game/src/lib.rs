//! Shared by all games: the [`Game`] trait, evaluations, the textbook searches with their trace,
//! and the skeleton of the engines ([`engine`]).
//!
//! This crate knows no particular game, prints nothing and reads no command line.

pub mod engine;
mod evaluation;
mod fingerprint;
mod game;
pub mod network;
mod random;
mod team;
pub mod textbook;
pub mod toys;

pub use engine::{
    Answer, Bound, Button, Clock, Engine, Event, Handicap, Level, Limits, OptionError, OptionKind,
    OptionSpec, OptionValue, Question, Report, Score, Stop, TableEntry, TableError, TimePlan,
    TimePolicy, TranspositionTable,
};
pub use evaluation::{Evaluation, NoOpinion};
pub use fingerprint::fnv1a;
pub use game::{Ending, Game};
pub use random::SplitMix64;
pub use team::{OpenNode, OpenNodes, Team, work_key};
pub use textbook::GameValue;
