//! `xun puzzles` as a user sees it.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::Path;

fn xun(folder: &Path, arguments: &[&str], input: &str) -> (String, String, Option<i32>) {
    let output = Command::cargo_bin("xun")
        .expect("the program is built")
        .args(["--lang", "en", "puzzles"])
        .args(arguments)
        .arg("--data")
        .arg(folder)
        .write_stdin(input)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn json(folder: &Path, arguments: &[&str], wanted: i32) -> Value {
    let (out, errors, code) = xun(folder, arguments, "");
    assert_eq!(code, Some(wanted), "{out}{errors}");
    serde_json::from_str(&out).expect("JSON")
}

/// Red mates with two rooks; the first check decides, the others take longer.
const OWN: &str = "mate 2; 1; 4k4/9/9/9/9/9/9/9/R8/1R2K4 w - - 0 1; a1a8(e9d9 b0b9)(e9f9 b0b9)\n";

#[test]
fn own_problems_are_imported_tried_and_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let file = path.join("own.txt");
    fs::write(&file, format!("{OWN}bad; line\n")).expect("written");
    let file = file.to_str().expect("UTF-8");
    let (out, errors, code) = xun(path, &["import", file], "");
    assert_eq!(code, Some(3), "{out}");
    assert!(out.contains("1 problems added") && errors.contains(":2: "), "{out}{errors}");
    let listed = json(path, &["list", "--own", "--json"], 0);
    assert_eq!(listed.as_array().map(Vec::len), Some(1));
    assert_eq!(listed[0]["task"], "Red to move: mate in 2");
    let id = listed[0]["id"].as_str().expect("a name");
    // A wrong move is refuted and counted as missed.
    let wrong = json(path, &["try", id, "a1a7", "--json"], 1);
    assert_eq!(wrong["result"], "wrong");
    assert!(!wrong["refutation"].as_array().expect("moves").is_empty(), "{wrong}");
    // One right move is not the end.
    let right = json(path, &["try", id, "R9+7", "--json"], 0);
    assert_eq!((&right["result"], &right["move"]), (&"right".into(), &"a1a8".into()));
    let stats = json(path, &["stats", "--json"], 0);
    assert_eq!((&stats["solved"], &stats["missed"]), (&0.into(), &1.into()));
    let solved = json(path, &["try", id, "a1a8", "b0b9", "--json"], 0);
    assert_eq!(solved["result"], "solved");
    assert_eq!(solved["played"][1], right["defence"]);
    let stats = json(path, &["stats", "--json"], 0);
    assert_eq!((&stats["solved"], &stats["streak"]), (&1.into(), &1.into()));
}

#[test]
fn a_lesson_hints_refutes_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("puzzles.txt"), OWN).expect("written");
    let typed = "hint\nrubbish\na1a7\na1a8\nb0b9\nquit\n";
    let (out, errors, code) = xun(path, &["train", "--own"], typed);
    assert_eq!(code, Some(0), "{errors}");
    for words in [
        "mate in 2",
        "move the piece on a1",
        "no move",
        "wrong: ",
        "right; the answer is",
        "solved",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
    // Missed once, solved as practice: it is due in ten minutes, and nothing else is left.
    assert!(out.contains("no puzzle is left"), "{out}");
    let stats = json(path, &["stats", "--json"], 0);
    assert_eq!((&stats["solved"], &stats["missed"]), (&0.into(), &1.into()));
}

#[test]
fn shipped_puzzles_are_listed_by_theme_and_solved_by_their_solutions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for (game, theme) in [("xiangqi", "mate"), ("gomoku", "vcf")] {
        let listed = json(path, &["list", "--game", game, "--theme", theme, "--json"], 0);
        let listed = listed.as_array().expect("puzzles");
        assert!(listed.len() > 20, "{theme}: {}", listed.len());
        assert!(listed.iter().all(|one| one["theme"].as_str().expect("text").starts_with(theme)));
        let id = listed[0]["id"].as_str().expect("a name");
        let shown = json(path, &["show", id, "--solution", "--json"], 0);
        let solution = shown["solution"].as_str().expect("text");
        let first = solution.split('(').next().expect("a move");
        let tried = json(path, &["try", id, first, "--json"], 0);
        assert!(["right", "solved"].contains(&tried["result"].as_str().expect("text")), "{tried}");
    }
    let (_, errors, code) = xun(path, &["show", "nothing"], "");
    assert_eq!(code, Some(3));
    assert!(errors.contains("no such puzzle"), "{errors}");
}
