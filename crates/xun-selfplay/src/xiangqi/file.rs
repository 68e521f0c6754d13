//! A file of games: a short header, then games one after another.

use super::record::GameRecord;
use crate::{GameFile, GameFileError};
use std::path::Path;

/// The first bytes of every file: a name and a version.
const HEADER: [u8; 8] = *b"XUNXQG\x01\n";

/// A fault in a file of games, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileFault {
    /// The header is missing or wrong.
    #[error(
        "this is no file of Xiangqi games: it does not begin with the header XUNXQG, version 1"
    )]
    Header,
    /// A game is wrong.
    #[error("game {index} at byte {offset}: {what}")]
    Game {
        /// Number of the game, from 0.
        index: usize,
        /// Byte at which it begins.
        offset: usize,
        /// The fault in words.
        what: String,
    },
    /// The last game is not whole: the run that wrote it was cut off.
    #[error("{bytes} bytes after game {index} at byte {offset} are no whole game")]
    Torn {
        /// Number of games before it.
        index: usize,
        /// Byte at which the rest begins.
        offset: usize,
        /// Length of the rest.
        bytes: usize,
    },
}

/// The games of a file, one after another. After a fault there are no more.
pub struct Games<'a> {
    bytes: &'a [u8],
    offset: usize,
    index: usize,
}

impl<'a> Games<'a> {
    /// The games in these bytes of a file.
    pub fn of(bytes: &'a [u8]) -> Result<Self, FileFault> {
        if bytes.starts_with(&HEADER) {
            Ok(Self { bytes, offset: HEADER.len(), index: 0 })
        } else {
            Err(FileFault::Header)
        }
    }
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, FileFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.bytes[self.offset..];
        if rest.is_empty() {
            return None;
        }
        let (index, offset) = (self.index, self.offset);
        let read = GameRecord::read(rest);
        self.offset = self.bytes.len();
        Some(match read {
            None => Err(FileFault::Torn { index, offset, bytes: rest.len() }),
            Some(Err(what)) => Err(FileFault::Game { index, offset, what }),
            Some(Ok((game, length))) => {
                self.offset = offset + length;
                self.index += 1;
                Ok(game)
            }
        })
    }
}

/// For resuming: the numbers of the games a file holds, and how many of its bytes to keep (a torn
/// last game is dropped). An altered game in the middle is a fault: such a file is not appended to.
fn appendable_length(bytes: &[u8]) -> Result<(Vec<u32>, usize), FileFault> {
    if bytes.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let mut games = Games::of(bytes)?;
    let mut numbers = Vec::new();
    loop {
        let offset = games.offset;
        match games.next() {
            None => return Ok((numbers, bytes.len())),
            Some(Ok(game)) => numbers.push(game.number),
            Some(Err(FileFault::Torn { .. })) => return Ok((numbers, offset)),
            Some(Err(fault)) => return Err(fault),
        }
    }
}

/// Opens a file of games to append to; see [`GameFile`].
pub fn open_games(path: &Path) -> Result<GameFile, GameFileError> {
    let scan = |bytes: &[u8]| {
        appendable_length(bytes).map_err(|fault| GameFileError::Damaged(fault.to_string()))
    };
    GameFile::open(path, &HEADER, scan)
}

#[cfg(test)]
mod tests {
    use super::super::record::GameResult;
    use super::*;

    fn file_of(count: u32) -> Vec<u8> {
        let mut bytes = HEADER.to_vec();
        for number in 0..count {
            GameRecord { number, start: None, moves: Vec::new(), result: GameResult::RedWins }
                .write(&mut bytes);
        }
        bytes
    }

    #[test]
    fn resuming_keeps_whole_games() {
        let bytes = file_of(3);
        assert_eq!(appendable_length(&bytes), Ok((vec![0, 1, 2], bytes.len())));
        let two = file_of(2).len();
        assert_eq!(appendable_length(&bytes[..bytes.len() - 1]), Ok((vec![0, 1], two)));
        assert_eq!(appendable_length(b""), Ok((vec![], 0)));
        assert_eq!(appendable_length(b"something else"), Err(FileFault::Header));
        let mut altered = bytes;
        altered[two - 1] ^= 1;
        assert!(matches!(appendable_length(&altered), Err(FileFault::Game { index: 1, .. })));
    }
}
