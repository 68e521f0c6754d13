//! `xun xiangqi …`: everything about Chinese chess, one file a command.

mod analyse;
mod bench;
mod best;
mod course_input;
mod driver;
mod eval;
mod evaluation;
mod judge;
mod moves;
mod perft;
mod play;
mod search;

pub(crate) use play::draw as draw_board;

use crate::context::Context;
use crate::exit::Exit;
use clap::Subcommand;

pub(crate) use course_input::read_file;

/// The commands of `xun xiangqi`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find the best move of ten-line board files ‖ 求十行棋盘文件的最佳着法
    Best(best::Arguments),
    /// Search a position with any textbook refinements: statistics, comparison, tree ‖ 以任意教科书改进搜索局面：统计、对比、搜索树
    Search(search::Arguments),
    /// Count the move sequences of a length from a position ‖ 统计某局面下给定步数的走法序列数
    Perft(perft::Arguments),
    /// Judge a game: is it over after these moves, and by which rule? ‖ 裁决对局：走完这些着法后是否结束，依据哪条规则
    Judge(judge::Arguments),
    /// List the legal moves of a position in every notation ‖ 以各种记谱法列出局面的合法着法
    Moves(moves::Arguments),
    /// Play through UCI, as Pikafish's boards speak it ‖ 以 UCI 协议对弈（如皮卡鱼的界面所用）
    Uci,
    /// Play through UCCI ‖ 以 UCCI 协议对弈
    Ucci,
    /// Search fixed positions; the node count is the engine's signature ‖ 搜索固定局面；节点数为引擎签名
    Bench(bench::Arguments),
    /// Explain the static evaluation of a position, term by term ‖ 逐项说明局面的静态评估
    Eval(eval::Arguments),
    /// Find the best lines of a position, or judge each move of a game ‖ 求局面的最佳变例，或评判棋谱的每一着
    Analyse(analyse::Arguments),
    /// Play against the engine in the terminal ‖ 在终端与引擎对弈
    Play(play::Arguments),
}

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Best(arguments) => best::run(arguments, context),
        Command::Search(arguments) => search::run(arguments, context),
        Command::Perft(arguments) => perft::run(arguments, context),
        Command::Judge(arguments) => judge::run(arguments, context),
        Command::Moves(arguments) => moves::run(arguments, context),
        Command::Uci => context.serve(xun_host::uci::run),
        Command::Ucci => context.serve(xun_host::ucci::run),
        Command::Bench(arguments) => bench::run(arguments, context),
        Command::Eval(arguments) => eval::run(arguments, context),
        Command::Analyse(arguments) => analyse::run(arguments, context),
        Command::Play(arguments) => play::run(arguments, context),
    }
}
