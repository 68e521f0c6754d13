//! The commands around the Xiangqi engine, as a user runs them.

use assert_cmd::Command;
use std::time::Duration;

#[test]
fn the_protocols_are_served() {
    let talk = |arguments: &[&str], lines: &str| {
        let mut command = Command::cargo_bin("xun").expect("built");
        let command = command.args(arguments).write_stdin(lines.to_owned());
        let output = command.timeout(Duration::from_secs(60)).output().expect("it runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let said = talk(&["xiangqi", "uci"], "uci\ngo depth 2\n");
    assert!(said.contains("uciok") && said.contains("bestmove "), "{said}");
    let said = talk(&["xiangqi", "ucci"], "ucci\ngo depth 2\nquit\n");
    assert!(said.contains("ucciok") && said.trim_end().ends_with("bye"), "{said}");
    let said = talk(&["gomoku", "gomocup"], "START 15\nINFO timeout_turn 20\nBEGIN\nEND\n");
    assert!(said.starts_with("OK\n") && said.trim_end().ends_with("7,7"), "{said}");
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
    let own = if cfg!(feature = "networks") { "187341" } else { "190087" };
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

/// The score is that of the hand-written evaluation, one position or many, unless a network is
/// named.
#[test]
fn eval_scores_many_positions_like_one() {
    let run = |arguments: &[&str], lines: &str| {
        let mut command = Command::cargo_bin("xun").expect("built");
        let output = command.args(arguments).write_stdin(lines.to_owned()).output().expect("runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let fens = [
        "startpos",
        "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
        "3akab2/9/2n1b4/p3p1p1p/2r6/6R2/P3P3P/2N1B4/4A4/2BAK4 b - - 0 1",
    ];
    let single = |fen: &str, more: &[&str]| {
        let said = run(&[&["xiangqi", "eval", fen], more].concat(), "");
        said.split_whitespace().last().expect("a score").to_owned()
    };
    let lines = fens.join("\n");
    let all = run(&["xiangqi", "eval", "-"], &lines);
    assert_eq!(all.lines().collect::<Vec<_>>(), fens.map(|fen| single(fen, &[])));
    let hand = run(&["xiangqi", "eval", "-", "--eval-file", "hand"], &lines);
    assert_eq!(hand, all);
    if cfg!(feature = "networks") {
        let network = run(&["xiangqi", "eval", "-", "--eval-file", ""], &lines);
        assert_ne!(network, all);
        let expected = fens.map(|fen| single(fen, &["--eval-file", ""]));
        assert_eq!(network.lines().collect::<Vec<_>>(), expected);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_the_benchmark() {
    use std::process::{Command, Stdio};
    use std::time::Instant;
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("xun"))
        .args(["xiangqi", "bench", "--depth", "60"])
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let pid = child.id().to_string();
    let until = Instant::now() + Duration::from_secs(60);
    // Once it has used processor time, it is searching.
    let ticks = || {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it runs");
        let times = stat.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(2);
        times.filter_map(|time| time.parse::<u64>().ok()).sum::<u64>()
    };
    while ticks() < 50 {
        assert!(Instant::now() < until, "it does not search");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if Instant::now() > until + Duration::from_secs(60) {
            child.kill().expect("ours");
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(130));
}

/// Help that cannot be written is an error, as every other output is.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for arguments in
        [&["--help"][..], &["--version"], &["xiangqi", "--help"], &["--lang", "zh", "-h"]]
    {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux");
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin("xun"))
            .args(arguments)
            .stdout(full)
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
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
    let lines: Vec<_> = said.lines().collect();
    assert_eq!((lines.len(), lines[0]), (4, "Central Cannon vs Left Horse"), "{said}");
    let said = run(
        &["xiangqi", "play", "--level", "beginner", "--time", "20"],
        "hint\nmoves\nnonsense\n炮二平五\nundo\nfen\nh2e2\nresign\n",
    );
    assert!(said.contains("Xun plays") && said.contains("You resign."), "{said}");
    let end = "3k5/2P6/9/9/9/9/9/9/9/4K4 b - - 0 1";
    assert!(run(&["xiangqi", "play", "--from", end], "").contains("Red wins."));
}
