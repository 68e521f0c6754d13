//! Runs the engine beside a protocol's loop: one search at a time, stopped or waited for as the
//! protocol needs.

use crate::time_slice::{TimeSlice, request_time_slice};
use crate::writer::{Asked, Voice};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use xun_game::{Engine, OptionError, Stop};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::rules::Position;
use xun_xiangqi::search::{Answer, EngineOptions, Event, Question, Report, XiangqiEngine};

/// The engine, its options, and the search that may be running.
pub(crate) struct Driver {
    engine: Arc<Mutex<XiangqiEngine>>,
    /// The handle of the last search.
    stop: Stop,
    pub(crate) options: EngineOptions,
    running: Option<JoinHandle<()>>,
    /// Whether the running search ends only when it is told to.
    endless: bool,
    /// How many searches there were, the running one among them.
    searches: u64,
    /// Who says what the searches find.
    voice: Voice,
}

impl Driver {
    pub(crate) fn new(voice: Voice) -> io::Result<Self> {
        let options = EngineOptions::default();
        let engine = XiangqiEngine::new(options.clone(), PlayingEvaluator::default())
            .map_err(io::Error::other)?;
        let engine = Arc::new(Mutex::new(engine));
        Ok(Self {
            engine,
            stop: Stop::new(),
            options,
            running: None,
            endless: false,
            searches: 0,
            voice,
        })
    }

    /// Gives access to the engine between searches.
    fn with<T>(&mut self, change: impl FnOnce(&mut XiangqiEngine) -> T) -> T {
        self.settle();
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut engine)
    }

    /// Sets an option and applies it.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let (done, options) =
            self.with(|engine| (engine.set(name, value), engine.settings().clone()));
        self.options = options;
        done.map(|_| ()).map_err(|error| match error {
            OptionError::NotApplied { reason, .. } => reason,
            other => other.to_string(),
        })
    }

    /// A new game begins.
    pub(crate) fn new_game(&mut self) {
        self.with(Engine::new_game);
    }

    /// The table's entry of a position.
    pub(crate) fn probe(&mut self, position: &Position) -> Option<xun_game::TableEntry> {
        self.with(|engine| engine.probe(position))
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
        let stop = Stop::new();
        let before = std::mem::replace(&mut self.stop, stop.clone());
        // Before the last search is waited for, which may have been answered for: the time runs
        // already.
        self.voice.ask(Asked {
            number,
            came,
            limits: question.limits.clone(),
            overhead: Duration::from_millis(self.options.move_overhead as u64),
            control: self.stop.clone(),
            words: Box::new(words),
        });
        question.asked = (!question.limits.ponder).then_some(came);
        self.wait_for(&before);
        self.endless = question.limits.is_unlimited();
        let engine = Arc::clone(&self.engine);
        let voice = self.voice.clone();
        let work = move || {
            request_time_slice(TimeSlice::Default);
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            // A weakened engine does not play the best move that it reports.
            let plays_best = engine.is_full_strength();
            let mut report = |event: &Event| {
                let Some(report) = event.report() else { return };
                let best = Answer::from_report(report).filter(|_| plays_best);
                voice.found(number, info(report), best);
            };
            let answer = engine.search(&position, &question, &stop, &mut report);
            voice.answer(number, answer);
        };
        let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(16 << 20);
        let started = thread.spawn(work);
        if started.is_err() {
            self.voice.answer(number, Answer::none());
        }
        self.running = Some(started?);
        Ok(())
    }

    /// Answer now.
    pub(crate) fn stop(&self) {
        self.stop.stop();
    }

    /// The expected move was played.
    pub(crate) fn ponder_hit(&mut self) {
        self.endless = false;
        self.stop.ponder_hit();
    }

    /// Whether a search has not answered yet.
    pub(crate) fn is_thinking(&self) -> bool {
        !self.voice.has_answered(self.searches)
    }

    /// Waits for the running search to answer; one without an end of its own is told to.
    pub(crate) fn settle(&mut self) {
        let stop = self.stop.clone();
        self.wait_for(&stop);
    }

    /// Waits for the running search, which has this handle.
    fn wait_for(&mut self, stop: &Stop) {
        if let Some(running) = self.running.take() {
            if self.endless {
                stop.stop();
            }
            // A search that panicked has printed why; the next one starts afresh.
            let _ = running.join();
        }
    }

    /// Ends the running search, if any.
    pub(crate) fn quit(&mut self) {
        self.stop.stop();
        self.settle();
    }
}
