//! Game files of other programs, read into [`GameRecord`]s and written from them.
//!
//! XQF, CBR, CBL, CBF, `DhtmlXQ` (UBB), PGN and plain lists of moves are read; XQF, `DhtmlXQ` and
//! PGN are written. A damaged file gives the games, moves and comments that are sound, with every
//! fault and its place. Memory grows with the size of the file only, and recursion is bounded.

mod cbf;
mod cbr;
mod encoding;
mod fault;
mod loss;
mod moves_text;
mod pieces;
mod text;
mod tree;
mod ubb;
mod xml;
mod xqf;

pub use encoding::TextEncoding;
pub use fault::{FileFault, Place, Problem};
pub use loss::{Loss, Written};
pub use ubb::write_ubb;
pub use xqf::write_xqf;

use crate::notation::GameRecord;

/// A format of game files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFormat {
    /// 象棋演播室 (`XQStudio`), one game.
    Xqf,
    /// 象棋桥 (`CCBridge`), one game.
    Cbr,
    /// 象棋桥 (`CCBridge`), a library of games.
    Cbl,
    /// 象棋桥 (`CCBridge`), one game in XML.
    Cbf,
    /// 东萍 (dpxq.com), text in square brackets; several games may follow each other.
    Ubb,
    /// Portable Game Notation.
    Pgn,
    /// Moves in Chinese notation, with anything between them.
    Moves,
}

impl FileFormat {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Xqf, Self::Cbr, Self::Cbl, Self::Cbf, Self::Ubb, Self::Pgn, Self::Moves];

    /// Its short name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xqf => "XQF",
            Self::Cbr => "CBR",
            Self::Cbl => "CBL",
            Self::Cbf => "CBF",
            Self::Ubb => "UBB",
            Self::Pgn => "PGN",
            Self::Moves => "moves",
        }
    }

    /// The format of a binary file.
    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"XQ") && bytes.get(2).is_some_and(|&version| version < 0x20) {
            Some(Self::Xqf)
        } else if bytes.starts_with(cbr::GAME) {
            Some(Self::Cbr)
        } else if bytes.starts_with(cbr::LIBRARY) {
            Some(Self::Cbl)
        } else {
            None
        }
    }
}

/// Options of reading a file.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The encoding of its texts; found by looking if it is not given.
    pub encoding: Option<TextEncoding>,
}

impl ReadOptions {
    /// Reads texts in this encoding.
    #[must_use]
    pub fn with_encoding(encoding: TextEncoding) -> Self {
        Self { encoding: Some(encoding) }
    }
}

/// A game as far as it could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadGame {
    /// The game.
    pub record: GameRecord,
    /// Its faults, in the order of the file.
    pub faults: Vec<FileFault>,
}

/// The contents of a game file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameFile {
    /// Its format.
    pub format: FileFormat,
    /// The encoding of its texts.
    pub encoding: TextEncoding,
    /// The title of a library; empty in other formats.
    pub title: String,
    /// The games, at least one.
    pub games: Vec<ReadGame>,
}

impl GameFile {
    fn new(format: FileFormat, games: Vec<ReadGame>) -> Self {
        Self { format, encoding: TextEncoding::Utf8, title: String::new(), games }
    }

    /// Every fault with the index of its game.
    pub fn faults(&self) -> impl Iterator<Item = (usize, &FileFault)> {
        let games = self.games.iter().enumerate();
        games.flat_map(|(index, game)| game.faults.iter().map(move |fault| (index, fault)))
    }
}

/// Reads the games of a file; the format is found by looking at it.
///
/// ```
/// use xun_xiangqi::files::{FileFormat, ReadOptions, read_games};
/// let file = read_games("炮二平五 马8进7 马二进三".as_bytes(), &ReadOptions::default()).unwrap();
/// assert_eq!(file.games[0].record.moves().count(), 3);
/// assert_eq!(read_games(b"XQ\x12", &ReadOptions::default()).unwrap_err().to_string(),
///            "byte 3 (0x3): the file ends here, 1021 bytes before the end of the header");
/// ```
///
/// # Errors
/// A file that holds no game at all.
pub fn read_games(bytes: &[u8], options: &ReadOptions) -> Result<GameFile, FileFault> {
    match FileFormat::of_bytes(bytes) {
        Some(FileFormat::Xqf) => xqf::read(bytes, options.encoding),
        Some(FileFormat::Cbr) => cbr::read(bytes),
        Some(FileFormat::Cbl) => cbr::read_library(bytes),
        _ => text::read(bytes, options.encoding),
    }
}
