//! What can be asked of a search, what it promises then, and what to be warned of.

use super::Heuristic;
use crate::Map;
use std::f64::consts::SQRT_2;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// The fastest exact one for the map and the moves.
    Auto,
    /// Breadth-first search.
    Bfs,
    /// Depth-first search.
    Dfs,
    /// Uniform cost (Dijkstra).
    Ucs,
    /// Greedy best-first.
    Greedy,
    /// A\*.
    AStar,
    /// A\* with the heuristic multiplied by [`Options::weight`].
    WeightedAStar,
    /// A\* from both ends.
    Bidirectional,
    /// IDA\*, as plain as it is.
    Ida,
    /// IDA\* with a table of the cheapest way to each cell.
    IdaTable,
    /// Fringe search.
    Fringe,
    /// Jump point search on line.
    Jps,
    /// Jump point search with a table made beforehand.
    JpsTable,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Auto,
        Self::Bfs,
        Self::Dfs,
        Self::Ucs,
        Self::Greedy,
        Self::AStar,
        Self::WeightedAStar,
        Self::Bidirectional,
        Self::Ida,
        Self::IdaTable,
        Self::Fringe,
        Self::Jps,
        Self::JpsTable,
    ];

    /// The name by which it is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Bfs => "bfs",
            Self::Dfs => "dfs",
            Self::Ucs => "ucs",
            Self::Greedy => "greedy",
            Self::AStar => "astar",
            Self::WeightedAStar => "weighted-astar",
            Self::Bidirectional => "bidirectional",
            Self::Ida => "ida",
            Self::IdaTable => "ida-table",
            Self::Fringe => "fringe",
            Self::Jps => "jps",
            Self::JpsTable => "jps-table",
        }
    }

    /// Whether a heuristic changes what it does.
    pub const fn uses_heuristic(self) -> bool {
        !matches!(self, Self::Auto | Self::Bfs | Self::Dfs | Self::Ucs | Self::Jps | Self::JpsTable)
    }
}

/// Which steps there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Moves {
    /// Up, down, left, right.
    #[default]
    Four,
    /// Diagonals too, at √2, where both cells beside the diagonal are open.
    Eight,
    /// Diagonals too, where at least one of the cells beside the diagonal is open.
    EightCutting,
}

impl Moves {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Four, Self::Eight, Self::EightCutting];

    /// The name by which they are asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Four => "4",
            Self::Eight => "8",
            Self::EightCutting => "8-cutting",
        }
    }

    /// The heuristic that is nearest to the truth without going beyond it.
    pub const fn best_heuristic(self) -> Heuristic {
        match self {
            Self::Four => Heuristic::Manhattan,
            Self::Eight | Self::EightCutting => Heuristic::Octile,
        }
    }
}

/// A name that nothing has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown {what} {found:?}; expected one of {expected}")]
pub struct UnknownName {
    /// `algorithm`, `heuristic` or `moves`.
    pub what: &'static str,
    /// The name.
    pub found: String,
    /// Those there are.
    pub expected: String,
}

macro_rules! named {
    ($type:ty, $what:literal) => {
        impl fmt::Display for $type {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, UnknownName> {
                Self::ALL.into_iter().find(|known| known.name() == name).ok_or_else(|| {
                    UnknownName {
                        what: $what,
                        found: name.to_owned(),
                        expected: Self::ALL.map(Self::name).join(" "),
                    }
                })
            }
        }
    };
}

named!(Algorithm, "algorithm");
named!(Heuristic, "heuristic");
named!(Moves, "moves");

/// What is asked of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How to search.
    pub algorithm: Algorithm,
    /// The estimate of the cost to go; the best admissible one if none is given.
    pub heuristic: Option<Heuristic>,
    /// Which steps there are.
    pub moves: Moves,
    /// What weighted A\* multiplies the heuristic by; at least 1, at most 1000.
    pub weight: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { algorithm: Algorithm::Auto, heuristic: None, moves: Moves::Four, weight: 1.5 }
    }
}

/// What an algorithm promises of the path it finds. All of them find one if there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guarantee {
    /// None is cheaper.
    Optimal,
    /// None is cheaper by more than this factor.
    Within(f64),
    /// None has fewer steps, though there may be cheaper ones.
    FewestSteps,
    /// It is a path.
    AnyPath,
}

/// What one should know before believing an answer.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum Warning {
    /// The heuristic can exceed the true cost, so that the path may not be a cheapest one.
    #[error(
        "{heuristic} can exceed the true cost with {moves}-connected moves: \
         the path may cost up to {factor:.3} times the least"
    )]
    Inadmissible {
        /// The heuristic.
        heuristic: Heuristic,
        /// The moves.
        moves: Moves,
        /// By how much the path may cost more than the least.
        factor: f64,
    },
    /// Plain IDA\* remembers nothing: on open ground and in mazes with loops its time grows
    /// exponentially.
    #[error("ida remembers nothing and may take exponential time; ida-table and fringe do not")]
    MayTakeForever,
}

impl Options {
    /// The heuristic that will be used.
    pub fn effective_heuristic(&self) -> Heuristic {
        self.heuristic.unwrap_or(self.moves.best_heuristic())
    }

    /// By how much the heuristic may exceed the true cost with these moves; 1 if it is admissible.
    pub fn excess(&self) -> f64 {
        match (self.moves, self.effective_heuristic()) {
            // One diagonal step costs √2 and changes the Manhattan distance by 2.
            (Moves::Eight | Moves::EightCutting, Heuristic::Manhattan) => SQRT_2,
            _ => 1.0,
        }
    }

    /// What the path is worth on this map.
    pub fn guarantee(&self, map: &Map) -> Guarantee {
        match self.algorithm {
            Algorithm::Dfs | Algorithm::Greedy => Guarantee::AnyPath,
            Algorithm::Bfs if self.moves != Moves::Four || !map.is_uniform() => {
                Guarantee::FewestSteps
            }
            Algorithm::WeightedAStar => match self.weight * self.excess() {
                factor if factor > 1.0 => Guarantee::Within(factor),
                _ => Guarantee::Optimal,
            },
            Algorithm::Bidirectional => Guarantee::Optimal,
            algorithm if algorithm.uses_heuristic() && self.excess() > 1.0 => {
                Guarantee::Within(self.excess())
            }
            _ => Guarantee::Optimal,
        }
    }

    /// What one should know before believing the answer.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let (heuristic, moves) = (self.effective_heuristic(), self.moves);
        let exact = !matches!(self.algorithm, Algorithm::Greedy | Algorithm::Bidirectional);
        if self.algorithm.uses_heuristic() && exact && self.excess() > 1.0 {
            let weight = if self.algorithm == Algorithm::WeightedAStar { self.weight } else { 1.0 };
            warnings.push(Warning::Inadmissible {
                heuristic,
                moves,
                factor: self.excess() * weight,
            });
        }
        if self.algorithm == Algorithm::Ida {
            warnings.push(Warning::MayTakeForever);
        }
        warnings
    }
}
