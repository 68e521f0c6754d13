//! Protocol hosts of the engines: UCI and UCCI for Xiangqi, Gomocup for Gomoku.
//!
//! ```text
//! input thread ──lines──▶ event loop ──job──▶ search thread
//!                         (commands, deadline, ◀──progress, outcome──┘
//!                          output)
//! ```
//!
//! A [`Protocol`] is a table "command → call of the [`Host`]" over the codec in its game's crate.
//! [`serve`] runs it: commands wait in a queue while a search runs, `stop`, `isready` and `quit`
//! overtake them, and at its deadline a search is answered for with the best move so far.
//!
//! The loop answers in time on a busy machine. It sleeps until a message or the deadline comes,
//! without holding a lock that a search thread may hold (`mailbox`); it asks the system for a short
//! time slice, so that it runs soon after it is woken (`time_slice`); and it expects to be woken as
//! late as it was before (`wake_delay`).

pub mod build_info;
#[cfg(all(test, target_os = "linux"))]
mod busy_core;
mod deadline;
pub mod executable;
pub mod gomocup;
mod host;
mod input;
mod mailbox;
mod output;
mod parent;
mod search;
mod serve;
mod time_slice;
mod wake_delay;
mod xiangqi;

pub use host::{Ends, Host, Job, Progress, Work};
pub use search::Search;
pub use serve::{MoveOf, PositionOf, Protocol, Timing, serve, serve_commands, serve_standard};
pub use xiangqi::{ucci, uci};
pub use xun_game::Stop;
