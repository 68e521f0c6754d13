//! The Gomocup (Piskvork) protocol with the Yixin-Board extensions: text ↔ typed commands and
//! replies, usable from both ends. A brain reads [`Command`]s and writes [`Reply`]s; a manager does
//! the opposite.

mod command;
mod reply;

pub use command::{Command, Info, Malformed};
pub use reply::{About, Reply};
