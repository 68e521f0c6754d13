//! Writes the games of a match: one file, or a folder where the format holds one game a file.

use anyhow::{Context as _, bail};
use std::fs;
use std::path::Path;
use xun_arena::{FileFormat, GameRecord, Setting};

/// Writes all games. The extension chooses the format; without one that is known, PGN for Xiangqi
/// and a folder of `.psq` files for Gomoku.
pub(super) fn save<'a>(
    path: &Path,
    setting: Setting,
    names: &[String],
    games: impl Iterator<Item = &'a GameRecord>,
) -> anyhow::Result<()> {
    let formats = setting.file_formats();
    let extension = path.extension().and_then(|extension| extension.to_str());
    let wanted = extension.and_then(FileFormat::from_name);
    let format = match wanted.filter(|format| formats.contains(format)) {
        Some(format) if format.holds_many() => format,
        _ if wanted == Some(FileFormat::Pgn) => {
            bail!("PGN is for Xiangqi; Gomoku games go into a .sgf file or a folder of .psq files")
        }
        _ => formats[formats.len() - 1],
    };
    if format.holds_many() {
        let texts = games.map(|game| setting.write_game(format, game, names));
        fs::write(path, texts.collect::<Result<Vec<_>, _>>()?.join("\n"))?;
        return Ok(());
    }
    fs::create_dir_all(path)?;
    for game in games {
        let file = path.join(format!("game{:05}.{}", game.index, format.name()));
        fs::write(&file, setting.write_game(format, game, names)?)
            .with_context(|| file.display().to_string())?;
    }
    Ok(())
}
