//! The engine: threads, table and options around the search, answering one question at a time.

use super::handicap::Handicap;
use super::history::Histories;
use super::report::{Answer, Report, ReportBound};
use super::score::Score;
use super::shared::Shared;
use super::team::Team;
use super::tuning::Tuning;
use super::worker::Worker;
use crate::eval::{Evaluator, HandEvaluator, PlayingEvaluator};
use crate::rules::{Move, Position, Rules};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};
use xun_game::{Limits, TableError, TimePlan, TimePolicy, TranspositionTable};

/// What a search is asked.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// When to stop.
    pub limits: Limits,
    /// Only these moves; empty for all.
    pub only: Vec<Move>,
    /// None of these moves.
    pub banned: Vec<Move>,
    /// How many best lines to find.
    pub lines: usize,
    /// Since when its time runs, if it was asked before the search begins.
    pub asked: Option<Instant>,
}

impl From<Limits> for Question {
    fn from(limits: Limits) -> Self {
        Self { limits, lines: 1, ..Self::default() }
    }
}

/// The handle by which a running search is stopped, or told that the expected move was played.
#[derive(Clone, Debug, Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
}

impl Control {
    /// Answer now.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.pondering.store(false, Relaxed);
    }

    /// The expected move was played: time counts from here.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Relaxed);
    }
}

/// A Xiangqi engine with an evaluation of some kind.
pub struct Engine<E = HandEvaluator> {
    table: Arc<TranspositionTable>,
    workers: Vec<Worker<E>>,
    control: Control,
    overhead: Duration,
    handicap: Option<Handicap>,
    rules: Rules,
}

/// The engine with the evaluation that is chosen at run time: hand-written or a network.
pub type PlayingEngine = Engine<PlayingEvaluator>;

impl<E: Evaluator + Clone + Send> Engine<E> {
    /// An engine with a table of so many mebibytes and one thread.
    pub fn new(megabytes: usize, evaluator: E) -> Result<Self, TableError> {
        let table = Arc::new(TranspositionTable::with_mebibytes(megabytes)?);
        let mut engine = Self {
            table,
            workers: Vec::new(),
            control: Control::default(),
            overhead: Duration::from_millis(10),
            handicap: None,
            rules: Rules::default(),
        };
        let shared = engine.shared(&Limits::default(), None, 1);
        engine.workers.push(Worker::new(0, shared, Arc::new(Histories::new()), evaluator));
        Ok(engine)
    }

    /// The handle to stop it by. Stays valid for the engine's life.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Searches with so many threads from now on.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.max(1);
        self.workers.truncate(threads);
        while self.workers.len() < threads {
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
    pub fn set_table_size(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.table = Arc::new(TranspositionTable::with_mebibytes(megabytes)?);
        Ok(())
    }

    /// What each move loses outside the engine.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// Plays below full strength; `None` for full.
    pub fn set_handicap(&mut self, handicap: Option<Handicap>) {
        self.handicap = handicap;
    }

    /// By which rules games end besides mate.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Changes the search's numbers.
    pub fn set_tuning(&mut self, tuning: &Tuning) {
        self.workers.iter_mut().for_each(|worker| worker.tuning = tuning.clone());
    }

    /// Changes the evaluation.
    pub fn set_evaluator(&mut self, evaluator: &E) {
        self.workers.iter_mut().for_each(|worker| worker.evaluator = evaluator.clone());
    }

    /// Forgets the table.
    pub fn clear_table(&self) {
        self.table.clear();
    }

    /// A new game: forgets everything learnt.
    pub fn new_game(&mut self) {
        self.table.clear();
        let blank = Arc::new(Histories::new());
        self.workers.iter_mut().for_each(|worker| worker.histories = Arc::clone(&blank));
    }

    /// What the table knows about a position.
    pub fn probe(&self, position: &Position) -> Option<xun_game::TableEntry> {
        self.table.probe(position.key())
    }

    fn shared(&self, limits: &Limits, asked: Option<Instant>, threads: usize) -> Arc<Shared> {
        Arc::new(Shared {
            table: Arc::clone(&self.table),
            limits: limits.clone(),
            schedule: TimePlan::new(
                limits,
                &TimePolicy::with_overhead(self.overhead),
                asked.unwrap_or_else(Instant::now),
            ),
            stop: Arc::clone(&self.control.stop),
            pondering: Arc::clone(&self.control.pondering),
            team: (threads > 1).then(Team::default),
            counters: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            rules: self.rules,
        })
    }

    /// Makes ready to search: a stop that comes after this counts. [`Engine::search`] does it by
    /// itself; whoever searches on another thread calls it before the thread starts.
    pub fn arm(&self, limits: &Limits) {
        self.control.stop.store(false, Relaxed);
        self.control.pondering.store(limits.ponder, Relaxed);
    }

    /// Arms, then searches.
    pub fn search(
        &mut self,
        position: &Position,
        question: &Question,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        self.arm(&question.limits);
        self.search_armed(position, question, report)
    }

    /// Searches a position. Answers a legal move whenever there is one that is not forbidden.
    pub fn search_armed(
        &mut self,
        position: &Position,
        question: &Question,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        let mut limits = question.limits.clone();
        if let Some(handicap) = self.handicap {
            limits.depth =
                Some(limits.depth.map_or(handicap.depth, |depth| depth.min(handicap.depth)));
        }
        let shared = self.shared(&limits, question.asked, self.workers.len());
        let moves = allowed_moves(position, question);
        if moves.is_empty() {
            self.wait(&shared);
            return no_move(position, &shared);
        }
        self.table.next_generation();
        let lines = if self.handicap.is_some() { moves.len() } else { question.lines.max(1) };
        for worker in &mut self.workers {
            worker.handicap = self.handicap;
            worker.prepare(Arc::clone(&shared), position, &moves);
        }
        let (leader, helpers) = self.workers.split_first_mut().expect("there is always a leader");
        thread::scope(|scope| {
            for helper in helpers {
                scope.spawn(move || helper.deepen(lines, &mut |_| {}));
            }
            leader.deepen(lines, report);
            // Infinite and pondering searches answer only when told to.
            while shared.is_waiting() && !shared.stop.load(Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            shared.stop.store(true, Relaxed);
        });
        self.answer(position, question.lines.max(1), &shared)
    }

    fn wait(&self, shared: &Shared) {
        while shared.is_waiting() && !self.control.stop.load(Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn answer(&mut self, position: &Position, lines: usize, shared: &Shared) -> Answer {
        if let Some(handicap) = self.handicap {
            let key = position.key();
            self.workers[0].root.sort_by_key(|root| {
                let score = if root.score == -Score::INFINITE { root.previous } else { root.score };
                -(score.get() + handicap.misjudgement(key, root.chosen))
            });
        }
        let best = if lines == 1 && self.handicap.is_none() { self.best_worker() } else { 0 };
        let worker = &self.workers[best];
        let nodes = shared.total(self.workers[0].nodes);
        let shown = lines.min(worker.root.len());
        let reports: Vec<Report> = (0..shown)
            .filter(|&line| line == 0 || worker.root[line].is_known())
            .map(|line| worker.report_of(line, worker.completed_depth, ReportBound::Exact))
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
            time: shared.schedule.elapsed(),
            lines: reports,
        }
    }

    /// The thread whose answer to give: the deepest, and among those the most confident.
    fn best_worker(&self) -> usize {
        let rank = |worker: &Worker<E>| (worker.completed_depth, worker.root[0].score.get());
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
    position
        .legal_moves()
        .into_iter()
        .filter(|chosen| question.only.is_empty() || question.only.contains(chosen))
        .filter(|chosen| !question.banned.contains(chosen))
        .collect()
}

fn no_move(position: &Position, shared: &Shared) -> Answer {
    let lost = !position.has_legal_move();
    Answer {
        best: None,
        ponder: None,
        score: if lost { Score::mated_in(0) } else { Score::ZERO },
        depth: 0,
        nodes: 0,
        time: shared.schedule.elapsed(),
        lines: Vec::new(),
    }
}
