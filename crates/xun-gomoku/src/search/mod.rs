//! The engine: principal variation search with iterative deepening.
//!
//! [`GomokuEngine`] answers a [`Question`] about a [`Board`](crate::rules::Board) and reports
//! [`Event`]s while it searches. Each search thread is a `Worker`; they share the transposition
//! table.
//!
//! ```text
//! engine           one question: threads, time plan, the choice of the answer
//! options          the engine's options; tuning: the search parameters
//! iterative        iterative deepening, aspiration windows, when to end
//! root             root moves
//! node             node types, transposition table cut-offs, internal iterative deepening
//! move_loop        the moves of a node: principal variation search
//! move_picker      the order of moves; move_generation: which moves there are
//! pruning          razoring, reverse futility, late move pruning
//! reductions       late move reductions, internal iterative reduction
//! extensions       singular extension, multi-cut
//! quiescence       fours beyond the depth
//! history          history heuristic, counter moves, killers
//! parallel         lazy SMP, deferred moves
//! stored_node      a node in the transposition table
//! level            weaker play
//! ```

mod bench;
mod engine;
mod evaluation;
mod extensions;
mod history;
mod iterative;
mod level;
mod move_generation;
mod move_loop;
mod move_picker;
mod node;
mod options;
mod parallel;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod stack;
mod stored_node;
mod tuning;
mod win_rate;
mod worker;

use crate::rules::Point;

pub use bench::{BENCH_DEPTH, BENCH_POSITIONS, BenchResult, bench};
pub use engine::{DEFAULT_OVERHEAD, GomokuEngine, Settings, quick_move, time_policy};
pub use evaluation::Evaluation;
pub use iterative::MAX_DEPTH;
pub use level::LEVELS;
pub use options::EngineOptions;
pub use tuning::Tuning;
pub use win_rate::win_permille;

/// A question to the engine.
pub type Question = xun_game::Question<Point>;
/// The engine's answer.
pub type Answer = xun_game::Answer<Point>;
/// A line of play with its score.
pub type Report = xun_game::Report<Point>;
/// An event of a running search.
pub type Event = xun_game::Event<Point>;
