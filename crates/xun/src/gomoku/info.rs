//! `xun gomoku info`: what game files hold.

use super::game_file::{GameFile, ReadOptions, read, tell_faults};
use super::tree_size::TreeSize;
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use xun_messages::Message as _;

/// Arguments of `xun gomoku info`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Game files (SGF, PSQ, LIB, moves, drawn boards)
    #[arg(required = true, num_args = 1.., value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    options: ReadOptions,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Describes each file; those that cannot be read are told on standard error.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let mut exit = Exit::Answered;
    let mut all = Vec::new();
    for path in &arguments.files {
        match read(path, &arguments.options, context.language) {
            Ok(file) if arguments.json => all.push(in_json(path, &file, context)),
            Ok(file) => {
                let words = in_words(&file, context.language);
                writeln!(context.out, "{}: {words}", path.display())?;
                if tell_faults(path, &file, context) {
                    exit = Exit::BadInput;
                }
            }
            Err(error) => {
                eprintln!("{error:#}");
                exit = Exit::BadInput;
            }
        }
    }
    if arguments.json {
        writeln!(context.out, "{}", Value::Array(all))?;
    }
    Ok(exit)
}

fn in_json(path: &Path, file: &GameFile, context: &Context) -> Value {
    let (record, size) = (&file.tree.record, TreeSize::of(&file.tree));
    let info = file.tree.info.iter().map(|(name, value)| (name.clone(), json!(value)));
    let faults = file.faults.iter().map(|fault| fault.text().pick(context.language).to_owned());
    json!({
        "file": path.display().to_string(),
        "format": file.format,
        "size": [record.size.width(), record.size.height()],
        "rule": record.rule.map(|rule| rule.to_string()),
        "players": record.players,
        "info": info.collect::<Map<_, _>>(),
        "setup": record.setup.len(),
        "plies": size.moves,
        "nodes": size.nodes,
        "lines": size.lines,
        "comments": size.comments,
        "faults": faults.collect::<Vec<_>>(),
    })
}

fn in_words(file: &GameFile, language: Language) -> String {
    let (record, size) = (&file.tree.record, TreeSize::of(&file.tree));
    let mut parts = vec![file.format.to_owned(), record.size.to_string()];
    parts.extend(record.rule.map(|rule| rule.text().pick(language).to_owned()));
    let [black, white] =
        record.players.each_ref().map(|name| if name.is_empty() { "?" } else { name.as_str() });
    if (black, white) != ("?", "?") {
        parts.push(format!("{black} – {white}"));
    }
    for wanted in ["EV", "DT", "RE"] {
        let found = file.tree.info.iter().find(|(name, _)| name == wanted);
        parts.extend(found.map(|(_, value)| value.clone()));
    }
    if !record.setup.is_empty() {
        let stones = record.setup.len();
        parts.push(match language {
            Language::English => format!("{stones} stones before the first move"),
            Language::Chinese => format!("起始 {stones} 子"),
        });
    }
    parts.push(match language {
        Language::English => format!(
            "{} plies, {} nodes in {} lines, {} comments",
            size.moves, size.nodes, size.lines, size.comments
        ),
        Language::Chinese => format!(
            "{} 步，{} 条变化共 {} 个节点，{} 条注释",
            size.moves, size.lines, size.nodes, size.comments
        ),
    });
    parts.join(", ")
}
