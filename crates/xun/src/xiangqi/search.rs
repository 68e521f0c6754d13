//! `xun xiangqi search`: a textbook search of a position with any refinements: statistics, a ladder
//! of them, or the tree.

use super::course_input::{RulesOption, TablesOptions, read_board, real_game};
use super::perft::read_position;
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::textbook::{self, Request, SearchOptions, TraceOptions};
use anyhow::bail;
use clap::ValueEnum;
use std::path::Path;
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::notation::{Notation, Ranks, Script};
use xun_xiangqi::rules::Position;
use xun_xiangqi::textbook::{CourseBoard, Variant};

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NotationOption {
    #[value(alias = "iccs", alias = "uci")]
    Coordinates,
    Wxf,
    Chinese,
}

/// Arguments of `xun xiangqi search`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A file with a ten-line board, or a FEN, or `startpos`
    #[arg(required = true, num_args = 1.., value_name = "FILE|FEN")]
    position: Vec<String>,
    /// Search depth in plies
    #[arg(
        long, default_value_t = 4, value_name = "N",
        value_parser = clap::value_parser!(u32).range(textbook::DEPTHS)
    )]
    depth: u32,
    /// Rules: real is Xiangqi; a, b, c are the course programs of `best`
    #[arg(long, value_enum, default_value = "real", value_name = "RULES")]
    rules: RulesOption,
    /// Notation of moves (default: chinese in Chinese, else coordinates)
    #[arg(long, value_enum, value_name = "NOTATION")]
    notation: Option<NotationOption>,
    #[command(flatten)]
    tables: TablesOptions,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    show: TraceOptions,
}

/// Searches and prints the result.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let judge = arguments.tables.evaluation(arguments.rules, context)?;
    let request = Request {
        depth: arguments.depth,
        tie: arguments.rules.tie(),
        search: &arguments.search,
        show: &arguments.show,
    };
    match arguments.rules.variant().rules() {
        Some(_) => textbook::run(&course_board(arguments, context)?, &judge, &request, context),
        None => textbook::run(&real(arguments, context)?, &judge, &request, context),
    }
}

/// The only argument, if it names a file.
fn file(arguments: &Arguments) -> Option<&Path> {
    match arguments.position.as_slice() {
        [one] if one == "-" || Path::new(one).is_file() => Some(Path::new(one)),
        _ => None,
    }
}

fn real(arguments: &Arguments, context: &Context) -> anyhow::Result<XiangqiGame> {
    let game = match file(arguments) {
        Some(path) => {
            let board = read_board(path, arguments.rules, context.language)?;
            real_game(&board, &path.display().to_string(), context.language)?
        }
        None => XiangqiGame::new(read_position(&arguments.position.join(" "), context.language)?),
    };
    let usual = match context.language {
        Language::English => NotationOption::Coordinates,
        Language::Chinese => NotationOption::Chinese,
    };
    Ok(game.written(match arguments.notation.unwrap_or(usual) {
        NotationOption::Coordinates => Notation::Coordinates(Ranks::FromZero),
        NotationOption::Wxf => Notation::Wxf,
        NotationOption::Chinese => Notation::Chinese(Script::Simplified),
    }))
}

fn course_board(arguments: &Arguments, context: &Context) -> anyhow::Result<CourseBoard> {
    if let Some(path) = file(arguments) {
        return read_board(path, arguments.rules, context.language);
    }
    let position: Position = read_position(&arguments.position.join(" "), context.language)?;
    let Some(rules) = Variant::rules(arguments.rules.variant()) else {
        bail!(
            "{}",
            context.language.pick("the real game has no course board", "真实规则没有课程棋盘")
        );
    };
    let mut board = CourseBoard::empty(rules);
    for square in position.occupied() {
        board.put(square.into(), position.piece_on(square));
    }
    board.set_side(position.turn());
    Ok(board)
}
