//! Jump point search (Harabor and Grastien 2011, 2014): A\* for unit costs and eight moves without
//! corner cutting that expands only places where a shortest path may have to turn.
//!
//! - `search`: the loop that both variants share;
//! - `records`: the data kept for each jump point, and the path between jump points;
//! - `online`: jump points found while searching, 64 cells at a time over `bit_lines`;
//! - `scan_flags`: a byte a cell that says which walks lead to a jump point;
//! - `table`: jump points read from a table of `distances` made beforehand (JPS+);
//! - `weighted`: ground of different costs.

mod bit_lines;
mod distances;
pub(super) mod online;
mod records;
mod scan_flags;
mod search;
pub(super) mod table;
pub(super) mod weighted;

pub(crate) use distances::LONGEST as LONGEST_SIDE;
