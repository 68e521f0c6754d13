//! `xun xiangqi convert`, `info`, `explore` and `xun collection` as a user sees them.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::Path;

fn xun(folder: &Path, arguments: &[&str]) -> (Vec<u8>, String, Option<i32>) {
    let output = Command::cargo_bin("xun")
        .expect("the program is built")
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("it runs");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    (output.stdout, errors, output.status.code())
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let (out, errors, code) = xun(folder, arguments);
    assert_eq!(code, Some(0), "{errors}");
    serde_json::from_slice(&out).expect("JSON")
}

const GAME: &str = "[Event \"五羊杯\"]\n[Red \"胡荣华\"]\n[Black \"柳大华\"]\n[Date \"1981.01.10\"]\n\
    1. 炮二平五 {当头炮} 马８进７ (1... 炮８平５ {顺炮}) 2. 马二进三 $1 马２进３ 1-0\n";

#[test]
fn a_game_goes_through_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).expect("written");
    let expected = json(path, &["xiangqi", "convert", "a.pgn", "--to", "json"]);
    assert_eq!(expected["result"], "1-0");
    assert_eq!(expected["tags"]["Red"], "胡荣华");
    assert_eq!(expected["moves"][0]["move"], "h2e2");
    let replies = &expected["moves"][0]["children"];
    assert_eq!((&replies[0]["move"], &replies[1]["move"]), (&"h9g7".into(), &"h7e7".into()));
    assert_eq!(replies[1]["comment"], "顺炮");
    let (_, errors, code) = xun(path, &["xiangqi", "convert", "a.pgn", "b.xqf"]);
    assert_eq!((errors.as_str(), code), ("a: marks of moves (!, ?) are left out: 1\n", Some(0)));
    xun(path, &["xiangqi", "convert", "b.xqf", "c.ubb"]);
    let (_, errors, code) =
        xun(path, &["xiangqi", "convert", "c.ubb", "--to", "pgn", "-o", "d.pgn"]);
    assert_eq!((errors.as_str(), code), ("", Some(0)));
    let mut last = json(path, &["xiangqi", "convert", "d.pgn", "--to", "json"]);
    // The mark was told to be lost.
    last["moves"][0]["children"][0]["children"][0]["nags"] = serde_json::json!([1]);
    assert_eq!(last["moves"], expected["moves"]);
    assert_eq!(last["tags"]["Event"], "五羊杯");
    let told = json(path, &["xiangqi", "info", "--json", "b.xqf"]);
    assert_eq!(told[0]["games"][0]["opening"]["zh"], "中炮对屏风马");
    assert_eq!((&told[0]["format"], &told[0]["encoding"]), (&"XQF".into(), &"GBK".into()));
}

#[test]
fn faults_are_told_with_their_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("a.pgn"), "[Red \"A\"]\n1. C2=5 H8+7\n2. C2=5 *").expect("written");
    let (out, errors, code) = xun(path, &["xiangqi", "convert", "a.pgn", "--to", "json"]);
    assert_eq!(code, Some(3));
    assert!(errors.starts_with("a.pgn: line 3, column 4: "), "{errors}");
    assert!(serde_json::from_slice::<Value>(&out).is_ok());
    fs::write(path.join("b.xqf"), b"XQ\x12").expect("written");
    let (_, errors, code) = xun(path, &["xiangqi", "info", "b.xqf", "--lang", "zh"]);
    assert_eq!(
        (errors.as_str(), code),
        ("b.xqf: 第 3 字节（0x3）：文件在此中断，还缺 1021 字节\n", Some(3))
    );
    let (_, errors, code) = xun(path, &["xiangqi", "convert", "a.pgn", "b.doc"]);
    assert!(errors.contains("--to pgn, xqf, ubb or json"), "{errors}");
    assert_eq!(code, Some(3));
}

#[test]
fn a_collection_is_filled_searched_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::create_dir(path.join("games")).expect("made");
    fs::write(path.join("games/a.pgn"), GAME).expect("written");
    fs::write(path.join("games/copy.pgn"), GAME).expect("written");
    let with = |arguments: &[&str]| -> Vec<u8> {
        let (out, errors, code) = xun(path, &[arguments, &["--collection", "c.sqlite"]].concat());
        assert_eq!(code, Some(0), "{errors}");
        out
    };
    let read = |bytes: Vec<u8>| -> Value { serde_json::from_slice(&bytes).expect("JSON") };
    let report = read(with(&["collection", "import", "games", "--json"]));
    assert_eq!((&report["games"], &report["duplicates"]), (&1.into(), &1.into()));
    let again = read(with(&["collection", "import", "games", "--json"]));
    assert_eq!((&again["games"], &again["known_files"]), (&0.into(), &2.into()));
    let found =
        read(with(&["collection", "list", "--player", "胡", "--opening", "screen", "--json"]));
    assert_eq!((&found[0]["id"], &found[0]["result"]), (&1.into(), &"1-0".into()));
    let none = read(with(&["collection", "list", "--until", "1970", "--json"]));
    assert_eq!(none, serde_json::json!([]));
    with(&["collection", "tag", "study", "1"]);
    let tagged = read(with(&["collection", "export", "--tag", "study", "--to", "json"]));
    assert_eq!(tagged["tags"]["Black"], "柳大华");
    let explored = read(with(&["xiangqi", "explore", "b2e2", "--json"]));
    assert_eq!(explored["opening"]["zh"], "中炮局");
    // The game is the mirror image of this position's.
    assert_eq!(explored["moves"][0]["move"], "b9c7");
    assert_eq!((&explored["moves"][0]["red"], &explored["games"]), (&1.into(), &1.into()));
    let (_, errors, code) = xun(path, &["collection", "list", "--collection", "none.sqlite"]);
    assert!(errors.contains("xun collection import"), "{errors}");
    assert_eq!(code, Some(3));
}

/// A folder with a collection of games, and commands on it.
struct Library {
    folder: tempfile::TempDir,
}

impl Library {
    fn new(games: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("games")).expect("made");
        for (number, game) in games.iter().enumerate() {
            fs::write(folder.path().join(format!("games/{number}.pgn")), game).expect("written");
        }
        let library = Self { folder };
        library.run(&["collection", "import", "games"]);
        library
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn run(&self, arguments: &[&str]) -> String {
        let (out, errors, code) = self.try_run(arguments);
        assert_eq!(code, Some(0), "{errors}");
        out
    }

    fn try_run(&self, arguments: &[&str]) -> (String, String, Option<i32>) {
        let all = [arguments, &["--collection", "c.sqlite"]].concat();
        let (out, errors, code) = xun(self.path(), &all);
        (String::from_utf8(out).expect("UTF-8"), errors, code)
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.run(&[arguments, &["--json"]].concat())).expect("JSON")
    }
}

#[test]
fn a_game_is_shown_edited_and_removed() {
    let library = Library::new(&[GAME]);
    library.run(&["collection", "tag", "study", "1"]);
    let shown = library.run(&["collection", "show", "1"]);
    assert!(shown.contains("% opening: Central Cannon vs Screen Horses"), "{shown}");
    assert!(shown.contains("% tags: study") && shown.contains("C2=5 {当头炮}"), "{shown}");
    let shown = library.run(&["collection", "show", "1", "--lang", "zh"]);
    assert!(shown.contains("% 开局: 中炮对屏风马") && shown.contains("炮二平五"), "{shown}");
    library.run(&[
        "collection",
        "edit",
        "1",
        "--red",
        "杨官璘",
        "--set",
        "Round=3",
        "--result",
        "*",
    ]);
    let shown = library.run(&["collection", "show", "1"]);
    assert!(shown.contains("[Red \"杨官璘\"]") && shown.contains("[Round \"3\"]"), "{shown}");
    assert!(shown.contains("[Result \"*\"]") && shown.contains("顺炮"), "{shown}");
    let (_, errors, code) = library.try_run(&["collection", "edit", "1"]);
    assert!(errors.contains("nothing to change") && code == Some(3), "{errors}");
    let (_, errors, code) = library.try_run(&["collection", "edit", "1", "--set", "FEN=x"]);
    assert!(errors.contains("'FEN' is not a tag") && code == Some(3), "{errors}");
    let (_, errors, code) = library.try_run(&["collection", "show", "7", "--lang", "zh"]);
    assert!(errors.contains("棋谱库中没有第 7 号棋局") && code == Some(3), "{errors}");
    assert_eq!(library.run(&["collection", "remove", "1"]), "1 games removed\n");
    assert_eq!(library.json(&["collection", "list"]), serde_json::json!([]));
}

#[test]
fn games_are_listed_by_material() {
    let exchange = "[Red \"A\"]\n1. h2h9 i9h9 2. g3g4 g6g5 *";
    let library = Library::new(&[GAME, exchange]);
    let found = library.json(&["collection", "list", "--material", "RRNCCPPPPP v RRNNCPPPPP"]);
    assert_eq!((found.as_array().map(Vec::len), &found[0]["red"]), (Some(1), &"A".into()));
    let (_, errors, code) =
        library.try_run(&["collection", "list", "--material", "RX v N", "--lang", "zh"]);
    assert!(errors.contains("“X”不是棋子") && code == Some(2), "{errors}");
}

#[test]
fn a_book_is_made_shown_and_played_in_a_match() {
    let games: Vec<String> = (0..4)
        .map(|number| format!("[Red \"{number}\"]\n1. g0e2 h7e7 2. h0g2 h9g7 1/2-1/2"))
        .collect();
    let library = Library::new(&games.iter().map(String::as_str).collect::<Vec<_>>());
    let made = library.json(&["collection", "book", "book.xbk", "--plies", "3"]);
    assert_eq!((&made["positions"], &made["moves"]), (&3.into(), &3.into()));
    let shown = json(library.path(), &["xiangqi", "book", "book.xbk", "g0e2", "--json"]);
    assert_eq!(
        (&shown["moves"][0]["move"], &shown["moves"][0]["weight"]),
        (&"h7e7".into(), &4.into())
    );
    let (out, _, _) = xun(library.path(), &["xiangqi", "book", "book.xbk", "a0a1"]);
    assert_eq!(out, b"the book does not know this position\n");
    let player = "xun; Book File=book.xbk";
    let (_, errors, code) = xun(
        library.path(),
        &[
            "match",
            "--player",
            player,
            "--player",
            player,
            "--games",
            "2",
            "--time",
            "nodes=50",
            "--random-plies",
            "0",
            "--journal",
            "j.jsonl",
        ],
    );
    assert_eq!(code, Some(0), "{errors}");
    let journal = fs::read_to_string(library.path().join("j.jsonl")).expect("a journal");
    let game: Value = serde_json::from_str(journal.lines().nth(1).expect("a game")).expect("JSON");
    let played: Vec<&str> = game["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .filter_map(|made| made["m"].as_str())
        .collect();
    assert_eq!(played[..3], ["g0e2", "h7e7", "h0g2"]);
    fs::write(library.path().join("bad.xbk"), b"XUN-BOOK\x01\0\0\0\x05\0\0\0").expect("written");
    let (_, errors, code) = xun(library.path(), &["xiangqi", "book", "bad.xbk", "--lang", "zh"]);
    assert!(errors.contains("应有 96 字节，实有 16 字节") && code == Some(3), "{errors}");
    let bad = "xun; Book File=bad.xbk";
    let (_, errors, code) =
        xun(library.path(), &["match", "--player", bad, "--player", "random", "--games", "2"]);
    assert!(errors.contains("bad.xbk: 16 bytes where 96 were expected"), "{errors}");
    assert_ne!(code, Some(0));
}

#[test]
fn the_explorer_shows_values_of_engine_and_experience() {
    let library = Library::new(&[GAME]);
    let explored = library.json(&["xiangqi", "explore", "--evaluate", "200"]);
    let value = &explored["moves"][0]["value"];
    assert!(value["score"].is_i64() && value["depth"].as_u64() >= Some(1), "{explored}");
    assert_eq!(&library.json(&["xiangqi", "explore"])["moves"][0]["value"], value, "it was noted");
    let table = library.run(&["xiangqi", "explore"]);
    assert!(table.contains("value"), "{table}");
    library.run(&["collection", "book", "book.xbk", "--min-games", "1"]);
    let player = "xun; Book File=book.xbk; experience=e.db";
    let (_, errors, code) = xun(
        library.path(),
        &[
            "match",
            "--player",
            player,
            "--player",
            "random",
            "--games",
            "2",
            "--time",
            "nodes=50",
            "--random-plies",
            "0",
        ],
    );
    assert_eq!(code, Some(0), "{errors}");
    let explored = library.json(&["xiangqi", "explore", "--experience", "e.db"]);
    let known = &explored["moves"][0]["experience"];
    let games: u64 =
        ["wins", "draws", "losses"].iter().filter_map(|name| known[name].as_u64()).sum();
    assert_eq!(games, 1, "the game in which the player had Red: {explored}");
}
