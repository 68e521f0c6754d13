//! The textbook searches: minimax and alpha-beta, with every refinement a switch. Written to be
//! read.
//!
//! Start with `minimax.rs`, then `alpha_beta.rs`; each refinement is one small file that
//! `alpha_beta.rs` or `deepening.rs` calls in one line.
//!
//! ```
//! use xun_game::textbook::{Limits, NoObserver, Refinements, Settings, search};
//! use xun_game::{GameValue, NoOpinion, Stop, toys::LineUp};
//!
//! // Noughts and crosses is a draw, and alpha-beta needs far fewer nodes than minimax to see it.
//! let (game, stop, limits) = (LineUp::noughts_and_crosses(), Stop::new(), Limits::depth(9));
//! let slow = search(&game, &NoOpinion, &Settings::minimax(), &limits, &stop, &mut NoObserver);
//! let exact = Settings::alpha_beta(Refinements::EXACT);
//! let fast = search(&game, &NoOpinion, &exact, &limits, &stop, &mut NoObserver);
//! assert_eq!((slow.score, fast.score), (GameValue::ZERO, GameValue::ZERO));
//! assert_eq!(slow.best, fast.best);
//! assert!(fast.statistics.nodes * 50 < slow.statistics.nodes);
//! ```

mod alpha_beta;
mod answer;
mod budget;
mod compiled;
mod deepening;
mod game_value;
mod late_moves;
mod minimax;
mod null_move;
mod observer;
mod ordering;
mod parallel;
mod pvs;
mod quiescence;
mod refinement;
mod root;
mod settings;
mod statistics;
pub mod trace;
mod transposition;
mod worker;

pub use answer::{Answer, Iteration, Precision, RootMove};
pub use compiled::CompiledSearch;
pub use game_value::GameValue;
pub use observer::{Leaf, NoObserver, Observer, Purpose};
pub use refinement::{Refinement, Refinements, UnknownRefinement};
pub use settings::{Algorithm, Limits, MOST_DEPTH, Settings, Tie, UnknownAlgorithm};
pub use statistics::Statistics;

use crate::{Evaluation, Game, Stop};

/// Searches a position and answers, within the limits and until `stop` is raised.
///
/// There is a best move whenever there is a legal one, however early the search ends. Exact
/// refinements ([`Refinement::is_exact`]) change neither the value nor the move, only the work. The
/// observer sees the main thread's search; where root moves are spread over threads, it sees only
/// the iterations.
pub fn search<G: Game, E: Evaluation<G>, O: Observer<G>>(
    game: &G,
    evaluation: &E,
    settings: &Settings,
    limits: &Limits,
    stop: &Stop,
    observer: &mut O,
) -> Answer<G::Move> {
    parallel::run(game, evaluation, settings, limits, stop, observer)
}
