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
