//! One map, many queries: keeps the arrays of the algorithms between queries, each made when it is
//! first needed.

use super::best_first::{self, Order, Workspace};
use super::estimate::{Distance, Estimate};
use super::jps::{online, table, weighted as jps_weighted};
use super::oracle::{Found, Scratch};
use super::padded_map::PaddedMap;
use super::reporter::Reporter;
use super::unit_cost::{self, Buckets};
use super::visit_marks::VisitMarks;
use super::{Query, astar, bfs, bidirectional, dfs, fringe, greedy, ida, ida_table, ucs, weighted};
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::solve::Case;
use crate::{
    Algorithm, Answer, Cell, Limits, Map, Moves, Observer, Options, Oracle, OracleError,
    OracleOptions, Outcome, Path, ProblemError, Silent, SolveError, Statistics, Unsupported,
};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

/// Answers queries on one map and keeps its arrays between them. For problems without a supply;
/// one problem alone is solved by [`solve`](crate::solve()).
///
/// ```
/// use xun_grid::{Cell, Limits, Map, Moves, Options, Searcher, Silent};
///
/// let map = Map::open(100, 100)?;
/// let mut searcher = Searcher::new(&map);
/// let options = Options { moves: Moves::Eight, ..Options::default() };
/// for column in 0..100 {
///     let (start, goal) = (Cell::new(0, 0), Cell::new(99, column));
///     let answer = searcher.search(start, goal, &options, &Limits::default(), &mut Silent)?;
///     assert_eq!(answer.path().unwrap().steps(), 99);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Searcher<'m> {
    map: Cow<'m, Map>,
    case: Case,
    grid: PaddedMap,
    marks: Option<VisitMarks>,
    buckets: Buckets,
    queue: Vec<u32>,
    workspace: Option<Workspace>,
    both: Option<[bidirectional::Workspace; 2]>,
    trail: ida::Trail,
    on_path: Option<ida::OnPath>,
    table: Option<ida_table::CostTable>,
    jumps: Option<online::Workspace>,
    jump_table: Option<table::Workspace>,
    weighted_jumps: Option<jps_weighted::Workspace>,
    /// The oracle, or that none can be made within the default memory; none before it is asked.
    oracle: Option<Result<Arc<Oracle>, OracleError>>,
    oracle_scratch: Scratch,
}

impl<'m> Searcher<'m> {
    /// A searcher for this map.
    #[must_use]
    pub fn new(map: &'m Map) -> Self {
        Self::of(Cow::Borrowed(map))
    }

    /// A searcher that keeps the map itself, for callers that cannot lend one.
    #[must_use]
    pub fn owned(map: Map) -> Searcher<'static> {
        Searcher::of(Cow::Owned(map))
    }

    fn of(map: Cow<'m, Map>) -> Self {
        Self {
            case: Case::of_map(&map),
            grid: PaddedMap::new(&map),
            map,
            marks: None,
            buckets: Buckets::default(),
            queue: Vec::new(),
            workspace: None,
            both: None,
            trail: ida::Trail::default(),
            on_path: None,
            table: None,
            jumps: None,
            jump_table: None,
            weighted_jumps: None,
            oracle: None,
            oracle_scratch: Scratch::default(),
        }
    }

    /// Gives the searcher the oracle of its map, for [`Algorithm::Oracle`]. Without it the first
    /// such query makes one.
    ///
    /// # Errors
    ///
    /// If the oracle was made for another map.
    pub fn set_oracle(&mut self, oracle: Arc<Oracle>) -> Result<(), OracleError> {
        oracle.check_map(&self.map)?;
        self.oracle = Some(Ok(oracle));
        Ok(())
    }

    /// The options with everything filled in: the algorithm that `Auto` stands for on this map, and
    /// the heuristic that it will use.
    ///
    /// # Errors
    ///
    /// If the algorithm does not handle the map or the moves, is not one of plain searches, does
    /// not take the heuristic, or if the weight is out of range.
    pub fn effective(&self, options: &Options) -> Result<Options, SolveError> {
        let options = options.effective_for(self.case)?;
        let Options { algorithm, heuristic, .. } = options;
        if algorithm == Algorithm::Labels {
            return Err(SolveError::Unsupported { algorithm, what: Unsupported::ManyQueries });
        }
        match heuristic {
            Some(heuristic) if !heuristic.is_plain() => {
                Err(SolveError::Heuristic { algorithm, heuristic })
            }
            _ => Ok(options),
        }
    }

    /// Makes beforehand what the first query would otherwise make: bits, tables, arrays. Worth a
    /// call where queries are timed.
    ///
    /// # Errors
    ///
    /// As [`effective`](Self::effective).
    pub fn prepare(&mut self, options: &Options) -> Result<(), SolveError> {
        let algorithm = self.effective(options)?.algorithm;
        let grid = &self.grid;
        match algorithm {
            Algorithm::Jps => {
                let make = || online::Workspace::new(&self.map, grid);
                self.jumps.get_or_insert_with(make).prepare(grid);
            }
            Algorithm::JpsWeighted => {
                let make = || jps_weighted::Workspace::new(&self.map, grid);
                self.weighted_jumps.get_or_insert_with(make);
            }
            Algorithm::JpsTable => {
                self.jump_table.get_or_insert_with(|| table::Workspace::new(&self.map, grid));
            }
            Algorithm::Oracle => drop(self.make_oracle(&Limits::default())),
            Algorithm::Bfs | Algorithm::Dfs | Algorithm::AStar => {
                self.marks.get_or_insert_with(|| VisitMarks::new(&self.map));
            }
            // The others begin with zeroed memory, which costs nothing to make.
            _ => {}
        }
        Ok(())
    }

    /// Searches from start to goal.
    ///
    /// # Errors
    ///
    /// As [`effective`](Self::effective), and if start or goal is outside the map or in a wall.
    pub fn search(
        &mut self,
        start: Cell,
        goal: Cell,
        options: &Options,
        limits: &Limits<'_>,
        mut observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError> {
        let began = Instant::now();
        let options = self.effective(options)?;
        self.check_ends(start, goal)?;
        let ends = (start, goal);
        let (finished, memory) = if observer.is_active() {
            self.run(ends, (&options, *limits), true, &mut observer)
        } else {
            self.run(ends, (&options, *limits), true, &mut Silent)
        };
        let guarantee = options.guarantee_for(self.case);
        let mut answer = Answer::new(finished, &options, guarantee);
        answer.statistics.memory = memory + self.grid.bytes();
        answer.statistics.time = began.elapsed();
        Ok(answer)
    }

    /// Cost of the path that [`search`](Self::search) finds; none if there is no way. For callers
    /// that need no path: jump point searches and the oracle then write none, and the clock is not
    /// read.
    ///
    /// ```
    /// use xun_grid::{Cell, Map, Moves, Options, Searcher};
    ///
    /// let map = Map::open(100, 100)?;
    /// let options = Options { moves: Moves::Eight, ..Options::default() };
    /// let cost = Searcher::new(&map).distance(Cell::new(0, 0), Cell::new(0, 99), &options)?;
    /// assert_eq!(cost, Some(99.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`search`](Self::search).
    pub fn distance(
        &mut self,
        start: Cell,
        goal: Cell,
        options: &Options,
    ) -> Result<Option<f64>, SolveError> {
        let options = self.effective(options)?;
        self.check_ends(start, goal)?;
        let ends = (start, goal);
        let (finished, _) = self.run(ends, (&options, Limits::default()), false, &mut Silent);
        Ok(match finished.outcome {
            Outcome::Found(path) => Some(path.cost),
            Outcome::Impossible | Outcome::Stopped => None,
        })
    }

    /// Refuses ends outside the map or in a wall.
    #[inline]
    fn check_ends(&self, start: Cell, goal: Cell) -> Result<(), ProblemError> {
        for (what, cell) in [("start", start), ("goal", goal)] {
            if !self.map.contains(cell) {
                let (rows, columns) = (self.map.rows(), self.map.columns());
                return Err(ProblemError::Outside { what, cell, rows, columns });
            }
            if !self.map.is_open(cell) {
                return Err(ProblemError::InWall { what, cell });
            }
        }
        Ok(())
    }

    /// The map that is searched.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The map, and what a flood over it needs.
    pub(super) fn flood_parts(&mut self) -> (&Map, &PaddedMap, &mut Workspace) {
        let work = self.workspace.get_or_insert_with(|| Workspace::new(&self.grid));
        (&self.map, &self.grid, work)
    }

    /// Runs the algorithm; its result, and the memory it worked with besides the padded map.
    fn run(
        &mut self,
        (start, goal): (Cell, Cell),
        (options, limits): (&Options, Limits<'_>),
        wants_cells: bool,
        observer: &mut impl EventSink,
    ) -> (Finished, u64) {
        let moves = options.moves;
        let distance = match options.algorithm {
            Algorithm::Bfs | Algorithm::Dfs | Algorithm::Ucs => Distance::Zero,
            _ => Distance::of(options.heuristic.unwrap_or(moves.best_heuristic())),
        };
        let estimate = Estimate::new(distance, goal, &self.grid);
        let (start, goal) = (self.grid.index(start), self.grid.index(goal));
        let query = Query { start, goal, moves, estimate, limits, wants_cells };
        let two_buckets =
            self.case.is_uniform && moves == Moves::Four && distance == Distance::Manhattan;
        match options.algorithm {
            Algorithm::Bfs => self.bfs(&query, observer),
            Algorithm::Dfs => self.dfs(&query, observer),
            Algorithm::Ucs => self.best_first(&query, &ucs::SoFar, observer),
            Algorithm::Greedy => self.best_first(&query, &greedy::ToGo, observer),
            Algorithm::WeightedAStar => {
                self.best_first(&query, &weighted::Weighted::new(options.weight), observer)
            }
            Algorithm::Bidirectional => {
                self.bidirectional(query, distance, options.excess(), observer)
            }
            Algorithm::Ida => self.ida(&query, observer),
            Algorithm::IdaTable => self.ida_table(&query, observer),
            Algorithm::Fringe if two_buckets => {
                let marks = self.marks.get_or_insert_with(|| VisitMarks::new(&self.map));
                let buckets = &mut self.buckets;
                let finished = unit_cost::fringe(&self.grid, marks, buckets, &query, observer);
                (finished, marks.bytes() + buckets.bytes())
            }
            Algorithm::Fringe => self.fringe(&query, observer),
            Algorithm::Jps => self.jps(&query, observer),
            Algorithm::JpsTable => self.jps_table(&query, observer),
            Algorithm::JpsWeighted => self.jps_weighted(&query, observer),
            Algorithm::Oracle => self.ask_oracle(&query, observer),
            Algorithm::AStar if two_buckets => {
                let marks = self.marks.get_or_insert_with(|| VisitMarks::new(&self.map));
                let buckets = &mut self.buckets;
                let finished = unit_cost::astar(&self.grid, marks, buckets, &query, observer);
                (finished, marks.bytes() + buckets.bytes())
            }
            // `effective` names no other algorithm.
            _ => self.best_first(&query, &astar::Total, observer),
        }
    }

    fn bfs(&mut self, query: &Query<'_>, observer: &mut impl EventSink) -> (Finished, u64) {
        let marks = self.marks.get_or_insert_with(|| VisitMarks::new(&self.map));
        let finished = bfs::run(&self.grid, marks, &mut self.queue, query, observer);
        (finished, marks.bytes() + self.queue.capacity() as u64 * 4)
    }

    fn dfs(&mut self, query: &Query<'_>, observer: &mut impl EventSink) -> (Finished, u64) {
        let marks = self.marks.get_or_insert_with(|| VisitMarks::new(&self.map));
        let stack = self.buckets.lists().0;
        let finished = dfs::run(&self.grid, marks, stack, query, observer);
        (finished, marks.bytes() + self.buckets.bytes())
    }

    /// Uniform cost, greedy, A\* and weighted A\*.
    fn best_first(
        &mut self,
        query: &Query<'_>,
        order: &impl Order,
        observer: &mut impl EventSink,
    ) -> (Finished, u64) {
        let work = self.workspace.get_or_insert_with(|| Workspace::new(&self.grid));
        (best_first::run(&self.grid, work, query, order, observer), work.bytes())
    }

    fn bidirectional(
        &mut self,
        query: Query<'_>,
        distance: Distance,
        excess: f64,
        observer: &mut impl EventSink,
    ) -> (Finished, u64) {
        let grid = &self.grid;
        let make = || [(); 2].map(|()| bidirectional::Workspace::new(grid));
        let both = self.both.get_or_insert_with(make);
        let to_start = Estimate::new(distance, grid.cell(query.start), grid).divided_by(excess);
        let query = Query { estimate: query.estimate.divided_by(excess), ..query };
        let finished = bidirectional::run(grid, both, &query, to_start, observer);
        (finished, both[0].bytes() + both[1].bytes())
    }

    fn ida(&mut self, query: &Query<'_>, observer: &mut impl EventSink) -> (Finished, u64) {
        let symmetric = self.case.is_uniform && query.moves != Moves::EightCutting;
        let memory = self.on_path.get_or_insert_with(|| ida::OnPath::new(&self.grid));
        let finished = ida::run(&self.grid, memory, &mut self.trail, query, symmetric, observer);
        memory.clear(&self.trail);
        (finished, memory.bytes() + self.trail.bytes())
    }

    fn ida_table(&mut self, query: &Query<'_>, observer: &mut impl EventSink) -> (Finished, u64) {
        let table = self.table.get_or_insert_with(|| ida_table::CostTable::new(&self.grid));
        table.begin();
        let finished = ida::run(&self.grid, table, &mut self.trail, query, false, observer);
        (finished, table.bytes() + self.trail.bytes())
    }

    fn fringe(&mut self, query: &Query<'_>, observer: &mut impl EventSink) -> (Finished, u64) {
        let work = self.workspace.get_or_insert_with(|| Workspace::new(&self.grid));
        let finished = fringe::run(&self.grid, work, self.buckets.lists(), query, observer);
        (finished, work.bytes() + self.buckets.bytes())
    }

    fn jps(&mut self, query: &Query<'_>, observer: &mut impl EventSink) -> (Finished, u64) {
        let grid = &self.grid;
        let jumps = self.jumps.get_or_insert_with(|| online::Workspace::new(&self.map, grid));
        (online::run(grid, jumps, query, observer), jumps.bytes())
    }

    fn jps_table(&mut self, query: &Query<'_>, observer: &mut impl EventSink) -> (Finished, u64) {
        let grid = &self.grid;
        let table = self.jump_table.get_or_insert_with(|| table::Workspace::new(&self.map, grid));
        (table::run(grid, table, query, observer), table.bytes())
    }

    fn jps_weighted(
        &mut self,
        query: &Query<'_>,
        observer: &mut impl EventSink,
    ) -> (Finished, u64) {
        let grid = &self.grid;
        let make = || jps_weighted::Workspace::new(&self.map, grid);
        let jumps = self.weighted_jumps.get_or_insert_with(make);
        (jps_weighted::run(grid, jumps, query, observer), jumps.bytes())
    }

    /// The oracle, made now if there is none yet.
    fn make_oracle(&mut self, limits: &Limits<'_>) -> Result<Arc<Oracle>, OracleError> {
        if let Some(made) = &self.oracle {
            return made.clone();
        }
        let made = Oracle::build(&self.map, &OracleOptions::default(), limits).map(Arc::new);
        if !matches!(made, Err(OracleError::Stopped)) {
            self.oracle = Some(made.clone());
        }
        made
    }

    fn ask_oracle(&mut self, query: &Query<'_>, observer: &mut impl EventSink) -> (Finished, u64) {
        let oracle = match self.make_oracle(&query.limits) {
            Ok(oracle) => oracle,
            Err(OracleError::Stopped) => {
                let (outcome, statistics) = (Outcome::Stopped, Statistics::default());
                return (Finished { outcome, statistics }, 0);
            }
            // The map needs more memory than an oracle takes by default.
            Err(_) => return self.jps_table(query, observer),
        };
        let (start, goal) = (self.grid.cell(query.start), self.grid.cell(query.goal));
        let scratch = &mut self.oracle_scratch;
        let found = oracle.find(scratch, start, goal, &query.limits);
        let statistics = Statistics { expanded: scratch.expanded, ..Statistics::default() };
        let outcome = match found {
            Found::Route { cost } if !query.wants_cells => {
                Outcome::Found(Path { cells: Vec::new(), cost })
            }
            Found::Route { .. } => {
                let path = oracle.path(scratch, start, goal);
                let reporter = Reporter { grid: &self.grid, estimate: query.estimate };
                reporter.corners(observer, scratch.corners());
                Outcome::Found(path)
            }
            Found::NoWay => Outcome::Impossible,
            Found::Stopped => Outcome::Stopped,
        };
        let memory = oracle.bytes() + scratch.bytes();
        (Finished { outcome, statistics }, memory)
    }
}
