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
