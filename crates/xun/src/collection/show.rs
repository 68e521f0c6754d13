//! `xun collection show`.

use super::{CollectionOption, told};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::xiangqi::convert::MoveNotation;
use std::io::Write;
use xun_xiangqi::notation::format_pgn;

/// Arguments of `xun collection show`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of the game
    #[arg(value_name = "ID")]
    game: i64,
    /// Notation of the moves (default: chinese in Chinese, else wxf)
    #[arg(long, value_enum, value_name = "NOTATION")]
    notation: Option<MoveNotation>,
    #[command(flatten)]
    collection: CollectionOption,
}

/// Prints the game as PGN, after lines that begin with `%` for what the collection knows besides.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let collection = arguments.collection.open(language)?;
    let record = told(collection.game(arguments.game), language)?;
    let summary = told(collection.summary(arguments.game), language)?;
    let tags = told(collection.tags(arguments.game), language)?;
    let usual = match language {
        Language::English => MoveNotation::Wxf,
        Language::Chinese => MoveNotation::Chinese,
    };
    let opening = language.pick(&summary.opening_en, &summary.opening);
    let tags = tags.join(language.pick(", ", "、"));
    for (name, value) in [
        (language.pick("file", "文件"), summary.source.as_str()),
        (language.pick("opening", "开局"), opening),
        (language.pick("tags", "标签"), &tags),
    ] {
        if !value.is_empty() {
            writeln!(context.out, "% {name}: {value}")?;
        }
    }
    let notation = arguments.notation.unwrap_or(usual).notation();
    writeln!(context.out, "{}", format_pgn(&record, notation).trim_end())?;
    Ok(Exit::Answered)
}
