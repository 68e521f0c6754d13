//! `xun xiangqi perft` and `judge` as a user sees them.

use assert_cmd::Command;

fn xun(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::cargo_bin("xun")
        .expect("the program is built")
        .args(arguments)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
fn perft_ends_with_the_count() {
    for arguments in
        [vec![START, "3"], vec!["startpos", "3"], START.split(' ').chain(["3"]).collect()]
    {
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
    for fault in
        ["Red has no general", "Black has 2 generals", "elephant can never stand on file 3 (c4)"]
    {
        assert!(err.contains(fault), "{err}");
    }
    let (_, err, _) = xun(&["xiangqi", "perft", fen, "1", "--lang", "zh"]);
    assert!(err.contains("红方没有将帅"), "{err}");
}

/// The last line and the one above it.
fn judged(arguments: &[&str]) -> (String, String) {
    let (out, err, code) = xun(&[&["xiangqi", "judge"], arguments].concat());
    assert_eq!(code, Some(0), "{err}");
    let mut lines = out.lines().rev().map(str::to_owned);
    (lines.next().unwrap_or_default(), lines.next().unwrap_or_default())
}

#[test]
fn judge_names_the_rule() {
    let expect = |arguments: &[&str], verdict: &str, reason: &str| {
        let (last, above) = judged(arguments);
        assert_eq!((last.as_str(), above.as_str()), (verdict, reason), "{arguments:?}");
    };
    expect(&[START], "undecided", "the game goes on");
    expect(&[START, "h2e2", "H7-E7"], "undecided", "the game goes on");
    expect(&["3k5/2P6/9/9/9/9/9/9/9/4K4 b"], "loss", "no legal move");
    expect(&["3k5/9/9/9/9/9/9/9/9/2R1KR3 b"], "undecided", "the game goes on");
    expect(&["3k1R3/4R4/9/9/9/9/9/9/9/4K4 b"], "loss", "checkmate");
    expect(
        &["3k1a3/9/9/9/9/9/9/9/9/4K4 b"],
        "draw",
        "neither side has a piece left that can attack",
    );
    expect(&["3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 120 90"], "draw", "120 plies without a capture");
    expect(
        &["3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 120 90", "--quiet-limit", "0"],
        "undecided",
        "the game goes on",
    );
}

#[test]
fn judge_knows_perpetual_check_in_every_rule_set() {
    let fen = "3k5/9/9/9/9/9/9/9/4R4/5K3 w";
    let cycle = ["e1d1", "d9e9", "d1e1", "e9d9"];
    let moves: Vec<&str> = cycle.iter().copied().cycle().take(8).collect();
    for rules in ["asian", "chinese", "simple"] {
        let (last, above) = judged(&[&[fen, "--rules", rules], &moves[..]].concat());
        assert_eq!(last, "loss", "{rules}");
        assert_eq!(above, "third repetition: Black plays idle moves, Red gives perpetual check");
    }
    let (last, above) = judged(&[&[fen, "--lang", "zh"], &moves[..]].concat());
    assert_eq!((last.as_str(), above.as_str()), ("loss", "第三次重复：黑方为闲着，红方长将"));
    assert_eq!(judged(&[&[fen], &moves[..7]].concat()).0, "undecided");
}

#[test]
fn judge_refuses_what_it_cannot_play() {
    let (_, err, code) = xun(&["xiangqi", "judge", START, "h2e2", "h7e9"]);
    assert_eq!(code, Some(3));
    assert!(err.contains("move 2, \"h7e9\", is illegal"), "{err}");
    let (_, err, code) = xun(&["xiangqi", "judge", START, "炮二走五"]);
    assert_eq!(code, Some(3));
    assert!(err.contains("is not written like h2e2"), "{err}");
}

#[test]
fn judge_agrees_with_the_rule_book() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/xiangqi/repetition.tsv");
    let Ok(cases) = std::fs::read_to_string(path) else {
        println!("skipped: {path} is not there");
        return;
    };
    for line in cases.lines().filter(|line| !line.starts_with('#')).step_by(10) {
        let fields: Vec<&str> = line.split('\t').collect();
        let moves: Vec<&str> = fields[2].split(' ').collect();
        assert_eq!(
            judged(&[&[fields[0]], &moves[..]].concat()).0,
            fields[1].to_lowercase(),
            "{line}"
        );
    }
}

#[test]
fn moves_are_listed_in_every_notation() {
    let (out, _, code) = xun(&["xiangqi", "moves", START, "炮二平五"]);
    assert_eq!(code, Some(0));
    assert!(out.lines().any(|line| line == "h9g7  h10g8  H8+7  马８进７"), "{out}");
    assert_eq!(out.lines().count(), 1 + 45 + 2, "{out}");
    let many = format!("{START}\n\n{START} h2e2 h9g7\n");
    let output = Command::cargo_bin("xun")
        .expect("the program is built")
        .args(["xiangqi", "moves", "-", "--json"])
        .write_stdin(many)
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["moves"].as_array().map(Vec::len), Some(44));
    assert_eq!(
        (&answers[1]["verdict"], &answers[1]["in_check"]),
        (&"undecided".into(), &false.into())
    );
}
