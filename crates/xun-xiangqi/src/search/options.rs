//! The engine's options, declared once for UCI, UCCI and the command line.

use crate::openings::BookChoice;
use crate::rules::{RuleSet, Rules};
use xun_game::{Button, Level, OptionKind, OptionValue, declare_options};

const fn number(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

declare_options! {
    /// The engine's options.
    pub struct EngineOptions {
        /// Table size in mebibytes.
        hash: i64 = "Hash", "hashsize", number(16, 1, 65_536),
            "Transposition table size in MiB";
        /// Search threads.
        threads: i64 = "Threads", "threads", number(1, 1, 256), "Search threads";
        /// Number of best lines.
        multi_pv: i64 = "MultiPV", "multipv", number(1, 1, 128), "Number of best lines";
        /// The board may let the engine think on the opponent's time.
        ponder: bool = "Ponder", "ponder", OptionKind::Check { default: false },
            "The board may let it think on the opponent's time";
        /// Forget the table.
        clear_hash: Button = "Clear Hash", "clearhash", OptionKind::Button, "Forget the table";
        /// Milliseconds each move loses outside the engine.
        move_overhead: i64 = "Move Overhead", "moveoverhead", number(10, 0, 5000),
            "Milliseconds a move loses outside the engine";
        /// Show chances of win, draw and loss.
        show_wdl: bool = "UCI_ShowWDL", "", OptionKind::Check { default: false },
            "Show chances of win, draw and loss";
        /// Strength, 20 is full.
        skill_level: i64 = "Skill Level", "skilllevel", number(20, 0, 20),
            "Strength from 0 (beginner) to 20 (full)";
        /// Strength by name.
        level: &'static str = "Level", "level",
            OptionKind::Combo {
                default: "full",
                choices: &[
                    "beginner", "novice", "casual", "club", "strong", "expert", "master", "full",
                ],
            },
            "Strength by name; the weaker of this and Skill Level counts";
        /// Rule set of repetition.
        repetition_rule: RuleSet = "Repetition Rule", "repetition",
            OptionKind::Combo { default: "asian", choices: &["asian", "chinese", "simple"] },
            "How repetition is judged";
        /// Plies without capture that make a draw.
        draw_plies: i64 = "Draw Plies", "drawplies", number(120, 20, 1000),
            "Plies without capture that make a draw";
        /// Which evaluation to play with.
        eval_file: String = "EvalFile", "evalfile", OptionKind::Text { default: "" },
            "A network's file; `hand` for the hand-written evaluation; empty for the built-in \
             choice";
        /// Play moves of the opening book.
        own_book: bool = "OwnBook", "usebook", OptionKind::Check { default: true },
            "Play moves of the opening book, if Book File names one";
        /// Files of the opening book.
        book_file: String = "Book File", "bookfiles", OptionKind::Text { default: "" },
            "Opening book made by `xun collection book`, or a BOOK.DAT; several separated by ;";
        /// The choice among the moves of the book.
        book_choice: BookChoice = "Book Choice", "bookchoice",
            OptionKind::Combo { default: "weighted", choices: &["weighted", "best"] },
            "Move of the book: at random by weight, or the one of the greatest weight";
        /// First number of ranks in moves.
        variant: &'static str = "UCI_Variant", "",
            OptionKind::Combo { default: "iccs", choices: &["iccs", "xiangqi"] },
            "Ranks of moves: iccs 0-9, xiangqi 1-10 as Fairy-Stockfish's boards expect";
    }
}

/// A rule set as the value of an option with its names as choices.
impl OptionValue for RuleSet {
    fn initial(kind: &OptionKind) -> Self {
        let OptionKind::Combo { default, .. } = kind else { return Self::default() };
        default.parse().unwrap_or_default()
    }

    fn read(_: &OptionKind, text: &str) -> Option<Self> {
        text.to_ascii_lowercase().parse().ok()
    }

    fn text(&self) -> String {
        self.name().to_owned()
    }
}

/// The choice of a move of an opening book as the value of an option.
impl OptionValue for BookChoice {
    fn initial(_: &OptionKind) -> Self {
        Self::default()
    }

    fn read(_: &OptionKind, text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "weighted" => Some(Self::Weighted),
            "best" => Some(Self::Best),
            _ => None,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Weighted => "weighted",
            Self::Best => "best",
        }
        .to_owned()
    }
}

impl EngineOptions {
    /// The rules asked for.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let quiet_limit = Some(self.draw_plies.clamp(1, 1000) as u16);
        Rules { repetition: self.repetition_rule, quiet_limit }
    }

    /// The strength asked for, by either option: 20 is full.
    #[must_use]
    pub fn skill(&self) -> u32 {
        let by_name = Level::named(&super::LEVELS, self.level);
        let by_name = by_name.map_or(super::FULL_SKILL, |level| level.rank);
        by_name.min(self.skill_level.clamp(0, 20) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weaker_strength_counts() {
        let mut options = EngineOptions::default();
        assert_eq!(options.skill(), 20);
        options.set("Level", "club").expect("a level");
        assert_eq!(options.skill(), 9);
        options.set("Skill Level", "4").expect("a skill");
        assert_eq!(options.skill(), 4);
    }

    #[test]
    fn every_rule_set_is_a_choice() {
        let spec = EngineOptions::SPECS.iter().find(|spec| spec.is_named("Repetition Rule"));
        let OptionKind::Combo { default, choices } = spec.expect("an option").kind else {
            panic!("a choice")
        };
        assert_eq!(choices, RuleSet::ALL.map(RuleSet::name));
        assert_eq!(default, RuleSet::default().name());
        let mut options = EngineOptions::default();
        options.set("repetition", "Chinese").expect("a rule set");
        assert_eq!(options.rules().repetition, RuleSet::Chinese);
        assert_eq!(options.get("repetition").as_deref(), Some("chinese"));
        assert!(options.set("repetition", "fide").is_err());
    }

    #[test]
    fn every_named_level_is_a_choice() {
        for level in super::super::LEVELS {
            assert!(EngineOptions::default().set("Level", level.name).is_ok(), "{}", level.name);
        }
    }
}
