//! The engine as boards see it: protocol transcripts, garbage, closed pipes, and the commands
//! around it.

use assert_cmd::Command;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::time::{Duration, Instant};

fn talk(protocol: &str, lines: &str) -> String {
    let output = Command::cargo_bin("xun")
        .expect("built")
        .args(["xiangqi", protocol])
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
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("xun"))
            .args(["xiangqi", protocol])
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
        "\u{0}\u{7}?\nposition fen x\nposition fen 9/9/9/9/9/9/9/9/9/9 w\nposition startpos moves a0a9 h2e2\n\
         setoption\nsetoption name Hash value lots\nsetoption name Nothing value 1\ngo depth banana\nstop\nisready\n",
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
        "go perft 3\nsetoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\ngo depth 4\n",
    );
    assert!(said.contains("Nodes searched: 79666"), "{said}");
    assert!(
        said.lines().any(|line| line.contains("multipv 3") && line.contains(" wdl ")),
        "{said}"
    );
}

#[test]
fn ucci_plays_and_obeys_bans() {
    let said = talk(
        "ucci",
        "ucci\nsetoption newgame\nsetoption usebook false\nposition startpos moves h2e2\nbanmoves h9g7 b9c7\ngo depth 5\n",
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
    let said = talk("ucci", "stop\nquit\n");
    assert_eq!(said.lines().collect::<Vec<_>>(), ["nobestmove", "bye"]);
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
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("xun"))
        .args(["xiangqi", "uci"])
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

#[test]
fn bench_and_eval_answer() {
    let run = |arguments: &[&str]| {
        let output =
            Command::cargo_bin("xun").expect("built").args(arguments).output().expect("it runs");
        (output.status.success(), String::from_utf8(output.stdout).expect("text"))
    };
    let (good, said) = run(&["xiangqi", "bench", "--depth", "4"]);
    assert!(good && said.trim_end().ends_with("nps") && said.contains(" nodes "), "{said}");
    assert!(!run(&["xiangqi", "bench", "--depth", "4", "--expect", "1"]).0);
    // The signatures: they change with the search and the evaluation, and with nothing else.
    let own = if cfg!(feature = "networks") { "207659" } else { "190087" };
    for (evaluation, signature) in [("", own), ("hand", "190087")] {
        assert!(
            run(&["xiangqi", "bench", "--eval-file", evaluation, "--expect", signature]).0,
            "state the new signature here and in the commit"
        );
    }
    let (good, said) = run(&["xiangqi", "eval", "startpos", "--json"]);
    assert!(good && said.contains("\"terms\""), "{said}");
    let (good, said) = run(&["--lang", "zh", "xiangqi", "eval", "startpos"]);
    assert!(good && said.contains("走子方评分"), "{said}");
    assert!(!run(&["xiangqi", "eval", "nonsense"]).0);
    assert!(!run(&["xiangqi", "eval", "startpos", "--eval-file", "no-such-network"]).0);
}

#[test]
fn games_are_made_checked_continued_unpacked_and_tuned_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (file, records, weights) = (place("games.xun"), place("records.bin"), place("weights.txt"));
    let run = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("xun").expect("built");
        command.arg("xiangqi").args(arguments);
        let output = command.timeout(Duration::from_secs(120)).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    assert_eq!(
        run(&["datagen", &file, "--games", "2", "--nodes", "100", "--threads", "2"]).0,
        Some(0)
    );
    let first = std::fs::read(&file).expect("written");
    // A torn end is dropped, and the missing games are played.
    std::fs::write(&file, &first[..first.len() - 3]).expect("written");
    assert_eq!(run(&["datagen", "check", &file]).0, Some(1));
    assert_eq!(
        run(&["datagen", &file, "--games", "30", "--nodes", "60", "--threads", "2"]).0,
        Some(0)
    );
    let (code, said) = run(&["datagen", "check", &file, "--json"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("\"games\":30"), "{said}");
    let (_, said) = run(&["datagen", "stats", &file]);
    assert!(said.contains("bytes a position"), "{said}");
    assert_eq!(run(&["datagen", "unpack", &file, "--out", &records]).0, Some(0));
    let length = std::fs::metadata(&records).expect("written").len();
    assert!(length > 36_000 && length.is_multiple_of(36));
    let (code, said) = run(&["tune", &records, "--out", &weights, "--epochs", "1"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(std::fs::read_to_string(&weights).expect("written").contains("[material]"));
    // Positions beside the games: the same whatever the threads, with a score or without; nothing
    // for `tune`, which wants results.
    let sorted = |threads: &str, nodes: &str| {
        let vary = [
            "datagen",
            "vary",
            &file,
            "--out",
            &records,
            "--times",
            "2",
            "--threads",
            threads,
            "--nodes",
            nodes,
        ];
        assert_eq!(run(&vary).0, Some(0));
        let bytes = std::fs::read(&records).expect("written");
        let (found, rest) = bytes.as_chunks::<36>();
        assert!(found.len() > 500 && rest.is_empty(), "{}", bytes.len());
        let mut found = found.to_vec();
        found.sort_unstable();
        found
    };
    let unknown = sorted("1", "0");
    assert!(unknown.iter().all(|record| record[32..35] == [0, 0x80, 3]));
    assert_eq!(unknown, sorted("3", "0"));
    assert!(sorted("2", "30").iter().all(|record| record[32..34] != [0, 0x80] && record[34] == 3));
    assert_eq!(run(&["tune", &records, "--out", &weights, "--epochs", "1"]).0, Some(3));
    assert_eq!(run(&["datagen", "stats", "/nowhere/at/all"]).0, Some(3));
}

#[test]
fn analyse_and_play_answer() {
    let run = |arguments: &[&str], input: &str| {
        let mut command = Command::cargo_bin("xun").expect("built");
        let command =
            command.args(arguments).write_stdin(input.to_owned()).timeout(Duration::from_secs(60));
        let output = command.output().expect("it runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let said =
        run(&["xiangqi", "analyse", "startpos", "--depth", "5", "--lines", "3", "--json"], "");
    assert!(said.contains("\"lines\"") && said.contains("\"pv\""), "{said}");
    let said = run(&["--lang", "zh", "xiangqi", "analyse", "startpos", "--depth", "4"], "");
    assert!(said.contains("最佳着法"), "{said}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    std::fs::write(&file, "[Game \"Chinese Chess\"]\n[Result \"*\"]\n\n1. h2e2 h9g7 2. e2e6 *\n")
        .expect("written");
    let said = run(&["xiangqi", "analyse", file.to_str().expect("text"), "--depth", "4"], "");
    assert_eq!(said.lines().count(), 3, "{said}");
    let said = run(
        &["xiangqi", "play", "--level", "beginner", "--time", "20"],
        "hint\nmoves\nnonsense\n炮二平五\nundo\nfen\nh2e2\nresign\n",
    );
    assert!(said.contains("Xun plays") && said.contains("You resign."), "{said}");
    let end = "3k5/2P6/9/9/9/9/9/9/9/4K4 b - - 0 1";
    assert!(run(&["xiangqi", "play", "--from", end], "").contains("Red wins."));
}

#[test]
fn many_numbers_are_measured_in_the_same_games() {
    let screen = |arguments: &[&str]| {
        let all = [
            &["xiangqi", "screen", "--pairs", "3", "--nodes", "60", "--threads", "2", "--json"],
            arguments,
        ]
        .concat();
        Command::cargo_bin("xun").expect("built").args(all).output().expect("it runs")
    };
    let output = screen(&["SeeQuiet=20:30", "malus=10:20"]);
    assert!(output.status.success(), "{output:?}");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["pairs"], 3);
    let names: Vec<_> = answer["effects"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|effect| &effect["name"])
        .collect();
    assert_eq!(names, ["SeeQuiet", "Malus"]);
    for (wrong, reason) in [
        ("SeeQuiet=20", "NAME=LOW:HIGH"),
        ("SeeQuiet=1:99999", "not both within 5 to 120"),
        ("Luck=0:1", "none of the search's numbers"),
    ] {
        let output = screen(&[wrong]);
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains(reason), "{wrong}: {output:?}");
    }
}

#[test]
fn two_settings_of_the_search_play_each_other() {
    let duel = |arguments: &[&str]| {
        let few = ["xiangqi", "duel", "--pairs", "3", "--nodes", "60", "--threads", "2", "--json"];
        Command::cargo_bin("xun")
            .expect("built")
            .args([&few[..], arguments].concat())
            .output()
            .expect("it runs")
    };
    let output =
        duel(&["--a", "SeeQuiet=30", "--b", "malus=20", "--eval-b", "hand", "--seed", "4"]);
    assert!(output.status.success(), "{output:?}");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let counts = answer["pairs"].as_array().expect("a list");
    assert_eq!(counts.iter().filter_map(serde_json::Value::as_u64).sum::<u64>(), 3, "{answer}");
    let listed = duel(&["--list"]);
    assert!(
        String::from_utf8_lossy(&listed.stdout).contains("option name SeeQuiet type spin"),
        "{listed:?}"
    );
    for (wrong, reason) in
        [("--a=SeeQuiet", "NAME=VALUE"), ("--b=SeeQuiet=9999", "SeeQuiet"), ("--a=Luck=1", "Luck")]
    {
        let output = duel(&[wrong]);
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains(reason), "{wrong}: {output:?}");
    }
}

#[test]
fn numbers_are_tuned_by_games_between_nudged_settings() {
    let spsa = |arguments: &[&str]| {
        let few = ["xiangqi", "spsa", "--pairs", "3", "--nodes", "60", "--threads", "2", "--json"];
        Command::cargo_bin("xun")
            .expect("built")
            .args([&few[..], arguments].concat())
            .output()
            .expect("it runs")
    };
    let output = spsa(&["SeeQuiet", "malus", "--from", "SeeQuiet=50"]);
    assert!(output.status.success(), "{output:?}");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["pairs"], 3);
    let values = answer["values"].as_object().expect("an object");
    assert_eq!(values.len(), 2);
    let found = values["SeeQuiet"].as_f64().expect("a number");
    assert!((30.0..=70.0).contains(&found), "three pairs do not lead far: {found}");
    for (wrong, reason) in
        [("Luck", "none of the search's numbers"), ("--from=SeeQuiet=9999", "not within 5 to 120")]
    {
        let output = spsa(&[wrong]);
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains(reason), "{wrong}: {output:?}");
    }
}

/// Who asks and never reads the answers waits for room, and the program's memory does not grow.
#[test]
#[cfg(target_os = "linux")]
fn answers_that_nobody_reads_do_not_fill_the_memory() {
    use std::io::Write;
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("xun"))
        .args(["xiangqi", "uci"])
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
