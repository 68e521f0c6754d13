//! Input that the commands share: position, rule and board size.

use super::names::rule_names;
use crate::context::Context;
use crate::usage_error::BadValue;
use anyhow::{Context as _, bail};
use std::io::Read;
use std::path::Path;
use xun_game::files::wait_for_input;
use xun_gomoku::notation::read_any;
use xun_gomoku::rules::{Board, Colour, Forbidden, Impossible, Rule, Size, forbidden_kind};

/// A position and its rule.
#[derive(clap::Args)]
pub(crate) struct PositionArguments {
    /// Moves such as h8i9 or "7,7 8,8", a file (.psq, .sgf, a drawn board), or - for standard
    /// input; moves that cannot follow each other are read as a diagram
    #[arg(default_value = "")]
    position: String,
    /// Rule (default: the file's, else freestyle)
    #[arg(long, value_parser = rule_names())]
    rule: Option<Rule>,
    /// Columns and rows of the board for moves, such as 15 or 20x15
    #[arg(long, default_value = "15", value_parser = parse_size)]
    size: Size,
    /// Side to move (default: by the number of stones)
    #[arg(long, value_enum)]
    turn: Option<Side>,
}

/// Side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Side {
    /// Black
    Black,
    /// White
    White,
}

impl From<Side> for Colour {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

pub(super) fn parse_size(text: &str) -> Result<Size, BadValue> {
    let (width, height) = text.split_once(['x', 'X', '×', ',']).unwrap_or((text, text));
    let number = |text: &str| {
        text.trim().parse::<u32>().map_err(|_| {
            BadValue::new("expected a size such as 15 or 20x15", "应为如 15 或 20x15 的大小")
        })
    };
    Size::new(number(width)?, number(height)?)
        .map_err(|error| BadValue::new(error.to_string(), "棋盘大小应在 5 到 22 之间"))
}

impl PositionArguments {
    /// The checked position.
    pub(crate) fn board(&self, context: &Context) -> anyhow::Result<Board> {
        let text = self.text(context)?;
        self.board_of(&text, context)
    }

    /// The checked position of another text, under the same rule.
    pub(crate) fn board_of(&self, text: &str, context: &Context) -> anyhow::Result<Board> {
        let record = read_any(text, self.size)?;
        let rule = self.rule.or(record.rule).unwrap_or(Rule::Freestyle);
        let mut board = record.diagram(rule).map_err(|error| say(&error, context))?.into_board();
        if let Some(side) = self.turn {
            board.set_side(side.into());
        }
        if board.winner().is_some() || board.is_full() {
            bail!(context.language.pick("the game is over", "对局已经结束").to_owned());
        }
        Ok(board)
    }

    fn text(&self, context: &Context) -> anyhow::Result<String> {
        const LONGEST: u64 = 1 << 20;
        let _waiting = wait_for_input();
        if self.position == "-" {
            let mut text = String::new();
            std::io::stdin().take(LONGEST).read_to_string(&mut text)?;
            return Ok(text);
        }
        let path = Path::new(&self.position);
        let is_file = self.position.contains(['.', '/', '\\']) || path.is_file();
        if !is_file || self.position.is_empty() {
            return Ok(self.position.clone());
        }
        let file = std::fs::File::open(path).with_context(|| {
            format!("{}: {}", self.position, context.language.pick("cannot be read", "无法读取"))
        })?;
        let mut text = String::new();
        file.take(LONGEST).read_to_string(&mut text).with_context(|| self.position.clone())?;
        Ok(text)
    }
}

fn say(error: &Impossible, context: &Context) -> anyhow::Error {
    anyhow::anyhow!("{}: {error}", context.language.pick("position", "局面"))
}

/// Black's forbidden points, if black is to move under renju.
pub(crate) fn forbidden_points(board: &Board) -> Vec<(xun_gomoku::rules::Point, Forbidden)> {
    if board.to_move() != Colour::Black {
        return Vec::new();
    }
    board
        .empty_points()
        .filter_map(|point| forbidden_kind(board, point).map(|kind| (point, kind)))
        .collect()
}

/// A colour's name.
pub(crate) fn colour_name(colour: Colour, context: &Context) -> &'static str {
    match colour {
        Colour::Black => context.language.pick("black", "黑方"),
        Colour::White => context.language.pick("white", "白方"),
    }
}
