//! Runs a foreign program once: input in, output out, within limits of time, memory and output, and
//! nothing of it is left afterwards. A program that hangs, grows, floods, forks or crashes is
//! reported as such and harms nothing else.
//!
//! Time is the clock's. Memory is what the program and its children hold in memory together, looked
//! at every few milliseconds; a limit on each one's address space stops a single huge allocation.

mod system;
#[cfg(all(test, unix))]
mod tests;

use crate::lifetime::{self, Resources};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of a program's error output that are kept.
const MOST_COMPLAINT: u64 = 16 << 10;
/// The largest file that a program may write.
const MOST_FILE: u64 = 64 << 20;
/// Time to wait for the end of the output of a program that is gone.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The limits of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// Time by the clock.
    pub time: Duration,
    /// Bytes of memory, it and its children together.
    pub memory: u64,
    /// Bytes of address space of each of its processes; some languages reserve much more than they
    /// use.
    pub address_space: Option<u64>,
    /// Bytes of output.
    pub output: u64,
}

impl Default for RunLimits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            memory: 512 << 20,
            address_space: None,
            output: 1 << 20,
        }
    }
}

/// The end of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunOutcome {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal that we did not send.
    Signalled(i32),
    /// It was still running when its time was over.
    OutOfTime,
    /// It took more memory than it may.
    OutOfMemory,
    /// It wrote more than it may.
    Flooded,
    /// It could not be started.
    NotStarted(String),
    /// We were asked to stop.
    Stopped,
}

/// The result of a program's run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LimitedRun {
    /// Its end.
    pub outcome: RunOutcome,
    /// Its output, cut at the limit.
    pub output: Vec<u8>,
    /// Its error output, cut.
    pub complaint: String,
    /// The time it ran.
    pub time: Duration,
    /// The most memory that was seen in use, in bytes.
    pub peak_memory: u64,
    /// Processes that it left behind, ended by us.
    pub left_behind: usize,
}

/// Runs a program (`command[0]` with the rest as arguments) on this input.
///
/// ```no_run
/// use std::sync::atomic::AtomicBool;
/// use xun_arena::{RunLimits, RunOutcome, run_limited};
///
/// let stop = AtomicBool::new(false);
/// let run = run_limited(&["sort".to_owned()], b"2\n1\n", &RunLimits::default(), &stop);
/// assert_eq!(run.outcome, RunOutcome::Exited(0));
/// ```
pub fn run_limited(
    command: &[String],
    input: &[u8],
    limits: &RunLimits,
    stop: &AtomicBool,
) -> LimitedRun {
    let mut run = LimitedRun {
        outcome: RunOutcome::Stopped,
        output: Vec::new(),
        complaint: String::new(),
        time: Duration::ZERO,
        peak_memory: 0,
        left_behind: 0,
    };
    let mark = system::new_mark();
    let mut child = match spawn(command, &mark, limits) {
        Ok(child) => child,
        Err(reason) => {
            run.outcome = RunOutcome::NotStarted(reason);
            return run;
        }
    };
    let began = Instant::now();
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // A program need not read its input, or all of it.
        thread::spawn(move || drop(stdin.write_all(&input)));
    }
    let written = Arc::new(AtomicU64::new(0));
    let output = collect(child.stdout.take(), limits.output + 1, Some(Arc::clone(&written)));
    let complaint = collect(child.stderr.take(), MOST_COMPLAINT, None);
    let ended_by_us = watch(&mut child, limits, &written, stop, began, &mut run.peak_memory);
    run.time = began.elapsed();
    run.left_behind = system::others_of_group(child.id()).len();
    lifetime::end_group(&child);
    let status = child.wait();
    run.left_behind += system::end_marked(&mark);
    run.output = output.recv_timeout(LAST_WORDS).unwrap_or_default();
    run.complaint =
        String::from_utf8_lossy(&complaint.recv_timeout(LAST_WORDS).unwrap_or_default())
            .into_owned();
    let flooded = run.output.len() as u64 > limits.output;
    run.outcome = match (ended_by_us, status) {
        (Some(outcome), _) => outcome,
        (None, _) if flooded => RunOutcome::Flooded,
        (None, Ok(status)) => system::outcome_of(status),
        (None, Err(error)) => RunOutcome::NotStarted(error.to_string()),
    };
    // An allocation that was refused is the limit's doing, however the program dies of it.
    if matches!(run.outcome, RunOutcome::Exited(1..) | RunOutcome::Signalled(_))
        && complains_of_memory(&run.complaint)
    {
        run.outcome = RunOutcome::OutOfMemory;
    }
    run.output.truncate(limits.output as usize);
    run
}

fn spawn(words: &[String], mark: &str, limits: &RunLimits) -> Result<Child, String> {
    let (program, arguments) = words.split_first().ok_or("the command is empty")?;
    let mut command = Command::new(program);
    command.args(arguments).env(system::MARK, mark);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    lifetime::bind(
        &mut command,
        Some(Resources { address_space: limits.address_space, file: MOST_FILE.max(limits.output) }),
    );
    command.spawn().map_err(|error| format!("{program}: {error}"))
}

/// Reads up to so many bytes in a thread, then reads on and forgets, so that the writer is not held
/// up.
fn collect(
    from: Option<impl Read + Send + 'static>,
    most: u64,
    written: Option<Arc<AtomicU64>>,
) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut kept = Vec::new();
        let Some(mut from) = from else { return };
        let mut block = [0; 8192];
        while let Ok(length @ 1..) = from.read(&mut block) {
            let room = (most as usize).saturating_sub(kept.len()).min(length);
            kept.extend_from_slice(&block[..room]);
            if let Some(written) = &written {
                written.fetch_add(length as u64, Ordering::Relaxed);
            }
        }
        let _ = sender.send(kept);
    });
    receiver
}

/// Waits for the program's end; what we ended it for, if it did not end by itself.
fn watch(
    child: &mut Child,
    limits: &RunLimits,
    written: &AtomicU64,
    stop: &AtomicBool,
    began: Instant,
    peak: &mut u64,
) -> Option<RunOutcome> {
    let mut pause = Duration::from_micros(200);
    let mut looked_at_all = Instant::now();
    loop {
        if system::has_ended(child) {
            return None;
        }
        *peak = (*peak).max(system::memory_of(child.id()));
        if looked_at_all.elapsed() > Duration::from_millis(50) {
            let all: u64 =
                system::others_of_group(child.id()).into_iter().map(system::memory_of).sum();
            *peak = (*peak).max(all + system::memory_of(child.id()));
            looked_at_all = Instant::now();
        }
        if *peak > limits.memory {
            return Some(RunOutcome::OutOfMemory);
        }
        if written.load(Ordering::Relaxed) > limits.output {
            return Some(RunOutcome::Flooded);
        }
        if began.elapsed() > limits.time {
            return Some(RunOutcome::OutOfTime);
        }
        if stop.load(Ordering::Relaxed) {
            return Some(RunOutcome::Stopped);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(4));
    }
}

/// Messages of runtimes when an allocation is refused.
fn complains_of_memory(complaint: &str) -> bool {
    [
        "MemoryError",
        "bad_alloc",
        "OutOfMemory",
        "out of memory",
        "Cannot allocate memory",
        "memory allocation of",
    ]
    .iter()
    .any(|words| complaint.contains(words))
}
