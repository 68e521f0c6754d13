//! From the names on the command line to the search that they mean for a given problem: plain, with
//! limited supply, or with priced stations. This is the only file that knows all three.

use super::options::{AlgorithmName, HeuristicName, SearchOptions, name};
use crate::language::Language;
use std::sync::atomic::AtomicBool;
use xun_grid::search::{
    Algorithm, Guarantee, Heuristic, Moves, Options, SearchError, Searcher, Unsupported, Warning,
};
use xun_grid::supply::{self, Purchase};
use xun_grid::{Answer, Limits, Observer, Outcome, Problem};

/// A problem and how to search it.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) problem: &'a Problem,
    pub(super) algorithm: AlgorithmName,
    pub(super) heuristic: Option<HeuristicName>,
    pub(super) moves: Moves,
    pub(super) weight: f64,
    pub(super) limits: Limits<'a>,
}

/// A search that has run.
pub(super) struct Run {
    /// The algorithm that ran; for `auto` the one that it chose.
    pub(super) algorithm: String,
    /// The heuristic that it used, if it uses one.
    pub(super) heuristic: Option<String>,
    /// What it found.
    pub(super) answer: Answer,
    /// Whether a path that it finds is a cheapest one.
    pub(super) optimal: bool,
    /// What was bought on the way, where stations have prices.
    pub(super) purchases: Vec<Purchase>,
}

/// Which of the three searches a problem needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    Supply,
    Priced,
}

impl Kind {
    pub(super) fn of(problem: &Problem) -> Self {
        match problem.supply() {
            None => Self::Plain,
            Some(supply) if supply.stations.iter().any(|station| station.price > 0) => Self::Priced,
            Some(_) => Self::Supply,
        }
    }
}

/// Why a search was not begun.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The algorithm does not know supplies.
    NoSupply(AlgorithmName),
    /// Stations have prices, and only one search knows prices.
    NoPrices(AlgorithmName),
    /// Supplies with diagonal steps.
    SupplyNeedsFourMoves,
    /// The heuristic is not one of this search's.
    Heuristic(HeuristicName, &'static str),
    /// The search counts steps, and the terrain has costs.
    CountsSteps(&'static str),
    /// The library's own reason.
    Search(SearchError),
}

impl<'a> Question<'a> {
    /// The question that the options ask, with one algorithm and heuristic.
    pub(super) fn new(
        problem: &'a Problem,
        options: &SearchOptions,
        algorithm: AlgorithmName,
        heuristic: Option<HeuristicName>,
        stop: &'a AtomicBool,
    ) -> Self {
        let limits =
            Limits { stop: Some(stop), expansions: options.nodes, deadline: options.deadline() };
        let moves = options.moves(Moves::Four);
        Self { problem, algorithm, heuristic, moves, weight: options.weight, limits }
    }

    /// Searches.
    pub(super) fn ask(&self, observer: &mut impl Observer) -> Result<Run, Refusal> {
        match Kind::of(self.problem) {
            Kind::Plain => self.plain(observer),
            Kind::Supply => self.supply_search(observer),
            Kind::Priced => self.priced(observer),
        }
    }

    fn plain(&self, observer: &mut impl Observer) -> Result<Run, Refusal> {
        let Some(options) = self.options() else { return self.supply_search(observer) };
        let (start, goal) = (self.problem.start(), self.problem.goal());
        let mut searcher = Searcher::new(self.problem.map());
        let ran = searcher.algorithm(&options).map_err(Refusal::Search)?;
        let answer = searcher
            .search(start, goal, &options, self.limits, observer)
            .map_err(Refusal::Search)?;
        let options = Options { algorithm: ran, ..options };
        Ok(Run {
            algorithm: ran.name().to_owned(),
            heuristic: ran
                .uses_heuristic()
                .then(|| options.effective_heuristic().name().to_owned()),
            optimal: options.guarantee(self.problem.map()) == Guarantee::Optimal,
            answer,
            purchases: Vec::new(),
        })
    }

    fn supply_search(&self, observer: &mut impl Observer) -> Result<Run, Refusal> {
        if self.moves != Moves::Four {
            return Err(Refusal::SupplyNeedsFourMoves);
        }
        if self.problem.supply().is_none() && !self.problem.map().is_uniform() {
            return Err(Refusal::CountsSteps("labels"));
        }
        let (algorithm, heuristic, answer) = match self.algorithm {
            AlgorithmName::Auto | AlgorithmName::Labels => {
                if let (AlgorithmName::Labels, Some(heuristic)) = (self.algorithm, self.heuristic) {
                    return Err(Refusal::Heuristic(heuristic, "labels"));
                }
                ("labels", None, supply::labels(self.problem, &self.limits, observer))
            }
            AlgorithmName::Astar => {
                let heuristic = self.supply_heuristic()?;
                let answer = supply::textbook(self.problem, heuristic, &self.limits, observer);
                ("astar", Some(heuristic.name().to_owned()), answer)
            }
            AlgorithmName::Bfs | AlgorithmName::Ucs => {
                let answer =
                    supply::textbook(self.problem, supply::Heuristic::Zero, &self.limits, observer);
                (if self.algorithm == AlgorithmName::Bfs { "bfs" } else { "ucs" }, None, answer)
            }
            other => return Err(Refusal::NoSupply(other)),
        };
        Ok(Run {
            algorithm: algorithm.to_owned(),
            heuristic,
            answer,
            optimal: true,
            purchases: Vec::new(),
        })
    }

    fn supply_heuristic(&self) -> Result<supply::Heuristic, Refusal> {
        Ok(match self.heuristic {
            None | Some(HeuristicName::Manhattan) => supply::Heuristic::Manhattan,
            Some(HeuristicName::Zero) => supply::Heuristic::Zero,
            Some(HeuristicName::SupplyRegion) => supply::Heuristic::SupplyRegion,
            Some(HeuristicName::Exact) => supply::Heuristic::Exact,
            Some(other) => return Err(Refusal::Heuristic(other, "astar")),
        })
    }

    fn priced(&self, observer: &mut impl Observer) -> Result<Run, Refusal> {
        if self.moves != Moves::Four {
            return Err(Refusal::SupplyNeedsFourMoves);
        }
        if self.algorithm != AlgorithmName::Auto {
            return Err(Refusal::NoPrices(self.algorithm));
        }
        let found = supply::priced(self.problem, &self.limits, observer);
        let (answer, purchases) = (found.answer, found.purchases);
        Ok(Run {
            algorithm: "priced".to_owned(),
            heuristic: None,
            answer,
            optimal: true,
            purchases,
        })
    }

    /// The library's options for a plain search; none where the names ask for another kind of
    /// search.
    pub(super) fn plain_options(
        algorithm: AlgorithmName,
        heuristic: Option<HeuristicName>,
        moves: Moves,
        weight: f64,
    ) -> Option<Options> {
        let algorithm = match algorithm {
            AlgorithmName::Labels => return None,
            AlgorithmName::Auto => Algorithm::Auto,
            AlgorithmName::Bfs => Algorithm::Bfs,
            AlgorithmName::Dfs => Algorithm::Dfs,
            AlgorithmName::Ucs => Algorithm::Ucs,
            AlgorithmName::Greedy => Algorithm::Greedy,
            AlgorithmName::Astar => Algorithm::AStar,
            AlgorithmName::WeightedAstar => Algorithm::WeightedAStar,
            AlgorithmName::Bidirectional => Algorithm::Bidirectional,
            AlgorithmName::Ida => Algorithm::Ida,
            AlgorithmName::IdaTable => Algorithm::IdaTable,
            AlgorithmName::Fringe => Algorithm::Fringe,
            AlgorithmName::Jps => Algorithm::Jps,
            AlgorithmName::JpsTable => Algorithm::JpsTable,
        };
        let heuristic = match heuristic {
            None => None,
            Some(HeuristicName::Zero) => Some(Heuristic::Zero),
            Some(HeuristicName::Manhattan) => Some(Heuristic::Manhattan),
            Some(HeuristicName::Octile) => Some(Heuristic::Octile),
            Some(HeuristicName::Chebyshev) => Some(Heuristic::Chebyshev),
            Some(HeuristicName::Euclid) => Some(Heuristic::Euclid),
            Some(HeuristicName::SupplyRegion | HeuristicName::Exact) => return None,
        };
        Some(Options { algorithm, heuristic, moves, weight })
    }

    fn options(&self) -> Option<Options> {
        Self::plain_options(self.algorithm, self.heuristic, self.moves, self.weight)
    }

    /// The names of algorithm and heuristic as they will be in the answer.
    pub(super) fn names(&self) -> (String, Option<String>) {
        let asked = || (name(self.algorithm), self.heuristic.map(name));
        match (self.algorithm, Kind::of(self.problem), self.options()) {
            (_, Kind::Priced, _) => ("priced".to_owned(), None),
            (AlgorithmName::Auto, Kind::Supply, _) => ("labels".to_owned(), None),
            (AlgorithmName::Astar, Kind::Supply, _) => (
                name(self.algorithm),
                self.supply_heuristic().ok().map(|heuristic| heuristic.name().to_owned()),
            ),
            (_, Kind::Plain, Some(options)) => {
                let chosen = Searcher::new(self.problem.map()).algorithm(&options);
                chosen.map_or_else(
                    |_| asked(),
                    |algorithm| {
                        let heuristic =
                            algorithm.uses_heuristic().then(|| options.effective_heuristic());
                        (
                            algorithm.name().to_owned(),
                            heuristic.map(|heuristic| heuristic.name().to_owned()),
                        )
                    },
                )
            }
            _ => asked(),
        }
    }

    /// What one should know before believing the answer.
    pub(super) fn warnings(&self, language: Language) -> Vec<String> {
        let options = self.options().filter(|_| Kind::of(self.problem) == Kind::Plain);
        let warnings = options.map(|options| options.warnings()).unwrap_or_default();
        warnings.into_iter().map(|warning| warning_text(&warning, language)).collect()
    }
}

fn warning_text(warning: &Warning, language: Language) -> String {
    match (language, warning) {
        (Language::En, warning) => warning.to_string(),
        (Language::Zh, Warning::Inadmissible { heuristic, moves, factor }) => format!(
            "{heuristic} 在 {moves} 方向移动下可能高估真实代价：所得路径的代价可能达到最小值的 {factor:.3} 倍"
        ),
        (Language::Zh, Warning::MayTakeForever) => {
            "ida 什么都不记，可能需要指数时间；ida-table 与 fringe 则不会".to_owned()
        }
    }
}

impl Refusal {
    /// The refusal in words.
    pub(super) fn text(&self, language: Language) -> String {
        match (self, language) {
            (Self::NoSupply(algorithm), Language::En) => format!(
                "{} does not know supplies; take labels or astar, or --ignore-supply",
                name(*algorithm)
            ),
            (Self::NoSupply(algorithm), Language::Zh) => {
                format!("{} 不懂补给；请用 labels 或 astar，或加 --ignore-supply", name(*algorithm))
            }
            (Self::NoPrices(algorithm), Language::En) => {
                format!(
                    "the stations have prices, which {} does not know; take auto",
                    name(*algorithm)
                )
            }
            (Self::NoPrices(algorithm), Language::Zh) => {
                format!("补给站有价格，{} 不懂价格；请用 auto", name(*algorithm))
            }
            (Self::SupplyNeedsFourMoves, language) => language
                .pick(
                    "limited supply is for 4 moves; drop --moves 8, or take --ignore-supply",
                    "有限补给只用于四方向移动；请去掉 --moves 8，或加 --ignore-supply",
                )
                .to_owned(),
            (Self::Heuristic(heuristic, algorithm), Language::En) => {
                format!("{algorithm} does not use the heuristic {} here", name(*heuristic))
            }
            (Self::Heuristic(heuristic, algorithm), Language::Zh) => {
                format!("{algorithm} 在此处不用启发函数 {}", name(*heuristic))
            }
            (Self::CountsSteps(algorithm), Language::En) => {
                format!(
                    "{algorithm} counts steps, but this terrain has costs; take auto, ucs or astar"
                )
            }
            (Self::CountsSteps(algorithm), Language::Zh) => {
                format!("{algorithm} 只数步数，而此地形带有代价；请用 auto、ucs 或 astar")
            }
            (Self::Search(error), language) => search_error(error, language),
        }
    }
}

/// Why a plain search cannot begin.
pub(super) fn search_error(error: &SearchError, language: Language) -> String {
    match (language, error) {
        (Language::En, error) => error.to_string(),
        (Language::Zh, SearchError::Unsupported { algorithm, why }) => match why {
            Unsupported::WeightedTerrain => format!("{algorithm} 不能用于带权地形；astar 可以"),
            Unsupported::Moves(moves) => {
                format!("{algorithm} 只能用于八方向移动，不能用于 {moves}；astar 可以")
            }
            Unsupported::TooLong => {
                format!("{algorithm} 不能用于超过 32767 行或列的地图；jps 可以")
            }
        },
        (Language::Zh, SearchError::Weight(weight)) => {
            format!("权重是 {weight}；应在 1 到 1000 之间")
        }
        (Language::Zh, SearchError::Problem(error)) => super::faults::problem(*error, language),
    }
}

/// Whether the search was cut short.
pub(super) fn stopped(run: &Run) -> bool {
    run.answer.outcome == Outcome::Stopped
}
