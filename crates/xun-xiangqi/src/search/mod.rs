//! The engine's search: alpha-beta as modern engines do it, one thought a file.
//!
//! [`Engine`] is the way in. Inside, a worker is one thread: it deepens iteratively over `negamax`,
//! which asks `pruning` for reasons to skip a node or a move, `picker` for the next move,
//! `quiescence` for what lies past the horizon, and teaches `history` what it found.

mod bench;
mod engine;
mod frame;
mod handicap;
mod history;
mod learning;
mod negamax;
mod node;
mod open;
mod options;
mod picker;
mod pruning;
mod quiescence;
mod report;
mod root;
mod score;
mod see;
mod shared;
mod situation;
mod team;
mod tracker;
mod tuning;
mod verdict;
mod walk;
mod wdl;
mod worker;

pub use bench::{BENCH_DEPTH, BENCH_POSITIONS, BenchResult, bench, bench_to};
pub use engine::{Control, Engine, PlayingEngine, Question};
pub use handicap::{FULL_SKILL, Handicap, LEVELS, Level};
pub use options::EngineOptions;
pub use report::{Answer, Report, ReportBound};
pub use score::{MAX_PLY, Score};
pub use see::exchange_at_least;
pub use tuning::Tuning;
pub use wdl::win_draw_loss;

#[cfg(test)]
mod tests;
