#![doc = include_str!("../README.md")]
#![warn(clippy::missing_errors_doc, clippy::missing_panics_doc, clippy::must_use_candidate)]

pub mod engine;
mod evaluation;
pub mod files;
mod fingerprint;
mod game;
pub mod network;
mod parallel;
mod processor;
mod random;
pub mod textbook;
pub mod toys;

pub use engine::{
    Answer, Bound, Button, Clock, Engine, Event, Handicap, Level, Limits, OptionError, OptionKind,
    OptionSpec, OptionValue, Question, Report, Score, Stop, TableEntry, TableError, TimePlan,
    TimePolicy, TranspositionTable, with_last_lines,
};
pub use evaluation::{Evaluation, NoOpinion};
pub use fingerprint::fingerprint;
pub use game::{Ending, Game};
pub use parallel::{ActiveNode, ActivePath, LazySmp, has_room_for_helper, spawn_helper, work_key};
pub use processor::{UnknownVectors, Vectors};
pub use random::SplitMix64;
pub use textbook::GameValue;
