//! Runs the engine beside a protocol's loop: one search at a time, stopped or waited for as the protocol needs.

use super::evaluation::evaluator_of;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::rules::Position;
use xun_xiangqi::search::{Answer, Control, Engine, EngineOptions, Handicap, Question, Report};

/// The engine as the program plays it.
pub(super) type PlayingEngine = Engine<PlayingEvaluator>;

/// An engine with its usual evaluation and a table of so many mebibytes.
pub(super) fn playing_engine(megabytes: usize) -> Result<PlayingEngine, xun_game::TableError> {
    PlayingEngine::new(megabytes, PlayingEvaluator::default())
}

/// Where replies go. Shared between the loop and the search; a reader that went away is remembered, not mourned.
#[derive(Clone)]
pub(super) struct Voice {
    out: Arc<Mutex<Box<dyn Write + Send>>>,
    closed: Arc<AtomicBool>,
}

impl Voice {
    pub(super) fn new(out: impl Write + Send + 'static) -> Self {
        Self { out: Arc::new(Mutex::new(Box::new(out))), closed: Arc::default() }
    }

    /// Writes a line and sends it off.
    pub(super) fn say(&self, line: impl std::fmt::Display) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            self.closed.store(true, Relaxed);
        }
    }

    /// Whether nobody listens any more.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Relaxed)
    }
}

/// The engine, its options, and the search that may be running.
pub(super) struct Driver {
    engine: Arc<Mutex<PlayingEngine>>,
    control: Control,
    pub(super) options: EngineOptions,
    running: Option<JoinHandle<()>>,
    /// Whether the running search ends only when it is told to.
    endless: bool,
    games: u64,
}

impl Driver {
    pub(super) fn new() -> anyhow::Result<Self> {
        let options = EngineOptions::default();
        let engine = PlayingEngine::new(options.hash as usize, PlayingEvaluator::default())?;
        let control = engine.control();
        let engine = Arc::new(Mutex::new(engine));
        Ok(Self { engine, control, options, running: None, endless: false, games: 0 })
    }

    /// Lets the engine be changed between searches.
    fn with<T>(&mut self, change: impl FnOnce(&mut PlayingEngine, &EngineOptions) -> T) -> T {
        self.settle();
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut engine, &self.options)
    }

    /// Sets an option and makes it true.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let before = self.options.clone();
        let named = self.options.set(name, value).map_err(|error| error.to_string())?;
        let done = self.with(|engine, options| match named {
            "Hash" => engine.set_table_size(options.hash as usize).map_err(|error| error.to_string()),
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
                engine.set_evaluator(&evaluator_of(&options.eval_file)?);
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
    pub(super) fn new_game(&mut self) {
        self.games += 1;
        self.with(|engine, _| engine.new_game());
    }

    /// What the table knows of a position.
    pub(super) fn probe(&mut self, position: &Position) -> Option<xun_game::Entry> {
        self.with(|engine, _| engine.probe(position))
    }

    /// Begins a search. `report` hears of its progress, `answer` of its end, both on the search's thread.
    pub(super) fn go(
        &mut self,
        position: Position,
        question: Question,
        mut report: impl FnMut(&Report) + Send + 'static,
        answer: impl FnOnce(&Answer) + Send + 'static,
    ) -> io::Result<()> {
        let seed = self.games.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x58_55_4E;
        self.with(|engine, options| {
            engine.set_handicap(Handicap::of_skill(options.skill(), seed));
            engine.arm(&question.limits);
        });
        self.endless = question.limits.infinite || question.limits.ponder || is_unlimited(&question);
        let engine = Arc::clone(&self.engine);
        let work = move || {
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            answer(&engine.search_armed(&position, &question, &mut report));
        };
        self.running =
            Some(std::thread::Builder::new().name("search".to_owned()).stack_size(16 << 20).spawn(work)?);
        Ok(())
    }

    /// Answer now.
    pub(super) fn stop(&self) {
        self.control.stop();
    }

    /// The expected move was played.
    pub(super) fn ponder_hit(&mut self) {
        self.endless = false;
        self.control.ponder_hit();
    }

    /// Whether a search is running.
    pub(super) fn is_thinking(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.is_finished())
    }

    /// Waits for the running search to answer; one without an end of its own is told to.
    pub(super) fn settle(&mut self) {
        if let Some(running) = self.running.take() {
            if self.endless {
                self.control.stop();
            }
            // A search that panicked has printed why; the next one starts afresh.
            let _ = running.join();
        }
    }

    /// Ends the running search, if any.
    pub(super) fn quit(&mut self) {
        self.control.stop();
        self.settle();
    }
}

/// With no limit at all only a stop ends a search.
fn is_unlimited(question: &Question) -> bool {
    let limits = &question.limits;
    limits.depth.is_none() && limits.nodes.is_none() && limits.mate.is_none() && !limits.is_timed()
}
