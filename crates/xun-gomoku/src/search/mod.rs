//! The engine: principal variation search with iterative deepening.
//!
//! [`Engine`] finds the best moves of a [`Board`](crate::rules::Board) within [`Limits`] and
//! reports [`Event`]s while it searches. Each search thread is a `Worker`; they share the
//! transposition [`Table`].
//!
//! ```text
//! engine           one question: threads, the choice of the answer
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
//! level            weaker play
//! ```

mod bench;
mod clock;
mod engine;
mod evaluation_file;
mod extensions;
mod history;
mod iterative;
mod level;
mod limits;
mod move_generation;
mod move_loop;
mod move_picker;
mod node;
mod parallel;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod score;
mod stack;
mod table;
mod tuning;
mod untouched;
mod worker;

pub use bench::{BENCH_DEPTH, BENCH_POSITIONS, BenchResult, bench};
pub use clock::Clock;
pub use engine::{Answer, Engine, Evaluation, Settings, quick_move};
pub use level::{Level, choose};
pub use limits::{Event, Limits, Line};
pub use score::Score;
pub use table::Table;
pub use tuning::Tuning;
