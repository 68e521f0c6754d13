#![doc = include_str!("../README.md")]

pub mod eval;
pub mod network;
pub mod notation;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod textbook;

pub use textbook::XiangqiGame;
