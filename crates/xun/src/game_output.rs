//! Shared by the commands that convert game files: which files are read and written, and the
//! writing of them.

use crate::context::Context;
use crate::language::Language;
use anyhow::{Context as _, bail};
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use xun_text::Text;

/// A game as a file of its own, with the name that it would have.
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The files to read and the one to write: without a format and an output, the last one.
pub(crate) fn ends<'a>(
    files: &'a [PathBuf],
    output: Option<&'a Path>,
    format_is_named: bool,
    language: Language,
) -> anyhow::Result<(&'a [PathBuf], Option<&'a Path>)> {
    let (inputs, output) = match (files, output) {
        ([inputs @ .., last], None) if !format_is_named => (inputs, Some(last.as_path())),
        ends => ends,
    };
    if inputs.is_empty() {
        let message = language.pick(
            "nothing to read: name a file to read and one to write, or a format with --to",
            "没有要读取的文件：请给出输入与输出文件，或用 --to 指定格式",
        );
        bail!(message);
    }
    Ok((inputs, output))
}

/// Writes games to a file, into a folder, or to standard output; `join` makes one file of them.
pub(crate) fn write_parts(
    parts: Vec<Part>,
    extension: &str,
    output: Option<&Path>,
    join: impl FnOnce(Vec<Vec<u8>>) -> anyhow::Result<Vec<u8>>,
    context: &mut Context,
) -> anyhow::Result<()> {
    if let Some(folder) = output.filter(|path| is_folder(path)) {
        return write_folder(folder, &parts, extension);
    }
    let bytes = join(parts.into_iter().map(|part| part.bytes).collect())?;
    match output {
        Some(path) => fs::write(path, bytes).with_context(|| path.display().to_string()),
        None => Ok(context.out.write_all(&bytes)?),
    }
}

/// One object as it is, several as a list.
pub(crate) fn join_json(parts: &[Vec<u8>]) -> Vec<u8> {
    match parts {
        [single] => [single, &b"\n"[..]].concat(),
        several => [b"[", &several.join(&b",\n"[..])[..], b"]\n"].concat(),
    }
}

/// Tells what a format could not hold of a game.
pub(crate) fn tell_losses(name: &str, losses: impl IntoIterator<Item = Text>, context: &Context) {
    for loss in losses {
        eprintln!("{name}: {}", loss.pick(context.language));
    }
}

fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::MAIN_SEPARATOR)
}

/// Each game as a file of its own. Names that are taken in this run get a number.
fn write_folder(folder: &Path, parts: &[Part], extension: &str) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut taken = HashSet::new();
    for part in parts {
        let mut name = part.name.clone();
        let mut number = 2;
        while !taken.insert(name.to_lowercase()) {
            name = format!("{}-{number}", part.name);
            number += 1;
        }
        let path = folder.join(format!("{name}.{extension}"));
        fs::write(&path, &part.bytes).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
