//! A file of games that is open for appending.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use thiserror::Error;
use xun_game::files::read_at_most;

/// Bytes of a file of games at most.
const MOST: u64 = 64 << 30;

/// A file of games that cannot be continued.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// It cannot be read or written.
    #[error(transparent)]
    Disk(#[from] io::Error),
    /// A device or a pipe, whose length is not known.
    #[error("not a regular file")]
    NotRegular,
    /// Another process is writing to it.
    #[error("another process is writing to it")]
    InUse,
    /// It holds something else, or a damaged game.
    #[error("{0}")]
    Damaged(String),
}

/// The numbers of the games in these bytes, and how many bytes are whole games.
type Scan = fn(&[u8]) -> Result<(Vec<u32>, usize), GameFileError>;

/// A file of games that this process alone appends to.
pub struct GameFile {
    file: File,
    numbers: HashSet<u32>,
    cut: usize,
}

impl GameFile {
    /// Opens or makes a file. A last game that was cut short is dropped.
    pub(crate) fn open(path: &Path, header: &[u8], scan: Scan) -> Result<Self, GameFileError> {
        let mut file =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)?;
        let data = file.metadata()?;
        if !data.is_file() {
            return Err(GameFileError::NotRegular);
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(GameFileError::InUse),
            // A file system without locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let bytes = read_at_most(path, data.len().min(MOST))?;
        let (numbers, whole) = scan(&bytes)?;
        let cut = bytes.len() - whole;
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        if whole == 0 {
            file.write_all(header)?;
        }
        Ok(Self { file, numbers: numbers.into_iter().collect(), cut })
    }

    /// The numbers of the games that it has.
    pub fn numbers(&self) -> &HashSet<u32> {
        &self.numbers
    }

    /// Bytes of a last game that was cut short, which were dropped.
    pub fn cut(&self) -> usize {
        self.cut
    }

    /// Appends a game, unless the file has it; answers whether it did.
    ///
    /// # Errors
    /// A disk that is full, or gone. Half a game is cut off again.
    pub fn add(&mut self, number: u32, game: &[u8]) -> io::Result<bool> {
        if self.numbers.contains(&number) {
            return Ok(false);
        }
        let before = self.file.stream_position()?;
        if let Err(error) = self.file.write_all(game) {
            let _ = self.file.set_len(before);
            let _ = self.file.seek(SeekFrom::Start(before));
            return Err(error);
        }
        self.numbers.insert(number);
        Ok(true)
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// A disk that is full, or gone.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::{GameRecord, GameResult, open_games};

    fn game(number: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        GameRecord { number, start: None, moves: Vec::new(), result: GameResult::Draw }
            .write(&mut bytes);
        bytes
    }

    #[test]
    fn each_game_is_written_once_and_a_torn_one_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mut file = open_games(&path).unwrap();
        assert!(file.add(0, &game(0)).unwrap() && file.add(1, &game(1)).unwrap());
        assert!(!file.add(0, &game(0)).unwrap());
        assert!(matches!(open_games(&path), Err(GameFileError::InUse)));
        drop(file);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        let mut file = open_games(&path).unwrap();
        assert_eq!((file.numbers().len(), file.cut()), (1, game(1).len() - 1));
        assert!(file.add(1, &game(1)).unwrap());
        drop(file);
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        std::fs::write(&path, "something else").unwrap();
        assert!(matches!(open_games(&path), Err(GameFileError::Damaged(_))));
        assert_eq!(std::fs::read(&path).unwrap(), b"something else");
    }
}
