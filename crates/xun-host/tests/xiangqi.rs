//! UCI and UCCI as boards see them: transcripts, garbage, closed pipes, signals.

use assert_cmd::Command;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::time::{Duration, Instant};

/// The executable that serves this protocol.
fn executable(protocol: &str) -> &'static str {
    match protocol {
        "uci" => env!("CARGO_BIN_EXE_xun-uci"),
        _ => env!("CARGO_BIN_EXE_xun-ucci"),
    }
}

fn talk(protocol: &str, lines: &str) -> String {
    let output = Command::new(executable(protocol))
        .write_stdin(lines.to_owned())
        .timeout(Duration::from_secs(60))
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// An engine that is talked to line by line.
struct Live {
    child: Child,
    input: ChildStdin,
    replies: std::sync::mpsc::Receiver<String>,
}

impl Live {
    fn start(protocol: &str) -> Self {
        let mut child = std::process::Command::new(executable(protocol))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (send, replies) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| send.send(line))
        });
        Self { child, input, replies }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    fn wait_for(&self, start: &str) -> String {
        let deadline = Instant::now() + Duration::from_secs(30);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.replies.recv_timeout(left).unwrap_or_else(|_| panic!("no '{start}'"));
            if line.starts_with(start) {
                return line;
            }
        }
    }

    fn end(mut self) {
        self.say("quit");
        let deadline = Instant::now() + Duration::from_secs(20);
        while self.child.try_wait().expect("a child").is_none() {
            assert!(Instant::now() < deadline, "it does not quit");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn uci_introduces_itself_and_plays() {
    let said = talk("uci", "uci\nisready\nposition startpos moves h2e2 h9g7\ngo depth 5\nquit\n");
    for line in [
        "id name Xun",
        "option name Hash type spin default 16",
        "option name UCI_Variant type combo",
        "uciok",
        "readyok",
    ] {
        assert!(said.lines().any(|reply| reply.starts_with(line)), "{line}: {said}");
    }
    // `quit` right after `go` may cut the search short, but an answer comes.
    assert_eq!(said.lines().filter(|line| line.starts_with("bestmove ")).count(), 1, "{said}");
}

#[test]
fn end_of_input_lets_a_bounded_search_finish() {
    let said = talk("uci", "position startpos\ngo depth 6");
    assert!(said.lines().any(|line| line.starts_with("info depth 6 ")), "{said}");
    assert!(
        said.trim_end().lines().next_back().is_some_and(|line| line.starts_with("bestmove ")),
        "{said}"
    );
}

#[test]
fn the_last_line_of_a_search_has_its_true_node_count() {
    for (protocol, go) in [("uci", "go nodes 20000\n"), ("ucci", "go nodes 20000\n")] {
        let said = talk(protocol, &format!("position startpos moves h2e2\n{go}"));
        let lines: Vec<&str> = said.lines().filter(|line| line.contains(" pv ")).collect();
        let number = |line: &str, word: &str| -> u64 {
            let mut words = line.split(' ').skip_while(|&part| part != word).skip(1);
            words.next().expect(word).parse().expect("a number")
        };
        let last = *lines.last().expect("lines");
        assert_eq!(number(last, "nodes"), 20_000, "{protocol}: {said}");
        // It is the line of the move that is played.
        let played = said.lines().find_map(|line| line.strip_prefix("bestmove ")).expect("a move");
        let first = last.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next());
        assert_eq!(first, played.split(' ').next(), "{said}");
    }
}

#[test]
fn fairy_boards_get_ranks_from_one() {
    let moves = "position startpos moves h3e3 h10g8";
    let said = talk(
        "uci",
        &format!(
            "setoption name UCI_Variant value xiangqi\n{moves}\ngo depth 1 searchmoves a1a2\n"
        ),
    );
    assert!(said.contains("bestmove a1a2"), "{said}");
    let said = talk("uci", "position startpos moves h2e2 h9g7\ngo depth 1 searchmoves a0a1\n");
    assert!(said.contains("bestmove a0a1"), "{said}");
}

#[test]
fn decided_positions_have_no_best_move() {
    let said = talk("uci", "position fen 3k5/2P6/9/9/9/9/9/9/9/4K4 b - - 0 1\ngo depth 5\n");
    assert!(said.contains("info depth 0 score mate 0"), "{said}");
    assert!(said.contains("bestmove (none)"), "{said}");
    let said = talk("ucci", "ucci\nposition fen 3k5/2P6/9/9/9/9/9/9/9/4K4 b - - 0 1\ngo depth 5\n");
    assert!(said.lines().any(|line| line == "nobestmove"), "{said}");
}

#[test]
fn garbage_is_answered_with_words() {
    let said = talk(
        "uci",
        "\u{0}\u{7}?\nposition fen x\nposition fen 9/9/9/9/9/9/9/9/9/9 w\n\
         position startpos moves a0a9 h2e2\nsetoption\nsetoption name Hash value lots\n\
         setoption name Nothing value 1\ngo depth banana\nstop\nisready\n",
    );
    assert!(said.contains("readyok"), "{said}");
    assert!(said.lines().filter(|line| line.starts_with("info string")).count() >= 6, "{said}");
    assert!(said.contains("bestmove"), "{said}");
    talk("ucci", "setoption\ngo\nstop\nposition\nbanmoves zz\nprobe fen ?\n\u{1}\nquit\n");
}

#[test]
fn perft_and_several_lines() {
    let said = talk(
        "uci",
        "go perft 3\nsetoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\n\
         go depth 4\n",
    );
    assert!(said.contains("Nodes searched: 79666"), "{said}");
    assert!(
        said.lines().any(|line| line.contains("multipv 3") && line.contains(" wdl ")),
        "{said}"
    );
}

#[test]
fn test_frameworks_pass_commands_as_arguments() {
    let run = |arguments: &[&str]| {
        let output = Command::new(executable("uci"))
            .args(arguments)
            .timeout(Duration::from_secs(300))
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let bench = run(&["bench"]);
    let last = bench.lines().last().expect("a line");
    let words: Vec<&str> = last.split(' ').collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{bench}");
    let expected = xun_xiangqi::search::bench().nodes;
    assert_eq!(words[0].parse::<u64>(), Ok(expected));
    assert!(words[2].parse::<u64>().is_ok_and(|speed| speed > 0));
    let fens = run(&["genfens 5 seed 42 book None", "quit"]);
    assert_eq!(fens.lines().count(), 5, "{fens}");
    for line in fens.lines() {
        let fen = line.strip_prefix("info string genfens ").expect("a line");
        let position = xun_xiangqi::rules::Position::from_fen(fen).expect("a position");
        assert!(position.has_legal_move());
    }
    assert_eq!(run(&["genfens 5 seed 42 book None", "quit"]), fens);
    assert_ne!(run(&["genfens 5 seed 43 book None", "quit"]), fens);
    // A board's own arguments are ignored.
    assert_eq!(run(&["-fullscreen"]), "");
}

#[test]
fn ucci_plays_and_obeys_bans() {
    let said = talk(
        "ucci",
        "ucci\nsetoption newgame\nsetoption usebook false\nposition startpos moves h2e2\n\
         banmoves h9g7 b9c7\ngo depth 5\n",
    );
    assert!(
        said.contains("ucciok") && said.contains("option usemillisec type check default true"),
        "{said}"
    );
    let best = said.lines().find(|line| line.starts_with("bestmove ")).expect("an answer");
    assert!(!best.starts_with("bestmove h9g7") && !best.starts_with("bestmove b9c7"), "{best}");
    assert!(said.lines().any(|line| line.starts_with("info ") && line.contains(" pv ")), "{said}");
    let said = talk("ucci", "position startpos\ngo time 200 movestogo 1\n");
    assert!(said.contains("bestmove"), "{said}");
    // A `stop` that crossed the answer asks for nothing: a second answer would be taken for that of
    // the next `go`.
    let said = talk("ucci", "stop\nstop\nquit\n");
    assert_eq!(said.lines().collect::<Vec<_>>(), ["bye"]);
    let said = talk("ucci", "go depth 2\nisready\nstop\nstop\ngo depth 0\n");
    let answers = said.lines().filter(|line| line.contains("bestmove")).count();
    assert_eq!(answers, 2, "{said}");
}

#[test]
fn stop_and_ponderhit_come_at_any_moment() {
    let mut live = Live::start("uci");
    live.say("setoption name Threads value 2");
    for _ in 0..5 {
        live.say("go infinite");
        live.say("stop");
        live.wait_for("bestmove");
    }
    live.say("position startpos moves h2e2");
    live.say("go ponder wtime 500 btime 500");
    live.say("isready");
    live.wait_for("readyok");
    live.say("ponderhit");
    live.wait_for("bestmove");
    live.say("go ponder depth 3");
    live.say("stop");
    live.wait_for("bestmove");
    live.say("stop");
    live.say("go infinite");
    live.end();
}

#[test]
fn a_clock_is_kept() {
    let mut live = Live::start("uci");
    live.say("isready");
    live.wait_for("readyok");
    let start = Instant::now();
    live.say("go wtime 300 btime 300");
    live.wait_for("bestmove");
    // The machine may be busy; the plan itself is checked beside the schedule.
    assert!(start.elapsed() < Duration::from_secs(3));
    live.end();
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let mut child = std::process::Command::new(executable("uci"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("piped");
    for _ in 0..100 {
        if input.write_all(b"uci\nisready\n").is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Input waits while the answers are not read, and the program's memory does not grow.
#[test]
#[cfg(target_os = "linux")]
fn answers_that_nobody_reads_do_not_fill_the_memory() {
    use std::io::Write;
    let mut child = std::process::Command::new(executable("uci"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("piped");
    let flood = std::thread::spawn(move || {
        // Half a gigabyte of answers, if they were all kept.
        for _ in 0..2000 {
            if input.write_all("uci\n".repeat(100).as_bytes()).is_err() {
                return;
            }
        }
    });
    std::thread::sleep(Duration::from_secs(2));
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("still running");
    let resident =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux says it").trim();
    let kilobytes: u64 = resident.trim_end_matches(" kB").parse().expect("a number");
    child.kill().expect("ours");
    child.wait().expect("ended");
    flood.join().expect("it ends with the program");
    assert!(kilobytes < 200_000, "{resident}");
}
