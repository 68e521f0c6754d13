//! An external engine: a process that is spoken to in lines.
//!
//! Nothing the process does may harm the match: a line has a length limit, the output between two
//! moves has a limit, a process that does not read cannot block us, and when the value is dropped
//! the process and all its children are gone. If this program itself is killed, the system kills
//! the engine.

use crate::isolation::{
    Isolation, IsolationLevel, Notice, PrivateFolder, ResourceLimits, Streams, launch, processes,
};
use crate::lifetime::{self, Resources};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Processes and threads of an isolated engine.
const MOST_PROCESSES: u64 = 1024;
/// Longer lines are cut.
const MAX_LINE: u64 = 64 << 10;
/// More lines than this while one move is awaited are a flood.
const MAX_LINES: u32 = 200_000;
/// Lines that wait between the reader and us; then the engine's own pipe fills and it must wait.
const WAITING_LINES: usize = 1024;
/// Time to wait for the launcher's word on an engine that has ended.
const LAST_NOTICE: Duration = Duration::from_millis(500);
/// Interval at which a waiting reader looks at the stop flag.
const LOOK: Duration = Duration::from_millis(20);

/// The reason why an engine cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProcessError {
    /// It could not be started.
    #[error("cannot start {program}: {source}")]
    Start {
        /// The program.
        program: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The command line has no program.
    #[error("the engine's command is empty")]
    EmptyCommand,
    /// It could not be isolated as asked.
    #[error("cannot isolate the engine: {0}")]
    Isolation(String),
    /// It ended by itself or by a signal.
    #[error("the engine ended ({0})")]
    Ended(String),
    /// It did not answer in time.
    #[error("no answer within {0:?}")]
    Silent(Duration),
    /// It wrote more lines than the limit.
    #[error("more than {MAX_LINES} lines of output without the expected answer")]
    Flood,
    /// The wait was stopped from outside.
    #[error("stopped")]
    Stopped,
}

/// A running engine.
pub struct EngineProcess {
    /// The engine, or its launcher.
    child: Child,
    /// The launcher's messages, and the engine's private folder.
    launcher: Option<(Receiver<Notice>, Option<PrivateFolder>)>,
    to_engine: Option<Sender<String>>,
    from_engine: Receiver<String>,
}

impl EngineProcess {
    /// Starts a program with its arguments in a folder.
    ///
    /// # Errors
    /// A program that cannot be started.
    pub fn start(words: &[String], folder: Option<&Path>) -> Result<Self, ProcessError> {
        Self::start_isolated(words, folder, &Isolation::none(), None)
    }

    /// As [`start`](Self::start), isolated, with a limit on the address space of each process.
    ///
    /// # Errors
    /// A program that cannot be started, or not so isolated.
    pub fn start_isolated(
        words: &[String],
        folder: Option<&Path>,
        isolation: &Isolation,
        address_space: Option<u64>,
    ) -> Result<Self, ProcessError> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(ProcessError::EmptyCommand);
        };
        if isolation.level() != IsolationLevel::None {
            let processes = Some(MOST_PROCESSES);
            let limits = ResourceLimits { address_space, processes, ..ResourceLimits::default() };
            let streams =
                Streams { input: Stdio::piped(), output: Stdio::piped(), error: Stdio::null() };
            let launched = launch(isolation, words, folder, limits, streams)
                .map_err(ProcessError::Isolation)?;
            let launcher = Some((launched.notices, launched.scratch));
            return Ok(Self::over(launched.child, launcher));
        }
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let resources =
            address_space.map(|most| Resources { address_space: Some(most), file: u64::MAX });
        lifetime::bind(&mut command, resources);
        let child = command
            .spawn()
            .map_err(|source| ProcessError::Start { program: program.clone(), source })?;
        Ok(Self::over(child, None))
    }

    /// Speaks with a program that was started.
    fn over(mut child: Child, launcher: Option<(Receiver<Notice>, Option<PrivateFolder>)>) -> Self {
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let (to_engine, for_writer) = channel();
        let (for_reader, from_engine) = sync_channel(WAITING_LINES);
        thread::spawn(move || write_lines(stdin, &for_writer));
        thread::spawn(move || read_lines(BufReader::new(stdout), &for_reader));
        Self { child, launcher, to_engine: Some(to_engine), from_engine }
    }

    /// Sends a line. An engine that has ended is noticed at the next [`wait_for`](Self::wait_for).
    pub fn send(&mut self, line: &str) {
        if let Some(sender) = &self.to_engine {
            let _ = sender.send(format!("{line}\n"));
        }
    }

    /// Reads lines until one means something to `wanted`, or the time is over.
    ///
    /// # Errors
    /// A process that ended, fell silent, or said too much.
    pub fn wait_for<T>(
        &mut self,
        within: Duration,
        wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ProcessError> {
        self.wait_unless(&AtomicBool::new(false), within, wanted)
    }

    /// As [`wait_for`](Self::wait_for), but gives up as soon as `stop` is raised. The engine may
    /// still be thinking then: it is of no more use, and is best dropped.
    ///
    /// # Errors
    /// A process that ended, fell silent, or said too much.
    pub fn wait_unless<T>(
        &mut self,
        stop: &AtomicBool,
        within: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ProcessError> {
        let deadline = Instant::now() + within;
        let mut lines = 0;
        while lines < MAX_LINES {
            if stop.load(Ordering::Relaxed) {
                return Err(ProcessError::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.from_engine.recv_timeout(left.min(LOOK)) {
                Ok(line) => {
                    lines += 1;
                    if let Some(found) = wanted(line.trim()) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) if left > LOOK => {}
                Err(RecvTimeoutError::Timeout) => return Err(ProcessError::Silent(within)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ProcessError::Ended(self.ending()));
                }
            }
        }
        Err(ProcessError::Flood)
    }

    /// Discards the output so far.
    pub fn drain(&mut self) {
        for _ in 0..MAX_LINES {
            if self.from_engine.try_recv().is_err() {
                return;
            }
        }
    }

    /// The process's number, for tests and messages.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn ending(&mut self) -> String {
        let notice = self.launcher.as_ref().map(|(notices, _)| notices.recv_timeout(LAST_NOTICE));
        match notice {
            Some(Ok(Notice::NotStarted(reason))) => return reason,
            Some(Ok(Notice::Ended { code: Some(code), .. })) => return format!("exit code {code}"),
            Some(Ok(Notice::Ended { signal: Some(signal), .. })) => {
                return format!("signal {signal}");
            }
            _ => {}
        }
        for _ in 0..50 {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Err(error) => return error.to_string(),
            }
        }
        "its output was closed".to_owned()
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // Closing its input lets a well-behaved engine leave by itself; the others are ended soon.
        self.to_engine = None;
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        if self.launcher.is_some() {
            processes::end_all(self.child.id());
        }
        lifetime::end(&mut self.child);
    }
}

fn write_lines(mut stdin: impl Write, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(mut stdout: impl BufRead, lines: &SyncSender<String>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match stdout.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                if lines.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        }
    }
}

/// Splits a command line at blanks; single or double quotes keep blanks. A backslash is an ordinary
/// character, so that a Windows path needs no quotes.
#[must_use]
pub fn split_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            None if letter == '\'' || letter == '"' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn start(script: &str) -> EngineProcess {
        let words = ["sh", "-c", script].map(str::to_owned);
        EngineProcess::start(&words, None).unwrap()
    }

    const SHORT: Duration = Duration::from_millis(300);
    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn speaks_and_listens() {
        let mut engine = start("read line; echo \"you said $line\"");
        engine.send("hello");
        assert_eq!(
            engine
                .wait_for(LONG, |line| line.strip_prefix("you said ").map(str::to_owned))
                .unwrap(),
            "hello"
        );
    }

    #[test]
    fn silence_ends() {
        let mut engine = start("sleep 30");
        assert!(matches!(engine.wait_for(SHORT, |_| Some(())), Err(ProcessError::Silent(_))));
    }

    #[test]
    fn a_stop_ends_the_wait_at_once() {
        let mut engine = start("sleep 30");
        let stop = AtomicBool::new(false);
        let began = Instant::now();
        let error = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(50));
                stop.store(true, Ordering::Relaxed);
            });
            engine.wait_unless(&stop, LONG, |_| Some(())).unwrap_err()
        });
        assert!(matches!(error, ProcessError::Stopped), "{error}");
        assert!(began.elapsed() < LONG / 4, "{:?}", began.elapsed());
    }

    #[test]
    fn a_death_is_told() {
        let mut engine = start("exit 3");
        let error = engine.wait_for(LONG, |_| Some(())).unwrap_err();
        assert!(error.to_string().contains('3'), "{error}");
    }

    #[test]
    fn a_flood_ends() {
        let mut engine = start("while :; do echo spam; done");
        let error = engine.wait_for(LONG, |line| (line == "bestmove").then_some(())).unwrap_err();
        assert!(matches!(error, ProcessError::Flood | ProcessError::Silent(_)), "{error}");
    }

    #[test]
    fn a_line_without_end_does_not_fill_memory() {
        let mut engine = start("tr \"\\\\0\" x < /dev/zero");
        let cut = engine.wait_for(LONG, |line| Some(line.len())).unwrap();
        assert!(cut as u64 <= MAX_LINE);
    }

    #[test]
    fn a_process_that_does_not_read_blocks_no_writer() {
        let mut engine = start("sleep 30");
        for _ in 0..10_000 {
            engine
                .send("a line long enough to fill any pipe that is not read from, sooner or later");
        }
    }

    #[test]
    fn children_of_the_engine_end_with_it() {
        let mut engine = start("sleep 60 & echo $!; wait");
        let grandchild = engine.wait_for(LONG, |line| line.parse::<u32>().ok()).unwrap();
        drop(engine);
        let alive = || {
            std::fs::read_to_string(format!("/proc/{grandchild}/stat"))
                .is_ok_and(|stat| !stat.contains(") Z "))
        };
        for _ in 0..100 {
            if !alive() {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("process {grandchild} outlived its engine");
    }

    #[test]
    fn words_and_quotes() {
        assert_eq!(split_words("a  'b c' \"d\"e ''"), ["a", "b c", "de", ""]);
        assert_eq!(split_words(r"C:\engines\one.exe -x"), [r"C:\engines\one.exe", "-x"]);
        let start = |line: &str| EngineProcess::start(&split_words(line), None);
        assert!(matches!(start("  "), Err(ProcessError::EmptyCommand)));
        assert!(matches!(start("/no/such/engine"), Err(ProcessError::Start { .. })));
    }
}
