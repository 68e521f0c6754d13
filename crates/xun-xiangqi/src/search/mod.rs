//! The engine's search: alpha-beta with the usual techniques, one technique per file.
//!
//! [`XiangqiEngine`] is the way in, [`Searcher`] the same without options. Inside, a `worker` is
//! one thread: `iterative` deepens over `negamax`, which asks `pruning` for reasons to leave a
//! node, and goes through the moves in `move_loop` with `move_picker`, `extensions` and
//! `reductions`. `quiescence` settles captures at the horizon; `history` keeps the histories of
//! moves; `parallel` lets several threads share one tree.

mod bench;
mod board_tracker;
mod correction_history;
mod engine;
mod extensions;
mod history;
mod history_update;
mod iterative;
mod level;
mod move_loop;
mod move_picker;
mod negamax;
mod node;
mod node_type;
mod options;
mod parallel;
mod pruning;
mod quiescence;
mod reductions;
mod repetition;
mod root_move;
mod searcher;
mod see;
mod shared;
mod stack;
mod tuning;
mod wdl;
mod worker;

pub use bench::{BENCH_DEPTH, BENCH_POSITIONS, BenchResult, bench, bench_to, bench_until};
pub use engine::XiangqiEngine;
pub use level::{FULL_SKILL, LEVELS, handicap_of_skill};
pub use options::EngineOptions;
pub use searcher::{Answer, Event, Question, Report, Searcher};
pub use see::exchange_at_least;
pub use stack::MAX_PLY;
pub use tuning::Tuning;
pub use wdl::win_draw_loss;

#[cfg(test)]
mod tests;
