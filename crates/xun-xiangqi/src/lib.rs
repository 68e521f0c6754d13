//! Xiangqi (Chinese chess): rules, notation, evaluation, search and protocols.

pub mod network;
pub mod course;
pub mod protocol;
pub mod rules;
