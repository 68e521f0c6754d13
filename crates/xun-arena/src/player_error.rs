//! The reasons why a player cannot be made.

use crate::openings::OpeningError;
use std::path::PathBuf;
use thiserror::Error;
use xun_game::textbook::{UnknownAlgorithm, UnknownRefinement};
use xun_game::{OptionError, TableError};

/// The reason why a player cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// A person, whom the program that talks to the person must make.
    #[error("a person cannot play here")]
    Person,
    /// An engine of UCI or UCCI in another game than Xiangqi.
    #[error("UCI and UCCI engines play Xiangqi")]
    XiangqiProtocol,
    /// An engine of Gomocup in another game than Gomoku.
    #[error("Gomocup engines play Gomoku")]
    GomokuProtocol,
    /// A setting of a player that has none besides its name and time.
    #[error("it has no setting {name}: only name and time")]
    NoSettings {
        /// The setting.
        name: String,
    },
    /// A setting that the player does not have.
    #[error("it has no setting {name}: expected one of {}", .known.join(", "))]
    UnknownSetting {
        /// The setting.
        name: String,
        /// The settings that it has.
        known: Vec<&'static str>,
    },
    /// A value that is none of the setting's choices.
    #[error("{name}={value}: expected {}", one_of(.choices))]
    Choice {
        /// The setting.
        name: &'static str,
        /// The value.
        value: String,
        /// The values that it takes.
        choices: &'static [&'static str],
    },
    /// A value that is no whole number in the setting's range.
    #[error("{name}={value}: expected a whole number from {least} to {most}")]
    Range {
        /// The setting.
        name: String,
        /// The value.
        value: String,
        /// The least number.
        least: u32,
        /// The largest number.
        most: u32,
    },
    /// A confidence that is no probability.
    #[error("confidence={0}: expected a number from 0 to 1")]
    Confidence(String),
    /// No such textbook algorithm.
    #[error("algorithm: {0}")]
    Algorithm(UnknownAlgorithm),
    /// No such refinement of a textbook search.
    #[error("refinements: {0}")]
    Refinement(UnknownRefinement),
    /// A value that an option of the engine does not take.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A transposition table for which there is no memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file of weights, tables or values, or a book, that cannot be used.
    #[error("{}: {reason}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A book that is only read, and does not exist.
    #[error("experience={}: no such book, and learn=off", .0.display())]
    NoSuchBook(PathBuf),
    /// Settings of a book without a book.
    #[error("learn and confidence are about experience=BOOK, which is missing")]
    BookMissing,
    /// A weakened level with a book.
    #[error("a weakened level consults no experience: leave out one of the two")]
    WeakenedWithBook,
    /// A first position that cannot be set up.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A player that the program does not have, in its own words.
    #[error("{0}")]
    Unavailable(String),
}

impl PlayerError {
    /// A file that cannot be used.
    pub(crate) fn file(path: impl Into<PathBuf>, reason: &impl ToString) -> Self {
        Self::File { path: path.into(), reason: reason.to_string() }
    }
}

/// `a, b or c`.
fn one_of(choices: &[&str]) -> String {
    match choices {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => choices.concat(),
    }
}
