//! The loop of the Gomocup protocol: lines come in while the engine thinks; commands wait their
//! turn, except those that stop it.
//!
//! A busy machine may keep the thinking thread from noticing that its time is over. The loop, which
//! sleeps while the other thinks and so is woken at once, therefore watches the clock too: shortly
//! before the limit it answers with the best move known so far, and what the thinker says later is
//! dropped.

mod openings;
mod session;
mod watch;

use crate::mailbox::{Mailbox, Sender, mailbox};
use crate::time_slice::{TimeSlice, request_time_slice};
use crate::wake_delay::WakeDelays;
use session::{Next, Session, Thought, Watch};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use xun_gomoku::protocol::{Command, Malformed, Reply};

/// What reaches the loop.
enum Event {
    /// Lines from the manager and when they came.
    Lines(Vec<String>, Instant),
    /// The manager went away.
    Closed,
    /// The engine says something while thinking about the question of this number.
    Said(u64, Reply),
    /// The engine has finished thinking about the question of this number.
    Thought(u64, Box<Thought>),
}

/// A question that the engine is thinking about.
struct Question {
    number: u64,
    stop: Arc<AtomicBool>,
    watch: Arc<Watch>,
}

/// A longer line is no command; it must not fill the memory.
const LONGEST_LINE: usize = 64 << 10;
/// So many commands may wait for the answer to one before them; the rest is dropped.
const MOST_WAITING: usize = 10_000;

/// Answers commands until `END` or the end of the input.
pub fn run() -> io::Result<()> {
    let (sender, mut events) = mailbox();
    let lines = sender.clone();
    // Both this thread, which answers, and the one that hears.
    request_time_slice(TimeSlice::Short);
    // The thread ends with the process: it may be waiting for a line that never comes.
    std::thread::spawn(move || read_lines(io::stdin().lock(), &lines));
    serve(&sender, &mut events, &mut io::stdout())
}

/// Sends on what comes, as many lines as come together at once: the clock of a `DONE` runs since
/// its `BOARD` was written, not since the lines between were sent on one by one.
fn read_lines(mut input: impl BufRead, sender: &Sender<Event>) {
    let mut unfinished = Vec::new();
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let came = Instant::now();
        let count = bytes.len();
        if count == 0 {
            break;
        }
        let lines = complete_lines(bytes, &mut unfinished);
        input.consume(count);
        if !lines.is_empty() && !sender.send_when_there_is_room(Event::Lines(lines, came)) {
            return;
        }
    }
    if !unfinished.is_empty() {
        sender.send(Event::Lines(vec![text_of(&unfinished)], Instant::now()));
    }
    sender.send(Event::Closed);
}

/// The lines that end within these bytes; the rest is kept for later.
fn complete_lines(bytes: &[u8], unfinished: &mut Vec<u8>) -> Vec<String> {
    let mut lines = Vec::new();
    for part in bytes.split_inclusive(|&byte| byte == b'\n') {
        unfinished.extend_from_slice(part);
        if part.ends_with(b"\n") || unfinished.len() >= LONGEST_LINE {
            lines.push(text_of(unfinished));
            unfinished.clear();
        }
    }
    lines
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn serve(
    sender: &Sender<Event>,
    events: &mut Mailbox<Event>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut session = Session::new();
    let mut waiting: VecDeque<(String, Instant)> = VecDeque::new();
    let mut thinking: Option<Question> = None;
    let mut questions = 0;
    // A command that came before its forerunner was answered: its clock runs from that answer.
    let mut answered = Instant::now();
    let mut closed = false;
    // How late ordinary threads have their turn, as the manager's is one.
    let mut others = WakeDelays::default();
    loop {
        let deadline = thinking.as_ref().and_then(|question| question.watch.deadline());
        match events.next(deadline) {
            Some(Event::Lines(lines, came)) => {
                for line in lines {
                    match (&thinking, Command::parse(&line)) {
                        (Some(question), Ok(Command::Stop)) => {
                            question.stop.store(true, Ordering::Relaxed);
                        }
                        (Some(question), Ok(Command::End)) => {
                            // The move is owed; the end comes after it.
                            question.stop.store(true, Ordering::Relaxed);
                            waiting.push_back((line, came));
                        }
                        _ if waiting.len() >= MOST_WAITING => {}
                        _ => waiting.push_back((line, came)),
                    }
                }
            }
            Some(Event::Closed) => closed = true,
            Some(Event::Said(number, reply)) => {
                if thinking.as_ref().is_some_and(|question| question.number == number) {
                    say(out, &[reply])?;
                }
            }
            Some(Event::Thought(number, thought)) => {
                if let Some(question) = thinking.take_if(|question| question.number == number) {
                    say(out, &session.finish(*thought))?;
                    answered = Instant::now();
                    others.note(question.watch.waited(), answered);
                }
            }
            // No time is left.
            None => {
                if let Some(question) = thinking.take() {
                    question.stop.store(true, Ordering::Relaxed);
                    say(out, &session.finish(question.watch.thought()))?;
                    answered = Instant::now();
                    others.note(question.watch.waited(), answered);
                }
            }
        }
        while thinking.is_none() {
            let Some((line, came)) = waiting.pop_front() else { break };
            let (replies, next) = match Command::parse(&line) {
                Ok(command) => {
                    // Woken late may be who hears the command, who answers it, and who reads the
                    // answer.
                    session
                        .keep_back(events.expected_delay() * 2 + others.expected(Instant::now()));
                    session.handle(command, came.max(answered))
                }
                Err(Malformed::Unknown(line)) => (vec![Reply::Unknown(line)], Next::Wait),
                Err(error) => (vec![Reply::Error(error.to_string())], Next::Wait),
            };
            say(out, &replies)?;
            if !replies.is_empty() {
                answered = Instant::now();
            }
            match next {
                Next::Wait => {}
                Next::End => return Ok(()),
                Next::Think(task) => {
                    let stop = Arc::new(AtomicBool::new(false));
                    questions += 1;
                    let number = questions;
                    thinking =
                        Some(Question { number, stop: Arc::clone(&stop), watch: task.watch() });
                    let sender = sender.clone();
                    let (watch, started) = (task.watch(), Instant::now());
                    std::thread::spawn(move || {
                        watch.begins(started);
                        request_time_slice(TimeSlice::Default);
                        let said = sender.clone();
                        let thought = task.think(&stop, &mut |reply| {
                            said.send(Event::Said(number, reply));
                        });
                        sender.send(Event::Thought(number, Box::new(thought)));
                    });
                }
            }
        }
        if closed && thinking.is_none() && waiting.is_empty() {
            break;
        }
    }
    Ok(())
}

/// Says all of it at once: between two writes the manager may run, and others before we do again.
fn say(out: &mut dyn Write, replies: &[Reply]) -> io::Result<()> {
    if replies.is_empty() {
        return Ok(());
    }
    let mut text = Vec::new();
    for reply in replies {
        writeln!(text, "{reply}")?;
    }
    out.write_all(&text)?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_come_together_are_handed_on_together() {
        let (sender, mut mailbox) = mailbox();
        // A buffer that ends within a line, and an end without a newline.
        let input = io::BufReader::with_capacity(16, &b"BOARD\r\n7,7,1\n8,8,2\nDONE\nEN"[..]);
        read_lines(input, &sender);
        let mut batches = Vec::new();
        while let Some(Event::Lines(lines, _)) = mailbox.next(None) {
            batches.push(lines);
        }
        assert_eq!(batches, [vec!["BOARD\r\n", "7,7,1\n"], vec!["8,8,2\n", "DONE\n"], vec!["EN"]]);
    }

    #[test]
    fn a_line_without_an_end_does_not_fill_the_memory() {
        let mut unfinished = Vec::new();
        let mut longest = 0;
        let mut lines = 0;
        for _ in 0..100 {
            lines += complete_lines(&[b'x'; 8192], &mut unfinished).len();
            longest = longest.max(unfinished.len());
        }
        assert!(lines > 0 && longest < 2 * LONGEST_LINE, "{lines} {longest}");
    }

    #[test]
    fn an_answer_is_one_write() {
        struct Writes(Vec<String>);
        impl Write for Writes {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.push(text_of(bytes));
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut out = Writes(Vec::new());
        say(&mut out, &[Reply::Message("depth 9".into()), Reply::Ok]).unwrap();
        say(&mut out, &[]).unwrap();
        assert_eq!(out.0, ["MESSAGE depth 9\nOK\n"]);
    }
}
