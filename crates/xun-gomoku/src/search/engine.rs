//! The engine: one question in, the best moves out.

use super::iterative::Deepened;
use super::limits::{Event, Limits, Line};
use super::parallel::Team;
use super::reductions::Reductions;
use super::root::{RootMove, RootSearch, line_of, root_moves};
use super::score::Score;
use super::table::Table;
use super::tuning::Tuning;
use super::worker::{Shared, Worker};
use crate::eval::{Evaluator, NetworkEvaluator, PatternEvaluator, Weights};
use crate::network::{Network, shipped};
use crate::rules::{Board, Point, Rule};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How the engine is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Search threads.
    pub threads: usize,
    /// Bytes of the transposition table.
    pub table_bytes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 1, table_bytes: 64 << 20 }
    }
}

/// What values positions.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The network that the program has for the board's rule; the patterns where it has none.
    #[default]
    Shipped,
    /// The patterns.
    Patterns,
    /// This network on boards of its rule, the patterns on others.
    Network(Arc<Network>),
}

impl Evaluation {
    /// The network that it values positions of this rule by; none for the patterns.
    pub fn network(&self, rule: Rule) -> Option<&Arc<Network>> {
        match self {
            Self::Shipped => shipped(rule),
            Self::Patterns => None,
            Self::Network(network) => Some(network).filter(|network| network.rule() == rule),
        }
    }

    /// The search's numbers for it on boards of this rule.
    pub fn tuning(&self, rule: Rule) -> Tuning {
        if self.network(rule).is_some() { Tuning::with_network(rule) } else { Tuning::of(rule) }
    }
}

/// The best lines and what it took to find them.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The best lines, best first; the first move of the first is the one to play. Empty only on a
    /// full board.
    pub lines: Vec<Line>,
    /// Nodes over all threads.
    pub nodes: u64,
    /// The last finished iteration.
    pub depth: u32,
    /// Wall time.
    pub time: Duration,
}

impl Answer {
    /// The answer to no question.
    pub fn none() -> Self {
        Self { lines: Vec::new(), nodes: 0, depth: 0, time: Duration::ZERO }
    }

    /// An answer without a search.
    pub fn at_once(point: Point) -> Self {
        let line = Line { score: Score::DRAW, moves: vec![point], depth: 0, selective_depth: 0 };
        Self { lines: vec![line], ..Self::none() }
    }

    /// The move to play.
    pub fn best(&self) -> Option<Point> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }

    /// Its score.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::DRAW, |line| line.score)
    }
}

/// The engine with its table. It keeps the table between questions of one game.
pub struct Engine {
    settings: Settings,
    table: Table,
    weights: Option<Arc<Weights>>,
    /// The search's numbers, if not those of the board's rule and evaluation.
    tuning: Option<Tuning>,
    reductions: Option<Arc<Reductions>>,
    evaluation: Evaluation,
}

impl Engine {
    /// An engine; allocates its table.
    pub fn new(settings: Settings) -> Self {
        let table = Table::new(settings.table_bytes);
        Self {
            settings,
            table,
            weights: None,
            tuning: None,
            reductions: None,
            evaluation: Evaluation::default(),
        }
    }

    /// Values positions by this.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
        self.table.clear();
    }

    /// What it values positions by.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Values positions by patterns with these weights instead of the program's own.
    pub fn set_weights(&mut self, weights: Arc<Weights>) {
        self.weights = Some(weights);
        self.evaluation = Evaluation::Patterns;
        self.table.clear();
    }

    /// Searches with these numbers instead of those of the board's rule and evaluation.
    pub fn set_tuning(&mut self, tuning: Option<Tuning>) {
        self.tuning = tuning;
        self.table.clear();
    }

    /// How it is set up.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Sets it up anew; a table of another size begins empty.
    pub fn configure(&mut self, settings: Settings) {
        if settings.table_bytes != self.settings.table_bytes {
            // The old one goes first, so that both never stand side by side.
            self.table = Table::new(0);
            self.table = Table::new(settings.table_bytes);
        }
        self.settings = settings;
    }

    /// Forgets what was learnt from earlier questions.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Searches until a limit is reached or `stop` is raised, telling what it finds.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        stop: Option<&AtomicBool>,
        tell: &mut dyn FnMut(Event),
    ) -> Answer {
        let began = Instant::now();
        if let Some(network) = self.evaluation.network(board.rule()).cloned() {
            let evaluator = NetworkEvaluator::new(network, board);
            return self.search_with(evaluator, board, limits, stop, tell, began);
        }
        let evaluator = match &self.weights {
            Some(weights) => PatternEvaluator::with_weights(board, Arc::clone(weights)),
            None => PatternEvaluator::new(board),
        };
        self.search_with(evaluator, board, limits, stop, tell, began)
    }

    fn search_with<E: Evaluator>(
        &mut self,
        mut evaluator: E,
        board: &Board,
        limits: &Limits,
        stop: Option<&AtomicBool>,
        tell: &mut dyn FnMut(Event),
        began: Instant,
    ) -> Answer {
        let points = root_moves(board, limits);
        if board.stones() == 0
            && limits.only.is_empty()
            && limits.without.is_empty()
            && limits.lines < 2
        {
            return Answer { time: began.elapsed(), ..Answer::at_once(board.size().centre()) };
        }
        evaluator.prepare(board);
        let mut moves: Vec<RootMove> =
            points.into_iter().map(|point| first_look(board, &evaluator, point)).collect();
        moves.sort_by_key(|root| std::cmp::Reverse(root.previous));
        let Some(first) = moves.first() else {
            return Answer { time: began.elapsed(), ..Answer::none() };
        };
        if limits.hard_time.is_some_and(|time| time.is_zero()) {
            return Answer { time: began.elapsed(), ..Answer::at_once(first.point) };
        }
        self.table.age();
        let tuning = self.tuning.clone().unwrap_or_else(|| self.evaluation.tuning(board.rule()));
        let reductions = match self.reductions.take() {
            Some(known) if known.is_of(&tuning) => known,
            _ => Arc::new(Reductions::new(&tuning)),
        };
        self.reductions = Some(Arc::clone(&reductions));
        let shared = Shared {
            stop: AtomicBool::new(false),
            asked: stop,
            nodes: AtomicU64::new(0),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.hard_time.map(|time| began + time),
            team: (self.settings.threads > 1).then(Team::default),
            tuning: &tuning,
            reductions: &reductions,
        };
        let start = Start { board, evaluator: &evaluator, moves: &moves, limits, began };
        let Deepened { moves, depth } = self.search_in_parallel(&start, &shared, tell);
        let lines = limits.lines.max(1).min(moves.len());
        Answer {
            lines: moves[..lines].iter().map(line_of).collect(),
            nodes: shared.nodes.load(Ordering::Relaxed),
            depth,
            time: began.elapsed(),
        }
    }

    /// Lazy SMP: all threads deepen from the same start and share the transposition table.
    fn search_in_parallel<E: Evaluator>(
        &self,
        start: &Start<E>,
        shared: &Shared,
        tell: &mut dyn FnMut(Event),
    ) -> Deepened {
        let table = &self.table;
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.settings.threads)
                .map(|_| {
                    // The evaluator is no `Sync`: each thread's copy is made here.
                    let evaluator = start.evaluator.clone();
                    let (board, limits) = (start.board.clone(), start.limits);
                    let (moves, began) = (start.moves.to_vec(), start.began);
                    scope.spawn(move || {
                        let root = RootSearch::new(moves, limits, None);
                        Worker::new(board, evaluator, table, shared, root).deepen(limits, began)
                    })
                })
                .collect();
            let root = RootSearch::new(start.moves.to_vec(), start.limits, Some(tell));
            let worker =
                Worker::new(start.board.clone(), start.evaluator.clone(), table, shared, root);
            let mut best = worker.deepen(start.limits, start.began);
            shared.stop.store(true, Ordering::Relaxed);
            for helper in helpers {
                // The result of a thread that panicked is left out.
                if let Ok(found) = helper.join()
                    && is_better(&found, &best)
                {
                    best = found;
                }
            }
            best
        })
    }
}

/// The start of each thread's search.
struct Start<'a, E> {
    board: &'a Board,
    evaluator: &'a E,
    moves: &'a [RootMove],
    limits: &'a Limits,
    began: Instant,
}

/// Whether another thread's result is better: it wins sooner or is deeper.
fn is_better(found: &Deepened, best: &Deepened) -> bool {
    let (Some(theirs), Some(ours)) = (found.moves.first(), best.moves.first()) else {
        return false;
    };
    if ours.score.is_win() || theirs.score.is_win() {
        theirs.score > ours.score
    } else {
        found.depth > best.depth && theirs.score > -Score::INFINITE
    }
}

/// A sensible move without any search: what the search would look at first.
pub fn quick_move(board: &Board, limits: &Limits) -> Option<Point> {
    let centre = board.size().centre();
    let evaluator = PatternEvaluator::new(board);
    let moves = root_moves(board, limits);
    if board.stones() == 0 && moves.contains(&centre) {
        return Some(centre);
    }
    moves.into_iter().max_by_key(|&point| evaluator.policy(board, point))
}

fn first_look(board: &Board, evaluator: &impl Evaluator, point: Point) -> RootMove {
    RootMove {
        point,
        score: -Score::INFINITE,
        previous: Score::estimate(evaluator.policy(board, point) - 10_000),
        line: vec![point],
        selective_depth: 0,
        depth: 0,
    }
}
