#![doc = include_str!("../README.md")]
#![warn(clippy::missing_errors_doc, clippy::missing_panics_doc, clippy::must_use_candidate)]

pub mod eval;
#[cfg(feature = "files")]
pub mod files;
pub mod network;
pub mod notation;
pub mod openings;
pub mod protocol;
pub mod rules;
pub mod search;
#[cfg(feature = "textbook")]
pub mod textbook;

#[cfg(feature = "textbook")]
pub use textbook::XiangqiGame;
