//! Files that the first version wrote, in `files/first-version`: a match of four games that was
//! cut off after two, its experience book, and saved games.

mod common;

use common::{Ran, program, run};
use std::path::{Path, PathBuf};
use std::{fs, iter};

fn first_version(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/first-version").join(name)
}

/// A folder with copies of these files.
fn copies(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in names {
        fs::copy(first_version(name), folder.path().join(name)).expect("is copied");
    }
    folder
}

fn xun_in(folder: &Path, arguments: &[&str]) -> Ran {
    run(program().current_dir(folder).args(arguments))
}

/// The match of the first version, as it was begun.
const MATCH: &[&str] = &[
    "match",
    "-p",
    "xun; name=a; experience=book.db",
    "-p",
    "random; name=b",
    "-n",
    "4",
    "-t",
    "nodes=200",
    "--journal",
    "match.jsonl",
];

#[test]
fn a_match_goes_on() {
    let folder = copies(&["match.jsonl", "book.db"]);
    let path = folder.path().join("match.jsonl");
    let before = fs::read_to_string(&path).expect("is there");
    xun_in(folder.path(), MATCH).ok();
    let after = fs::read_to_string(&path).expect("is there");
    assert!(after.starts_with(&before), "what was there stays");
    let games = after.lines().filter(|line| line.contains("\"index\":")).count();
    assert_eq!(games, 4, "{after}");
    // The same match again: all games are there.
    xun_in(folder.path(), MATCH).ok();
    assert_eq!(fs::read_to_string(&path).expect("is there"), after);
}

#[test]
fn a_newer_journal_is_refused_by_name() {
    let folder = copies(&["match.jsonl", "book.db"]);
    let path = folder.path().join("match.jsonl");
    let mut text = fs::read_to_string(&path).expect("is there");
    text.push_str("{\"xun_match\":1000}\n{\"ending\":\"by a rule of the future\"}\n");
    fs::write(&path, &text).expect("written");
    for arguments in [MATCH, &["experience", "learn", "new.db", "match.jsonl"]] {
        let refused = xun_in(folder.path(), arguments);
        assert_eq!(refused.code, Some(3), "{}", refused.err);
        for part in ["match.jsonl", "a newer version of Xun (format 1000"] {
            assert!(refused.err.contains(part), "{part}: {}", refused.err);
        }
    }
    assert_eq!(fs::read_to_string(&path).expect("is there"), text, "it is left as it is");
}

#[test]
fn an_experience_book_is_read() {
    let folder = copies(&["book.db", "match.jsonl"]);
    let position = ["startpos", "h2h4", "c6c5", "f0e1", "h7h6"];
    let show = |book| {
        let words: Vec<&str> = ["experience", "show", book].into_iter().chain(position).collect();
        xun_in(folder.path(), &words).ok()
    };
    let known = show("book.db");
    assert!(known.contains("| h4e4 | 1 | 0 0 1 |") && known.contains("avoided"), "{known}");
    assert!(known.contains("| b2e2 | 1 | 1 0 0 |"), "{known}");
    // A journal teaches a new book the same moves.
    let learn = xun_in(folder.path(), &["experience", "learn", "new.db", "match.jsonl"]).json();
    assert_eq!(learn["games"], 2);
    let learnt = show("new.db");
    let moves = |table: &str| -> Vec<String> {
        let rows = table.lines().skip(2).map(|row| row.split('|').nth(1).unwrap_or("").to_owned());
        rows.collect()
    };
    for text in moves(&learnt) {
        assert!(moves(&known).contains(&text), "{text}: {known}");
    }
    assert!(!moves(&learnt).is_empty(), "{learnt}");
}

#[test]
fn saved_games_are_read() {
    let games = |game: &str, name: &str| {
        let path = first_version(name);
        let words = [game, "info"].into_iter().chain(iter::once(path.to_str().expect("a name")));
        run(program().args(words)).ok()
    };
    let xiangqi = games("xiangqi", "match.pgn");
    assert!(xiangqi.contains("1-0"), "{xiangqi}");
    let gomoku = games("gomoku", "game.psq");
    assert!(gomoku.contains("15"), "{gomoku}");
}
