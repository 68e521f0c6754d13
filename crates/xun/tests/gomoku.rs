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
fn stones_in_no_order_of_play_are_a_diagram() {
    // Black's last stone, j8, makes two threes.
    let stones = "h8a1i8a3j9c1j10e1j8g1";
    let (code, out, _) = xun(&["solve", "--rule", "renju", stones, "--json"], "");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["verdict"]), (0, &"win".into()), "{out}");
    assert_eq!(answer["verified"], true);
    // A point taken twice is a fault, however the stones are read.
    let (code, _, error) = xun(&["solve", "--rule", "renju", "h8i9h8"], "");
    assert!(code != 0 && error.contains("taken twice"), "{error}");
}

#[test]
fn solve_finds_a_win_that_begins_quietly() {
    let stones = "i11h10j10e9f8h9g8i8h8i7g7f6g6g5";
    let (_, out, _) =
        xun(&["solve", "--rule", "renju", "--nodes", "1000000", stones, "--json"], "");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&answer["verdict"], &answer["kind"]), (&"win".into(), &"vct".into()), "{out}");
    assert_eq!((&answer["verified"], &answer["exhausted"]), (&true.into(), &false.into()));
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
    let (code, out, _) = xun(
        &["analyse", position, "--rule", "renju", "--depth", "4", "--lines", "2", "--json"],
        "",
    );
    assert_eq!(code, 0);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["lines"].as_array().unwrap().len(), 2);
    assert_eq!(answer["forbidden"]["g8"], "double three");
}

#[test]
fn analyse_keeps_to_an_opening_rule() {
    let ask = |position: &str, opening: &str| {
        xun(
            &["analyse", position, "--opening", opening, "--depth", "4", "--lines", "5", "--json"],
            "",
        )
    };
    let (code, out, _) = ask("h8i9", "longpro");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["opening"]["stage"]), (0, &"place".into()));
    for line in answer["lines"].as_array().unwrap() {
        let point = line["moves"][0].as_str().unwrap();
        let column = i32::from(point.as_bytes()[0] - b'a') - 7;
        let row = point[1..].parse::<i32>().unwrap() - 8;
        assert!(column.abs().max(row.abs()) > 3, "{point} lies in the central 7×7");
    }
    let (_, out, _) = ask("h8a1i8o1j8o15", "swap2");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["opening"]["stage"], "over");
    // A white stone in the corner is worth nothing: Black is far ahead.
    let (_, out, _) = ask("h8a1i9", "swap");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let better = (&answer["opening"]["stage"], &answer["opening"]["better_colour"]);
    assert_eq!(better, (&"swap".into(), &"black".into()), "{out}");
    let (code, _, error) = ask("h8h9i8", "pro");
    assert_eq!(
        (code, error.contains("3. i8 is not where this stone may go")),
        (3, true),
        "{error}"
    );
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

/// A network that finds every position equally good: no weights but the value's bias.
fn indifferent_network(rule: u32, score: i32) -> Vec<u8> {
    let (codes, threats, channels, hidden, second, ways) = (3060, 2048, 32, 16, 16, 30);
    let shorts =
        codes * 2 * channels + hidden * 2 * channels + threats * hidden + second * hidden + second;
    let mut body = vec![0; 2 * shorts + 4 * (hidden + second)];
    body.extend((131_072 * score / 200).to_le_bytes());
    body.extend(vec![0; 2 * channels + 4 + 2 * 2 * ways]);
    let mut file = b"XUNGMNET".to_vec();
    for field in [3, rule, channels as u32, hidden as u32, second as u32, 1, 0, 200] {
        file.extend(field.to_le_bytes());
    }
    file.extend(xun_game::fingerprint(&body).to_le_bytes());
    file.extend(body);
    file
}

#[test]
fn a_network_values_positions_of_its_rule_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("freestyle.nnue");
    std::fs::write(&file, indifferent_network(0, 50)).unwrap();
    let file = file.to_str().unwrap();
    let (code, out, _) = xun(&["eval", "--lines", "--eval-file", file], "h8\nh8i9\n");
    assert_eq!((code, out.as_str()), (0, "50\n50\n"));
    let (code, _, error) = xun(&["eval", "h8", "--eval-file", file, "--rule", "renju"], "");
    assert_eq!(
        (code, error.contains("a network for freestyle, not for renju")),
        (3, true),
        "{error}"
    );
    let nodes = |arguments: &[&str]| {
        let question = ["analyse", "h8i9", "--depth", "4", "--json"];
        let answer = xun(&[&question, arguments].concat(), "").1;
        serde_json::from_str::<serde_json::Value>(&answer).unwrap()["nodes"].as_u64().unwrap()
    };
    assert_ne!(nodes(&["--eval-file", file]), nodes(&["--eval-file", "hand"]));
    let renju = |file: &str| nodes(&["--eval-file", file, "--rule", "renju"]);
    assert_eq!(renju(file), renju("hand"), "under other rules the patterns play");
}

#[test]
fn a_wrong_network_is_refused_and_the_engine_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let good = indifferent_network(0, 50);
    let (right, cut) = (path("right.nnue", &good), path("cut.nnue", &good[..good.len() - 1]));
    let (code, _, error) = xun(&["eval", "h8", "--eval-file", &cut], "");
    assert_eq!((code, error.contains("the header promises")), (3, true), "{error}");
    let game = format!(
        "START 15\nINFO timeout_turn 50\nINFO evalfile {right}\nINFO evalfile {cut}\n\
         INFO evalfile nowhere\nTURN 7,7\nEND\n"
    );
    let (code, out, _) = xun(&["gomocup"], &game);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(code, 0);
    assert!(
        lines[1].starts_with("MESSAGE network ") && lines[1].ends_with(" for freestyle"),
        "{out}"
    );
    assert!(lines[2].starts_with("ERROR ") && lines[2].contains("the header promises"), "{out}");
    assert!(lines[3].starts_with("ERROR nowhere: "), "{out}");
    assert!(lines.last().unwrap().split(',').all(|number| number.parse::<u8>().is_ok()), "{out}");
    let output = Command::cargo_bin("xun")
        .unwrap()
        .args(["match", "--game", "gomoku", "--games", "1", "--time", "nodes=100"])
        .args(["--player", &format!("xun; EvalFile={cut}"), "--player", "xun; EvalFile=hand"])
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && error.contains("the header promises"), "{error}");
}

#[test]
fn every_opening_rule_can_be_played_from_both_sides() {
    let person = "h8\nh9\nj10\nno\n3\nk8\na1 b2\na1 b2 c3\nno\nno\nno\nl8\nquit\n";
    for opening in
        ["free", "pro", "longpro", "swap", "swap2", "rif", "yamaguchi", "soosorv8", "taraguchi10"]
    {
        for colour in ["black", "white"] {
            let output = Command::cargo_bin("xun")
                .unwrap()
                .args([
                    "gomoku", "play", "--rule", "renju", "--level", "beginner", "--time", "0.05",
                ])
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
        ["Xun swaps", "Xun does not swap", "Xun places two more"]
            .iter()
            .any(|said| text.contains(said)),
        "{text}"
    );
}
