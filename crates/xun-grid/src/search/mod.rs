//! Plain path search: one file an algorithm. [`Searcher`] runs them.
//!
//! Costs are whole numbers inside (see `padded_map.rs`), so that no sum drifts; the cost in an
//! answer is computed from the path's straight and diagonal steps.

mod astar;
mod best_first;
mod bfs;
mod bidirectional;
mod bucket_queue;
mod dfs;
mod estimate;
mod flood;
mod fringe;
mod greedy;
mod ida;
mod ida_table;
mod jps;
mod limit_check;
mod nodes;
mod oracle;
mod padded_map;
mod questions;
mod reporter;
mod searcher;
mod tour;
mod ucs;
mod unit_cost;
mod visit_marks;
mod weighted;

pub(crate) use jps::LONGEST_SIDE as LONGEST_SIDE_OF_JUMP_TABLE;
pub(crate) use limit_check::LimitCheck;
pub use oracle::{MOST_ORACLE_CELLS, Oracle, OracleError, OracleOptions, OracleQuery};
pub use questions::NearestPoint;
pub(crate) use questions::{check, inside};
pub use searcher::Searcher;
pub use tour::{Finish, MOST_STOPS, StopOrder, Tour};

use crate::{Limits, Moves};
use estimate::Estimate;

/// One query on a map: start and goal as places of the padded map, moves, estimate and limits, and
/// whether the path's cells are wanted or its cost alone.
#[derive(Clone, Copy, Debug)]
struct Query<'a> {
    start: usize,
    goal: usize,
    moves: Moves,
    estimate: Estimate,
    limits: Limits<'a>,
    wants_cells: bool,
}
