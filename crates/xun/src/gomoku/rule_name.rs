//! The rules of Gomoku as values of the command line.

use clap::ValueEnum;
use xun_gomoku::rules::Rule;

/// The rules as command-line values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuleName {
    /// Five or more win
    Freestyle,
    /// Exactly five win
    Standard,
    /// Renju, with forbidden points
    Renju,
    /// Five blocked at both ends do not win
    Caro,
    /// Exactly five win unless blocked at both ends
    CaroExact,
}

impl From<RuleName> for Rule {
    fn from(name: RuleName) -> Self {
        match name {
            RuleName::Freestyle => Self::Freestyle,
            RuleName::Standard => Self::Standard,
            RuleName::Renju => Self::Renju,
            RuleName::Caro => Self::Caro,
            RuleName::CaroExact => Self::CaroExact,
        }
    }
}
