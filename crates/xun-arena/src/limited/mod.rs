//! Runs a foreign program once: input in, output out, within limits of time, memory and output, and
//! nothing of it is left afterwards. A program that hangs, grows, floods, forks or crashes is
//! reported as such and harms nothing else.
//!
//! Time is the clock's. Memory is what the program and its children hold in memory together, looked
//! at every few milliseconds; a limit on each one's address space stops a single huge allocation.

mod collect;
mod running;
mod system;
#[cfg(all(test, unix))]
mod tests;

use crate::isolation::Isolation;
use collect::Collected;
use running::Running;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
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
    /// Processes at one time.
    pub processes: usize,
    /// Bytes of all files in its private folder; counted where it has one.
    pub disk: u64,
}

impl Default for RunLimits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            memory: 512 << 20,
            address_space: None,
            output: 1 << 20,
            processes: 128,
            disk: MOST_FILE,
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
    /// It had more processes than it may.
    TooManyProcesses,
    /// It filled its private folder.
    OutOfDisk,
    /// It could not be started.
    NotStarted(String),
    /// Nothing was run, or its end is not known, by a fault that is not the program's.
    Failed(String),
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
/// use xun_arena::isolation::Isolation;
/// use xun_arena::{RunLimits, RunOutcome, run_limited};
///
/// let stop = AtomicBool::new(false);
/// let (command, isolation) = (["sort".to_owned()], Isolation::none());
/// let run = run_limited(&command, b"2\n1\n", &RunLimits::default(), &isolation, &stop);
/// assert_eq!(run.outcome, RunOutcome::Exited(0));
/// ```
pub fn run_limited(
    command: &[String],
    input: &[u8],
    limits: &RunLimits,
    isolation: &Isolation,
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
    let mut running = match Running::start(command, limits, isolation) {
        Ok(running) => running,
        Err(outcome) => {
            run.outcome = outcome;
            return run;
        }
    };
    let began = Instant::now();
    if let Some(mut stdin) = running.child.stdin.take() {
        let input = input.to_vec();
        // A program need not read its input, or all of it.
        thread::spawn(move || drop(stdin.write_all(&input)));
    }
    let output = Collected::from(running.child.stdout.take(), limits.output + 1);
    let complaint = Collected::from(running.child.stderr.take(), MOST_COMPLAINT);
    let ended_by_us = watch(&mut running, limits, &output, stop, began);
    run.time = began.elapsed();
    run.peak_memory = running.peak_memory;
    let (outcome, left_behind) = running.end(ended_by_us);
    run.left_behind = left_behind;
    // Everything that could write is gone, unless it is out of reach: then the output so far
    // counts.
    run.output = output.take(LAST_WORDS);
    run.complaint = String::from_utf8_lossy(&complaint.take(LAST_WORDS)).into_owned();
    let flooded = run.output.len() as u64 > limits.output;
    run.outcome = if flooded { RunOutcome::Flooded } else { outcome };
    // A refused allocation counts as memory limit, whatever the exit status.
    if matches!(run.outcome, RunOutcome::Exited(1..) | RunOutcome::Signalled(_))
        && complains_of_memory(&run.complaint)
    {
        run.outcome = RunOutcome::OutOfMemory;
    }
    run.output.truncate(limits.output as usize);
    run
}

/// Waits for the program's end; what we have to end it for, if it does not end by itself.
fn watch(
    running: &mut Running,
    limits: &RunLimits,
    output: &Collected,
    stop: &AtomicBool,
    began: Instant,
) -> Option<RunOutcome> {
    let mut pause = Duration::from_micros(200);
    loop {
        if running.has_ended() {
            return None;
        }
        if let Some(outcome) = running.exceeds(limits) {
            return Some(outcome);
        }
        if output.written() > limits.output {
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
