//! Settings and limits of a textbook search.

use super::refinement::Refinements;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The algorithm under the refinements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Algorithm {
    /// Look at every move of every position.
    Minimax,
    /// Leave out what cannot change the answer.
    #[default]
    AlphaBeta,
}

impl Algorithm {
    /// Both algorithms.
    pub const ALL: [Self; 2] = [Self::Minimax, Self::AlphaBeta];

    /// The name in options and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no textbook algorithm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown algorithm {0:?}; expected minimax or alpha-beta")]
pub struct UnknownAlgorithm(pub String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    /// The algorithm of this name; `alphabeta` is taken too.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "alphabeta" => Ok(Self::AlphaBeta),
            _ => Self::ALL
                .into_iter()
                .find(|algorithm| algorithm.name() == text)
                .ok_or_else(|| UnknownAlgorithm(text.to_owned())),
        }
    }
}

/// Which of several equally good root moves is the answer. It is kept whatever the order of search
/// is, so that an exact refinement changes neither the value nor the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Tie {
    /// The first in the game's natural order: a move replaces the best only if strictly better.
    #[default]
    First,
    /// The last in the game's natural order.
    Last,
}

impl Tie {
    /// True if the move with the first index goes before an equally good one with the second.
    pub(super) fn prefers(self, this: usize, to: usize) -> bool {
        match self {
            Self::First => this < to,
            Self::Last => this > to,
        }
    }
}

/// One combination of algorithm and refinements.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Minimax or alpha-beta.
    pub algorithm: Algorithm,
    /// The refinements that are on. Minimax ignores those of alpha-beta.
    pub refinements: Refinements,
    /// The answer among equals.
    pub tie: Tie,
    /// Give every root move its exact score, at the price of a full window for each.
    pub score_every_move: bool,
    /// Size of the transposition table, where one is used.
    pub table_mebibytes: u32,
    /// Half the width of the first aspiration window, in points.
    pub aspiration: i32,
    /// Threads of the parallel refinements; 0 means as many as the machine has cores.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::AlphaBeta,
            refinements: Refinements::NONE,
            tie: Tie::First,
            score_every_move: false,
            table_mebibytes: 16,
            aspiration: 50,
            threads: 0,
        }
    }
}

impl Settings {
    /// Plain minimax.
    #[must_use]
    pub fn minimax() -> Self {
        Self { algorithm: Algorithm::Minimax, ..Self::default() }
    }

    /// Alpha-beta with these refinements.
    #[must_use]
    pub fn alpha_beta(refinements: Refinements) -> Self {
        Self { refinements, ..Self::default() }
    }

    pub(super) fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            asked => asked.min(256),
        }
    }
}

/// The deepest search that is accepted.
pub const MOST_DEPTH: u32 = 100;

/// When to stop. A search also stops when its stop flag is raised.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Depth in plies, 1 to [`MOST_DEPTH`]; others are moved to the nearer end.
    pub depth: u32,
    /// At most so many nodes (with several threads: about so many).
    pub nodes: Option<u64>,
    /// At most so long.
    pub time: Option<Duration>,
}

impl Limits {
    /// Only a depth.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { depth, nodes: None, time: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithms_are_read_as_they_are_printed() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
        assert_eq!("alphabeta".parse(), Ok(Algorithm::AlphaBeta));
        let unknown = "negamax".parse::<Algorithm>().unwrap_err().to_string();
        assert_eq!(unknown, "unknown algorithm \"negamax\"; expected minimax or alpha-beta");
    }
}
