//! The options of a search, the guarantee they give for a problem, and warnings about them.

use crate::solve::{Case, SolveError, Unsupported};
use crate::{Algorithm, Heuristic, Problem};
use std::f64::consts::SQRT_2;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The steps that a traveller may take.
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

    /// The name in options and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Four => "4",
            Self::Eight => "8",
            Self::EightCutting => "8-cutting",
        }
    }

    /// The largest admissible heuristic for these moves.
    #[must_use]
    pub const fn best_heuristic(self) -> Heuristic {
        match self {
            Self::Four => Heuristic::Manhattan,
            Self::Eight | Self::EightCutting => Heuristic::Octile,
        }
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Moves {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::ALL
            .into_iter()
            .find(|known| known.name() == name)
            .ok_or_else(|| UnknownName::new("moves", name, Self::ALL.iter().map(|one| one.name())))
    }
}

/// A name that is not in its list.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown {what} {found:?}; expected one of {expected}")]
pub struct UnknownName {
    /// `algorithm`, `heuristic` or `moves`.
    pub what: &'static str,
    /// The name.
    pub found: String,
    /// The known names, separated by blanks.
    pub expected: String,
}

impl UnknownName {
    pub(crate) fn new<'a>(
        what: &'static str,
        found: &str,
        expected: impl Iterator<Item = &'a str>,
    ) -> Self {
        let expected = expected.collect::<Vec<_>>().join(" ");
        Self { what, found: found.to_owned(), expected }
    }
}

/// The options of a search.
///
/// ```
/// use xun_grid::{Algorithm, Guarantee, Moves, Options, Problem};
///
/// let problem: Problem = "S.5\n..G\n".parse()?;
/// let options = Options { algorithm: Algorithm::Auto, moves: Moves::Eight, ..Options::default() };
/// assert_eq!(options.effective(&problem)?.algorithm, Algorithm::AStar);
/// assert_eq!(options.guarantee(&problem), Guarantee::Optimal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The algorithm; [`Algorithm::Auto`] chooses by the problem.
    pub algorithm: Algorithm,
    /// The estimate of the cost to go; if none is given, the largest admissible one. Algorithms
    /// without a heuristic (and `Auto`) do not read it.
    pub heuristic: Option<Heuristic>,
    /// The steps that may be taken.
    pub moves: Moves,
    /// The factor by which weighted A\* multiplies the heuristic: 1 to 1000.
    pub weight: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { algorithm: Algorithm::Auto, heuristic: None, moves: Moves::Four, weight: 1.5 }
    }
}

/// The quality of the path that an algorithm finds. All of them find one if there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Guarantee {
    /// No path is cheaper.
    Optimal,
    /// No path is cheaper by more than this factor.
    Within(f64),
    /// No path has fewer steps, though there may be cheaper ones.
    FewestSteps,
    /// It is a path.
    AnyPath,
}

/// A caution about options that are allowed but may surprise.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
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
        /// The bound on the path's cost as a multiple of the least cost.
        factor: f64,
    },
    /// Plain IDA\* keeps no table: on open ground and in mazes with loops its time grows
    /// exponentially.
    #[error("ida remembers nothing and may take exponential time; ida-table and fringe do not")]
    MayTakeForever,
}

impl Options {
    /// The options with everything filled in for this problem: the algorithm that `Auto` stands
    /// for, and the heuristic that it will use (none where it uses none).
    ///
    /// # Errors
    ///
    /// The same refusals as [`solve`](crate::solve()) with these options.
    pub fn effective(&self, problem: &Problem) -> Result<Self, SolveError> {
        self.effective_for(Case::of(problem))
    }

    pub(crate) fn effective_for(&self, case: Case) -> Result<Self, SolveError> {
        let algorithm = match self.algorithm {
            Algorithm::Auto => case.fastest(self.moves),
            algorithm => algorithm,
        };
        if let Some(what) = case.refused_by(algorithm, self.moves) {
            return Err(SolveError::Unsupported { algorithm, what });
        }
        if algorithm == Algorithm::WeightedAStar && !(1.0..=1000.0).contains(&self.weight) {
            return Err(SolveError::Weight(self.weight));
        }
        let asked = self.heuristic.filter(|_| self.algorithm != Algorithm::Auto);
        let heuristic = match asked {
            _ if !algorithm.uses_heuristic() => None,
            None => Some(self.moves.best_heuristic()),
            Some(heuristic) if case.accepts(heuristic, algorithm, self.moves) => Some(heuristic),
            Some(heuristic) => return Err(SolveError::Heuristic { algorithm, heuristic }),
        };
        Ok(Self { algorithm, heuristic, ..*self })
    }

    /// The factor by which the heuristic may exceed the true cost; 1 if it is admissible.
    pub(crate) fn excess(&self) -> f64 {
        match (self.moves, self.heuristic) {
            // One diagonal step costs √2 and changes the Manhattan distance by 2.
            (Moves::Eight | Moves::EightCutting, Some(Heuristic::Manhattan)) => SQRT_2,
            _ => 1.0,
        }
    }

    /// The quality of the path that these options find for this problem.
    #[must_use]
    pub fn guarantee(&self, problem: &Problem) -> Guarantee {
        let case = Case::of(problem);
        self.effective_for(case).unwrap_or(*self).guarantee_for(case)
    }

    /// The same for effective options.
    pub(crate) fn guarantee_for(&self, case: Case) -> Guarantee {
        match self.algorithm {
            Algorithm::Dfs | Algorithm::Greedy => Guarantee::AnyPath,
            Algorithm::Bfs if self.moves != Moves::Four || !case.is_uniform => {
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

    /// Cautions about these options on this problem.
    #[must_use]
    pub fn warnings(&self, problem: &Problem) -> Vec<Warning> {
        let options = self.effective(problem).unwrap_or(*self);
        let mut warnings = Vec::new();
        let exact = !matches!(options.algorithm, Algorithm::Greedy | Algorithm::Bidirectional);
        if let Some(heuristic) = options.heuristic
            && exact
            && options.excess() > 1.0
        {
            let weighted = options.algorithm == Algorithm::WeightedAStar;
            let factor = options.excess() * if weighted { options.weight } else { 1.0 };
            warnings.push(Warning::Inadmissible { heuristic, moves: options.moves, factor });
        }
        if options.algorithm == Algorithm::Ida {
            warnings.push(Warning::MayTakeForever);
        }
        warnings
    }
}

impl Case {
    /// The algorithm that [`Algorithm::Auto`] stands for, as measured (docs/paths.md).
    fn fastest(self, moves: Moves) -> Algorithm {
        if self.has_prices {
            Algorithm::Priced
        } else if self.has_supply && self.is_uniform {
            Algorithm::Labels
        } else if !self.has_supply && self.is_uniform && moves == Moves::Eight {
            Algorithm::Jps
        } else if !self.has_supply && self.has_regions && moves == Moves::Eight {
            Algorithm::JpsWeighted
        } else {
            Algorithm::AStar
        }
    }

    /// The part of the problem that the algorithm does not handle, if there is one.
    fn refused_by(self, algorithm: Algorithm, moves: Moves) -> Option<Unsupported> {
        let known = algorithm.capabilities();
        if self.has_supply && moves != Moves::Four {
            Some(Unsupported::SupplyMoves(moves))
        } else if self.has_prices && !self.is_uniform {
            Some(Unsupported::PricesWithTerrain)
        } else if self.has_prices && !known.prices {
            Some(Unsupported::Prices)
        } else if self.has_supply && !known.supply {
            Some(Unsupported::Supply)
        } else if !self.has_supply && !known.plain {
            Some(Unsupported::NoSupply)
        } else if !self.is_uniform && !known.terrain {
            Some(Unsupported::WeightedTerrain)
        } else if !known.moves.contains(&moves) {
            Some(Unsupported::Moves(moves))
        } else if algorithm == Algorithm::Oracle && self.cells > crate::MOST_ORACLE_CELLS {
            Some(Unsupported::TooManyCells)
        } else if matches!(algorithm, Algorithm::JpsTable | Algorithm::Oracle)
            && self.longest_side > crate::search::LONGEST_SIDE_OF_JUMP_TABLE
        {
            Some(Unsupported::TooLong)
        } else {
            None
        }
    }

    /// Whether the algorithm, which uses heuristics, takes this one here.
    fn accepts(self, heuristic: Heuristic, algorithm: Algorithm, moves: Moves) -> bool {
        if self.has_supply {
            return heuristic.is_for_supply();
        }
        // A* takes the supply's heuristics on plain problems too: the tank is endless then.
        heuristic.is_plain() || algorithm == Algorithm::AStar && moves == Moves::Four
    }
}
