//! The loop of the Gomocup protocol: lines come in while the engine thinks; commands wait their turn, except those
//! that stop it.

mod session;

use crate::context::Context;
use crate::exit::Exit;
use session::{Next, Session, Thought};
use std::collections::VecDeque;
use std::io::{BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;
use xun_gomoku::protocol::{Command, Malformed, Reply};

/// What reaches the loop.
enum Event {
    /// A line from the manager and when it came.
    Line(String, Instant),
    /// The manager went away.
    Closed,
    /// The engine says something while thinking.
    Said(Reply),
    /// The engine has finished thinking.
    Thought(Box<Thought>),
}

/// A longer line is no command; it must not fill the memory.
const LONGEST_LINE: u64 = 64 << 10;

/// Answers commands until `END` or the end of the input.
pub(crate) fn run(context: &mut Context) -> anyhow::Result<Exit> {
    let (sender, events) = channel();
    let lines = sender.clone();
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
    let mut thinking: Option<Arc<AtomicBool>> = None;
    let mut closed = false;
    while let Ok(event) = events.recv() {
        match event {
            Event::Line(line, came) => {
                match (&thinking, Command::parse(&line)) {
                    (Some(stop), Ok(Command::Stop)) => stop.store(true, Ordering::Relaxed),
                    (Some(stop), Ok(Command::End)) => {
                        // The move is owed; the end comes after it.
                        stop.store(true, Ordering::Relaxed);
                        waiting.push_back((line, came));
                    }
                    _ => waiting.push_back((line, came)),
                }
            }
            Event::Closed => closed = true,
            Event::Said(reply) => say(out, &reply)?,
            Event::Thought(thought) => {
                thinking = None;
                for reply in session.finish(*thought) {
                    say(out, &reply)?;
                }
            }
        }
        while thinking.is_none() {
            if interrupted.load(Ordering::Relaxed) {
                return Ok(Exit::Interrupted);
            }
            let Some((line, came)) = waiting.pop_front() else { break };
            let (replies, next) = match Command::parse(&line) {
                Ok(command) => session.handle(command, came),
                Err(Malformed::Unknown(line)) => (vec![Reply::Unknown(line)], Next::Wait),
                Err(error) => (vec![Reply::Error(error.to_string())], Next::Wait),
            };
            for reply in replies {
                say(out, &reply)?;
            }
            match next {
                Next::Wait => {}
                Next::End => return Ok(Exit::Answered),
                Next::Think(task) => {
                    let stop = Arc::new(AtomicBool::new(false));
                    thinking = Some(Arc::clone(&stop));
                    let sender = sender.clone();
                    std::thread::spawn(move || {
                        let said = sender.clone();
                        let thought = task.think(&stop, &mut |reply| {
                            let _ = said.send(Event::Said(reply));
                        });
                        let _ = sender.send(Event::Thought(Box::new(thought)));
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

fn say(out: &mut dyn Write, reply: &Reply) -> std::io::Result<()> {
    writeln!(out, "{reply}")?;
    out.flush()
}
