//! The engine: threads, transposition table and options around the search, one question at a time.

use super::evaluation::Evaluation;
use super::iterative::Deepened;
use super::level::{LEVELS, LINES, weaken};
use super::options::EngineOptions;
use super::parallel::LazySmp;
use super::reductions::Reductions;
use super::root::{RootMove, RootSearch, root_moves};
use super::tuning::Tuning;
use super::worker::{Shared, Worker};
use super::{Answer, Event, Question, Report};
use crate::eval::{Evaluator, NetworkEvaluator, PatternEvaluator, Weights};
use crate::rules::{Board, Point};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use xun_game::{
    Handicap, Level, Limits, OptionError, OptionSpec, Score, Stop, TableError, TimePlan,
    TimePolicy, TranspositionTable, spawn_helper, with_last_lines,
};

/// The least size of a transposition table.
const LEAST_TABLE: usize = 1 << 16;

/// The time that each move is assumed to lose outside the engine.
pub const DEFAULT_OVERHEAD: Duration = Duration::from_millis(30);

/// Threads and memory of an engine.
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

/// The engine with its transposition table, which it keeps between questions of one game.
///
/// ```
/// use xun_game::{Limits, Stop};
/// use xun_gomoku::rules::{Board, Rule, Size};
/// use xun_gomoku::search::{GomokuEngine, Question, Settings};
///
/// let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
/// board.play(board.size().centre());
/// let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: 1 << 20 });
/// let question = Question::new(Limits::depth(4));
/// let answer = engine.search(&board, &question, &Stop::new(), &mut |_| {});
/// assert!(board.is_legal(answer.best.unwrap()));
/// ```
pub struct GomokuEngine {
    settings: Settings,
    table: TranspositionTable,
    weights: Option<Arc<Weights>>,
    /// Search parameters, if not those of the board's rule and evaluation.
    tuning: Option<Tuning>,
    /// Single search parameters set by name, over either.
    tuned: Vec<(&'static str, String)>,
    reductions: Option<Arc<Reductions>>,
    evaluation: Evaluation,
    handicap: Option<Handicap>,
    overhead: Duration,
    options: EngineOptions,
}

/// The time policy of a move on this board: the game is expected to last some 25 moves of each
/// side, fewer the fuller the board.
#[must_use]
pub fn time_policy(board: &Board, overhead: Duration) -> TimePolicy {
    let (stones, area) = (board.stones(), board.size().area());
    let expected = (area.saturating_sub(stones) / 2).clamp(6, 26);
    TimePolicy {
        overhead,
        overhead_part: 2,
        overhead_moves: 1,
        expected_moves: expected.saturating_sub(stones / 6).max(8) as u32,
        stretch: 3,
        largest_share: 25,
    }
}

/// A table of about this many bytes, or of the largest half, quarter … that there is memory for.
fn table_of(bytes: usize) -> TranspositionTable {
    let mut bytes = bytes.max(LEAST_TABLE);
    loop {
        match TranspositionTable::new(bytes) {
            Ok(table) => return table.with_pv_margin(0),
            Err(error) => assert!(bytes > LEAST_TABLE, "{error}"),
        }
        bytes = (bytes / 2).max(LEAST_TABLE);
    }
}

impl GomokuEngine {
    /// An engine. If the system has too little memory for the transposition table, the engine gets
    /// a smaller one.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            table: table_of(settings.table_bytes),
            weights: None,
            tuning: None,
            tuned: Vec::new(),
            reductions: None,
            evaluation: Evaluation::default(),
            handicap: None,
            overhead: DEFAULT_OVERHEAD,
            options: EngineOptions::default(),
        }
    }

    /// Changes the evaluation.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
        self.table.clear();
    }

    /// The evaluation.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Evaluates positions by patterns with these weights instead of the built-in ones.
    pub fn set_weights(&mut self, weights: Arc<Weights>) {
        self.weights = Some(weights);
        self.evaluation = Evaluation::Patterns;
        self.table.clear();
    }

    /// Changes the search parameters; `None` for those of the board's rule and evaluation.
    pub fn set_tuning(&mut self, tuning: Option<Tuning>) {
        self.tuning = tuning;
        self.table.clear();
    }

    /// Weakens the play; `None` for full strength.
    pub fn set_handicap(&mut self, handicap: Option<Handicap>) {
        self.handicap = handicap;
    }

    /// Whether the play is weakened.
    pub fn is_weakened(&self) -> bool {
        self.handicap.is_some()
    }

    /// Sets the time that each move loses outside the engine.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// Threads and memory.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes threads and memory; a table of another size is empty. On an error the settings stay
    /// as they were.
    ///
    /// # Errors
    /// A table for which there is no memory.
    pub fn configure(&mut self, settings: Settings) -> Result<(), TableError> {
        if settings.table_bytes != self.settings.table_bytes {
            // The old table goes first, so that the two never need memory at the same time.
            self.table = table_of(0);
            match TranspositionTable::new(settings.table_bytes.max(LEAST_TABLE)) {
                Ok(table) => self.table = table.with_pv_margin(0),
                Err(error) => {
                    self.table = table_of(self.settings.table_bytes);
                    return Err(error);
                }
            }
        }
        self.settings = settings;
        Ok(())
    }

    /// Empties the transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The transposition table.
    pub fn table(&self) -> &TranspositionTable {
        &self.table
    }

    /// Sets an option, or a search parameter by its name, from text.
    ///
    /// # Errors
    /// An unknown name, a value that the option does not take, or one that cannot be applied.
    pub fn set(&mut self, name: &str, value: &str) -> Result<&'static str, OptionError> {
        let mut options = self.options.clone();
        let set = match options.set(name, value) {
            Err(OptionError::Unknown(_)) => return self.set_parameter(name, value),
            set => set?,
        };
        let not_applied = |reason: String| OptionError::NotApplied { name: set, reason };
        match set {
            "Hash" | "Threads" => {
                let settings = Settings {
                    threads: options.threads as usize,
                    table_bytes: (options.hash as usize) << 20,
                };
                self.configure(settings).map_err(|error| not_applied(error.to_string()))?;
            }
            "Clear Hash" => self.clear(),
            "Move Overhead" => {
                self.set_overhead(Duration::from_millis(options.move_overhead as u64));
            }
            "Level" => {
                let level = Level::named(&LEVELS, options.level);
                self.set_handicap(level.and_then(|level| level.handicap));
            }
            _ => {
                let evaluation = Evaluation::from_file(&options.eval_file);
                self.set_evaluation(evaluation.map_err(|error| not_applied(error.to_string()))?);
            }
        }
        self.options = options;
        Ok(set)
    }

    fn set_parameter(&mut self, name: &str, value: &str) -> Result<&'static str, OptionError> {
        let set = Tuning::default().set(name, value)?;
        self.tuned.retain(|(other, _)| *other != set);
        self.tuned.push((set, value.to_owned()));
        self.table.clear();
        Ok(set)
    }

    /// Searches until a limit is reached or `stop` is raised, and reports events meanwhile.
    /// Answers a legal move whenever one is allowed.
    pub fn search(
        &mut self,
        board: &Board,
        question: &Question,
        stop: &Stop,
        report: &mut dyn FnMut(&Event),
    ) -> Answer {
        with_last_lines(report, |report| self.search_weakened(board, question, stop, report))
    }

    fn search_weakened(
        &mut self,
        board: &Board,
        question: &Question,
        stop: &Stop,
        report: &mut dyn FnMut(&Event),
    ) -> Answer {
        let Some(handicap) = self.handicap else {
            return self.search_unweakened(board, question, stop, report);
        };
        let mut weaker = question.clone();
        weaker.limits = handicap.restrict(&question.limits);
        if handicap.slack > 0 {
            weaker.lines = question.lines.max(LINES);
        }
        let mut answer = self.search_unweakened(board, &weaker, stop, report);
        weaken(&mut answer, board, &handicap);
        answer.lines.truncate(question.lines.max(1));
        answer
    }

    fn search_unweakened(
        &mut self,
        board: &Board,
        question: &Question,
        stop: &Stop,
        report: &mut dyn FnMut(&Event),
    ) -> Answer {
        let task = SearchTask { board, question, stop, plan: self.plan(board, question) };
        if let Some(network) = self.evaluation.network(board.rule()).cloned() {
            let evaluator = NetworkEvaluator::new(network, board);
            return self.search_with(evaluator, &task, report);
        }
        let evaluator = match &self.weights {
            Some(weights) => PatternEvaluator::with_weights(board, Arc::clone(weights)),
            None => PatternEvaluator::new(board),
        };
        self.search_with(evaluator, &task, report)
    }

    fn search_with<E: Evaluator>(
        &mut self,
        mut evaluator: E,
        task: &SearchTask,
        report: &mut dyn FnMut(&Event),
    ) -> Answer {
        let SearchTask { board, question, stop, plan } = *task;
        if board.stones() == 0 && question.allows_all() && question.lines < 2 {
            wait_for_stop(&question.limits, stop);
            return without_search(board.size().centre(), &plan);
        }
        evaluator.prepare(board);
        let mut moves: Vec<RootMove> = root_moves(board, question)
            .into_iter()
            .map(|point| RootMove::new(point, evaluator.policy(board, point)))
            .collect();
        moves.sort_by_key(|root| std::cmp::Reverse(root.previous));
        let Some(first) = moves.first() else {
            wait_for_stop(&question.limits, stop);
            return Answer { time: plan.elapsed(), ..Answer::none() };
        };
        if question.limits.is_immediate() {
            return without_search(first.point, &plan);
        }
        self.table.next_generation();
        let tuning = self.tuning_for(board);
        let reductions = match self.reductions.take() {
            Some(known) if known.is_of(&tuning) => known,
            _ => Arc::new(Reductions::new(&tuning)),
        };
        self.reductions = Some(Arc::clone(&reductions));
        let shared = Shared {
            stop: AtomicBool::new(false),
            asked: stop,
            nodes: AtomicU64::new(0),
            most_nodes: question.limits.nodes.unwrap_or(u64::MAX),
            limits: &question.limits,
            plan,
            deadline: plan.deadline(),
            smp: (self.settings.threads > 1).then(LazySmp::default),
            tuning: &tuning,
            reductions: &reductions,
        };
        let deepened = self.search_in_parallel(task, &evaluator, &moves, &shared, report);
        self.answer(deepened, question, &shared)
    }

    /// The time plan of a question: its own, or one that begins now.
    pub(crate) fn plan(&self, board: &Board, question: &Question) -> TimePlan {
        question.plan.unwrap_or_else(|| {
            let policy = time_policy(board, self.overhead);
            TimePlan::new(&question.limits, &policy, Instant::now())
        })
    }

    fn tuning_for(&self, board: &Board) -> Tuning {
        let mut tuning =
            self.tuning.clone().unwrap_or_else(|| self.evaluation.tuning(board.rule()));
        for (name, value) in &self.tuned {
            // The name and the value were checked when they were set.
            let _ = tuning.set(name, value);
        }
        tuning
    }

    /// Lazy SMP: all threads deepen from the same start and share the transposition table.
    fn search_in_parallel<E: Evaluator>(
        &self,
        task: &SearchTask,
        evaluator: &E,
        moves: &[RootMove],
        shared: &Shared,
        report: &mut dyn FnMut(&Event),
    ) -> Deepened {
        let (table, question) = (&self.table, task.question);
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.settings.threads)
                .map_while(|_| {
                    // An evaluator is not `Sync`: each thread's copy is made here.
                    let (board, evaluator) = (task.board.clone(), evaluator.clone());
                    let moves = moves.to_vec();
                    let deepen = move || {
                        let root = RootSearch::new(moves, question, None);
                        Worker::new(board, evaluator, table, shared, root).deepen(question)
                    };
                    spawn_helper(scope, deepen)
                })
                .collect();
            let (wanted, running) = (self.settings.threads, helpers.len() + 1);
            if running < wanted {
                report(&Event::FewerThreads { wanted, running });
            }
            let root = RootSearch::new(moves.to_vec(), question, Some(report));
            let worker = Worker::new(task.board.clone(), evaluator.clone(), table, shared, root);
            let mut best = worker.deepen(question);
            wait_for_stop(&question.limits, task.stop);
            shared.stop.store(true, Ordering::Relaxed);
            for helper in helpers {
                // The result of a thread that panicked is left out.
                if let Ok(found) = helper.join()
                    && found.is_better_than(&best)
                {
                    best = found;
                }
            }
            best
        })
    }

    fn answer(&self, deepened: Deepened, question: &Question, shared: &Shared) -> Answer {
        let Deepened { moves, depth } = deepened;
        let lines = question.lines.max(1).min(moves.len());
        let (nodes, time) = (shared.nodes.load(Ordering::Relaxed), shared.plan.elapsed());
        let fullness = self.table.fullness();
        let lines: Vec<Report> = (1..)
            .zip(&moves[..lines])
            .map(|(line, root)| root.report(line, nodes, time, fullness))
            .collect();
        let mut answer = Answer { nodes, depth, time, lines, ..Answer::none() };
        take_first_line(&mut answer);
        answer
    }
}

/// One question with everything that belongs to it.
#[derive(Clone, Copy)]
struct SearchTask<'a> {
    board: &'a Board,
    question: &'a Question,
    stop: &'a Stop,
    plan: TimePlan,
}

/// Sets move, reply and score of an answer from its first line.
pub(super) fn take_first_line(answer: &mut Answer) {
    let Some(line) = answer.lines.first_mut() else { return };
    line.line = 1;
    answer.best = line.pv.first().copied();
    answer.ponder = line.pv.get(1).copied();
    answer.score = line.score;
}

fn without_search(point: Point, plan: &TimePlan) -> Answer {
    Answer { time: plan.elapsed(), ..Answer::without_search(point) }
}

/// Waits while the limits demand that the answer is kept back.
fn wait_for_stop(limits: &Limits, stop: &Stop) {
    while limits.must_wait(stop) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

impl Deepened {
    /// Whether another thread's result is better: it wins sooner or is deeper.
    fn is_better_than(&self, best: &Self) -> bool {
        let (Some(theirs), Some(ours)) = (self.moves.first(), best.moves.first()) else {
            return false;
        };
        if ours.score.is_win() || theirs.score.is_win() {
            theirs.score > ours.score
        } else {
            self.depth > best.depth && theirs.score > -Score::INFINITE
        }
    }
}

/// A sensible move without any search: the first move that the search would try.
#[must_use]
pub fn quick_move(board: &Board, question: &Question) -> Option<Point> {
    let centre = board.size().centre();
    let evaluator = PatternEvaluator::new(board);
    let moves = root_moves(board, question);
    if board.stones() == 0 && moves.contains(&centre) {
        return Some(centre);
    }
    moves.into_iter().max_by_key(|&point| evaluator.policy(board, point))
}

impl xun_game::Engine for GomokuEngine {
    type Position = Board;
    type Move = Point;

    fn search(
        &mut self,
        position: &Board,
        question: &Question,
        stop: &Stop,
        report: &mut dyn FnMut(&Event),
    ) -> Answer {
        Self::search(self, position, question, stop, report)
    }

    fn new_game(&mut self) {
        self.clear();
    }

    fn options(&self) -> &'static [OptionSpec] {
        EngineOptions::SPECS
    }

    fn set(&mut self, name: &str, value: &str) -> Result<&'static str, OptionError> {
        Self::set(self, name, value)
    }

    fn is_full_strength(&self) -> bool {
        !self.is_weakened()
    }

    fn levels(&self) -> &'static [Level] {
        &LEVELS
    }

    fn time_policy(position: &Board, overhead: Duration) -> TimePolicy {
        time_policy(position, overhead)
    }

    fn quick_move(&self, position: &Board, question: &Question) -> Option<Point> {
        quick_move(position, question)
    }

    fn prepare(&mut self, position: &Board) {
        match self.evaluation.network(position.rule()) {
            Some(network) => drop(NetworkEvaluator::new(Arc::clone(network), position)),
            None => drop(PatternEvaluator::new(position)),
        }
    }
}
