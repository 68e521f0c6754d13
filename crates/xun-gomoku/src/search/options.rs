//! The engine's options, declared once for Gomocup, matches and the command line.

use xun_game::{Button, OptionKind, declare_options};

const fn number(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

declare_options! {
    /// The engine's options.
    pub struct EngineOptions {
        /// Size of the transposition table in mebibytes.
        hash: i64 = "Hash", "", number(64, 1, 65_536),
            "Transposition table size in MiB";
        /// Search threads.
        threads: i64 = "Threads", "", number(1, 1, 256), "Search threads";
        /// Empties the transposition table.
        clear_hash: Button = "Clear Hash", "", OptionKind::Button, "Empty the table";
        /// Milliseconds that each move loses outside the engine.
        move_overhead: i64 = "Move Overhead", "", number(30, 0, 5000),
            "Milliseconds a move loses outside the engine";
        /// The level of play.
        level: &'static str = "Level", "",
            OptionKind::Combo {
                default: "strong",
                choices: &["beginner", "easy", "medium", "hard", "strong"],
            },
            "Level of play";
        /// The evaluation.
        eval_file: String = "EvalFile", "", OptionKind::Text { default: "" },
            "A network's file; `hand` for the pattern evaluation; empty for the built-in choice";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::LEVELS;

    #[test]
    fn every_level_is_a_choice() {
        for level in &LEVELS {
            assert!(EngineOptions::default().set("level", level.name).is_ok(), "{}", level.name);
        }
        assert_eq!(LEVELS.last().map(|level| level.name), Some(EngineOptions::default().level));
    }
}
