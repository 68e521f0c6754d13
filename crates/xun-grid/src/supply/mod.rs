//! Paths with limited supply: a tank of T units, one unit a step, stations that refill it.
//!
//! The rules, for everything in this folder:
//!
//! - Moves are the four straight ones, and each uses one unit whatever the terrain.
//! - The traveller starts with a full tank. A problem without supplies is one with an endless tank.
//! - Entering a station refills the tank. Arriving anywhere with nothing left is allowed, but only
//!   at the goal or a station does the journey not end there.
//! - A cell may be entered as often as it helps; what counts is the number of steps.
//!
//! [`labels()`] is the fast search and the default. [`textbook()`] is A\* over (cell, supply), for
//! learning and comparison. [`priced()`] is for stations that sell by the unit. [`explain()`] says
//! why there is no way, or what the way lives on. [`replay()`] walks a path by the rules and is how
//! all of them are checked.

mod bits;
mod board;
mod chain;
mod explain;
mod heuristic;
mod labels;
mod leg;
mod nearby;
mod network;
mod priced;
mod regions;
mod replay;
mod retrace;
mod side;
mod survey;
mod sweep;
mod textbook;
mod word;

pub use explain::{
    Explanation, Hindrance, Journey, Leg, MOST_DRY_CELLS, Reason, Refilled, TankSteps, Verdict,
    explain, smallest_tank,
};
pub use heuristic::Heuristic;
pub use labels::labels;
pub use priced::{PricedAnswer, Purchase, priced};
pub use replay::{ReplayError, Stop, replay};
pub use textbook::textbook;

use crate::Problem;

/// The largest tank that is told from an endless one; no leg on any map is longer.
const LARGEST_TANK: u32 = 1 << 29;

/// The tank of the problem; endless where supply is not limited.
fn tank(problem: &Problem) -> u32 {
    problem.supply().map_or(LARGEST_TANK, |supply| supply.tank.min(LARGEST_TANK))
}
