//! The commands of `xun-tune xiangqi`.

use assert_cmd::Command;
use std::time::Duration;

#[test]
fn games_are_made_checked_continued_unpacked_and_tuned_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (file, records, weights) = (place("games.xun"), place("records.bin"), place("weights.txt"));
    let run = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("xun-tune").expect("built");
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
fn numbers_are_tuned_by_games_between_nudged_settings() {
    let spsa = |arguments: &[&str]| {
        let few = ["xiangqi", "spsa", "--pairs", "3", "--nodes", "60", "--threads", "2", "--json"];
        Command::cargo_bin("xun-tune")
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
    let listed = spsa(&["--list"]);
    assert!(
        String::from_utf8_lossy(&listed.stdout).contains("option name SeeQuiet type spin"),
        "{listed:?}"
    );
    for (wrong, reason) in
        [("Luck", "none of the search's numbers"), ("--from=SeeQuiet=9999", "not within 5 to 120")]
    {
        let output = spsa(&[wrong]);
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains(reason), "{wrong}: {output:?}");
    }
}
