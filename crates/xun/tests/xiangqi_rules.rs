//! `xun xiangqi perft` and `judge` as a user sees them.

use assert_cmd::Command;

fn xun(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output =
        Command::cargo_bin("xun").expect("the program is built").args(arguments).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
fn perft_ends_with_the_count() {
    for arguments in [vec![START, "3"], vec!["startpos", "3"], START.split(' ').chain(["3"]).collect()] {
        let (out, _, code) = xun(&[&["xiangqi", "perft"], &arguments[..]].concat());
        assert_eq!((out.lines().last(), code), (Some("nodes 79666"), Some(0)));
    }
}

#[test]
fn perft_divides_among_first_moves() {
    let (out, _, _) = xun(&["xiangqi", "perft", START, "2", "--divide", "--threads", "2"]);
    assert_eq!(out.lines().count(), 44 + 2);
    assert!(out.lines().any(|line| line == "b2b9: 41"), "{out}");
    assert_eq!(out.lines().last(), Some("nodes 1920"));
    let (out, _, _) = xun(&["xiangqi", "perft", START, "1", "--divide", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&answer["nodes"], &answer["divide"]["h2e2"]), (&44.into(), &1.into()));
}

#[test]
fn every_fault_of_a_position_is_named() {
    let fen = "4k4/4k4/9/9/9/2b6/9/9/4R4/9 b";
    let (_, err, code) = xun(&["xiangqi", "perft", fen, "1"]);
    assert_eq!(code, Some(3));
    for fault in ["Red has no king", "2 of k", "BlackElephant) can never stand on c4"] {
        assert!(err.contains(fault), "{err}");
    }
    let (_, err, _) = xun(&["xiangqi", "perft", fen, "1", "--lang", "zh"]);
    assert!(err.contains("红方没有将帅"), "{err}");
}
