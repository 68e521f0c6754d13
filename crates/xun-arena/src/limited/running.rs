//! A program while it runs: started directly or behind a launcher, looked at, and ended whole.

use super::{LAST_WORDS, MOST_FILE, RunLimits, RunOutcome, system};
use crate::isolation::processes::{
    self, Process, descendants, end_all, memory_of, proportional_memory_of,
};
use crate::isolation::{
    Isolation, IsolationLevel, Launched, Notice, PrivateFolder, ResourceLimits, Streams, launch,
};
use crate::lifetime::{self, Resources};
use std::collections::BTreeSet;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

/// Interval at which all processes of the system are looked through.
const LOOK: Duration = Duration::from_millis(40);

/// The way in which the program was started.
enum Start {
    /// As a child; a variable in the environment marks its descendants.
    Direct { mark: String },
    /// Behind a launcher, to which all descendants come.
    Launched { notices: Receiver<Notice>, helpers: usize, scratch: Option<PrivateFolder> },
}

/// A running program.
pub(super) struct Running {
    pub(super) child: Child,
    start: Start,
    /// The most memory seen so far.
    pub(super) peak_memory: u64,
    /// The program's processes at the last look.
    processes: Vec<Process>,
    /// All that were ever seen.
    seen: BTreeSet<Process>,
    looked: Option<Instant>,
    last_notice: Option<Notice>,
}

impl Running {
    /// Starts a program.
    pub(super) fn start(
        words: &[String],
        limits: &RunLimits,
        isolation: &Isolation,
    ) -> Result<Self, RunOutcome> {
        if words.is_empty() {
            return Err(RunOutcome::NotStarted("the command is empty".to_owned()));
        }
        let (child, start) = if isolation.level() == IsolationLevel::None {
            let mark = system::new_mark();
            let child = spawn(words, &mark, limits).map_err(RunOutcome::NotStarted)?;
            (child, Start::Direct { mark })
        } else {
            let resources = resources_of(limits);
            let launched = launch(isolation, words, None, resources, Streams::piped());
            let Launched { child, notices, helpers, scratch } =
                launched.map_err(RunOutcome::Failed)?;
            (child, Start::Launched { notices, helpers, scratch })
        };
        Ok(Self {
            child,
            start,
            peak_memory: 0,
            processes: Vec::new(),
            seen: BTreeSet::new(),
            looked: None,
            last_notice: None,
        })
    }

    /// Whether the program is over.
    pub(super) fn has_ended(&mut self) -> bool {
        match &self.start {
            Start::Direct { .. } => system::has_ended(&mut self.child),
            Start::Launched { notices, .. } => match notices.try_recv() {
                Ok(notice) => {
                    self.last_notice = Some(notice);
                    true
                }
                Err(TryRecvError::Empty) => false,
                Err(TryRecvError::Disconnected) => true,
            },
        }
    }

    /// Looks at memory, processes and files; the limit that is exceeded.
    pub(super) fn exceeds(&mut self, limits: &RunLimits) -> Option<RunOutcome> {
        let is_due = self.looked.is_none_or(|looked| looked.elapsed() > LOOK);
        if is_due || self.processes.is_empty() {
            self.processes = self.find_processes();
            self.seen.extend(self.processes.iter().copied());
            self.looked = Some(Instant::now());
        }
        // Before their memory, which takes long to find out of many that fork all the time.
        if self.processes.len() > limits.processes {
            return Some(RunOutcome::TooManyProcesses);
        }
        let sum = |memory: fn(u32) -> u64| -> u64 {
            self.processes.iter().map(|process| memory(process.number)).sum()
        };
        let mut memory = sum(memory_of);
        if memory > limits.memory {
            memory = sum(proportional_memory_of);
        }
        self.peak_memory = self.peak_memory.max(memory);
        if memory > limits.memory {
            return Some(RunOutcome::OutOfMemory);
        }
        let Start::Launched { scratch: Some(scratch), .. } = &self.start else { return None };
        let numbers = self.processes.iter().map(|process| process.number);
        (is_due && scratch.is_larger_than(limits.disk, numbers)).then_some(RunOutcome::OutOfDisk)
    }

    fn find_processes(&self) -> Vec<Process> {
        match &self.start {
            Start::Direct { .. } => {
                let own = processes::find(self.child.id());
                let others = system::others_of_group(self.child.id());
                own.into_iter().chain(others.into_iter().filter_map(processes::find)).collect()
            }
            Start::Launched { helpers, .. } => {
                descendants(self.child.id()).into_iter().skip(*helpers).flatten().collect()
            }
        }
    }

    /// Ends the program, if we have to, and everything that it started; its outcome and how many
    /// processes it left behind.
    pub(super) fn end(mut self, ended_by_us: Option<RunOutcome>) -> (RunOutcome, usize) {
        match &self.start {
            Start::Direct { mark } => {
                let mut left_behind = system::others_of_group(self.child.id()).len();
                lifetime::end_group(&self.child);
                let status = self.child.wait();
                left_behind += system::end_marked(mark);
                let outcome = ended_by_us.unwrap_or_else(|| match status {
                    Ok(status) => system::outcome_of(status),
                    Err(error) => RunOutcome::Failed(error.to_string()),
                });
                (outcome, left_behind)
            }
            Start::Launched { .. } => self.end_launched(ended_by_us),
        }
    }

    fn end_launched(&mut self, ended_by_us: Option<RunOutcome>) -> (RunOutcome, usize) {
        let Start::Launched { notices, helpers, .. } = &self.start else {
            unreachable!("called for a launched program")
        };
        if ended_by_us.is_some() {
            let left = descendants(self.child.id()).into_iter().skip(*helpers).flatten().count();
            end_all(self.child.id());
            let _ = notices.recv_timeout(LAST_WORDS);
            self.end_launcher();
            return (ended_by_us.unwrap_or(RunOutcome::Stopped), left.saturating_sub(1));
        }
        match self.last_notice.take() {
            Some(Notice::Ended { code, signal, left_behind }) => {
                self.end_launcher();
                let outcome = match (code, signal) {
                    (Some(code), _) => RunOutcome::Exited(code),
                    (None, signal) => RunOutcome::Signalled(signal.unwrap_or(0)),
                };
                (outcome, left_behind)
            }
            Some(Notice::NotStarted(reason)) => {
                self.end_launcher();
                (RunOutcome::NotStarted(reason), 0)
            }
            Some(other) => {
                self.end_launcher();
                (RunOutcome::Failed(format!("the launcher said {other:?}")), 0)
            }
            // The launcher ended without a report: the program ended it, if it can signal it.
            None => {
                let left_behind = self.end_seen();
                let outcome = match self.end_launcher() {
                    Some(status) => match system::outcome_of(status) {
                        RunOutcome::Signalled(signal) => RunOutcome::Signalled(signal),
                        _ => RunOutcome::Failed("the launcher ended".to_owned()),
                    },
                    None => RunOutcome::Failed("the launcher ended".to_owned()),
                };
                (outcome, left_behind)
            }
        }
    }

    fn end_launcher(&mut self) -> Option<std::process::ExitStatus> {
        // After its last notice it ends by itself; one that does not is ended.
        for _ in 0..100 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        self.child.wait().ok()
    }

    /// Ends the processes that were seen, which have no launcher any more, and their descendants.
    fn end_seen(&self) -> usize {
        let mut ended = 0;
        for process in self.seen.iter().filter(|process| process.is_running()) {
            ended += 1 + end_all(process.number).len();
            lifetime::end_process(process.number);
        }
        ended
    }
}

fn resources_of(limits: &RunLimits) -> ResourceLimits {
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    ResourceLimits {
        address_space: limits.address_space,
        file: Some(MOST_FILE.max(limits.output)),
        disk: Some(limits.disk),
        // The clock ends it earlier, unless this process is stopped.
        cpu: Some((limits.time.as_secs() + 2) * cores),
        processes: Some(limits.processes as u64),
    }
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
