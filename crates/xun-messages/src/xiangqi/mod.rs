//! Xiangqi: faults of positions, moves and game records.

mod notation;
mod rules;
