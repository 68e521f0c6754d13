//! `xun lab grade` and `xun lab replicate` as a teacher sees them.
#![cfg(unix)]

mod common;

use common::{program, run, shared};

fn grade(arguments: &[&str], command: &[&str]) -> common::Ran {
    run(program().args(["lab", "grade"]).args(arguments).arg("--").args(command))
}

#[test]
fn our_own_program_passes_its_examination() {
    let own = assert_cmd::cargo::cargo_bin("xun").display().to_string();
    let path =
        grade(&["path", "--count", "9", "--size", "14", "--json"], &[&own, "path", "solve", "-"])
            .json();
    assert_eq!(
        (&path["summary"]["passed"], &path["summary"]["instances"]),
        (&9.into(), &9.into()),
        "{path}"
    );
    let arguments = ["xiangqi", "--count", "2", "--depth", "3", "--allow", "9999", "--json"];
    let moves =
        grade(&arguments, &[&own, "xiangqi", "best", "-", "--depth", "2", "--rules", "real"])
            .json();
    assert_eq!(moves["summary"]["passed"], 2, "{moves}");
}

#[test]
fn a_wrong_program_fails_in_both_languages() {
    let ran = grade(&["path", "--count", "3"], &["echo", "nonsense"]);
    assert!(ran.code == Some(1) && ran.out.contains("no answer in the output"), "{}", ran.out);
    let ran = grade(&["path", "--count", "3", "--lang", "zh"], &["false"]);
    assert!(
        ran.code == Some(1) && ran.out.contains("崩溃") && ran.out.contains("3 题中通过 0 题"),
        "{}",
        ran.out
    );
    let ran = grade(&["gomoku", "--engine", "uci"], &["true"]);
    assert!(ran.code == Some(3) && ran.err.contains("gomocup"), "{}", ran.err);
    let ran = grade(&["path", "--maps", "no-such-map"], &["true"]);
    assert!(ran.code == Some(3) && ran.err.contains("no-such-map"), "{}", ran.err);
}

#[test]
fn an_engine_is_examined_in_a_match() {
    let engine = assert_cmd::cargo::cargo_bin("xun").display().to_string();
    let arguments = [
        "xiangqi",
        "--engine",
        "uci",
        "--against",
        "random",
        "--games",
        "2",
        "--control",
        "nodes=300",
        "--json",
    ];
    let good = grade(&arguments, &[&engine, "xiangqi", "uci"]).json();
    assert_eq!(good["passed"], true, "{good}");
    let dead = grade(&arguments, &["true"]);
    assert_eq!(dead.code, Some(1));
    assert!(dead.out.contains("\"crash\":2"), "{}", dead.out);
}

#[test]
fn the_labs_come_out_again() {
    let missing = run(program().args(["lab", "replicate", "--course", "no-such-folder"]));
    assert!(missing.code == Some(3) && missing.err.contains("tables.json"), "{}", missing.err);
    let Some(course) = shared("lab") else { return };
    let answer = run(program().args(["lab", "replicate", "--json", "--course"]).arg(course)).json();
    assert_eq!(answer["broken"], 0);
    assert_eq!(answer["sections"].as_array().map(Vec::len), Some(3));
}
