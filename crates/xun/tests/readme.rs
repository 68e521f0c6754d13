//! The commands in the documents run: every ```sh block of the READMEs and the path guide, in
//! order, each block in one shell, in a folder that has `examples/` in it. A block fenced as ```sh
//! no-test is left out (servers, test scripts, installing). `cargo run --release --` stands for the
//! program that this test was built with.

#![cfg(unix)]

mod common;

use common::root;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The blocks of a document with the number of their first line.
fn blocks(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String)> = None;
    let mut other = false;
    for (index, line) in text.lines().enumerate() {
        let fence = line.trim_start();
        match (&mut open, fence.strip_prefix("```")) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some((_, block)), None) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, Some(_)) if other => other = false,
            (None, Some("sh")) => open = Some((index + 2, String::new())),
            (None, Some(_)) => other = true,
            (None, None) => {}
        }
    }
    found
}

fn check(document: &str) {
    let path = root().join(document);
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("skipped: {document} is not there");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(
        root().join("examples").canonicalize().expect("examples"),
        folder.path().join("examples"),
    )
    .expect("a link");
    let program = Path::new(env!("CARGO_BIN_EXE_xun"));
    let path = format!(
        "{}:{}",
        program.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    for (line, block) in blocks(&text) {
        let script =
            block.replace("cargo run --release -- ", "xun ").replace("target/release/xun ", "xun ");
        let output = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", &script])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("LC_ALL", "C.UTF-8")
            .stdin(std::process::Stdio::null())
            .output()
            .expect("bash is there");
        assert!(
            output.status.success(),
            "{document}, line {line}: the command fails\n{block}\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn commands_of_the_english_readme_run() {
    check("README.md");
}

#[test]
fn commands_of_the_chinese_readme_run() {
    check("README.zh.md");
}

#[test]
fn commands_of_the_path_guide_run() {
    check("docs/paths.md");
    check("docs/paths.zh.md");
    check("docs/trace.md");
}

#[test]
fn commands_of_the_textbook_guide_run() {
    check("docs/textbook.md");
    check("docs/textbook.zh.md");
}

#[test]
fn commands_of_the_lab_guide_run() {
    check("docs/lab.md");
}

#[test]
fn commands_of_the_match_and_grading_guides_run() {
    check("docs/matches.md");
    check("docs/matches.zh.md");
    check("docs/grading.md");
    check("docs/grading.zh.md");
}

#[test]
fn only_plain_sh_blocks_count() {
    let text = "a\n```sh\nxun --version\n```\n```text\nnot this\n```\n```sh no-test\nxun serve\n\
        ```\n```sh\ntrue\n```\n";
    let blocks: Vec<String> = blocks(text).into_iter().map(|(_, block)| block).collect();
    assert_eq!(blocks, ["xun --version\n", "true\n"]);
}
