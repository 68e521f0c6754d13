//! The engine's search: alpha-beta as modern engines do it, one thought a file.
//!
//! [`XiangqiEngine`] is the way in, [`Searcher`] the same without options. Inside, a worker is one thread: it deepens iteratively over `negamax`,
//! which asks `pruning` for reasons to skip a node or a move, `picker` for the next move,
//! `quiescence` for what lies past the horizon, and teaches `history` what it found.

mod bench;
mod engine;
mod frame;
mod history;
mod learning;
mod level;
mod negamax;
mod node;
mod open;
mod options;
mod picker;
mod pruning;
mod quiescence;
mod root;
mod searcher;
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
pub use engine::XiangqiEngine;
pub use frame::MAX_PLY;
pub use level::{FULL_SKILL, LEVELS, handicap_of_skill};
pub use options::EngineOptions;
pub use searcher::{Answer, Event, PlayingSearcher, Question, Report, Searcher};
pub use see::exchange_at_least;
pub use tuning::Tuning;
pub use wdl::win_draw_loss;

#[cfg(test)]
mod tests;
