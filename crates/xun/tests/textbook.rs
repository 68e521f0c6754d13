//! The textbook commands as a user sees them: `xun xiangqi best`, `xun xiangqi search`, `xun tree`.

use assert_cmd::Command;
use serde_json::Value;

/// A board of our own: red's rook takes an unprotected rook.
const BOARD: &str = "\
...k.....
.........
.........
.........
...r..R..
.........
....P....
.........
....A....
....K....


";

fn xun(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("xun"));
    command.args(["--lang", "en"]).args(arguments);
    command
}

fn output(arguments: &[&str], input: &str) -> String {
    let done = xun(arguments).write_stdin(input).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

fn error(arguments: &[&str], input: &str, code: i32) -> String {
    let done = xun(arguments).write_stdin(input).assert().code(code);
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

#[test]
fn best_answers_in_one_line_in_three_systems() {
    for (system, wanted) in
        [("row-column", "R (4,6) (4,3)\n"), ("column-row", "R (6,5) (3,5)\n"), ("iccs", "g5d5\n")]
    {
        assert_eq!(
            output(&["xiangqi", "best", "-", "--depth", "3", "--coordinates", system], BOARD),
            wanted
        );
    }
    assert_eq!(
        output(&["xiangqi", "best", "-", "--depth", "2", "--rules", "real"], BOARD),
        "R (4,6) (4,3)\n"
    );
}

#[test]
fn every_algorithm_and_refinement_gives_the_same_line() {
    for more in [
        &["--algorithm", "minimax"][..],
        &["--refinements", "none"],
        &["--refinements", "exact,-table"],
        &["--refinements", "exact,parallel-root", "--threads", "2"],
        &["--refinements", "exact,parallel-table", "--threads", "2"],
        &["--scores", "--json"],
    ] {
        let arguments = [&["xiangqi", "best", "-", "--depth", "3"], more].concat();
        let text = output(&arguments, BOARD);
        assert!(text.contains("R (4,6) (4,3)"), "{more:?}: {text}");
    }
}

#[test]
fn best_lists_scores_and_speaks_json() {
    let text = output(&["xiangqi", "best", "-", "--depth", "1", "--scores"], BOARD);
    assert!(
        text.lines().count() > 10
            && text.lines().nth(1).unwrap().starts_with("  R (4,6) (4,3)  value "),
        "{text}"
    );
    let json: Value =
        serde_json::from_str(&output(&["xiangqi", "best", "-", "--depth", "3", "--json"], BOARD))
            .unwrap();
    assert_eq!(json[0]["best"]["from"], serde_json::json!([4, 6]));
    assert_eq!(json[0]["best"]["piece"], "R");
    assert!(json[0]["maximising_moves"].as_u64().unwrap() > 0);
}

#[test]
fn best_names_every_fault_of_every_file() {
    let text = error(
        &["xiangqi", "best", "-", "no-such-file", "--depth", "3"],
        "rnbakabnr\n...x.....\n",
        3,
    );
    for part in ["10 rows, this one has 2", "line 2, column 4: 'x'", "no-such-file"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let facing = BOARD
        .replace("...r..R..", "......R..")
        .replace("...k.....", "....k....")
        .replace("....P....", ".........")
        .replace("....A....", ".........");
    let text = error(&["xiangqi", "best", "-", "--rules", "real"], &facing, 3);
    assert!(text.contains("generals face"), "{text}");
    assert!(
        error(&["xiangqi", "best", "-", "--refinements", "magic"], BOARD, 2).contains("late-moves")
    );
    assert!(error(&["xiangqi", "best", "-", "--time", "0"], BOARD, 2).contains("seconds"));
}

#[test]
fn the_labs_boards_have_the_labs_answers() {
    let lab = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/lab"));
    if !lab.is_dir() {
        println!("skipped: {} is absent", lab.display());
        return;
    }
    let boards: Vec<String> = (1..=10)
        .map(|number| lab.join(format!("chess/{number}.txt")).display().to_string())
        .collect();
    let tables = lab.join("tables.json").display().to_string();
    let run = |depth: &str, more: &[&str]| {
        let mut arguments = vec!["xiangqi", "best", "--depth", depth];
        arguments.extend(boards.iter().map(String::as_str));
        arguments.extend(more);
        output(&arguments, "")
    };
    let wanted = "R (1,1) (1,4)\nR (5,3) (0,3)\nK (9,4) (9,5)\nR (8,1) (0,1)\nN (3,1) (2,3)\n\
                  C (9,2) (1,2)\nP (3,4) (2,4)\nR (2,4) (2,6)\nC (1,4) (3,4)\nR (3,5) (3,8)\n";
    assert_eq!(run("5", &[]), wanted);
    assert_eq!(run("5", &["--tables", &tables]), wanted);
    assert!(run("3", &["--coordinates", "column-row"]).starts_with("R (1,8) (4,8)\n"));
    let json: Value = serde_json::from_str(&run(
        "3",
        &["--tables", &tables, "--json", "--algorithm", "alpha-beta", "--refinements", "none"],
    ))
    .unwrap();
    assert_eq!(
        (&json[0]["maximising_moves"], &json[0]["best"]["place_gain"]),
        (&5011.into(), &21.into())
    );
}

#[test]
fn search_prints_a_ladder_a_tree_and_json() {
    let ladder = output(
        &["xiangqi", "search", "startpos", "--depth", "2", "--ladder", "--threads", "2"],
        "",
    );
    assert_eq!(ladder.lines().count(), 15, "{ladder}");
    assert!(ladder.contains("minimax") && ladder.contains("1 964"), "44 + 1920 nodes: {ladder}");
    let tree = output(
        &[
            "xiangqi",
            "search",
            "-",
            "--depth",
            "2",
            "--rules",
            "a",
            "--refinements",
            "none",
            "--trace",
        ],
        BOARD,
    );
    assert!(
        tree.contains("max [−∞, +∞]") && tree.contains("✂ α = ") && tree.contains("already gives"),
        "{tree}"
    );
    let json: Value = serde_json::from_str(&output(
        &[
            "xiangqi",
            "search",
            "startpos",
            "--depth",
            "2",
            "--trace",
            "--trace-nodes",
            "50",
            "--json",
        ],
        "",
    ))
    .unwrap();
    assert_eq!(json["trace"]["nodes"].as_array().unwrap().len(), 50);
    assert!(json["statistics"]["effective_branching_factor"].is_number());
}

#[test]
fn tree_shows_the_textbook_s_cut_offs() {
    let text = output(&["tree"], "");
    assert!(
        text.contains("✂ α = 3 set by 1; the reply 2.1 already gives 2: 2 moves left out"),
        "{text}"
    );
    assert!(text.ends_with("value 3; 7 of 9 leaves were looked at\n"), "{text}");
    assert!(output(&["tree", "--algorithm", "minimax"], "").contains("9 of 9 leaves"));
    assert!(output(&["tree", "(1", "(2 3))"], "").contains("value 2"));
    assert!(error(&["tree", "((1 2)"], "", 3).contains("never closed"));
}

#[test]
fn gomoku_is_searched_and_played() {
    let text = output(
        &["gomoku", "textbook", "h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "--scope", "near"],
        "",
    );
    assert!(text.contains("won in 1 plies"), "{text}");
    let ladder = output(
        &["gomoku", "textbook", "d4", "--size", "7", "--depth", "2", "--ladder", "--threads", "2"],
        "",
    );
    assert!(ladder.contains("minimax") && ladder.contains("2 304"), "48 + 48 x 47 nodes: {ladder}");
    let game = output(&["gomoku", "textbook", "--play", "--depth", "2"], "h8\nz9\nh8\nquit\n");
    assert!(game.contains("xun plays ") && game.contains("no legal move"), "{game}");
    assert!(error(&["gomoku", "textbook", "h8h8"], "", 3).contains("taken twice"));
}
