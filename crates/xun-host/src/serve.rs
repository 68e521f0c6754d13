//! The event loop of a protocol: lines come in while the engine searches; commands wait their
//! turn, except those that control the search.

use crate::host::{Host, Progress};
use crate::input;
use crate::mailbox::{Mailbox, mailbox};
use crate::output::{Output, watch_standard_output};
use crate::parent;
use crate::time_slice::{TimeSlice, request_time_slice};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::time::Instant;
use xun_game::{Answer, Engine};

/// Most commands that wait for the answer to one before them; later ones are dropped.
const MAX_WAITING: usize = 10_000;

/// A text protocol: which command does what to the host.
pub trait Protocol: Sized {
    /// The engine. Jobs on search threads use it, one at a time.
    type Engine: Engine<Position: 'static, Move: 'static> + Send + 'static;
    /// A parsed line.
    type Command;
    /// The result of a job; that of a search is made from its answer.
    type Reply: From<Answer<MoveOf<Self>>> + Send + 'static;

    /// Whether a `quit` that waits in the queue ends the search before it; else it waits for the
    /// answer. One that arrives during a search always ends it.
    const QUIT_ENDS_SEARCH: bool;

    /// Parses a line.
    fn parse(line: &str) -> Self::Command;

    /// Whether a command is executed at once or waits.
    fn timing(command: &Self::Command) -> Timing;

    /// Executes a command that arrived at this time.
    fn execute(&mut self, command: Self::Command, arrived: Instant, host: &mut Host<Self>);

    /// Writes the answer of the job that was started last. `None` if its search failed.
    fn answer(&mut self, outcome: Option<Self::Reply>, host: &mut Host<Self>);

    /// Writes the last words after `quit`.
    fn farewell(&mut self, _host: &mut Host<Self>) {}
}

/// A position of the protocol's game.
pub type PositionOf<P> = <<P as Protocol>::Engine as Engine>::Position;
/// A move of the protocol's game.
pub type MoveOf<P> = <<P as Protocol>::Engine as Engine>::Move;

/// Time at which a command is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// At once, also during a search and before commands that wait.
    Immediate,
    /// During the search that it is about: the running one, or one that waits in the queue.
    Control {
        /// Whether it ends a running search also where it is about a later one.
        stops: bool,
    },
    /// After the commands before it.
    InOrder,
    /// After the running search is answered.
    AfterAnswer,
    /// After the running search is answered and its thread has ended.
    EngineFree,
    /// Ends the conversation.
    Quit,
}

/// An event of the loop.
pub(crate) enum Event<O> {
    /// Lines that arrived together, and when.
    Lines(Vec<String>, Instant),
    /// The input has ended.
    InputEnded,
    /// The reader of the output is gone.
    OutputClosed,
    /// The process that started this one has ended.
    ParentEnded,
    /// The job of this number reports.
    Progress(u64, Progress<O>),
    /// The thread of this job has ended; without an outcome if it panicked.
    Finished(u64, Option<O>),
}

/// Serves a protocol on standard input and output until `quit`, the end of input, or until the
/// reader of the output is gone.
pub fn serve_standard<P: Protocol>(protocol: P, engine: P::Engine) -> io::Result<()> {
    let (sender, events) = mailbox();
    let closed = sender.clone();
    watch_standard_output(move || {
        closed.send(Event::OutputClosed);
    })?;
    let orphaned = sender.clone();
    parent::watch(move || {
        orphaned.send(Event::ParentEnded);
    })?;
    // This thread, which answers, and the one that hears.
    request_time_slice(TimeSlice::Short);
    input::spawn(io::stdin(), sender.clone())?;
    let host = Host::new(engine, Output::new(io::stdout()), sender);
    Loop { protocol, host, waiting: VecDeque::new() }.run(events);
    Ok(())
}

/// Executes these commands instead of standard input, with replies on standard output.
pub fn serve_commands<P: Protocol>(
    protocol: P,
    engine: P::Engine,
    commands: &[String],
) -> io::Result<()> {
    // Like the end of input, and unlike a `quit` that overtakes a search, the last command ends the
    // conversation only after its answer.
    let quits = |command: &&String| P::timing(&P::parse(command)) == Timing::Quit;
    let commands: Vec<&str> =
        commands.iter().take_while(|command| !quits(command)).map(String::as_str).collect();
    serve(protocol, engine, io::Cursor::new(commands.join("\n")), io::stdout())
}

/// As [`serve_standard`], on any input and output.
pub fn serve<P: Protocol>(
    protocol: P,
    engine: P::Engine,
    input: impl Read + Send + 'static,
    output: impl Write + 'static,
) -> io::Result<()> {
    let (sender, events) = mailbox();
    input::spawn(input, sender.clone())?;
    let host = Host::new(engine, Output::new(output), sender);
    Loop { protocol, host, waiting: VecDeque::new() }.run(events);
    Ok(())
}

struct Loop<P: Protocol> {
    protocol: P,
    host: Host<P>,
    waiting: VecDeque<Waiting<P::Command>>,
}

/// A command that waits for its turn.
struct Waiting<C> {
    command: C,
    timing: Timing,
    arrived: Instant,
}

impl<P: Protocol> Loop<P> {
    fn run(mut self, mut events: Mailbox<Event<P::Reply>>) {
        let mut input_ended = false;
        loop {
            let event = events.next(self.host.deadline());
            self.host.set_own_delay(events.expected_delay());
            match event {
                Some(Event::Lines(lines, arrived)) => self.take_lines(&lines, arrived),
                Some(Event::InputEnded) => {
                    input_ended = true;
                    self.host.end_input();
                }
                Some(Event::OutputClosed) => return,
                Some(Event::ParentEnded) => self.host.end_parent(),
                Some(Event::Progress(number, progress)) => {
                    if let Some(outcome) = self.host.take_progress(number, progress) {
                        self.answer(Some(outcome));
                    }
                }
                Some(Event::Finished(number, outcome)) => {
                    if self.host.end_thread(number) {
                        let outcome = self.host.take_answer(outcome);
                        self.answer(outcome);
                    }
                }
                None => {
                    if let Some(outcome) = self.host.take_best() {
                        self.answer(Some(outcome));
                    }
                }
            }
            let quits = self.run_waiting();
            if self.host.is_output_closed() {
                return;
            }
            if quits && !self.host.owes_answer() {
                return self.protocol.farewell(&mut self.host);
            }
            if input_ended && !self.host.is_searching() && self.waiting.is_empty() {
                return;
            }
        }
    }

    fn answer(&mut self, outcome: Option<P::Reply>) {
        self.protocol.answer(outcome, &mut self.host);
    }

    /// Takes lines in. Those that end a search end the running one as they arrive, whatever waits
    /// before them.
    fn take_lines(&mut self, lines: &[String], arrived: Instant) {
        let searching = self.host.is_searching();
        for line in lines {
            if self.waiting.back().is_some_and(|last| last.timing == Timing::Quit) {
                return;
            }
            let command = P::parse(line);
            let timing = P::timing(&command);
            match timing {
                Timing::Control { stops: true } if searching => self.host.stop(),
                Timing::Quit if searching => self.host.quit(),
                _ => {}
            }
            if self.waiting.len() < MAX_WAITING
                || matches!(timing, Timing::Immediate | Timing::Quit)
            {
                self.waiting.push_back(Waiting { command, timing, arrived });
            }
        }
    }

    /// Executes those of the waiting commands that need not wait for their turn.
    fn overtake(&mut self) {
        let mut search_before = false;
        let mut index = 0;
        while let Some(waiting) = self.waiting.get(index) {
            let overtakes = match waiting.timing {
                Timing::Immediate => true,
                Timing::Control { .. } => !search_before,
                _ => false,
            };
            search_before |= waiting.timing == Timing::AfterAnswer;
            if !overtakes {
                index += 1;
            } else if let Some(waiting) = self.waiting.remove(index) {
                self.protocol.execute(waiting.command, waiting.arrived, &mut self.host);
            }
        }
    }

    /// Ends the search that the waiting commands wait for, if nothing else would, or if `stop` or
    /// `quit` is among them: they arrived together with the command that began it, or before it
    /// began.
    fn end_blocking_search(&mut self) {
        let waits = |timing: Timing| self.waiting.iter().any(|waiting| waiting.timing == timing);
        if P::QUIT_ENDS_SEARCH && waits(Timing::Quit) {
            self.host.quit();
        } else if waits(Timing::Control { stops: true }) {
            self.host.stop();
        } else {
            self.host.stop_unlimited();
        }
    }

    /// Executes the commands whose turn has come. True once that of `quit` has.
    fn run_waiting(&mut self) -> bool {
        while let Some(waiting) = self.waiting.front() {
            let ready = match waiting.timing {
                Timing::Immediate | Timing::Control { .. } | Timing::InOrder => true,
                Timing::AfterAnswer => !self.host.is_searching(),
                Timing::EngineFree => !self.host.is_searching() && self.host.is_engine_free(),
                Timing::Quit => P::QUIT_ENDS_SEARCH || !self.host.is_searching(),
            };
            if !ready {
                self.overtake();
                self.end_blocking_search();
                return false;
            }
            if waiting.timing == Timing::Quit {
                self.host.quit();
                return true;
            }
            if let Some(waiting) = self.waiting.pop_front() {
                self.protocol.execute(waiting.command, waiting.arrived, &mut self.host);
            }
            if self.host.is_output_closed() {
                return false;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests;
