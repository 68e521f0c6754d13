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
