//! Small games for examples, lessons and tests.

mod line_up;
mod teaching_tree;

pub use line_up::LineUp;
pub use teaching_tree::{LeafNumbers, TeachingTree, TreeError};
