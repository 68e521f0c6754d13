//! Writes the games of a match: PGN for Xiangqi; for Gomoku one SGF file or a folder of `.psq`
//! files.

use super::players::Table;
use anyhow::{Context as _, bail};
use std::fs;
use std::path::Path;
use xun_arena::{GameRecord, gomoku_record, xiangqi_pgn};
use xun_gomoku::notation::{write_psq, write_sgf};

/// Writes all games.
pub(super) fn save<'a>(
    path: &Path,
    table: Table,
    names: &[String],
    games: impl Iterator<Item = &'a GameRecord>,
) -> anyhow::Result<()> {
    match table {
        Table::Xiangqi(_) => {
            let mut text = String::new();
            for game in games {
                text.push_str(&xiangqi_pgn(game, names)?);
                text.push('\n');
            }
            fs::write(path, text)?;
        }
        Table::Gomoku(size, rule) => {
            let record = |game: &GameRecord| gomoku_record(game, names, size, rule);
            if path.extension().is_some_and(|extension| extension == "sgf") {
                let texts = games
                    .map(|game| Ok(write_sgf(&record(game)?)))
                    .collect::<anyhow::Result<Vec<_>>>()?;
                fs::write(path, texts.join("\n"))?;
            } else if path.extension().is_some_and(|extension| extension == "pgn") {
                bail!(
                    "PGN is for Xiangqi; Gomoku games go into a .sgf file or a folder of .psq files"
                );
            } else {
                fs::create_dir_all(path)?;
                for game in games {
                    let file = path.join(format!("game{:05}.psq", game.index));
                    fs::write(&file, write_psq(&record(game)?))
                        .with_context(|| file.display().to_string())?;
                }
            }
        }
    }
    Ok(())
}
