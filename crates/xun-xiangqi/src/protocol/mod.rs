//! The protocols engines and boards speak, as pure text ↔ typed values, usable from both ends.
//!
//! An engine parses commands and prints replies; a program that drives one prints commands and
//! parses replies. Nothing here reads or writes a stream. Whatever a line holds, parsing answers:
//! what cannot be understood becomes `Unknown`, and a known command with wrong parameters carries
//! its faults along. Moves and positions stay text here, because ranks count from 0 or from 1 by an
//! option the codec does not know.
//!
//! ```
//! use xun_xiangqi::protocol::{UciCommand, UciReply};
//!
//! let UciCommand::Go(go) = UciCommand::parse("go movetime 500") else { panic!("it is go") };
//! assert_eq!(UciCommand::Go(go).to_string(), "go movetime 500");
//! let reply = UciReply::parse("bestmove h2e2");
//! let UciReply::BestMove { best, .. } = reply else { panic!("a move") };
//! assert_eq!(best.as_deref(), Some("h2e2"));
//! ```

pub mod ucci;
mod ucci_reply;
pub mod uci;
mod uci_reply;
mod words;

pub use ucci::UcciCommand;
pub use ucci_reply::{UcciInfo, UcciReply};
pub use uci::{Go, UciCommand};
pub use uci_reply::{Info, ReplyScore, ScoreBound, UciReply};
