//! Game files for the commands: bounded reading, faults and losses in the user's language.

use crate::context::Context;
use crate::language::Language;
use crate::usage_error::BadValue;
use anyhow::{Context as _, anyhow};
use std::path::Path;
use xun_game::files::{MOST_TEXT_BYTES, read_at_most};
use xun_messages::Message as _;
use xun_xiangqi::files::{GameFile, ReadOptions, TextEncoding, read_games};

/// The encoding of the texts in game files.
#[derive(clap::Args)]
pub(crate) struct EncodingOption {
    /// Encoding of the texts: utf-8, gbk, big5 or utf-16 (default: found by looking)
    #[arg(long, value_name = "NAME", value_parser = encoding_of)]
    encoding: Option<TextEncoding>,
}

impl EncodingOption {
    pub(crate) fn options(&self) -> ReadOptions {
        self.encoding.map_or_else(ReadOptions::default, ReadOptions::with_encoding)
    }
}

fn encoding_of(name: &str) -> Result<TextEncoding, BadValue> {
    TextEncoding::from_name(name).ok_or_else(|| {
        BadValue::new("expected utf-8, gbk, big5 or utf-16", "应为 utf-8、gbk、big5 或 utf-16")
    })
}

/// Reads the games of a file.
pub(crate) fn read(
    path: &Path,
    option: &EncodingOption,
    language: Language,
) -> anyhow::Result<GameFile> {
    let shown = || path.display().to_string();
    let bytes = read_at_most(path, MOST_TEXT_BYTES).with_context(shown)?;
    read_games(&bytes, &option.options())
        .map_err(|fault| anyhow!("{}: {}", shown(), fault.text().pick(language)))
}

/// Tells the faults of a file on standard error; true if there are any.
pub(crate) fn tell_faults(path: &Path, file: &GameFile, context: &Context) -> bool {
    let language = context.language;
    let mut any = false;
    for (index, fault) in file.faults() {
        any = true;
        let game = match file.games.len() {
            1 => String::new(),
            _ if language == Language::English => format!(" game {}:", index + 1),
            _ => format!(" 第 {} 局：", index + 1),
        };
        eprintln!("{}:{game} {}", path.display(), fault.text().pick(language));
    }
    any
}
