//! Contents of packages: the long version, manual pages, completions, and one program for
//! every processor.

mod common;

use assert_cmd::Command;
use common::{program, run};
use std::fs;

fn xun() -> Command {
    let mut command = program();
    command.env_remove("XUN_VECTORS");
    command
}

fn output(command: &mut Command) -> String {
    run(command).ok()
}

#[test]
fn the_long_version_names_networks_and_instructions() {
    let short = output(xun().arg("--version"));
    let long = output(xun().args(["--version", "--verbose"]));
    assert!(long.starts_with(&short) && long.lines().count() == 5, "{long}");
    for part in ["commit: ", "platform: ", "networks: xiangqi ", ", gomoku renju ", "vectors: "] {
        assert!(long.contains(part), "{part}: {long}");
    }
    assert_eq!(output(xun().args(["--verbose", "--version"])), long, "in either order");
    let chinese = output(xun().args(["--lang", "zh", "--version", "--verbose"]));
    assert!(chinese.contains("向量指令："), "{chinese}");
    xun().args(["--verbose", "tree"]).assert().code(2);
}

#[test]
fn vector_instructions_can_be_limited_and_change_no_answer() {
    let version =
        |limit: &str| output(xun().env("XUN_VECTORS", limit).args(["--version", "--verbose"]));
    assert!(version("portable").contains("vectors: portable ("));
    let bench = |limit: &str, game: &str, depth: &str| {
        let text = output(xun().env("XUN_VECTORS", limit).args([game, "bench", "--depth", depth]));
        let last = text.lines().last().unwrap_or_default();
        last.split(' ').find_map(|word| word.parse::<u64>().ok())
    };
    for (game, depth) in [("xiangqi", "4"), ("gomoku", "3")] {
        let expected = bench("portable", game, depth);
        assert!(expected.is_some_and(|nodes| nodes > 100), "{game}: {expected:?}");
        for limit in ["avx2", "avx512", ""] {
            assert_eq!(bench(limit, game, depth), expected, "{game} {limit}");
        }
    }
    let refused = run(xun().env("XUN_VECTORS", "sse9").arg("--version"));
    assert_eq!(refused.code, Some(3));
    assert!(refused.err.contains("portable, avx2 or avx512"), "{}", refused.err);
}

#[test]
fn manual_pages_of_all_commands_are_written_in_both_languages() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = |language: &str| {
        let to = folder.path().join(language);
        output(xun().args(["--lang", language, "man"]).arg(&to));
        let mut names: Vec<String> = fs::read_dir(&to)
            .expect("is made")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
            .collect();
        names.sort();
        (to, names)
    };
    let (english, names) = pages("en");
    let (chinese, same_names) = pages("zh");
    assert_eq!(names, same_names);
    for name in ["xun.1", "xun-path-solve.1", "xun-lab-grade-class.1", "xun-uci.1", "pbrain-xun.1"]
    {
        assert!(names.iter().any(|one| one == name), "{name} in {names:?}");
    }
    let page = |folder: &std::path::Path, name: &str| {
        fs::read_to_string(folder.join(name)).expect("is there")
    };
    let solve = page(&english, "xun-path-solve.1");
    assert!(solve.starts_with(".ie") || solve.contains(".TH xun-path-solve 1"), "{solve}");
    assert!(solve.contains("\\-\\-explain"), "{solve}");
    for name in &names {
        let text = page(&chinese, name);
        assert!(text.contains(".SH 名称\n") && !text.contains(".SH NAME"), "{name}:\n{text}");
    }
}

#[test]
fn completions_are_there_for_four_shells_in_both_languages() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let english = output(xun().args(["completions", shell]));
        let chinese = output(xun().args(["--lang", "zh", "completions", shell]));
        assert!(english.contains("explain") && chinese.contains("explain"), "{shell}");
        // Completions of bash have no texts.
        assert_eq!(chinese.contains("象棋"), shell != "bash", "{shell}");
    }
}
