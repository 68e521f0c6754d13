//! Texts of the path library: faults of map files, warnings, refusals, names of algorithms.

mod format;
mod generate;
mod oracle;
mod question;
mod search;

pub use format::{heading, list};
pub use search::{caution, description, title};
