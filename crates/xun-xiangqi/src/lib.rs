//! Xiangqi (Chinese chess): rules, notation, evaluation, search and protocols.

pub mod protocol;
pub mod rules;
