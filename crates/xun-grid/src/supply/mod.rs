//! Paths with limited supply: a tank of T units, one unit a step, stations that refill it.
//!
//! The rules, for everything in this folder:
//!
//! - Moves are the four straight ones, and each uses one unit whatever the terrain.
//! - The tank is full at the start. A problem without a supply is one with an endless tank.
//! - Entering a station refills the tank. Arriving anywhere with nothing left is allowed, but only
//!   at the goal or a station does the journey not end there.
//! - A cell may be entered more than once.
//!
//! [`solve`](crate::solve()) runs the searches: labels (the fast one), A\* over (cell, supply) and
//! least money. This module has the rest: [`explain()`] explains infeasibility or lists the refills
//! used, [`smallest_tank`] says which tank suffices, and [`replay()`] walks a path by the rules,
//! which is how all searches are tested.
//!
//! ```
//! use xun_grid::{Problem, supply};
//!
//! let problem = Problem::parse("tank 3\nS...*...G\n")?;
//! assert!(problem.solve()?.path().is_none());
//! assert_eq!(supply::smallest_tank(&problem), Some(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod board;
mod chain;
mod estimate;
mod explain;
mod half_search;
mod integer;
mod labels;
mod leg;
mod nearby;
mod priced;
mod regions;
mod replay;
mod retrace;
mod states;
mod station_graph;
mod survey;
mod sweep;

pub use explain::{
    Explanation, Feasibility, Hindrance, Journey, Leg, MOST_DRY_CELLS, Reason, Refill, TankSteps,
    explain, smallest_tank,
};
pub(crate) use labels::search_labels;
pub use priced::Purchase;
pub(crate) use priced::search_priced;
pub use replay::{ReplayError, TankState, replay};
pub(crate) use states::search_states;

use crate::Problem;

/// The largest tank that is told from an endless one; no leg on any map is longer.
const LARGEST_TANK: u32 = 1 << 29;

/// The tank of the problem; endless where supply is not limited.
fn tank(problem: &Problem) -> u32 {
    problem.supply().map_or(LARGEST_TANK, |supply| supply.tank.min(LARGEST_TANK))
}
