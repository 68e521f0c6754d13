//! Themes of puzzles and their texts in both languages.

use crate::fault::Problem;
use std::fmt;
use std::str::FromStr;
use xun_arena::Game;
use xun_text::Text;

/// The theme of a puzzle: what the solver has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Xiangqi: mate in so many moves.
    Mate(u32),
    /// Xiangqi: win at least a horse or a cannon.
    Piece,
    /// Either game: the only move that does not lose.
    Defence,
    /// Xiangqi: the winning move with few pieces left.
    Endgame,
    /// Gomoku: win by fours alone, so many plies to five.
    Vcf(u32),
    /// Gomoku: win by fours and threes, so many plies to five.
    Vct(u32),
    /// Renju: White wins because a point that Black needs is forbidden, so many plies to five.
    Forbidden(u32),
    /// An imported problem whose task is its solution: the best move.
    BestMove,
}

impl Theme {
    /// The name of the kind of theme, without its number, as files and commands write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate(_) => "mate",
            Self::Piece => "piece",
            Self::Defence => "defence",
            Self::Endgame => "endgame",
            Self::Vcf(_) => "vcf",
            Self::Vct(_) => "vct",
            Self::Forbidden(_) => "forbidden",
            Self::BestMove => "best",
        }
    }

    /// Every name.
    pub const NAMES: [&'static str; 8] =
        ["mate", "piece", "defence", "endgame", "vcf", "vct", "forbidden", "best"];

    /// The number of the theme: moves to mate, or plies to five.
    #[must_use]
    pub const fn length(self) -> Option<u32> {
        match self {
            Self::Mate(length)
            | Self::Vcf(length)
            | Self::Vct(length)
            | Self::Forbidden(length) => Some(length),
            _ => None,
        }
    }

    /// Whether puzzles of this game can have this theme.
    #[must_use]
    pub const fn belongs_to(self, game: Game) -> bool {
        match self {
            Self::Mate(_) | Self::Piece | Self::Endgame => matches!(game, Game::Xiangqi),
            Self::Vcf(_) | Self::Vct(_) | Self::Forbidden(_) => matches!(game, Game::Gomoku),
            Self::Defence | Self::BestMove => true,
        }
    }

    /// The theme's title.
    #[must_use]
    pub fn title(self) -> Text {
        match self {
            Self::Mate(moves) => {
                Text::new(format!("Mate in {moves}"), format!("{}步杀", numeral(moves)))
            }
            Self::Piece => Text::fixed("Win of a piece", "得子"),
            Self::Defence => Text::fixed("Defence", "防守"),
            Self::Endgame => Text::fixed("Endgame", "残局"),
            Self::Vcf(_) => Text::fixed("VCF", "连冲四胜"),
            Self::Vct(_) => Text::fixed("VCT", "连攻胜"),
            Self::Forbidden(_) => Text::fixed("Forbidden point", "抓禁手"),
            Self::BestMove => Text::fixed("Best move", "最佳着法"),
        }
    }

    /// The task: the side to move, and what it must reach.
    #[must_use]
    pub fn task(self, game: Game, is_first: bool) -> Text {
        let (side, first) = match (game, is_first) {
            (Game::Xiangqi, true) => ("Red", "红先"),
            (Game::Xiangqi, false) | (Game::Gomoku, true) => ("Black", "黑先"),
            (Game::Gomoku, false) => ("White", "白先"),
        };
        let moves = |plies: u32| plies.div_ceil(2);
        let (english, chinese) = match self {
            Self::Mate(count) => (format!("mate in {count}"), format!("{}步杀", numeral(count))),
            Self::Piece => ("win a piece".into(), "得子".into()),
            Self::Defence => ("find the only defence".into(), "找出唯一的防守".into()),
            Self::Endgame => ("find the winning move".into(), "找出制胜一着".into()),
            Self::Vcf(plies) => (
                format!("win by fours, five in {}", moves(plies)),
                format!("连冲四，{}手成五", numeral(moves(plies))),
            ),
            Self::Vct(plies) => (
                format!("win by fours and threes, five in {}", moves(plies)),
                format!("连续攻击，{}手成五", numeral(moves(plies))),
            ),
            Self::Forbidden(plies) => (
                format!("win by a forbidden point, five in {}", moves(plies)),
                format!("抓禁手，{}手成五", numeral(moves(plies))),
            ),
            Self::BestMove => ("find the best move".into(), "找出最佳着法".into()),
        };
        Text::new(format!("{side} to move: {english}"), format!("{first}，{chinese}"))
    }
}

/// Chinese numerals to ten, digits beyond.
fn numeral(number: u32) -> String {
    const NUMERALS: [&str; 11] = ["〇", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十"];
    NUMERALS.get(number as usize).map_or_else(|| number.to_string(), |&text| text.to_owned())
}

impl fmt::Display for Theme {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())?;
        self.length().map_or(Ok(()), |length| write!(formatter, " {length}"))
    }
}

impl FromStr for Theme {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || Problem::Theme(text.chars().take(40).collect());
        let mut words = text.split_whitespace();
        let name = words.next().ok_or_else(wrong)?;
        let number: Option<u32> = words.next().map(str::parse).transpose().map_err(|_| wrong())?;
        if words.next().is_some() || number.is_some_and(|number| !(1..=225).contains(&number)) {
            return Err(wrong());
        }
        match (name, number) {
            ("mate", Some(moves)) => Ok(Self::Mate(moves)),
            ("vcf", Some(plies)) => Ok(Self::Vcf(plies)),
            ("vct", Some(plies)) => Ok(Self::Vct(plies)),
            ("forbidden", Some(plies)) => Ok(Self::Forbidden(plies)),
            ("piece", None) => Ok(Self::Piece),
            ("defence", None) => Ok(Self::Defence),
            ("endgame", None) => Ok(Self::Endgame),
            ("best", None) => Ok(Self::BestMove),
            _ => Err(wrong()),
        }
    }
}
