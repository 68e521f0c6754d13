//! From a problem to its answer: the one entry for every kind of problem.

use crate::answer::Finished;
use crate::observer::EventSink;
use crate::search::Searcher;
use crate::supply;
use crate::{
    Algorithm, Answer, Heuristic, Limits, Map, Moves, Observer, Options, Problem, ProblemError,
    Silent,
};
use std::time::Instant;
use thiserror::Error;

/// The reason why a problem is not searched with the given options.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The problem has a part that the algorithm does not handle.
    #[error("{algorithm} cannot search {what}")]
    Unsupported {
        /// The algorithm.
        algorithm: Algorithm,
        /// The part of the problem.
        what: Unsupported,
    },
    /// The algorithm does not take this heuristic on this problem.
    #[error("{algorithm} does not use the heuristic {heuristic} here")]
    Heuristic {
        /// The algorithm.
        algorithm: Algorithm,
        /// The heuristic.
        heuristic: Heuristic,
    },
    /// A weight that gives no bound.
    #[error("the weight is {0}; expected 1 to 1000")]
    Weight(f64),
    /// Start or goal is not on open ground.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// A part of a problem that an algorithm may not handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// A tank.
    #[error("with limited supplies; take labels or astar")]
    Supply,
    /// A supply with diagonal moves.
    #[error("with limited supplies and {0}-connected moves; limited supplies are for 4 moves")]
    SupplyMoves(Moves),
    /// Stations that sell by the unit.
    #[error("with prices at the stations; take auto")]
    Prices,
    /// Stations that sell by the unit, on terrain of different costs.
    #[error("prices together with terrain costs; no algorithm can")]
    PricesWithTerrain,
    /// No tank, where the algorithm is about supplies only.
    #[error("without a limited supply; take auto")]
    NoSupply,
    /// Terrain of different costs.
    #[error("weighted terrain; astar can")]
    WeightedTerrain,
    /// Other moves than those it knows.
    #[error("{0}-connected moves; astar can")]
    Moves(Moves),
    /// A map with a side too long for its tables.
    #[error("maps with more than 32,767 rows or columns; jps can")]
    TooLong,
    /// Many queries on one map.
    #[error("as one of many queries of a `Searcher`; `solve` can")]
    ManyQueries,
}

/// The features of a problem that decide which algorithms handle it.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent features of a problem")]
pub(crate) struct Case {
    pub(crate) has_supply: bool,
    pub(crate) has_prices: bool,
    pub(crate) is_uniform: bool,
    pub(crate) longest_side: u32,
    /// Whether neighbouring cells mostly cost the same.
    pub(crate) has_regions: bool,
}

impl Case {
    pub(crate) fn of(problem: &Problem) -> Self {
        let has_supply = problem.supply().is_some();
        Self { has_supply, has_prices: problem.has_prices(), ..Self::of_map(problem.map()) }
    }

    /// The features of a problem without a supply on this map.
    pub(crate) fn of_map(map: &Map) -> Self {
        Self {
            has_supply: false,
            has_prices: false,
            is_uniform: map.is_uniform(),
            longest_side: map.rows().max(map.columns()),
            has_regions: map.is_uniform() || has_regions(map),
        }
    }
}

/// Pairs of neighbours that are looked at to learn about a map's ground.
const SAMPLES: usize = 4096;

/// Whether at most one in eight pairs of open neighbours, of a sample, differ in cost: then jump
/// points are worth their while.
fn has_regions(map: &Map) -> bool {
    let (costs, columns) = (map.costs(), map.columns() as usize);
    let stride = (costs.len() / SAMPLES).max(1);
    let (mut pairs, mut different) = (0, 0);
    for at in (0..costs.len()).step_by(stride) {
        for next in [at + 1, at + columns] {
            if let Some(&cost) = costs.get(next)
                && cost != 0
                && costs[at] != 0
            {
                pairs += 1;
                different += usize::from(cost != costs[at]);
            }
        }
    }
    different * 8 <= pairs
}

/// Solves a problem: with or without a supply, prices and terrain costs, by four or eight moves.
///
/// Every part of the problem is taken into account: an algorithm that does not handle one refuses
/// the problem. [`Algorithm::Auto`] chooses the fastest exact algorithm that handles all of it.
/// The search obeys the limits and reports its events to the observer; with
/// [`Silent`](crate::Silent) events cost nothing.
///
/// ```
/// use xun_grid::{Algorithm, Limits, Options, Problem, Silent, solve};
///
/// let problem: Problem = "tank 4\nS...*...G\n".parse()?;
/// let answer = solve(&problem, &Options::default(), &Limits::default(), &mut Silent)?;
/// assert_eq!(answer.algorithm, Algorithm::Labels);
/// assert_eq!(answer.path().unwrap().letters().unwrap(), "RRRRRRRR");
///
/// let dfs = Options { algorithm: Algorithm::Dfs, ..Options::default() };
/// let refused = solve(&problem, &dfs, &Limits::default(), &mut Silent).unwrap_err();
/// assert!(refused.to_string().starts_with("dfs cannot search with limited supplies"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A [`SolveError`] if the algorithm does not handle a part of the problem, does not take the
/// heuristic, or if the weight is out of range.
pub fn solve(
    problem: &Problem,
    options: &Options,
    limits: &Limits<'_>,
    mut observer: &mut dyn Observer,
) -> Result<Answer, SolveError> {
    let case = Case::of(problem);
    let effective = options.effective_for(case)?;
    let states_have_supply = case.has_supply || effective.heuristic.is_some_and(|h| !h.is_plain());
    match effective.algorithm {
        Algorithm::Labels | Algorithm::Priced => {}
        _ if states_have_supply => {}
        _ => {
            let (start, goal) = (problem.start(), problem.goal());
            return Searcher::new(problem.map()).search(start, goal, options, limits, observer);
        }
    }
    let began = Instant::now();
    let (finished, purchases) = if observer.is_active() {
        search_with_supply(problem, &effective, limits, &mut observer)
    } else {
        search_with_supply(problem, &effective, limits, &mut Silent)
    };
    let mut answer = Answer::new(finished, &effective, effective.guarantee_for(case));
    answer.purchases = purchases;
    answer.statistics.time = began.elapsed();
    Ok(answer)
}

/// Runs a search over states of cell and supply; its result and its purchases.
fn search_with_supply(
    problem: &Problem,
    options: &Options,
    limits: &Limits<'_>,
    observer: &mut impl EventSink,
) -> (Finished, Vec<supply::Purchase>) {
    match options.algorithm {
        Algorithm::Labels => (supply::search_labels(problem, limits, observer), Vec::new()),
        Algorithm::Priced => supply::search_priced(problem, limits, observer),
        algorithm => {
            let heuristic = options.heuristic.unwrap_or(Heuristic::Zero);
            let counts_steps = algorithm == Algorithm::Bfs;
            let found = supply::search_states(problem, heuristic, counts_steps, limits, observer);
            (found, Vec::new())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No algorithm handles prices on weighted terrain, so no refusal may name one that does.
    #[test]
    fn prices_with_terrain_costs_are_refused_without_advice() {
        let problem: Problem = "tank 2\nprice a 1\nSa5G\n".parse().expect("a problem");
        for &algorithm in Algorithm::ALL {
            let options = Options { algorithm, ..Options::default() };
            let refusal = solve(&problem, &options, &Limits::default(), &mut Silent).unwrap_err();
            let what = match refusal {
                SolveError::Unsupported { what, .. } => what,
                other => panic!("{algorithm}: {other}"),
            };
            assert_eq!(what, Unsupported::PricesWithTerrain, "{algorithm}");
        }
    }
}
