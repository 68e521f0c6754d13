//! The commands of `xun gomoku` as a user sees them.

use assert_cmd::Command;

fn xun(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = Command::cargo_bin("xun")
        .unwrap()
        .args(["--lang", "en", "gomoku"])
        .args(arguments)
        .write_stdin(input.to_owned())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn solve_proves_a_win_and_says_how() {
    let (code, out, _) = xun(&["solve", "h8a1i8a3g10c1g11e1", "--json", "--tree"], "");
    assert_eq!(code, 0);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["verdict"], "win");
    assert_eq!(answer["verified"], true);
    assert!(answer["tree"]["move"].is_string());
    let (_, out, _) = xun(&["solve", "h8a1i8a3g10c1g11e1", "--json", "--shortest"], "");
    let shortest: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(shortest["shortest"], true);
    assert!(shortest["plies"].as_u64() <= answer["plies"].as_u64(), "{shortest}");
    let (code, out, _) = xun(&["solve", "h8", "--turn", "black", "--vcf"], "");
    assert_eq!((code, out.starts_with("black has no win")), (0, true), "{out}");
}

#[test]
fn analyse_gives_lines_threats_and_forbidden_points() {
    let position = "h8a1i8a3g9a5g10a7";
    let (code, out, _) =
        xun(&["analyse", position, "--rule", "renju", "--depth", "4", "--lines", "2", "--json"], "");
    assert_eq!(code, 0);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["lines"].as_array().unwrap().len(), 2);
    assert_eq!(answer["forbidden"]["g8"], "double three");
}

#[test]
fn impossible_positions_are_refused_with_every_reason() {
    let (code, _, error) = xun(&["analyse", "h8h8i9h8", "--depth", "1"], "");
    assert_eq!(code, 3);
    assert_eq!(error.matches("taken twice").count(), 2, "{error}");
    let (code, _, error) = xun(&["solve", "h8z99"], "");
    assert_eq!((code, error.contains("column 3")), (3, true), "{error}");
}

#[test]
fn a_game_can_be_played_and_left() {
    let (code, out, _) =
        xun(&["play", "--time", "0.05", "--level", "easy"], "h8\nh8\nzz\nundo\nrecord\nquit\n");
    assert_eq!(code, 0);
    assert!(
        out.contains("Xun plays") && out.contains("is taken") && out.contains("Piskvorky 15x15"),
        "{out}"
    );
}

#[test]
fn datagen_can_be_continued_and_trained_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let games = path("games");
    for count in ["1", "2"] {
        let (code, out, _) =
            xun(&["datagen", "--out", &games, "--games", count, "--nodes", "100", "--json"], "");
        assert_eq!(code, 0);
        assert!(out.contains(&format!("\"games\":{count},\"new_games\":1")), "{out}");
    }
    let (code, _, _) = xun(&["train", &games, "--out", &path("weights"), "--epochs", "1"], "");
    assert_eq!(code, 0);
}

#[test]
fn every_opening_rule_can_be_played_from_both_sides() {
    let person = "h8\nh9\nj10\nno\n3\nk8\na1 b2\na1 b2 c3\nno\nno\nno\nl8\nquit\n";
    for opening in ["free", "pro", "longpro", "swap", "swap2", "rif", "yamaguchi", "soosorv8", "taraguchi10"]
    {
        for colour in ["black", "white"] {
            let output = Command::cargo_bin("xun")
                .unwrap()
                .args(["gomoku", "play", "--rule", "renju", "--level", "beginner", "--time", "0.05"])
                .args(["--opening", opening, "--colour", colour])
                .write_stdin(person)
                .output()
                .unwrap();
            assert!(output.status.success(), "{opening} {colour}: {output:?}");
        }
    }
}

#[test]
fn swap2_in_the_terminal_ends_with_a_choice() {
    let output = Command::cargo_bin("xun")
        .unwrap()
        .args(["--lang", "en", "gomoku", "play", "--opening", "swap2", "--time", "0.05"])
        .write_stdin("h8\nh8\ni9\ng9\n")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("h8 is not where this stone may go"), "{text}");
    assert!(
        ["Xun swaps", "Xun does not swap", "Xun places two more"].iter().any(|said| text.contains(said)),
        "{text}"
    );
}
