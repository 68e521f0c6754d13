//! `xun lab run` and `xun lab report` as a user would run them, at quick size.

mod common;

use common::{program, run, xun};
use std::fs;
#[cfg(unix)]
use std::time::Duration;

#[test]
fn the_list_names_every_experiment_in_both_languages() {
    let english = xun("lab run --list").ok();
    let chinese = xun("--lang zh lab run --list").ok();
    for experiment in [
        "heuristics",
        "memory",
        "alphabeta",
        "ordering",
        "ablation",
        "threads",
        "depth",
        "evaluations",
        "patterns",
    ] {
        assert!(english.contains(experiment) && chinese.contains(experiment), "{experiment}");
    }
    assert!(english.contains("uniform cost") && chinese.contains("一致代价"));
    let catalogue = xun("lab run --list --json").json();
    assert_eq!(catalogue.as_array().map(Vec::len), Some(9));
    assert!(catalogue[0]["variants"].is_array() && catalogue[0]["title"]["zh"].is_string());
}

#[test]
fn an_unknown_experiment_is_named_and_the_known_ones_listed() {
    let ran = xun("lab run alchemy");
    assert_eq!(ran.code, Some(3));
    assert!(ran.err.contains("alchemy") && ran.err.contains("heuristics"), "{}", ran.err);
    let none = xun("lab run");
    assert_eq!(none.code, Some(3));
    assert!(none.err.contains("heuristics"), "{}", none.err);
}

#[test]
fn what_is_run_is_stored_and_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("results");
    let ran = run(program()
        .args(["lab", "run", "heuristics", "memory", "--quick", "--json", "--seed", "5", "--out"])
        .arg(&results));
    let answer = ran.json();
    assert_eq!((&answer[0]["complete"], &answer[1]["complete"]), (&true.into(), &true.into()));
    assert!(answer[0]["findings"][0].is_string());
    for file in ["heuristics.json", "heuristics.csv", "heuristics-growth.svg", "memory.json"] {
        assert!(results.join(file).is_file(), "{file}");
    }
    // The report takes the stored heuristics as they are and runs what is missing.
    let stored = fs::read(results.join("heuristics.json")).expect("stored");
    let page = folder.path().join("out/report.html");
    let ran = run(program()
        .args([
            "--lang",
            "zh",
            "lab",
            "report",
            "heuristics",
            "ordering",
            "--quick",
            "--seed",
            "5",
            "--results",
        ])
        .arg(&results)
        .arg("--out")
        .arg(&page));
    ran.ok();
    assert_eq!(fs::read(results.join("heuristics.json")).expect("still there"), stored);
    assert!(results.join("ordering.json").is_file());
    let html = fs::read_to_string(&page).expect("written");
    assert!(html.starts_with("<!doctype html>") && html.contains("启动表排序"));
    assert!(html.contains("xun lab run heuristics --seed 5 --quick"));
    let markdown = fs::read_to_string(page.with_extension("md")).expect("written");
    let plots = folder.path().join("out/report-plots");
    let shown = ["heuristics-growth.png", "heuristics-growth.svg"]
        .into_iter()
        .find(|name| markdown.contains(&format!("](report-plots/{name})")))
        .expect("the report shows its plot");
    assert!(plots.join(shown).is_file());
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "in the way").expect("written");
    let ran = run(program()
        .args(["lab", "run", "heuristics", "--quick", "--out"])
        .arg(file.join("below")));
    assert_eq!(ran.code, Some(3));
    assert!(ran.err.contains("below"), "{}", ran.err);
    let ran =
        run(program().args(["lab", "run", "patterns", "--quick", "--course"]).arg(folder.path()));
    assert_eq!(ran.code, Some(3));
    assert!(ran.err.contains("tables.json"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_measured() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let ran = common::interrupted(&["lab", "run", "all", "--out", out], Duration::from_secs(3));
    assert_eq!(ran.code, Some(130));
    assert!(ran.out.contains("what was measured is kept"), "{}", ran.out);
    assert!(folder.path().join("heuristics.json").is_file());
}
