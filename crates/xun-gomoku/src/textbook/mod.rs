//! Gomoku for the textbook searches of `xun-game`: the game, and the evaluation by shapes that
//! course programs use.

mod evaluation;
mod game;
mod shapes;
mod values;

pub use evaluation::ShapeEvaluation;
pub use game::{GomokuGame, Scope};
pub use shapes::{LabShape, count_shapes};
pub use values::{MOST as MOST_SHAPE_VALUE, ShapeValues, ValuesError, ValuesFault, ValuesProblem};
