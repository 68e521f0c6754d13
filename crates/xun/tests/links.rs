//! Every relative link in the documents leads to a file and, with `#`, to a heading of it.

mod common;

use common::root;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The Markdown files of the repository, without built or fetched ones.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if !matches!(name.as_str(), "target" | "node_modules" | "out") && !name.starts_with('.')
            {
                documents(&path, found);
            }
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
}

/// The text outside code blocks and code spans, line by line.
fn prose(text: &str) -> Vec<String> {
    let mut in_block = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        in_block ^= fence;
        let outside = if in_block || fence { "" } else { line };
        lines.push(outside.split('`').step_by(2).collect::<Vec<_>>().join(" "));
    }
    lines
}

/// The targets of `[text](target)` with the number of their line.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in prose(text).iter().enumerate() {
        for part in line.split("](").skip(1) {
            if let Some((target, _)) = part.split_once(')') {
                found.push((index + 1, target.to_owned()));
            }
        }
    }
    found
}

/// The anchors of the headings, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let mut in_block = false;
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut found = Vec::new();
    for line in text.lines() {
        in_block ^= line.trim_start().starts_with("```");
        let heading = line.trim_start_matches('#');
        if in_block || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let anchor: String = heading
            .trim()
            .to_lowercase()
            .chars()
            .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'))
            .map(|letter| if letter == ' ' { '-' } else { letter })
            .collect();
        let times = seen.entry(anchor.clone()).or_default();
        found.push(if *times == 0 { anchor } else { format!("{anchor}-{times}") });
        *times += 1;
    }
    found
}

#[test]
fn every_link_leads_somewhere() {
    let mut files = Vec::new();
    documents(&root(), &mut files);
    assert!(files.len() > 20, "the documents are found");
    let mut broken = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a document");
        for (line, target) in links(&text) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let aim = if path.is_empty() {
                file.clone()
            } else {
                file.parent().expect("a folder").join(path)
            };
            let leads = if anchor.is_empty() {
                aim.exists()
            } else {
                fs::read_to_string(&aim)
                    .is_ok_and(|text| anchors(&text).iter().any(|one| one == anchor))
            };
            if !leads {
                broken.push(format!("{}:{line}: {target}", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn links_in_code_do_not_count() {
    let text = "[a](b.md) `[c](d.md)`\n```\n[e](f.md)\n```\n[g](#h)\n";
    assert_eq!(links(text), [(1, "b.md".to_owned()), (5, "#h".to_owned())]);
}

#[test]
fn anchors_are_those_of_the_headings() {
    let text = "# Two words\n```sh\n# comment\n```\n## What's `new`?\n## Two words\n";
    assert_eq!(anchors(text), ["two-words", "whats-new", "two-words-1"]);
}
