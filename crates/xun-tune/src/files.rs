//! Reading of large files.

use anyhow::{Context as _, bail};
use std::path::Path;
use xun_game::files::read_at_most;

/// Bytes of a file of games or records at most.
const MOST: u64 = 64 << 30;

/// Reads a whole regular file. A device or a pipe, whose length is not known, is refused.
pub(crate) fn read_regular(path: &Path) -> anyhow::Result<Vec<u8>> {
    let name = || path.display().to_string();
    let data = std::fs::metadata(path).with_context(name)?;
    if !data.is_file() {
        bail!("{}: not a regular file", name());
    }
    read_at_most(path, data.len().min(MOST)).with_context(name)
}
