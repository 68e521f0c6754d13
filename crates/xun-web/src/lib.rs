//! The page and its server: one local HTTP and WebSocket server with the built page embedded.
//!
//! ```text
//! browser ⇄ socket (typed JSON, version 1) ⇄ session ⇄ rooms (paths, boards, trees) ⇄ libraries
//!                                                │
//!                                             budget (threads and memory, fair) · store (SQLite)
//! ```
//!
//! `docs/api.md` describes what travels; [`message`] is its source, and the page's TypeScript types
//! are generated from it. Nothing a browser sends can name a file or a command on this machine.

mod budget;
mod config;
mod connections;
mod folder;
mod guard;
mod http;
pub mod message;
mod metrics;
mod pace;
mod page;
mod responder;
mod rooms;
mod serve;
mod session;
mod shared;
mod store;
mod token;

pub use config::{Config, ExternalEngine};
pub use serve::{ServeError, Server};
pub use token::kept_token;
