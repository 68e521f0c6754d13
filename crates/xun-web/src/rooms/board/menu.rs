//! The menu of a game: levels, rules, openings, formats, positions.

use crate::message::Text;
use crate::message::board::{Menu, Named};
use crate::shared::Shared;
use xun_arena::Game;
use xun_gomoku::rules::Rule;
use xun_messages::Message as _;
use xun_messages::gomoku::rule_about;
use xun_messages::xiangqi::rules_about;
use xun_xiangqi::rules::RuleSet;
use xun_xiangqi::search::LEVELS;

fn named(name: &str, title: [&str; 2], about: [&str; 2]) -> Named {
    Named {
        name: name.to_owned(),
        title: Text::new(title[0], title[1]),
        about: Text::new(about[0], about[1]),
    }
}

/// A choice with the library's name and texts.
fn of_library(name: &str, title: Text, about: Text) -> Named {
    Named { name: name.to_owned(), title, about }
}

/// Everything that can be chosen.
pub(super) fn menu(game: Game, shared: &Shared) -> Menu {
    let engines = shared.config.engines.iter().filter(|engine| engine.plays(game));
    let engines = engines.map(|engine| engine.name.clone()).collect();
    match game {
        Game::Xiangqi => xiangqi(engines),
        Game::Gomoku => gomoku_menu(engines),
    }
}

/// The levels of our engine, weakest first.
pub(super) fn levels(game: Game) -> Vec<Named> {
    match game {
        Game::Xiangqi => LEVELS
            .iter()
            .map(|level| {
                of_library(
                    level.name,
                    xun_messages::xiangqi::level(level.name),
                    xun_messages::xiangqi::level_style(level.name),
                )
            })
            .collect(),
        Game::Gomoku => xun_gomoku::search::LEVELS
            .iter()
            .map(|level| {
                of_library(
                    level.name,
                    xun_messages::gomoku::level(level.name),
                    xun_messages::gomoku::level_style(level.name),
                )
            })
            .collect(),
    }
}

fn xiangqi(engines: Vec<String>) -> Menu {
    Menu {
        levels: levels(Game::Xiangqi),
        rules: RuleSet::ALL
            .map(|rules| of_library(rules.name(), rules.text(), rules_about(rules)))
            .into(),
        openings: Vec::new(),
        formats: vec![
            named("fen", ["FEN", "FEN"], ["The position on the board.", "当前局面。"]),
            named(
                "pgn",
                ["PGN", "PGN"],
                [
                    "The whole game: players, variations, comments, marks, scores, drawings.",
                    "整局棋谱：棋手、变着、注释、评注、分数与标记。",
                ],
            ),
            named("board", ["Ten lines", "十行棋盘"], ["The position as text.", "文本局面。"]),
            named(
                "moves",
                ["Moves (ICCS)", "着法（ICCS）"],
                ["The moves of the main line alone.", "只有主线着法。"],
            ),
        ],
        positions: XIANGQI_POSITIONS
            .iter()
            .map(|&(fen, title)| named(fen, title, ["", ""]))
            .collect(),
        engines,
    }
}

/// Positions of our own to begin with.
const XIANGQI_POSITIONS: &[(&str, [&str; 2])] = &[
    (
        "3k5/9/9/9/9/9/9/4R4/4A4/4K4 w - - 0 1",
        ["Endgame: chariot against a bare general", "残局：单车对孤将"],
    ),
    ("3ak4/9/4b4/9/9/9/4P4/9/4N4/4K4 w - - 0 1", ["Endgame: horse and soldier", "残局：马兵"]),
    ("2bak4/4a4/4b4/9/9/9/9/4C4/4N4/3K5 w - - 0 1", ["Endgame: horse and cannon", "残局：马炮"]),
];

fn gomoku_menu(engines: Vec<String>) -> Menu {
    Menu {
        levels: levels(Game::Gomoku),
        rules: Rule::ALL.map(|rule| of_library(rule.name(), rule.text(), rule_about(rule))).into(),
        openings: vec![
            named("free", ["Free", "自由开局"], ["Black begins anywhere.", "黑方任意落子。"]),
            named(
                "swap2",
                ["Swap2", "Swap2 交换"],
                [
                    "The first player places two black stones and a white one; the second takes \
                     black, takes white, or places two more and leaves the choice. An external \
                     engine is asked with SWAP2BOARD; Xun chooses for one that does not know it.",
                    "先手放两黑一白；后手可选执黑、执白，或再放两子由先手选色。外部引擎用 SWAP2BOARD 询问；不懂此命令的，由我们的引擎代选。",
                ],
            ),
        ],
        formats: vec![
            named(
                "moves",
                ["Coordinates", "坐标"],
                ["The moves of the main line alone: h8i9…", "只有主线着法：h8i9……"],
            ),
            named("board", ["Drawn board", "文本棋盘"], ["The position as text.", "文本局面。"]),
            named(
                "psq",
                [".psq", ".psq"],
                [
                    "For Piskvork: the main line and the players; no variations, comments or \
                     result.",
                    "供 Piskvork 使用：主线与棋手；不含变着、注释与结果。",
                ],
            ),
            named(
                "sgf",
                ["SGF", "SGF"],
                [
                    "The whole game with variations, comments and marks; drawings lose their \
                     colours.",
                    "整局棋谱，含变着、注释与评注；标记不含颜色。",
                ],
            ),
        ],
        positions: vec![
            named("h8i9h10g9h9i10", ["A quiet opening", "平稳的开局"], ["", ""]),
            named("h8h9i9g7i7i8j8g8g9h10f8f9", ["Threats on both sides", "双方都有攻势"], ["", ""]),
        ],
        engines,
    }
}
