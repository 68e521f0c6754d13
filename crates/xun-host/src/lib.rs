//! Protocol hosts of the engines: UCI and UCCI for Xiangqi, Gomocup for Gomoku.
//!
//! A host answers in time on a busy machine: a thread that must answer by a certain moment sleeps
//! until then ([`mailbox`]), asks the system for a short time slice so that it is woken soon
//! ([`time_slice`]), holds no lock that a searching thread may hold, and remembers how late it was
//! woken before ([`wake_delay`]).

#[cfg(all(test, target_os = "linux"))]
mod busy_core;
mod deadline;
mod driver;
pub mod executable;
pub mod gomocup;
mod host;
mod input;
mod mailbox;
mod output;
mod serve;
mod time_slice;
pub mod ucci;
pub mod uci;
mod wake_delay;
mod writer;

pub use host::{Ends, Host, Job, Progress, Work};
pub use serve::{Protocol, Timing, serve, serve_standard};
pub use xun_game::Stop;
