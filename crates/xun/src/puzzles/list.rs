//! `xun puzzles list`.

use super::{Filter, FolderOption, text};
use crate::context::Context;
use crate::exit::Exit;
use serde_json::Value;
use std::io::Write;

/// Arguments of `xun puzzles list`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    folder: FolderOption,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Lists the puzzles, shipped ones first.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let puzzles = arguments.filter.puzzles(&arguments.folder.open(language)?)?;
    if arguments.json {
        let all: Vec<Value> = puzzles.iter().map(|one| text::in_json(one, language)).collect();
        writeln!(context.out, "{}", Value::Array(all))?;
        return Ok(Exit::Answered);
    }
    for puzzle in &puzzles {
        writeln!(context.out, "{}", text::heading(puzzle, language))?;
    }
    Ok(Exit::Answered)
}
