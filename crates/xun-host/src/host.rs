//! The host of one engine: one job at a time on a search thread, answered in time.

use crate::Stop;
use crate::mailbox::Sender;
use crate::output::Output;
use crate::serve::{Event, Protocol};
use crate::time_slice::{TimeSlice, request_time_slice};
use crate::wake_delay::WakeDelays;
use std::fmt::Display;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Stack of a search thread.
const STACK_BYTES: usize = 16 << 20;

/// A job for the search thread.
pub struct Job<P: Protocol> {
    /// The work. It ends soon after its [`Stop`] was raised.
    pub work: Box<Work<P>>,
    /// The outcome to answer with until the work reports a better one.
    pub fallback: Option<P::Reply>,
    /// Deadline for answering with the best outcome so far.
    pub deadline: Option<Instant>,
    /// End condition.
    pub ends: Ends,
    /// Whether an answer is owed even after `quit`.
    pub must_answer: bool,
}

/// End condition of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Its own limits.
    ByItself,
    /// Its own limits, but not before [`Host::ponder_hit`]: it runs on the opponent's time.
    AfterPonderHit,
    /// Only a stop.
    WhenStopped,
}

/// The work of a [`Job`]: gets the engine and reports progress.
pub type Work<P> = dyn FnOnce(
        &mut <P as Protocol>::Engine,
        &Stop,
        &mut dyn FnMut(Progress<<P as Protocol>::Reply>),
    ) -> <P as Protocol>::Reply
    + Send;

/// News of a running job.
pub struct Progress<O> {
    /// Lines to write; empty for none.
    pub text: String,
    /// The outcome if the job ended now; `None` leaves the one before.
    pub best: Option<O>,
}

/// A job that is not answered yet.
struct Running<O> {
    number: u64,
    stop: Stop,
    deadline: Option<Instant>,
    ends: Ends,
    must_answer: bool,
    best: Option<O>,
    /// The deadline has passed without anything to answer: the first outcome is answered at once.
    overdue: bool,
    start_delay: Arc<AtomicU64>,
}

/// The host: the engine, the output, and the job that may be running.
pub struct Host<P: Protocol> {
    engine: Arc<Mutex<P::Engine>>,
    output: Output,
    events: Sender<Event<P::Reply>>,
    running: Option<Running<P::Reply>>,
    /// Jobs so far; the number of the latest one.
    jobs: u64,
    /// Search threads that have not ended.
    busy: usize,
    /// No job is to run on: `quit` is waiting.
    quitting: bool,
    /// No more commands will come.
    input_ended: bool,
    /// The process that started this one has ended.
    orphaned: bool,
    /// Time of the latest reply to a command.
    answered: Instant,
    /// Wake-up delay of this thread.
    own_delay: Duration,
    /// Wake-up delays of threads with the default time slice, such as the reader of the answers.
    other_delays: WakeDelays,
}

impl<P: Protocol> Host<P> {
    pub(crate) fn new(engine: P::Engine, output: Output, events: Sender<Event<P::Reply>>) -> Self {
        Self {
            engine: Arc::new(Mutex::new(engine)),
            output,
            events,
            running: None,
            jobs: 0,
            busy: 0,
            quitting: false,
            input_ended: false,
            orphaned: false,
            answered: Instant::now(),
            own_delay: Duration::ZERO,
            other_delays: WakeDelays::default(),
        }
    }

    /// Writes lines.
    pub fn say(&mut self, lines: impl Display) {
        self.output.say(&lines);
        self.answered = Instant::now();
    }

    /// The engine; waits for a job that uses it.
    pub fn engine(&self) -> MutexGuard<'_, P::Engine> {
        // A search that panicked leaves a usable engine.
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The engine, unless a job uses it.
    pub fn free_engine(&self) -> Option<MutexGuard<'_, P::Engine>> {
        (self.busy == 0).then(|| self.engine())
    }

    /// Whether a job is not answered yet.
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Whether no search thread uses the engine.
    pub fn is_engine_free(&self) -> bool {
        self.busy == 0
    }

    /// Ends the running job: its answer follows.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    /// The expected move was played: the limits of a pondering search bind from now on. Other
    /// searches are not changed.
    pub fn ponder_hit(&mut self) {
        if let Some(running) = &mut self.running
            && running.ends == Ends::AfterPonderHit
        {
            running.stop.ponder_hit();
            running.ends = Ends::ByItself;
        }
    }

    /// Time that a busy machine may take until an answer is read: the thread that hears a command,
    /// the one that answers it and the one that reads the answer may each be woken late.
    pub fn reserve(&self) -> Duration {
        self.own_delay * 2 + self.other_delays.expected(Instant::now())
    }

    /// Start of the clock of a command that arrived at this time: not before the answer to the
    /// previous command.
    pub fn clock_start(&self, arrived: Instant) -> Instant {
        arrived.max(self.answered)
    }

    /// Starts a job on a new search thread. The job before it must be answered, but its thread
    /// need not have ended.
    pub fn start(&mut self, job: Job<P>) -> io::Result<()> {
        self.jobs += 1;
        let number = self.jobs;
        let stop = Stop::new();
        let unheard = self.input_ended && (self.orphaned || job.ends != Ends::ByItself);
        if self.quitting || unheard {
            stop.stop();
        }
        let start_delay = Arc::<AtomicU64>::default();
        self.running = Some(Running {
            number,
            stop: stop.clone(),
            deadline: job.deadline,
            ends: job.ends,
            must_answer: job.must_answer,
            best: job.fallback,
            overdue: false,
            start_delay: Arc::clone(&start_delay),
        });
        let (engine, events, work) = (Arc::clone(&self.engine), self.events.clone(), job.work);
        let spawned = Instant::now();
        let run = move || {
            request_time_slice(TimeSlice::Default);
            start_delay.store(spawned.elapsed().as_micros() as u64, Relaxed);
            let mut finish = Finish { number, events, outcome: None };
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let outcome = work(&mut engine, &stop, &mut |progress| {
                finish.events.send(Event::Progress(number, progress));
            });
            drop(engine);
            finish.outcome = Some(outcome);
        };
        let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES);
        match thread.spawn(run) {
            Ok(_) => {
                self.busy += 1;
                Ok(())
            }
            Err(error) => {
                self.running = None;
                Err(error)
            }
        }
    }
}

/// Reports the end of a search thread, also one that panicked.
struct Finish<O> {
    number: u64,
    events: Sender<Event<O>>,
    outcome: Option<O>,
}

impl<O> Drop for Finish<O> {
    fn drop(&mut self) {
        self.events.send(Event::Finished(self.number, self.outcome.take()));
    }
}

/// Methods for the event loop.
impl<P: Protocol> Host<P> {
    /// The deadline of the running job.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.running.as_ref().and_then(|running| running.deadline)
    }

    /// Remembers how late this thread may be woken.
    pub(crate) fn set_own_delay(&mut self, delay: Duration) {
        self.own_delay = delay;
    }

    pub(crate) fn is_output_closed(&self) -> bool {
        self.output.is_closed()
    }

    /// Whether a running job must be answered before the end.
    pub(crate) fn owes_answer(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.must_answer)
    }

    /// Ends the running job if nothing else will.
    pub(crate) fn stop_unlimited(&self) {
        if self.running.as_ref().is_some_and(|running| running.ends != Ends::ByItself) {
            self.stop();
        }
    }

    /// Ends the running job, and every later one as soon as it begins.
    pub(crate) fn quit(&mut self) {
        self.quitting = true;
        self.stop();
    }

    /// No more commands will come: a search that only a command could end is ended, and any search
    /// of an orphan.
    pub(crate) fn end_input(&mut self) {
        self.input_ended = true;
        if self.orphaned { self.stop() } else { self.stop_unlimited() }
    }

    /// The process that started this one has ended: the running job is ended. Another process may
    /// hold the input; its commands are executed as before.
    pub(crate) fn end_parent(&mut self) {
        self.orphaned = true;
        self.stop();
    }

    /// Writes the progress of a job. The outcome to answer with, if its deadline has passed.
    pub(crate) fn take_progress(
        &mut self,
        number: u64,
        progress: Progress<P::Reply>,
    ) -> Option<P::Reply> {
        let running = self.running.as_mut().filter(|running| running.number == number)?;
        running.best = progress.best.or(running.best.take());
        let overdue = running.overdue;
        if !progress.text.is_empty() {
            self.output.say(&progress.text);
        }
        if overdue { self.take_best() } else { None }
    }

    /// The outcome to answer with, now that the deadline has passed. Without any the answer waits
    /// for the first: a late move is better than one that was not searched.
    pub(crate) fn take_best(&mut self) -> Option<P::Reply> {
        let running = self.running.as_mut()?;
        let best = running.best.take();
        if best.is_none() {
            running.overdue = true;
            running.deadline = None;
            return None;
        }
        running.stop.stop();
        self.answer_running();
        best
    }

    /// The thread of this job has ended. Whether the job is still to be answered.
    pub(crate) fn end_thread(&mut self, number: u64) -> bool {
        self.busy = self.busy.saturating_sub(1);
        self.running.as_ref().is_some_and(|running| running.number == number)
    }

    /// Ends the running job with this outcome; without one, because its search panicked, with the
    /// best that it has reported.
    pub(crate) fn take_answer(&mut self, outcome: Option<P::Reply>) -> Option<P::Reply> {
        let best = self.running.as_mut().and_then(|running| running.best.take());
        self.answer_running();
        outcome.or(best)
    }

    fn answer_running(&mut self) {
        if let Some(running) = self.running.take() {
            let delay = Duration::from_micros(running.start_delay.load(Relaxed));
            self.other_delays.note(delay, Instant::now());
        }
    }
}
