//! Board files for an examination.

use crate::language::Language;
use crate::xiangqi::read_file;
use anyhow::{Context as _, bail};
use std::path::{Path, PathBuf};
use xun_gomoku::notation::read_any;
use xun_gomoku::rules::Rule;
use xun_lab::grade::{GomokuInstance, XiangqiInstance};
use xun_xiangqi::notation::parse_board;
use xun_xiangqi::rules::{Colour, Position};

fn name(path: &Path) -> String {
    path.file_stem()
        .map_or_else(|| path.display().to_string(), |stem| stem.to_string_lossy().into_owned())
}

/// Ten-line boards or FENs, red to move.
pub(super) fn xiangqi(
    files: &[PathBuf],
    language: Language,
) -> anyhow::Result<Vec<XiangqiInstance>> {
    let mut instances = Vec::new();
    for path in files {
        let file = || path.display().to_string();
        let text = read_file(path, language)?;
        let position = if text.trim().lines().count() == 1 {
            Position::from_fen(text.trim()).with_context(file)?
        } else {
            Position::from_setup(&parse_board(&text).with_context(file)?).with_context(file)?
        };
        if position.turn() != Colour::Red {
            let wanted = language.pick(
                "red must be to move: the board does not say whose turn it is",
                "应轮红方走：棋盘文本不含走棋方",
            );
            bail!("{}: {wanted}", file());
        }
        instances.push(XiangqiInstance { name: name(path), board: position });
    }
    Ok(instances)
}

/// Drawn boards or game records.
pub(super) fn gomoku(files: &[PathBuf], language: Language) -> anyhow::Result<Vec<GomokuInstance>> {
    let mut instances = Vec::new();
    for path in files {
        let file = || path.display().to_string();
        let record = read_any(&read_file(path, language)?, xun_gomoku::rules::Size::STANDARD)
            .with_context(file)?;
        let rule = record.rule.unwrap_or(Rule::Freestyle);
        let board = record.position(rule).with_context(file)?.into_board();
        if board.winner().is_some() || board.is_full() {
            bail!("{}: {}", file(), language.pick("the game is over", "对局已经结束"));
        }
        instances.push(GomokuInstance { name: name(path), board });
    }
    Ok(instances)
}
