//! Plain path search: one file an algorithm, one entry for all.
//!
//! ```
//! use xun_grid::search::{Algorithm, Moves, Options, search};
//! use xun_grid::{Limits, Outcome, Silent, format};
//!
//! let problem = format::read(b"S.#\n..G\n", None, None).unwrap().into_problem(None, None).unwrap();
//! let options = Options { algorithm: Algorithm::AStar, ..Options::default() };
//! let answer = search(&problem, &options, Limits::default(), &mut Silent).unwrap();
//! let Outcome::Found(path) = answer.outcome else { panic!("there is a way") };
//! assert_eq!((path.steps(), path.cost), (3, 3.0));
//!
//! let diagonal = Options { moves: Moves::Eight, ..options };
//! assert_eq!(diagonal.guarantee(problem.map()), xun_grid::search::Guarantee::Optimal);
//! ```
//!
//! [`search`] answers one problem. For many queries on one map make a [`Searcher`]: it keeps its
//! arrays and clears none of them between queries.
//!
//! Costs are whole numbers inside (see `ground.rs`), so that no sum drifts; the cost in an answer
//! is computed from the path's straight and diagonal steps.

mod astar;
mod auto;
mod best_first;
mod bfs;
mod bidirectional;
mod dfs;
mod flat;
mod fringe;
mod frontier;
mod greedy;
mod ground;
mod heuristic;
mod ida;
mod ida_table;
mod jps;
mod jps_table;
mod jump_search;
mod jump_table;
mod jumps;
mod lines;
mod nodes;
mod options;
mod pace;
mod searcher;
mod ucs;
mod weighted;

pub use heuristic::Heuristic;
pub use options::{Algorithm, Guarantee, Moves, Options, UnknownName, Warning};
pub use searcher::{SearchError, Searcher, Unsupported};

use crate::{Answer, Limits, Observer, Problem};

/// Searches one problem. Supplies are not looked at: that is another search.
pub fn search(
    problem: &Problem,
    options: &Options,
    limits: Limits<'_>,
    observer: &mut impl Observer,
) -> Result<Answer, SearchError> {
    Searcher::new(problem.map()).search(problem.start(), problem.goal(), options, limits, observer)
}
