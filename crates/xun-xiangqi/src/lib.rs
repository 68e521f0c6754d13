#![doc = include_str!("../README.md")]

pub mod course;
pub mod eval;
mod game;
pub mod network;
pub mod notation;
pub mod protocol;
pub mod rules;
pub mod search;

pub use game::XiangqiGame;
