#![doc = include_str!("../README.md")]
//!
//! # Flow
//!
//! ```text
//! text ─ format ─▶ Problem ─ solve(options, limits, observer) ─▶ Answer (path, cost, statistics)
//! ```
//!
//! This crate knows nothing of games, prints nothing and reads no command line.

#![warn(clippy::missing_errors_doc, clippy::missing_panics_doc, clippy::must_use_candidate)]

pub mod agents;
mod algorithm;
mod answer;
pub mod any_angle;
mod ask;
mod body;
mod cell;
mod discover;
mod distances;
mod field;
pub mod format;
#[cfg(any(test, feature = "generate"))]
pub mod generate;
mod heuristic;
mod limits;
mod map;
mod observer;
mod options;
mod problem;
mod question;
pub mod render;
mod search;
mod solve;
pub mod supply;
pub mod trace;
pub mod trip;

pub use algorithm::{Algorithm, Capabilities};
pub use answer::{Answer, Bound, Outcome, Path, Statistics};
pub use ask::{Question, Response, ask};
pub use body::{Body, BodyError};
pub use cell::{Cell, Step};
pub use discover::{Discovery, Replanner, discover};
pub use distances::distances;
pub use field::{Direction, Field};
pub use heuristic::Heuristic;
pub use limits::Limits;
pub(crate) use map::WALL;
pub use map::{MAX_CELLS, Map, MapError, Terrain};
pub use observer::{Event, Observer, Silent};
pub use options::{Guarantee, Moves, Options, UnknownName, Warning};
pub use problem::{ParseError, Problem, ProblemError, Station, Supply};
pub use question::{Finding, QueryError, Reply};
pub use search::{
    Finish, MOST_ORACLE_CELLS, MOST_STOPS, NearestPoint, Oracle, OracleError, OracleOptions,
    OracleQuery, Searcher, StopOrder, Tour,
};
pub use solve::{SolveError, Unsupported, solve};
