//! Small games for examples and tests.

mod line_up;

pub use line_up::LineUp;
