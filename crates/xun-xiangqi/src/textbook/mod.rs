//! Xiangqi for the textbook searches of `xun-game`: by its real rules ([`XiangqiGame`]), and as AI
//! courses simplify it.
//!
//! A course program's board knows less than the rules of the game: knights may not be blocked,
//! kings may be captured and the search goes on. [`CourseBoard`] has these simplifications as
//! switches, [`Variant`] names the combinations that were reported, and [`CourseTables`] is the
//! evaluation as data: piece values, position tables, and values of capturable pieces.

mod board;
mod coordinates;
mod evaluation;
mod game;
mod hand_evaluation;
mod load;
mod point;
mod steps;
mod tables;
mod text;
mod variant;

pub use board::CourseBoard;
pub use coordinates::Coordinates;
pub use evaluation::CourseEvaluation;
pub use game::XiangqiGame;
pub use hand_evaluation::HandEvaluation;
pub use load::{MOST as MOST_TABLE_VALUE, TablesError, TablesFault, TablesProblem};
pub use point::{CourseMove, Point};
pub use tables::CourseTables;
pub use text::{BoardTextError, BoardTextFault};
pub use variant::{CourseRules, Variant};
