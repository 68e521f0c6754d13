//! Texts of the path library: faults of map files, warnings, refusals, names of algorithms.

mod format;
mod generate;
mod oracle;
mod question;
mod response;
mod search;

pub use format::{heading, list};
pub use response::{answer, trip_limits};
pub use search::{caution, description, title};
