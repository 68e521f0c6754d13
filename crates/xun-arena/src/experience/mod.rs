//! Experience: the results of positions met in our own games, so that a game is not lost twice the
//! same way.
//!
//! One `SQLite` file. Positions are kept once for all their symmetries (and, where the rules treat
//! both sides alike, for both colours), with how often each move was played and with which results.
//! After a lost game the *decision* is found: the last moment at which the loser still thought it
//! was fine. The move played there is avoided next time, unless it has won more often than it was
//! regretted.
//!
//! Every game is learnt in one transaction: two programs may write at once, and a kill in the
//! middle leaves the file as it was before that game.

mod advice;
#[cfg(feature = "experience")]
mod book;
#[cfg(feature = "experience")]
mod book_format;
mod book_use;
mod canonical;
#[cfg(all(test, feature = "experience"))]
mod crash_tests;
mod lesson;
#[cfg(feature = "experience")]
mod position_record;

pub use advice::Advice;
pub(crate) use advice::ConsultedBook;
#[cfg(feature = "experience")]
pub use book::Book;
#[cfg(feature = "experience")]
pub use book_format::BookError;
pub use book_use::BookUse;
#[cfg(feature = "experience")]
pub(crate) use canonical::keys_along;
pub use canonical::{Canonical, MoveSymmetry};
pub use lesson::{Lesson, LessonMove, lesson_of};
#[cfg(feature = "experience")]
pub use position_record::{MoveRecordOf, PositionRecord};
