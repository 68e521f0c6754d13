//! The match's journal: a line of JSON for what is being played, then a line for each finished game, each on the
//! disk before it is counted. A kill at any moment loses at most games that were not finished; a line torn by
//! the kill is cut off when the match goes on.

use crate::record::GameRecord;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use thiserror::Error;

/// An open journal.
pub struct Journal {
    file: File,
    games: BTreeMap<u64, GameRecord>,
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file system refused.
    #[error("journal: {0}")]
    Disk(#[from] io::Error),
    /// The file holds something else.
    #[error("line {line} of the journal is not a match's record: {reason}")]
    NotAJournal {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The file belongs to a match with other players or terms.
    #[error("the journal belongs to another match: it says {found}, this one is {expected}")]
    OtherMatch {
        /// The journal's match.
        found: String,
        /// The match that was asked for.
        expected: String,
    },
}

#[derive(Serialize, Deserialize)]
struct Header {
    xun_match: u32,
    terms: serde_json::Value,
}

impl Journal {
    /// Opens a journal for a match of these terms: begins it if there is none, goes on with it if there is.
    pub fn open(path: &Path, terms: &serde_json::Value) -> Result<Self, JournalError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let (games, whole_bytes, begun) = Self::read(&file, terms)?;
        file.set_len(whole_bytes)?;
        file.seek(SeekFrom::End(0))?;
        let mut journal = Self { file, games };
        if !begun {
            journal.write(&Header { xun_match: 1, terms: terms.clone() })?;
        }
        Ok(journal)
    }

    fn read(
        file: &File,
        terms: &serde_json::Value,
    ) -> Result<(BTreeMap<u64, GameRecord>, u64, bool), JournalError> {
        let mut reader = BufReader::new(file);
        let (mut games, mut whole_bytes, mut text) = (BTreeMap::new(), 0, Vec::new());
        for line in 1.. {
            text.clear();
            let length = reader.read_until(b'\n', &mut text)?;
            if length == 0 || !text.ends_with(b"\n") {
                return Ok((games, whole_bytes, line > 1));
            }
            let wrong =
                |error: serde_json::Error| JournalError::NotAJournal { line, reason: error.to_string() };
            if line == 1 {
                let header: Header = serde_json::from_slice(&text).map_err(wrong)?;
                if header.terms != *terms {
                    let (found, expected) = (header.terms.to_string(), terms.to_string());
                    return Err(JournalError::OtherMatch { found, expected });
                }
            } else {
                let game: GameRecord = serde_json::from_slice(&text).map_err(wrong)?;
                games.insert(game.index, game);
            }
            whole_bytes += length as u64;
        }
        unreachable!("a file ends")
    }

    /// The finished games so far, by number.
    pub fn games(&self) -> &BTreeMap<u64, GameRecord> {
        &self.games
    }

    /// Writes a finished game down. When this returns, the game is on the disk.
    pub fn add(&mut self, game: GameRecord) -> Result<(), JournalError> {
        self.write(&game)?;
        self.games.insert(game.index, game);
        Ok(())
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let mut text = serde_json::to_vec(line).map_err(io::Error::other)?;
        text.push(b'\n');
        let before = self.file.stream_position()?;
        // A full disk may take half a line: cut it off, so that what was whole stays readable.
        if let Err(error) = self.file.write_all(&text).and_then(|()| self.file.sync_data()) {
            let _ = self.file.set_len(before);
            let _ = self.file.seek(SeekFrom::Start(before));
            return Err(error.into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Ending, Opening};
    use serde_json::json;

    fn game(index: u64) -> GameRecord {
        GameRecord {
            index,
            players: [0, 1],
            opening: Opening::default(),
            moves: Vec::new(),
            winner: None,
            ending: Ending::Rules,
            note: String::new(),
        }
    }

    #[test]
    fn goes_on_after_a_kill_at_any_byte() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let terms = json!({"games": 4});
        let mut journal = Journal::open(&path, &terms).unwrap();
        (0..3).for_each(|index| journal.add(game(index)).unwrap());
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut journal = Journal::open(&path, &terms).unwrap();
            let known = journal.games().len() as u64;
            let lines = whole[..cut]
                .split_inclusive(|&byte| byte == b'\n')
                .filter(|line| line.ends_with(b"\n"))
                .count() as u64;
            assert_eq!(known, lines.saturating_sub(1));
            (known..3).for_each(|index| journal.add(game(index)).unwrap());
            drop(journal);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {cut}");
        }
    }

    #[test]
    fn another_match_is_not_mixed_in() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        drop(Journal::open(&path, &json!(1)).unwrap());
        assert!(matches!(Journal::open(&path, &json!(2)), Err(JournalError::OtherMatch { .. })));
        std::fs::write(&path, "hello\n").unwrap();
        assert!(matches!(Journal::open(&path, &json!(2)), Err(JournalError::NotAJournal { line: 1, .. })));
    }
}
