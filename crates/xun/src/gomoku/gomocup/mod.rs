//! The loop of the Gomocup protocol: lines come in while the engine thinks; commands wait their turn, except those
//! that stop it.
//!
//! A busy machine may keep the thinking thread from noticing that its time is over. The loop, which sleeps while the
//! other thinks and so is woken at once, therefore watches the clock too: shortly before the limit it answers with
//! the best move known so far, and what the thinker says later is dropped.

mod openings;
mod session;
mod wake;
mod watch;

use crate::context::Context;
use crate::exit::Exit;
use session::{Next, Session, Thought, Watch};
use std::collections::VecDeque;
use std::io::{BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;
use wake::{Slice, ask_for};
use xun_gomoku::protocol::{Command, Malformed, Reply};

/// What reaches the loop.
enum Event {
    /// A line from the manager and when it came.
    Line(String, Instant),
    /// The manager went away.
    Closed,
    /// The engine says something while thinking about the question of this number.
    Said(u64, Reply),
    /// The engine has finished thinking about the question of this number.
    Thought(u64, Box<Thought>),
    /// No time is left.
    Deadline,
}

/// A question that the engine is thinking about.
struct Question {
    number: u64,
    stop: Arc<AtomicBool>,
    watch: Arc<Watch>,
}

/// A longer line is no command; it must not fill the memory.
const LONGEST_LINE: u64 = 64 << 10;

/// Answers commands until `END` or the end of the input.
pub(crate) fn run(context: &mut Context) -> anyhow::Result<Exit> {
    let (sender, events) = channel();
    let lines = sender.clone();
    // Both this thread, which answers, and the one that hears.
    ask_for(Slice::Short);
    // The thread ends with the process: it may be waiting for a line that never comes.
    std::thread::spawn(move || read_lines(&lines));
    serve(&sender, &events, &mut *context.out, &context.stop)
}

fn read_lines(sender: &Sender<Event>) {
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).into_owned();
        if sender.send(Event::Line(line, Instant::now())).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::Closed);
}

fn serve(
    sender: &Sender<Event>,
    events: &Receiver<Event>,
    out: &mut dyn Write,
    interrupted: &Arc<AtomicBool>,
) -> anyhow::Result<Exit> {
    let mut session = Session::new();
    let mut waiting: VecDeque<(String, Instant)> = VecDeque::new();
    let mut thinking: Option<Question> = None;
    let mut questions = 0;
    // A command that came before its forerunner was answered: its clock runs from that answer.
    let mut answered = Instant::now();
    let mut closed = false;
    while let Some(event) = next_event(events, thinking.as_ref()) {
        match event {
            Event::Line(line, came) => {
                match (&thinking, Command::parse(&line)) {
                    (Some(question), Ok(Command::Stop)) => question.stop.store(true, Ordering::Relaxed),
                    (Some(question), Ok(Command::End)) => {
                        // The move is owed; the end comes after it.
                        question.stop.store(true, Ordering::Relaxed);
                        waiting.push_back((line, came));
                    }
                    _ => waiting.push_back((line, came)),
                }
            }
            Event::Closed => closed = true,
            Event::Said(number, reply) => {
                if thinking.as_ref().is_some_and(|question| question.number == number) {
                    say(out, &reply)?;
                }
            }
            Event::Thought(number, thought) => {
                if thinking.take_if(|question| question.number == number).is_some() {
                    for reply in session.finish(*thought) {
                        say(out, &reply)?;
                    }
                    answered = Instant::now();
                }
            }
            Event::Deadline => {
                if let Some(question) = thinking.take() {
                    question.stop.store(true, Ordering::Relaxed);
                    for reply in session.finish(question.watch.thought()) {
                        say(out, &reply)?;
                    }
                    answered = Instant::now();
                }
            }
        }
        while thinking.is_none() {
            if interrupted.load(Ordering::Relaxed) {
                return Ok(Exit::Interrupted);
            }
            let Some((line, came)) = waiting.pop_front() else { break };
            let (replies, next) = match Command::parse(&line) {
                Ok(command) => session.handle(command, came.max(answered)),
                Err(Malformed::Unknown(line)) => (vec![Reply::Unknown(line)], Next::Wait),
                Err(error) => (vec![Reply::Error(error.to_string())], Next::Wait),
            };
            for reply in &replies {
                say(out, reply)?;
            }
            if !replies.is_empty() {
                answered = Instant::now();
            }
            match next {
                Next::Wait => {}
                Next::End => return Ok(Exit::Answered),
                Next::Think(task) => {
                    let stop = Arc::new(AtomicBool::new(false));
                    questions += 1;
                    let number = questions;
                    thinking = Some(Question { number, stop: Arc::clone(&stop), watch: task.watch() });
                    let sender = sender.clone();
                    std::thread::spawn(move || {
                        ask_for(Slice::Usual);
                        let said = sender.clone();
                        let thought = task.think(&stop, &mut |reply| {
                            let _ = said.send(Event::Said(number, reply));
                        });
                        let _ = sender.send(Event::Thought(number, Box::new(thought)));
                    });
                }
            }
        }
        if closed && thinking.is_none() && waiting.is_empty() {
            break;
        }
    }
    Ok(Exit::Answered)
}

/// The next event, or that the time of the question is over. None when nothing can come any more.
fn next_event(events: &Receiver<Event>, thinking: Option<&Question>) -> Option<Event> {
    let Some(deadline) = thinking.and_then(|question| question.watch.deadline()) else {
        return events.recv().ok();
    };
    match events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) => Some(Event::Deadline),
        Err(RecvTimeoutError::Disconnected) => None,
    }
}

fn say(out: &mut dyn Write, reply: &Reply) -> std::io::Result<()> {
    writeln!(out, "{reply}")?;
    out.flush()
}
