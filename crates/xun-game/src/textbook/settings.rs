//! Settings and limits of a textbook search.

use super::refinement::Refinements;
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
