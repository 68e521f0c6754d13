//! Xiangqi (Chinese chess): rules, notation, evaluation, search and protocols.

pub mod course;
mod game;
pub mod network;
pub mod notation;
pub mod protocol;
pub mod rules;

pub use game::XiangqiGame;
