//! The commands of `xun-tune gomoku`.

use assert_cmd::Command;
use xun_gomoku::notation::parse_moves;
use xun_gomoku::rules::{Position, Rule, Size};

fn tune(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("xun-tune").unwrap();
    let output = command.arg("gomoku").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn openings_for_matches_are_found_and_can_be_played() {
    let find = |threads: &str| {
        let arguments =
            ["datagen", "openings", "--count", "2", "--effort", "1", "--eval-file", "hand"];
        let (code, out, error) = tune(&[&arguments[..], &["--threads", threads]].concat());
        assert_eq!(code, 0, "{error}");
        out
    };
    let openings = find("1");
    assert_eq!(openings.lines().count(), 2, "{openings}");
    assert_eq!(find("2"), openings, "the list does not depend on the threads");
    for line in openings.lines() {
        let moves: String = line.split_whitespace().collect();
        let moves = parse_moves(&moves, Size::STANDARD).unwrap();
        assert!(Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves).is_ok(), "{line}");
    }
}

#[test]
fn datagen_can_be_continued_and_trained_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let games = path("games");
    for count in ["1", "2"] {
        let (code, out, _) =
            tune(&["datagen", "--out", &games, "--games", count, "--nodes", "100", "--json"]);
        assert_eq!(code, 0);
        assert!(out.contains(&format!("\"games\":{count},\"new_games\":1")), "{out}");
    }
    let (code, _, _) = tune(&["train", &games, "--out", &path("weights"), "--epochs", "1"]);
    assert_eq!(code, 0);
}

#[test]
fn what_is_left_out_of_a_cut_file_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let games = path("games");
    let make = || tune(&["datagen", "--out", &games, "--games", "2", "--nodes", "100"]);
    assert_eq!(make().0, 0);
    let whole = std::fs::read(&games).unwrap();
    std::fs::write(&games, &whole[..whole.len() - 3]).unwrap();
    for arguments in [
        &["datagen", "unpack", &games, "-o", &path("records")][..],
        &["train", &games, "--out", &path("weights"), "--epochs", "1"],
    ] {
        let (code, _, error) = tune(arguments);
        assert!(code == 0 && error.contains("left out"), "{arguments:?}: {code} {error}");
    }
    let (code, _, error) = make();
    assert!(code == 0 && error.contains("left out"), "{error}");
    assert_eq!(std::fs::read(&games).unwrap(), whole, "the game is played again");
    let mut damaged = whole.clone();
    damaged[20] ^= 1;
    std::fs::write(&games, &damaged).unwrap();
    for arguments in
        [&["datagen", "unpack", &games, "-o", &path("records")][..], &["datagen", "check", &games]]
    {
        let (code, _, error) = tune(arguments);
        assert!(code != 0 && !error.is_empty(), "{arguments:?}: {code} {error}");
    }
    assert_ne!(make().0, 0, "nothing is appended to a damaged file");
    assert_eq!(std::fs::read(&games).unwrap(), damaged, "nor cut off");
}

#[test]
fn an_analysis_of_first_moves_grows_and_gives_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("first.tree");
    let file = file.to_str().unwrap();
    let grow = |more: &[&str]| {
        let all = ["book", "grow", file, "--nodes", "3000", "--hash", "1"];
        tune(&[&all[..], more].concat())
    };
    let (code, out, _) = grow(&["--positions", "6", "--threads", "2"]);
    assert!(code == 0 && out.starts_with("6 positions, black stands at "), "{out}");
    let (code, out, _) = grow(&["--positions", "2", "--from", "h8i9"]);
    assert!(code == 0 && out.starts_with("8 positions"), "the analysis goes on: {out}");
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.starts_with("- h8:+0\nh8 "), "{text}");
    let (code, table, _) = tune(&["book", "table", file]);
    assert!(
        code == 0
            && table.lines().all(|line| line.starts_with("h8") && line.split(' ').count() == 3),
        "{table}"
    );
    assert!(!table.is_empty());
    // Another answer than the analysis likes, in all the places where it is asked for.
    let (code, _, error) = tune(&["book", "choose", file, "h8i9a1"]);
    assert_eq!(code, 0, "{error}");
    let (_, table, _) = tune(&["book", "table", file]);
    assert!(table.contains("a1") || table.contains("a15") || table.contains("o1"), "{table}");
    let (code, _, error) = tune(&["book", "choose", file, "a1b1c1"]);
    assert!(code != 0 && error.contains("a1b1c1") && error.contains("first.tree"), "{error}");
    let (code, _, error) = grow(&["--from", "a1b2c3"]);
    assert!(code != 0 && error.contains("--from a1b2c3"), "{error}");
    std::fs::write(file, "- h8:+0\nh8 h8:+1\n").unwrap();
    let (code, _, error) = grow(&[]);
    assert!(code != 0 && error.contains("line 2") && error.contains("taken"), "{error}");
}

#[test]
fn files_of_games_are_counted_checked_and_unpacked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let games = path("games");
    tune(&["datagen", "--out", &games, "--games", "3", "--nodes", "100", "--rule", "renju"]);
    let (code, out, _) = tune(&["datagen", "stats", &games, "--json"]);
    let stats: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, stats["games"].as_u64()), (0, Some(3)));
    let (code, out, _) = tune(&["datagen", "unpack", &games, "--out", &path("records")]);
    assert_eq!((code, out), (0, format!("records {}\n", stats["quiet"])));
    let length = std::fs::metadata(path("records")).unwrap().len();
    assert_eq!(Some(length), stats["quiet"].as_u64().map(|quiet| (116 + 4 * 225) * quiet));
    let (code, out, _) = tune(&["datagen", "check", &games]);
    assert_eq!((code, out.as_str()), (0, "3 games: sound\n"));
    // The same games once more, and a last one cut short.
    let mut bytes = std::fs::read(&games).unwrap();
    bytes.extend_from_within(..bytes.len() - 1);
    std::fs::write(&games, bytes).unwrap();
    let (code, out, _) = tune(&["datagen", "check", &games]);
    assert_eq!(
        (code, out.contains("there twice"), out.contains("cut short")),
        (1, true, true),
        "{out}"
    );
    tune(&["datagen", "--out", &path("free"), "--games", "1", "--nodes", "100"]);
    let (code, _, error) =
        tune(&["datagen", "unpack", &games, &path("free"), "--out", &path("both")]);
    assert_eq!(
        (code, error.contains("freestyle on 15×15, after games of renju")),
        (3, true),
        "{error}"
    );
}

#[test]
fn a_network_of_another_rule_is_refused() {
    let nets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../xun-gomoku/nets");
    let is_freestyle = |name: &str| name.starts_with("gomoku-freestyle");
    let file = std::fs::read_dir(nets)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(is_freestyle))
        .unwrap();
    let file = file.to_str().unwrap();
    let (code, _, error) =
        tune(&["datagen", "--out", "unused", "--eval-file", file, "--rule", "standard"]);
    assert_eq!(
        (code, error.contains("a network for freestyle, not for standard")),
        (3, true),
        "{error}"
    );
}

#[test]
fn the_searchs_numbers_are_listed_and_tuned() {
    let (code, out, _) = tune(&["spsa", "--list", "--rule", "renju", "--eval-file", "hand"]);
    assert_eq!(code, 0);
    assert!(
        out.contains("option name Futility type spin default 63 min 10 max 300")
            && out.contains("Aspiration window"),
        "the rule's own values: {out}"
    );
    let few = ["spsa", "--pairs", "3", "--nodes", "60", "--threads", "2", "--json"];
    let numbers = ["Futility", "countbase", "--rule", "renju", "--eval-file", "hand"];
    let (code, out, error) = tune(&[&few[..], &numbers].concat());
    assert_eq!(code, 0, "{error}");
    let found: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(found["pairs"], 3);
    assert!((40.0..=90.0).contains(&found["values"]["Futility"].as_f64().unwrap()), "{out}");
    for (wrong, reason) in [
        ("Fertility", "none of the search's numbers"),
        ("--from=Futility=9999", "not within 10 to 300"),
        ("--from=Futility", "NAME=VALUE"),
    ] {
        let (code, _, error) = tune(&["spsa", wrong]);
        assert!(code != 0 && error.contains(reason), "{wrong}: {code} {error}");
    }
}
