//! One map, many queries: keeps what the algorithms work with, made when it is first needed.

use super::best_first::{self, Query, Teller, Workspace};
use super::flat::{self, Marks, Stacks};
use super::ground::Ground;
use super::heuristic::Estimate;
use super::jump_table::LONGEST;
use super::{Algorithm, Heuristic, Moves, Options};
use super::{
    astar, auto, bfs, bidirectional, dfs, fringe, greedy, ida, ida_table, jps, jps_table, ucs,
    weighted,
};
use crate::{Answer, Cell, Limits, Map, Observer, ProblemError};
use std::time::Instant;
use thiserror::Error;

/// Why a search cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SearchError {
    /// The algorithm is not made for this.
    #[error("{algorithm} cannot search {why}")]
    Unsupported {
        /// The algorithm.
        algorithm: Algorithm,
        /// What it cannot do.
        why: Unsupported,
    },
    /// A weight that gives no bound.
    #[error("the weight is {0}; expected 1 to 1000")]
    Weight(f64),
    /// Start or goal is not on open ground.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// What an algorithm may not be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsupported {
    /// Terrain of different costs.
    #[error("weighted terrain; astar can")]
    WeightedTerrain,
    /// Other moves than 8-connected without cutting corners.
    #[error("{0}-connected moves, only 8-connected ones; astar can")]
    Moves(Moves),
    /// A map with a side too long for its tables.
    #[error("maps with more than 32,767 rows or columns; jps can")]
    TooLong,
}

/// Answers queries on one map and keeps its arrays between them.
#[derive(Debug)]
pub struct Searcher<'m> {
    map: &'m Map,
    uniform: bool,
    ground: Ground,
    marks: Option<Marks>,
    stacks: Stacks,
    queue: Vec<u32>,
    workspace: Option<Workspace>,
    both: Option<[bidirectional::Workspace; 2]>,
    trail: ida::Trail,
    on_path: Option<ida::OnPath>,
    table: Option<ida_table::Table>,
    jumps: Option<jps::Workspace>,
    jump_table: Option<jps_table::Workspace>,
}

impl<'m> Searcher<'m> {
    /// A searcher for this map.
    pub fn new(map: &'m Map) -> Self {
        Self {
            map,
            uniform: map.is_uniform(),
            ground: Ground::new(map),
            marks: None,
            stacks: Stacks::default(),
            queue: Vec::new(),
            workspace: None,
            both: None,
            trail: ida::Trail::default(),
            on_path: None,
            table: None,
            jumps: None,
            jump_table: None,
        }
    }

    /// What the options' algorithm is on this map, if that was left open; an error if it cannot be.
    pub fn algorithm(&self, options: &Options) -> Result<Algorithm, SearchError> {
        let algorithm = match options.algorithm {
            Algorithm::Auto => auto::choose(options.moves, self.uniform),
            algorithm => algorithm,
        };
        if matches!(algorithm, Algorithm::Jps | Algorithm::JpsTable) {
            let why = if !self.uniform {
                Some(Unsupported::WeightedTerrain)
            } else if options.moves != Moves::Eight {
                Some(Unsupported::Moves(options.moves))
            } else if algorithm == Algorithm::JpsTable
                && self.map.rows().max(self.map.columns()) > LONGEST
            {
                Some(Unsupported::TooLong)
            } else {
                None
            };
            if let Some(why) = why {
                return Err(SearchError::Unsupported { algorithm, why });
            }
        }
        if algorithm == Algorithm::WeightedAStar && !(1.0..=1000.0).contains(&options.weight) {
            return Err(SearchError::Weight(options.weight));
        }
        Ok(algorithm)
    }

    /// Makes beforehand what the first query would otherwise make: bits, tables, arrays. Worth a
    /// call where queries are timed.
    pub fn prepare(&mut self, options: &Options) -> Result<(), SearchError> {
        let algorithm = self.algorithm(options)?;
        let ground = &self.ground;
        match algorithm {
            Algorithm::Jps => {
                self.jumps.get_or_insert_with(|| jps::Workspace::new(self.map, ground));
            }
            Algorithm::JpsTable => {
                self.jump_table.get_or_insert_with(|| jps_table::Workspace::new(self.map, ground));
            }
            Algorithm::Bfs | Algorithm::Dfs | Algorithm::AStar => {
                self.marks.get_or_insert_with(|| Marks::new(self.map));
            }
            // The others begin with zeroed memory, which costs nothing to make.
            _ => {}
        }
        Ok(())
    }

    /// Searches from start to goal.
    pub fn search(
        &mut self,
        start: Cell,
        goal: Cell,
        options: &Options,
        limits: Limits<'_>,
        observer: &mut impl Observer,
    ) -> Result<Answer, SearchError> {
        let began = Instant::now();
        let algorithm = self.algorithm(options)?;
        for (what, cell) in [("start", start), ("goal", goal)] {
            if !self.map.contains(cell) {
                let (rows, columns) = (self.map.rows(), self.map.columns());
                return Err(ProblemError::Outside { what, cell, rows, columns }.into());
            }
            if !self.map.is_open(cell) {
                return Err(ProblemError::InWall { what, cell }.into());
            }
        }
        let (mut answer, memory) = self.dispatch(algorithm, start, goal, options, limits, observer);
        answer.statistics.memory = memory + self.ground.bytes();
        answer.statistics.time = began.elapsed();
        Ok(answer)
    }

    /// The algorithm's answer, and how much memory it worked with besides the ground.
    fn dispatch(
        &mut self,
        algorithm: Algorithm,
        start: Cell,
        goal: Cell,
        options: &Options,
        limits: Limits<'_>,
        observer: &mut impl Observer,
    ) -> (Answer, u64) {
        let (ground, moves) = (&self.ground, options.moves);
        let heuristic = match algorithm {
            Algorithm::Bfs | Algorithm::Dfs | Algorithm::Ucs => Heuristic::Zero,
            _ if options.algorithm.uses_heuristic() => options.effective_heuristic(),
            _ => moves.best_heuristic(),
        };
        let estimate = Estimate::new(heuristic, goal, ground);
        let query =
            Query { start: ground.index(start), goal: ground.index(goal), moves, estimate, limits };
        let ends = (query.start, query.goal, moves);
        let teller = Teller { ground, estimate };
        match algorithm {
            Algorithm::Bfs => {
                let marks = self.marks.get_or_insert_with(|| Marks::new(self.map));
                let answer =
                    bfs::run(ground, marks, &mut self.queue, ends, limits, &teller, observer);
                (answer, marks.bytes() + self.queue.capacity() as u64 * 4)
            }
            Algorithm::Dfs => {
                let marks = self.marks.get_or_insert_with(|| Marks::new(self.map));
                let stack = self.stacks.lists().0;
                let answer = dfs::run(ground, marks, stack, ends, limits, &teller, observer);
                (answer, marks.bytes() + self.stacks.bytes())
            }
            Algorithm::AStar
                if self.uniform && moves == Moves::Four && heuristic == Heuristic::Manhattan =>
            {
                let marks = self.marks.get_or_insert_with(|| Marks::new(self.map));
                let ends = (query.start, query.goal);
                let answer =
                    flat::astar(ground, marks, &mut self.stacks, ends, limits, &teller, observer);
                (answer, marks.bytes() + self.stacks.bytes())
            }
            Algorithm::Bidirectional => {
                let both = self
                    .both
                    .get_or_insert_with(|| [(); 2].map(|()| bidirectional::Workspace::new(ground)));
                let excess = options.excess();
                let query = Query { estimate: estimate.divided_by(excess), ..query };
                let to_start = Estimate::new(heuristic, start, ground).divided_by(excess);
                let answer = bidirectional::run(ground, both, &query, to_start, observer);
                (answer, both[0].bytes() + both[1].bytes())
            }
            Algorithm::Ida => {
                let symmetric = self.uniform && moves != Moves::EightCutting;
                let memory = self.on_path.get_or_insert_with(|| ida::OnPath::new(ground));
                let answer = ida::run(ground, memory, &mut self.trail, &query, symmetric, observer);
                memory.clear(&self.trail);
                (answer, memory.bytes() + self.trail.bytes())
            }
            Algorithm::IdaTable => {
                let table = self.table.get_or_insert_with(|| ida_table::Table::new(ground));
                table.begin();
                let answer = ida::run(ground, table, &mut self.trail, &query, false, observer);
                (answer, table.bytes() + self.trail.bytes())
            }
            Algorithm::Fringe
                if self.uniform && moves == Moves::Four && heuristic == Heuristic::Manhattan =>
            {
                let marks = self.marks.get_or_insert_with(|| Marks::new(self.map));
                let ends = (query.start, query.goal);
                let answer =
                    flat::fringe(ground, marks, &mut self.stacks, ends, limits, &teller, observer);
                (answer, marks.bytes() + self.stacks.bytes())
            }
            Algorithm::Fringe => {
                let work = self.workspace.get_or_insert_with(|| Workspace::new(ground));
                let answer = fringe::run(ground, work, self.stacks.lists(), &query, observer);
                (answer, work.bytes() + self.stacks.bytes())
            }
            Algorithm::Jps => {
                let jumps = self.jumps.get_or_insert_with(|| jps::Workspace::new(self.map, ground));
                (jps::run(ground, jumps, &query, observer), jumps.bytes())
            }
            Algorithm::JpsTable => {
                let table = self
                    .jump_table
                    .get_or_insert_with(|| jps_table::Workspace::new(self.map, ground));
                (jps_table::run(ground, table, &query, observer), table.bytes())
            }
            Algorithm::Ucs
            | Algorithm::Greedy
            | Algorithm::WeightedAStar
            | Algorithm::AStar
            | Algorithm::Auto => {
                let work = self.workspace.get_or_insert_with(|| Workspace::new(ground));
                let answer = match algorithm {
                    Algorithm::Ucs => best_first::run(ground, work, &query, &ucs::SoFar, observer),
                    Algorithm::Greedy => {
                        best_first::run(ground, work, &query, &greedy::ToGo, observer)
                    }
                    Algorithm::WeightedAStar => {
                        let order = weighted::Weighted::new(options.weight);
                        best_first::run(ground, work, &query, &order, observer)
                    }
                    _ => best_first::run(ground, work, &query, &astar::Total, observer),
                };
                (answer, work.bytes())
            }
        }
    }
}
