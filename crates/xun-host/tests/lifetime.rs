//! Real processes: they end on signals, at the end of input and with a closed output, and hear
//! commands, whatever they are searching.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const UCI: &str = env!("CARGO_BIN_EXE_xun-uci");
const UCCI: &str = env!("CARGO_BIN_EXE_xun-ucci");
const GOMOCUP: &str = env!("CARGO_BIN_EXE_pbrain-xun");

/// Long enough for any machine; no test waits for it unless it fails.
const BOUND: Duration = Duration::from_secs(60);

/// An executable that is talked to line by line. It is killed if a test fails.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    said: Receiver<String>,
}

impl Engine {
    fn start(executable: &str) -> Self {
        let mut child = Command::new(executable)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (send, said) = channel();
        std::thread::spawn(move || {
            // Ends, and closes the pipe, when the receiver is dropped and a line comes.
            output.lines().map_while(Result::ok).try_for_each(|line| send.send(line))
        });
        Self { child, input, said }
    }

    fn write(&mut self, lines: &str) {
        self.input.as_mut().expect("open").write_all(lines.as_bytes()).expect("it listens");
    }

    /// Waits for a line that begins like this.
    fn expect(&self, start: &str) {
        let until = Instant::now() + BOUND;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.said.recv_timeout(left).unwrap_or_else(|_| panic!("no '{start}'"));
            if line.starts_with(start) {
                return;
            }
        }
    }

    /// Waits for its end.
    fn end(&mut self) -> ExitStatus {
        let until = Instant::now() + BOUND;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < until, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Fails only where it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Each executable with the commands that begin a search without an end, and a line that shows
/// that it has begun.
const ENDLESS: [(&str, &str, &str); 6] = [
    (UCI, "go infinite\n", "info depth 3 "),
    (UCI, "go depth 200\n", "info depth 3 "),
    (UCI, "isready\ngo perft 12\n", "readyok"),
    (UCCI, "go infinite\n", "info "),
    (UCCI, "go depth 200\n", "info "),
    (GOMOCUP, "START 15\nINFO timeout_turn 3600000\nINFO show_detail 2\nTURN 7,7\n", "INFO DEPTH"),
];

#[test]
#[cfg(unix)]
fn the_first_signal_ends_it() {
    for signal in ["-TERM", "-INT"] {
        for (executable, commands, begun) in ENDLESS {
            let mut engine = Engine::start(executable);
            engine.write(commands);
            engine.expect(begun);
            let pid = engine.child.id().to_string();
            assert!(Command::new("kill").args([signal, &pid]).status().expect("kill").success());
            assert_eq!(engine.end().code(), Some(130), "{executable} {signal}");
        }
    }
}

#[test]
fn the_end_of_input_ends_a_search_that_has_no_end() {
    for (executable, commands, begun) in ENDLESS {
        if commands.contains("perft") || executable == GOMOCUP {
            // Bounded: they are left to finish while their answer is read.
            continue;
        }
        let mut engine = Engine::start(executable);
        engine.write(commands);
        engine.expect(begun);
        drop(engine.input.take());
        engine.expect("bestmove ");
        assert!(engine.end().success(), "{executable} {commands}");
    }
}

#[test]
#[cfg(unix)]
fn a_closed_output_ends_it() {
    for (executable, commands, begun) in ENDLESS {
        let mut child = Command::new(executable)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut input = child.stdin.take().expect("piped");
        input.write_all(commands.as_bytes()).expect("it listens");
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        while !line.starts_with(begun) {
            line.clear();
            assert!(output.read_line(&mut line).expect("text") > 0, "no '{begun}'");
        }
        drop(output);
        let (_, said) = channel();
        let mut engine = Engine { child, input: Some(input), said };
        assert!(engine.end().success(), "{executable} {commands}");
    }
}

/// The state letter of a process (`Z`: ended, not yet collected); `None` once it is gone.
#[cfg(target_os = "linux")]
fn state_of(pid: &str) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit(") ").next()?.chars().next()
}

/// The board is killed by -9 while its engine searches; the output of the engine is a file, so that
/// no closed pipe tells the engine of it.
#[test]
#[cfg(target_os = "linux")]
fn the_search_of_an_orphan_ends() {
    let searches = [
        (UCI, "go depth 200"),
        (UCI, "go depth 100"),
        (UCI, "go nodes 1000000000000"),
        (UCI, "go perft 12"),
        (UCCI, "go depth 100"),
        (GOMOCUP, "START 15\\nINFO timeout_turn 3600000\\nTURN 7,7"),
    ];
    for (number, (executable, search)) in searches.into_iter().enumerate() {
        let folder =
            std::env::temp_dir().join(format!("xun-orphan-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        // The shell holds the other end of the engine's input.
        let script = format!(
            "mkfifo input; '{executable}' <input >output & echo $! >engine.new; \
             exec 3>input; printf '{search}\\n' >&3; mv engine.new engine; wait"
        );
        let mut board =
            Command::new("sh").args(["-c", &script]).current_dir(&folder).spawn().expect("a shell");
        let until = Instant::now() + BOUND;
        let pid = loop {
            if let Ok(pid) = std::fs::read_to_string(folder.join("engine")) {
                break pid.trim().to_owned();
            }
            assert!(Instant::now() < until, "{search}: it does not start");
            std::thread::sleep(Duration::from_millis(5));
        };
        // Let the search begin: the processor time of the engine grows.
        let ticks = || {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let times = stat.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(2);
            times.filter_map(|time| time.parse::<u64>().ok()).sum::<u64>()
        };
        while ticks() < 50 {
            assert!(Instant::now() < until, "{search}: it does not search");
            std::thread::sleep(Duration::from_millis(5));
        }
        board.kill().expect("ours");
        board.wait().expect("ended");
        let until = Instant::now() + BOUND;
        while !matches!(state_of(&pid), None | Some('Z')) {
            if Instant::now() > until {
                let _ = Command::new("kill").args(["-9", &pid]).status();
                panic!("{executable} {search}: it runs on");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        std::fs::remove_dir_all(&folder).expect("ours");
    }
}

/// A table or threads that the system has no room for: the engine says so, and answers.
#[test]
#[cfg(target_os = "linux")]
fn too_little_memory_is_told_and_a_move_is_answered() {
    let run = |executable: &str, commands: &str| {
        let script = format!("ulimit -v 1048576; printf '{commands}' | '{executable}'");
        let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{executable} {commands}: {output:?}");
        text
    };
    let said = run(UCI, "setoption name Hash value 65536\\nisready\\ngo nodes 2000\\n");
    assert!(said.contains("info string") && said.contains("65536 MiB"), "{said}");
    assert!(said.contains("readyok") && said.contains("bestmove "), "{said}");
    // Threads take their memory when they first run: it fails now and then if that is not counted.
    for _ in 0..8 {
        let said = run(UCI, "setoption name Threads value 256\\ngo nodes 20000\\n");
        assert!(said.contains("bestmove ") && !said.contains("bestmove (none)"), "{said}");
        assert!(said.contains("info string no room for 256 threads; "), "{said}");
    }
    let said = run(
        GOMOCUP,
        "START 15\\nINFO hash_size 9999999999\\nINFO max_node 2000\\nTURN 7,7\\nEND\\n",
    );
    assert!(said.contains("ERROR"), "{said}");
    assert!(said.lines().any(|line| line.split(',').all(|part| part.parse::<u8>().is_ok())));
    let said =
        run(GOMOCUP, "START 15\\nINFO thread_num 256\\nINFO max_node 20000\\nTURN 7,7\\nEND\\n");
    assert!(said.contains("MESSAGE no room for 256 threads; "), "{said}");
    assert!(said.lines().any(|line| line.split(',').all(|part| part.parse::<u8>().is_ok())));
}

#[test]
fn commands_are_heard_during_every_search() {
    for search in ["go infinite", "go depth 200", "go perft 12", "bench", "go nodes 1000000000000"]
    {
        // The second command waits for the engine, and must not keep the others from being heard.
        for waiting in ["", "ucinewgame\n", "setoption name Hash value 4\n"] {
            let mut engine = Engine::start(UCI);
            engine.write(&format!("isready\n{search}\n"));
            engine.expect("readyok");
            engine.write(&format!("{waiting}isready\n"));
            engine.expect("readyok");
            engine.write("stop\nisready\n");
            engine.expect("readyok");
            engine.write("quit\n");
            assert!(engine.end().success(), "{search} {waiting}");
        }
    }
    let mut engine = Engine::start(UCCI);
    engine.write("go depth 200\n");
    engine.expect("info ");
    engine.write("setoption newgame\nisready\n");
    engine.expect("readyok");
    engine.write("stop\n");
    engine.expect("bestmove ");
    engine.write("go infinite\nquit\n");
    engine.expect("bye");
    assert!(engine.end().success());
    // All in one write: the search has not begun when `quit` arrives.
    for (executable, commands) in [
        (UCI, "go depth 100\nsetoption name Hash value 4\nisready\nquit\n"),
        (UCI, "go nodes 1000000000000\ngo depth 100\nstop\nisready\nquit\n"),
        (UCCI, "go depth 100\nsetoption newgame\nisready\nquit\n"),
    ] {
        let mut engine = Engine::start(executable);
        engine.write(commands);
        engine.expect("readyok");
        assert!(engine.end().success(), "{commands}");
    }
    let mut engine = Engine::start(GOMOCUP);
    engine.write("START 15\nINFO timeout_turn 3600000\nINFO show_detail 2\nTURN 7,7\n");
    engine.expect("INFO DEPTH");
    engine.write("ABOUT\n");
    engine.expect("name=");
    engine.write("END\n");
    assert!(engine.end().success());
}

#[test]
fn a_ponder_hit_outside_pondering_changes_nothing() {
    let mut engine = Engine::start(UCI);
    engine.write("go infinite\n");
    engine.expect("info depth 3 ");
    engine.write("ponderhit\nsetoption name Hash value 4\nisready\n");
    engine.expect("readyok");
    engine.write("quit\n");
    assert!(engine.end().success());
}

#[test]
fn an_answer_follows_a_ponder_hit_and_every_stop() {
    for (executable, set) in [(UCI, "ucinewgame\n"), (UCCI, "setoption newgame\n")] {
        let mut engine = Engine::start(executable);
        engine.write("go ponder time 100 wtime 100 btime 100\nisready\n");
        engine.expect("readyok");
        engine.write("ponderhit\n");
        engine.expect("bestmove ");
        // Outside pondering it changes nothing, also not the searches after it.
        engine.write("ponderhit\ngo infinite\nisready\nponderhit\n");
        engine.expect("readyok");
        engine.write(set);
        engine.expect("bestmove ");
        engine.write("stop\nstop\ngo depth 3\n");
        engine.expect("bestmove ");
        engine.write("quit\n");
        assert!(engine.end().success(), "{executable}");
        let more = engine.said.try_iter().filter(|line| line.contains("bestmove")).count();
        assert_eq!(more, 0, "{executable}: an answer without a question");
    }
}

/// Where the help cannot be written, the exit code says so.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for executable in [UCI, UCCI, GOMOCUP] {
        for argument in ["--help", "--version"] {
            let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux");
            let output = Command::new(executable).arg(argument).stdout(full).output();
            assert_eq!(output.expect("it runs").status.code(), Some(3), "{executable} {argument}");
        }
    }
}

#[test]
fn help_and_version_are_printed() {
    for executable in [UCI, UCCI, GOMOCUP] {
        for (argument, expected) in [("--help", "Usage"), ("--version", env!("CARGO_PKG_VERSION"))]
        {
            let output = Command::new(executable).arg(argument).output().expect("it runs");
            assert!(output.status.success());
            assert!(String::from_utf8_lossy(&output.stdout).contains(expected), "{output:?}");
        }
    }
}
