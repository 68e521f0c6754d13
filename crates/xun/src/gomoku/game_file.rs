//! Game files for the commands: SGF, `.psq`, `RenLib`, drawn boards and moves, told by their
//! contents.

use super::input::parse_size;
use crate::context::Context;
use crate::language::Language;
use crate::usage_error::BadValue;
use anyhow::{Context as _, anyhow};
use encoding_rs::{Encoding, GB18030, UTF_8, WINDOWS_1252};
use std::path::Path;
use xun_game::files::{MOST_TEXT_BYTES, read_at_most};
use xun_gomoku::notation::{
    GameTree, RenLib, RenLibFault, is_renlib, parse_renlib, parse_sgf_tree, read_any,
};
use xun_gomoku::rules::Size;
use xun_messages::Message as _;

/// Options of reading game files.
#[derive(clap::Args)]
pub(crate) struct ReadOptions {
    /// Encoding of the texts, such as utf-8, gbk or sjis (default: found by looking)
    #[arg(long, value_name = "NAME", value_parser = encoding_of)]
    encoding: Option<&'static Encoding>,
    /// Columns and rows of the board for moves, such as 15 or 20x15
    #[arg(long, default_value = "15", value_parser = parse_size)]
    size: Size,
}

fn encoding_of(name: &str) -> Result<&'static Encoding, BadValue> {
    Encoding::for_label(name.as_bytes()).ok_or_else(|| {
        BadValue::new(
            "expected an encoding such as utf-8, gbk or sjis",
            "应为 utf-8、gbk、sjis 等编码",
        )
    })
}

/// A file that was read.
pub(crate) struct GameFile {
    pub(crate) format: &'static str,
    pub(crate) tree: GameTree,
    /// The faults of the parts that were left out.
    pub(crate) faults: Vec<RenLibFault>,
}

/// Reads a game file.
pub(crate) fn read(
    path: &Path,
    options: &ReadOptions,
    language: Language,
) -> anyhow::Result<GameFile> {
    let shown = || path.display().to_string();
    let bytes = read_at_most(path, MOST_TEXT_BYTES).with_context(shown)?;
    let named_lib = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("lib"));
    if is_renlib(&bytes) || named_lib {
        let RenLib { tree, faults, .. } = read_renlib(&bytes, options.encoding)
            .map_err(|fault| anyhow!("{}: {}", shown(), fault.text().pick(language)))?;
        return Ok(GameFile { format: "RenLib", tree, faults });
    }
    let text = decode(&bytes, options.encoding);
    let begin = text.trim_start_matches('\u{feff}').trim_start();
    let faults = Vec::new();
    if begin.starts_with('(') {
        let tree = parse_sgf_tree(begin).with_context(shown)?;
        return Ok(GameFile { format: "SGF", tree, faults });
    }
    let record = read_any(&text, options.size).with_context(shown)?;
    let is_psq = begin.get(..9).is_some_and(|word| word.eq_ignore_ascii_case("piskvorky"));
    let format = match record.setup.is_empty() {
        _ if is_psq => "PSQ",
        true => language.pick("moves", "着法"),
        false => language.pick("drawn board", "棋盘图"),
    };
    Ok(GameFile { format, tree: record.into(), faults })
}

/// Reads with the named encoding, or the first one that fits all texts.
fn read_renlib(bytes: &[u8], named: Option<&'static Encoding>) -> Result<RenLib, RenLibFault> {
    let read = |encoding: &'static Encoding| {
        let mut fits = true;
        let library = parse_renlib(bytes, |text| {
            let (text, faulty) = encoding.decode_without_bom_handling(text);
            fits &= !faulty;
            text.into_owned()
        });
        (library, fits)
    };
    if let Some(named) = named {
        return read(named).0;
    }
    for encoding in [UTF_8, GB18030] {
        let (library, fits) = read(encoding);
        if fits {
            return library;
        }
    }
    read(WINDOWS_1252).0
}

fn decode(bytes: &[u8], named: Option<&'static Encoding>) -> String {
    let fits = |encoding: &&'static Encoding| !encoding.decode(bytes).2;
    let found = || [UTF_8, GB18030].into_iter().find(fits).unwrap_or(WINDOWS_1252);
    named.unwrap_or_else(found).decode(bytes).0.into_owned()
}

/// Tells the faults of a file on standard error; true if there are any.
pub(crate) fn tell_faults(path: &Path, file: &GameFile, context: &Context) -> bool {
    for fault in &file.faults {
        eprintln!("{}: {}", path.display(), fault.text().pick(context.language));
    }
    !file.faults.is_empty()
}
