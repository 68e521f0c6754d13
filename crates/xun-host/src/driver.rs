//! Runs the engine beside a protocol's loop: one search at a time, stopped or waited for as the
//! protocol needs.

use crate::time_slice::{TimeSlice, request_time_slice};
use crate::writer::{Asked, Voice};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::rules::Position;
use xun_xiangqi::search::{
    Answer, Control, EngineOptions, Handicap, PlayingEngine, Question, Report, ReportBound, Score,
};

/// The engine, its options, and the search that may be running.
pub(crate) struct Driver {
    engine: Arc<Mutex<PlayingEngine>>,
    control: Control,
    pub(crate) options: EngineOptions,
    running: Option<JoinHandle<()>>,
    /// Whether the running search ends only when it is told to.
    endless: bool,
    games: u64,
    /// How many searches there were, the running one among them.
    searches: u64,
    /// Who says what the searches find.
    voice: Voice,
}

impl Driver {
    pub(crate) fn new(voice: Voice) -> io::Result<Self> {
        let options = EngineOptions::default();
        let engine = PlayingEngine::new(options.hash as usize, PlayingEvaluator::default())
            .map_err(io::Error::other)?;
        let control = engine.control();
        let engine = Arc::new(Mutex::new(engine));
        Ok(Self {
            engine,
            control,
            options,
            running: None,
            endless: false,
            games: 0,
            searches: 0,
            voice,
        })
    }

    /// Lets the engine be changed between searches.
    fn with<T>(&mut self, change: impl FnOnce(&mut PlayingEngine, &EngineOptions) -> T) -> T {
        self.settle();
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut engine, &self.options)
    }

    /// Sets an option and makes it true.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let before = self.options.clone();
        let named = self.options.set(name, value).map_err(|error| error.to_string())?;
        let done = self.with(|engine, options| match named {
            "Hash" => {
                engine.set_table_size(options.hash as usize).map_err(|error| error.to_string())
            }
            "Threads" => {
                engine.set_threads(options.threads as usize);
                Ok(())
            }
            "Clear Hash" => {
                engine.clear_table();
                Ok(())
            }
            "Move Overhead" => {
                engine.set_overhead(Duration::from_millis(options.move_overhead as u64));
                Ok(())
            }
            "EvalFile" => {
                engine.set_evaluator(
                    &PlayingEvaluator::from_file(&options.eval_file)
                        .map_err(|error| error.to_string())?,
                );
                engine.clear_table();
                Ok(())
            }
            "Draw Plies" | "Repetition Rule" => {
                engine.set_rules(options.rules());
                Ok(())
            }
            _ => Ok(()),
        });
        if done.is_err() {
            self.options = before;
        }
        done
    }

    /// A new game begins.
    pub(crate) fn new_game(&mut self) {
        self.games += 1;
        self.with(|engine, _| engine.new_game());
    }

    /// What the table knows of a position.
    pub(crate) fn probe(&mut self, position: &Position) -> Option<xun_game::TableEntry> {
        self.with(|engine, _| engine.probe(position))
    }

    /// Begins a search for a question that came at this time. `info` puts into words what it finds,
    /// `words` its answer.
    pub(crate) fn go(
        &mut self,
        position: Position,
        mut question: Question,
        mut came: Instant,
        info: impl Fn(&Report) -> String + Send + 'static,
        words: impl FnOnce(&Answer) -> String + Send + 'static,
    ) -> io::Result<()> {
        if self.is_thinking() {
            // Its time runs from the answer before it.
            self.settle();
            came = Instant::now();
        }
        self.searches += 1;
        let number = self.searches;
        let seed = self.games.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x58_55_4E;
        let handicap = Handicap::of_skill(self.options.skill(), seed);
        // Before the last search is waited for, which may have been answered for: the time runs
        // already.
        self.voice.ask(Asked {
            number,
            came,
            limits: question.limits.clone(),
            overhead: Duration::from_millis(self.options.move_overhead as u64),
            control: self.control.clone(),
            words: Box::new(words),
        });
        question.asked = (!question.limits.ponder).then_some(came);
        self.with(|engine, _| {
            engine.set_handicap(handicap);
            engine.arm(&question.limits);
        });
        self.endless =
            question.limits.infinite || question.limits.ponder || is_unlimited(&question);
        let engine = Arc::clone(&self.engine);
        let voice = self.voice.clone();
        let work = move || {
            request_time_slice(TimeSlice::Default);
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let mut report = |report: &Report| {
                // A weakened player does not choose the best that it finds.
                let best = answer_of(report).filter(|_| handicap.is_none());
                voice.found(number, info(report), best);
            };
            let answer = engine.search_armed(&position, &question, &mut report);
            voice.answer(number, answer);
        };
        let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(16 << 20);
        let started = thread.spawn(work);
        if started.is_err() {
            self.voice.answer(number, no_answer());
        }
        self.running = Some(started?);
        Ok(())
    }

    /// Answer now.
    pub(crate) fn stop(&self) {
        self.control.stop();
    }

    /// The expected move was played.
    pub(crate) fn ponder_hit(&mut self) {
        self.endless = false;
        self.control.ponder_hit();
    }

    /// Whether a search has not answered yet.
    pub(crate) fn is_thinking(&self) -> bool {
        !self.voice.has_answered(self.searches)
    }

    /// Waits for the running search to answer; one without an end of its own is told to.
    pub(crate) fn settle(&mut self) {
        if let Some(running) = self.running.take() {
            if self.endless {
                self.control.stop();
            }
            // A search that panicked has printed why; the next one starts afresh.
            let _ = running.join();
        }
    }

    /// Ends the running search, if any.
    pub(crate) fn quit(&mut self) {
        self.control.stop();
        self.settle();
    }
}

/// What a search that has found this would answer now; none where it is not about the best move.
fn answer_of(report: &Report) -> Option<Answer> {
    let best = report
        .pv
        .first()
        .copied()
        .filter(|_| report.line == 1 && report.bound != ReportBound::Upper)?;
    Some(Answer {
        best: Some(best),
        ponder: report.pv.get(1).copied(),
        score: report.score,
        depth: report.depth,
        nodes: report.nodes,
        time: report.time,
        lines: vec![report.clone()],
    })
}

/// The answer of a search that could not begin.
fn no_answer() -> Answer {
    let (score, time) = (Score::ZERO, Duration::ZERO);
    Answer { best: None, ponder: None, score, depth: 0, nodes: 0, time, lines: Vec::new() }
}

/// With no limit at all only a stop ends a search.
fn is_unlimited(question: &Question) -> bool {
    let limits = &question.limits;
    limits.depth.is_none() && limits.nodes.is_none() && limits.mate.is_none() && !limits.is_timed()
}
