//! Game records in PGN: tags, set-ups, comments, variations, with moves in any notation.
//!
//! The dialect is the one Xiangqi programs share: `[Game "Chinese Chess"]`, `[Red …]`, `[Black …]`,
//! a `[FEN …]` where the game does not begin at the beginning, and `[Format …]` for the notation of
//! the moves.

mod annotation;
mod read;
mod token;
mod write;

pub use annotation::{Annotation, Drawing, DrawingColour, Evaluation};
pub use read::{
    PgnError, PgnProblem, parse_pgn, parse_pgn_games, parse_pgn_games_up_to_faults,
    parse_pgn_up_to_fault,
};
pub use write::format_pgn;

use crate::rules::{Colour, Move, Setup};

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Tags in their order, without `FEN`, `Result` and `Format`, which the other fields hold.
    pub tags: Vec<(String, String)>,
    /// First position of the game.
    pub start: Setup,
    /// The moves with their comments.
    pub line: Line,
    /// Its result.
    pub result: GameResult,
}

impl GameRecord {
    /// A game with these moves and nothing else.
    pub fn new(start: Setup, moves: impl IntoIterator<Item = Move>, result: GameResult) -> Self {
        let moves = moves.into_iter().map(RecordedMove::from).collect();
        Self { tags: Vec::new(), start, line: Line { comment: String::new(), moves }, result }
    }

    /// The value of a tag; its name may be written in either case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(tag, _)| tag.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// Sets a tag.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(tag, _)| tag.eq_ignore_ascii_case(name)) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// The moves that were played, without variations.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.line.moves.iter().map(|recorded| recorded.chosen)
    }
}

/// Moves one after another.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Line {
    /// The comment before the first move.
    pub comment: String,
    /// The moves.
    pub moves: Vec<RecordedMove>,
}

/// A move with its comments, marks and variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move.
    pub chosen: Move,
    /// Numbered remarks: 1 good, 2 bad, 3 brilliant, 4 blunder, 5 interesting, 6 dubious, and
    /// others.
    pub glyphs: Vec<u8>,
    /// The comment after it.
    pub comment: String,
    /// Variations: moves that could have been played instead.
    pub variations: Vec<Line>,
}

impl From<Move> for RecordedMove {
    fn from(chosen: Move) -> Self {
        Self { chosen, glyphs: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

/// The result of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GameResult {
    /// One side won.
    Won(Colour),
    /// A draw.
    Drawn,
    /// Unfinished or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    const ALL: [Self; 4] =
        [Self::Won(Colour::Red), Self::Won(Colour::Black), Self::Drawn, Self::Unknown];

    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Won(Colour::Red) => "1-0",
            Self::Won(Colour::Black) => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// The result of such a text.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.text() == text)
    }

    /// The result of a text in any of the words that game files have.
    ///
    /// ```
    /// use xun_xiangqi::notation::GameResult;
    /// assert_eq!(GameResult::from_words("红先和"), Some(GameResult::Drawn));
    /// assert_eq!(GameResult::from_words("红优"), None);
    /// ```
    #[must_use]
    pub fn from_words(text: &str) -> Option<Self> {
        Some(match text {
            "红胜" | "红方胜" | "红先胜" | "先胜" | "黑负" | "黑方负" | "紅勝" | "紅先勝" => {
                Self::Won(Colour::Red)
            }
            "黑胜" | "黑方胜" | "红先负" | "先负" | "红负" | "红方负" | "黑勝" | "紅先負" => {
                Self::Won(Colour::Black)
            }
            "和棋" | "和局" | "红先和" | "紅先和" | "先和" | "和" | "½-½" | "1/2" | "0.5-0.5" => {
                Self::Drawn
            }
            "未知" | "不明" | "?" | "-" => Self::Unknown,
            _ => return Self::from_text(text),
        })
    }
}

/// Deepest nesting of variations: more is surely not a game, and readers and writers recurse so
/// far.
pub(crate) const MAX_DEPTH: usize = 256;

#[cfg(test)]
pub(crate) mod tests;
