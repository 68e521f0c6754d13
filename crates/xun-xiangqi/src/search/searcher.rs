//! The engine: threads, table and options around the search, answering one question at a time.

use super::history::Histories;
use super::parallel::LazySmp;
use super::shared::Shared;
use super::tuning::Tuning;
use super::worker::Worker;
use crate::eval::PlayingEvaluator;
use crate::rules::{Move, Position, Rules};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};
use xun_game::{
    Bound, Handicap, Score, Stop, TableEntry, TableError, TimePlan, TimePolicy, TranspositionTable,
    has_room_for_helper, spawn_helper, with_last_lines,
};

/// A question about a Xiangqi position.
pub type Question = xun_game::Question<Move>;
/// An event of a Xiangqi search.
pub type Event = xun_game::Event<Move>;
/// A line of a Xiangqi search.
pub type Report = xun_game::Report<Move>;
/// The answer of a Xiangqi search.
pub type Answer = xun_game::Answer<Move>;

/// The search with its threads, table and evaluation. [`XiangqiEngine`](super::XiangqiEngine) adds
/// the options.
pub struct Searcher {
    table: Arc<TranspositionTable>,
    workers: Vec<Worker<PlayingEvaluator>>,
    /// Threads that were asked for; there may be memory for fewer workers.
    threads: usize,
    overhead: Duration,
    handicap: Option<Handicap>,
    rules: Rules,
}

impl Searcher {
    /// A searcher with a table of so many mebibytes and one thread.
    ///
    /// # Errors
    /// A transposition table that does not fit into memory.
    pub fn new(
        megabytes: usize,
        evaluator: impl Into<PlayingEvaluator>,
    ) -> Result<Self, TableError> {
        Self::with_evaluator(megabytes, evaluator.into())
    }

    fn with_evaluator(megabytes: usize, evaluator: PlayingEvaluator) -> Result<Self, TableError> {
        let table = Arc::new(TranspositionTable::with_mebibytes(megabytes)?);
        let mut searcher = Self {
            table,
            workers: Vec::new(),
            threads: 1,
            overhead: Duration::from_millis(10),
            handicap: None,
            rules: Rules::default(),
        };
        let shared = searcher.shared(&Question::default(), &Stop::new(), 1);
        searcher.workers.push(Worker::new(0, shared, Arc::new(Histories::new()), evaluator));
        Ok(searcher)
    }

    /// Searches with so many threads from now on, or as many as there is memory for.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.max(1);
        self.threads = threads;
        self.workers.truncate(threads);
        while self.workers.len() < threads && has_room_for_helper() {
            let leader = &self.workers[0];
            let mut worker = Worker::new(
                self.workers.len(),
                Arc::clone(&leader.shared),
                Arc::clone(&leader.histories),
                leader.evaluator.clone(),
            );
            worker.tuning = leader.tuning.clone();
            self.workers.push(worker);
        }
    }

    /// Changes the table's size and empties it; on failure the old one stays.
    ///
    /// # Errors
    /// A table that does not fit into memory.
    pub fn set_table_size(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.table = Arc::new(TranspositionTable::with_mebibytes(megabytes)?);
        Ok(())
    }

    /// Sets the time that each move loses outside the engine.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// Plays below full strength; `None` for full.
    pub fn set_handicap(&mut self, handicap: Option<Handicap>) {
        self.handicap = handicap;
    }

    /// Sets the rules by which games end besides mate.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Changes the search's numbers.
    pub fn set_tuning(&mut self, tuning: &Tuning) {
        self.workers.iter_mut().for_each(|worker| worker.tuning = tuning.clone());
    }

    /// Changes the evaluation.
    pub fn set_evaluator(&mut self, evaluator: &PlayingEvaluator) {
        self.workers.iter_mut().for_each(|worker| worker.evaluator = evaluator.clone());
    }

    /// Forgets the table.
    pub fn clear_table(&self) {
        self.table.clear();
    }

    /// A new game: forgets everything learnt.
    pub fn new_game(&mut self) {
        self.table.clear();
        // In place: four MiB for each game would scatter the memory of a long match.
        self.workers[0].histories.clear();
    }

    /// The table's entry of a position.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<TableEntry> {
        self.table.probe(position.key())
    }

    fn shared(&self, question: &Question, stop: &Stop, threads: usize) -> Arc<Shared> {
        let limits = match self.handicap {
            Some(handicap) => handicap.restrict(&question.limits),
            None => question.limits.clone(),
        };
        Arc::new(Shared {
            table: Arc::clone(&self.table),
            time_plan: question.plan.unwrap_or_else(|| {
                TimePlan::new(&limits, &TimePolicy::with_overhead(self.overhead), Instant::now())
            }),
            limits,
            stop: stop.clone(),
            finished: AtomicBool::new(false),
            smp: (threads > 1).then(LazySmp::default),
            counters: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            rules: self.rules,
        })
    }

    /// Searches a position until a limit is reached or `stop` is raised. Answers a legal move
    /// whenever there is one that is allowed.
    pub fn search(
        &mut self,
        position: &Position,
        question: &Question,
        stop: &Stop,
        report: &mut dyn FnMut(&Event),
    ) -> Answer {
        with_last_lines(report, |report| self.search_until(position, question, stop, report))
    }

    fn search_until(
        &mut self,
        position: &Position,
        question: &Question,
        stop: &Stop,
        report: &mut dyn FnMut(&Event),
    ) -> Answer {
        let shared = self.shared(question, stop, self.workers.len());
        let moves = allowed_moves(position, question);
        if moves.is_empty() {
            shared.wait_for_stop();
            return no_move(position, &shared);
        }
        self.table.next_generation();
        let lines = if self.handicap.is_some() { moves.len() } else { question.lines.max(1) };
        for worker in &mut self.workers {
            worker.handicap = self.handicap;
            worker.prepare(Arc::clone(&shared), position, &moves);
        }
        let wanted = self.threads;
        let (leader, helpers) = self.workers.split_first_mut().expect("there is always a leader");
        thread::scope(|scope| {
            let mut running = 1;
            for helper in helpers {
                let deepen = move || helper.deepen(lines, &mut |_| {});
                if spawn_helper(scope, deepen).is_none() {
                    break;
                }
                running += 1;
            }
            if running < wanted {
                report(&Event::FewerThreads { wanted, running });
            }
            leader.deepen(lines, report);
            // Infinite and pondering searches answer only when told to.
            shared.wait_for_stop();
            shared.finished.store(true, Relaxed);
        });
        self.answer(position, question.lines.max(1), &shared)
    }

    fn answer(&mut self, position: &Position, lines: usize, shared: &Shared) -> Answer {
        if let Some(handicap) = self.handicap {
            let key = position.key();
            self.workers[0].root.sort_by_key(|root| {
                let score = if root.score == -Score::INFINITE { root.previous } else { root.score };
                -(score.get() + handicap.misjudgement(key, root.chosen.pack()))
            });
        }
        let best = if lines == 1 && self.handicap.is_none() { self.best_worker() } else { 0 };
        let worker = &self.workers[best];
        let nodes = self.workers.iter().map(|worker| worker.nodes).sum();
        let shown = lines.min(worker.root.len());
        let reports: Vec<Report> = (0..shown)
            .filter(|&line| line == 0 || worker.root[line].is_known())
            .map(|line| worker.report_of(line, worker.completed_depth, Bound::Exact))
            .collect();
        let ponder = worker.root[0]
            .pv
            .get(1)
            .copied()
            .or_else(|| self.expected_reply(position, worker.root[0].chosen));
        Answer {
            best: Some(worker.root[0].chosen),
            ponder,
            score: reports[0].score,
            depth: worker.completed_depth.max(0) as u32,
            nodes,
            time: shared.time_plan.elapsed(),
            lines: reports,
        }
    }

    /// The thread whose answer to give: the deepest, and among those the most confident.
    fn best_worker(&self) -> usize {
        let rank = |worker: &Worker<PlayingEvaluator>| {
            (worker.completed_depth, worker.root[0].score.get())
        };
        let mut best = 0;
        for (index, worker) in self.workers.iter().enumerate().skip(1) {
            let known = worker.root[0].score != -Score::INFINITE;
            if known && rank(worker) > rank(&self.workers[best]) {
                best = index;
            }
        }
        best
    }

    /// The reply the table expects, where the line found ends with the move.
    fn expected_reply(&self, position: &Position, chosen: Move) -> Option<Move> {
        let mut after = position.clone();
        after.play(chosen);
        let reply = Move::unpack(self.table.probe(after.key())?.best)?;
        after.is_legal_move(reply).then_some(reply)
    }
}

fn allowed_moves(position: &Position, question: &Question) -> Vec<Move> {
    position.legal_moves().into_iter().filter(|chosen| question.allows(chosen)).collect()
}

fn no_move(position: &Position, shared: &Shared) -> Answer {
    let lost = !position.has_legal_move();
    Answer {
        best: None,
        ponder: None,
        score: if lost { Score::mated_in(0) } else { Score::ZERO },
        depth: 0,
        nodes: 0,
        time: shared.time_plan.elapsed(),
        lines: Vec::new(),
    }
}
