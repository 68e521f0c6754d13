//! Xiangqi (Chinese chess): rules, notation, evaluation, search and protocols.

pub mod course;
pub mod network;
pub mod protocol;
pub mod rules;
