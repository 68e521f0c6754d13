//! The Gomocup (Piskvork) protocol with the Yixin-Board extensions: text ↔ typed commands and
//! replies, usable from both ends. A brain reads [`Command`]s and writes [`Reply`]s; a manager does
//! the opposite.
//!
//! ```
//! use xun_gomoku::protocol::{Command, Reply};
//! use xun_gomoku::rules::Size;
//!
//! assert_eq!(Command::parse("TURN 7,8")?, Command::Turn(7, 8));
//! let reply = Reply::parse("7,7", Size::STANDARD);
//! assert_eq!(reply, Some(Reply::Moves(vec![Size::STANDARD.centre()])));
//! # Ok::<(), xun_gomoku::protocol::Malformed>(())
//! ```

mod command;
mod reply;

pub use command::{Command, Info, Malformed};
pub use reply::{About, Reply};
