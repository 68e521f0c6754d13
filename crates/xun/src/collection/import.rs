//! `xun collection import`.

use super::CollectionOption;
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::xiangqi::game_file::EncodingOption;
use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use xun_collection::{Unreadable, game_files};
use xun_messages::Message as _;

/// Arguments of `xun collection import`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Game files, or folders with game files in them
    #[arg(required = true, num_args = 1.., value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    collection: CollectionOption,
    #[command(flatten)]
    encoding: EncodingOption,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Imports; Ctrl-C keeps what was read, and the next import goes on from there.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let mut files = Vec::new();
    for path in &arguments.paths {
        files.extend(game_files(path).with_context(|| path.display().to_string())?);
    }
    let mut collection = arguments.collection.create(context.language)?;
    let bar = ProgressBar::new(files.len() as u64).with_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta}").expect("a valid template"),
    );
    let language = context.language;
    let report = collection.import(&files, &arguments.encoding.options(), |progress| {
        bar.set_position(progress.done as u64);
        bar.set_message(format!("{} {}", progress.report.games, language.pick("games", "局")));
        !context.stopped()
    })?;
    bar.finish_and_clear();
    for (path, reason) in &report.unreadable {
        let reason = match reason {
            Unreadable::System(error) => error.clone(),
            Unreadable::Fault(fault) => fault.text().pick(language).to_owned(),
        };
        eprintln!("{}: {reason}", path.display());
    }
    if arguments.json {
        let told = json!({
            "files": report.files, "known_files": report.known_files, "games": report.games,
            "duplicates": report.duplicates, "impossible": report.impossible,
            "damaged": report.damaged, "unreadable": report.unreadable.len(),
            "total": collection.len()?,
        });
        writeln!(context.out, "{told}")?;
    } else {
        let words = match language {
            Language::English => format!(
                "{} games added from {} files; {} duplicates, {} damaged, {} without a possible \
                 position, {} files read before, {} unreadable; {} games in all",
                report.games,
                report.files,
                report.duplicates,
                report.damaged,
                report.impossible,
                report.known_files,
                report.unreadable.len(),
                collection.len()?
            ),
            Language::Chinese => format!(
                "从 {} 个文件导入 {} 局；重复 {} 局，有误 {} 局，局面不可能 {} 局，已读过的文件 {} 个，无法读取 {} 个；共 {} 局",
                report.files,
                report.games,
                report.duplicates,
                report.damaged,
                report.impossible,
                report.known_files,
                report.unreadable.len(),
                collection.len()?
            ),
        };
        writeln!(context.out, "{words}")?;
    }
    Ok(match () {
        () if context.stopped() => Exit::Interrupted,
        () if report.unreadable.is_empty() => Exit::Answered,
        () => Exit::BadInput,
    })
}
