//! The match's journal: a line of JSON for what is being played, then a line for each finished
//! game, each on the disk before it is counted. A kill at any moment loses at most games that were
//! not finished; a line torn by the kill is cut off when the match goes on.

use crate::record::GameRecord;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use thiserror::Error;

/// The format that is written. Older ones are read as they are: their lines only lack what came
/// later. A newer one is refused, so that nothing it says is lost.
const FORMAT: u32 = 1;

/// No game is written in a longer line.
const LONGEST_LINE: u64 = 64 << 20;

/// An open journal.
pub struct Journal {
    file: File,
    name: String,
    games: BTreeMap<u64, GameRecord>,
}

/// The reason why a journal cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file system refused.
    #[error(transparent)]
    Disk(#[from] io::Error),
    /// A device or a pipe.
    #[error("not a file: a journal is read again when a match goes on")]
    NotAFile,
    /// Another program is playing this match.
    #[error("another program is playing this match: its journal is in use")]
    InUse,
    /// The file holds something else.
    #[error("line {line} of the journal is not a match's record: {reason}")]
    NotAJournal {
        /// Which line, from 1.
        line: usize,
        /// The fault.
        reason: String,
    },
    /// The file was written by a newer program.
    #[error(
        "the journal was written by a newer version of Xun (format {0}, this program knows {FORMAT})"
    )]
    Newer(u32),
    /// The file belongs to a match with other players or terms.
    #[error("the journal belongs to another match: it says {found}, this one is {expected}")]
    OtherMatch {
        /// The journal's match.
        found: String,
        /// The match that was asked for.
        expected: String,
    },
}

/// The part of the first line that every format has.
#[derive(Deserialize)]
struct Format {
    xun_match: u32,
}

#[derive(Serialize, Deserialize)]
struct Header {
    xun_match: u32,
    terms: serde_json::Value,
    /// Sets this match apart from every other, equal ones too.
    #[serde(default)]
    name: String,
}

/// A name that no other match has: when it began, and by which process.
fn new_name() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{:x}-{:x}", now.as_nanos(), std::process::id())
}

/// The content of a journal.
struct Contents {
    name: Option<String>,
    games: BTreeMap<u64, GameRecord>,
    /// Up to the end of the last whole line.
    whole_bytes: u64,
}

/// Opens or makes a journal that no other program writes: two at once would play every game twice.
fn open_alone(path: &Path) -> Result<File, JournalError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = open_for_us(&mut options, path)?;
    // A device would be read without end.
    if !file.metadata()?.is_file() {
        return Err(JournalError::NotAFile);
    }
    // A file system without locks is no reason not to play.
    if cfg!(not(windows)) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(JournalError::InUse);
    }
    Ok(file)
}

#[cfg(not(windows))]
fn open_for_us(options: &mut OpenOptions, path: &Path) -> Result<File, JournalError> {
    Ok(options.open(path)?)
}

/// A lock would keep other programs from reading too; here the system itself refuses a second
/// writer.
#[cfg(windows)]
fn open_for_us(options: &mut OpenOptions, path: &Path) -> Result<File, JournalError> {
    use std::os::windows::fs::OpenOptionsExt;
    const SHARE_READ: u32 = 1;
    const SHARE_DELETE: u32 = 4;
    const SHARING_VIOLATION: i32 = 32;
    options.share_mode(SHARE_READ | SHARE_DELETE).open(path).map_err(|error| {
        match error.raw_os_error() {
            Some(SHARING_VIOLATION) => JournalError::InUse,
            _ => error.into(),
        }
    })
}

impl Drop for Journal {
    /// Lets go of the lock itself: an engine being started at this moment holds a copy of the open
    /// file until it runs its own program, and closing ours alone would leave the journal locked
    /// until then.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl Journal {
    /// Opens a journal for a match of these terms: begins it if there is none, goes on with it if
    /// there is.
    ///
    /// # Errors
    /// A file that cannot be read or written, or that holds another match.
    pub fn open(path: &Path, terms: &serde_json::Value) -> Result<Self, JournalError> {
        let mut file = open_alone(path)?;
        let contents = Self::read(&file, terms)?;
        file.set_len(contents.whole_bytes)?;
        file.seek(SeekFrom::End(0))?;
        let (begun, name) = (contents.name.is_some(), contents.name.unwrap_or_else(new_name));
        let mut journal = Self { file, name, games: contents.games };
        if !begun {
            journal.write(&Header {
                xun_match: FORMAT,
                terms: terms.clone(),
                name: journal.name.clone(),
            })?;
        }
        Ok(journal)
    }

    fn read(file: &File, terms: &serde_json::Value) -> Result<Contents, JournalError> {
        let mut reader = BufReader::new(file);
        let mut contents = Contents { name: None, games: BTreeMap::new(), whole_bytes: 0 };
        let mut text = Vec::new();
        for line in 1.. {
            text.clear();
            let length = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut text)?;
            if length as u64 == LONGEST_LINE && !text.ends_with(b"\n") {
                return Err(JournalError::NotAJournal {
                    line,
                    reason: "the line is too long".into(),
                });
            }
            if length == 0 || !text.ends_with(b"\n") {
                break;
            }
            let wrong = |error: serde_json::Error| JournalError::NotAJournal {
                line,
                reason: error.to_string(),
            };
            if line == 1 {
                let format: Format = serde_json::from_slice(&text).map_err(wrong)?;
                if format.xun_match > FORMAT {
                    return Err(JournalError::Newer(format.xun_match));
                }
                let header: Header = serde_json::from_slice(&text).map_err(wrong)?;
                if header.terms != *terms {
                    let (found, expected) = (header.terms.to_string(), terms.to_string());
                    return Err(JournalError::OtherMatch { found, expected });
                }
                contents.name = Some(header.name);
            } else {
                let game: GameRecord = serde_json::from_slice(&text).map_err(wrong)?;
                contents.games.insert(game.index, game);
            }
            contents.whole_bytes += length as u64;
        }
        Ok(contents)
    }

    /// The match's own name: no other has it, even one with the same players and terms.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The finished games so far, by number.
    #[must_use]
    pub fn games(&self) -> &BTreeMap<u64, GameRecord> {
        &self.games
    }

    /// Writes a finished game down. When this returns, the game is on the disk.
    ///
    /// # Errors
    /// A file that cannot be written.
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
        drop(journal);
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
            // Cut in the first line, the match begins anew and under another name.
            let after_header = |text: &[u8]| {
                let header = text.iter().position(|&byte| byte == b'\n').unwrap();
                text[header..].to_vec()
            };
            let now = std::fs::read(&path).unwrap();
            assert_eq!(after_header(&now), after_header(&whole), "cut at {cut}");
        }
    }

    #[test]
    fn a_newer_journal_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let text = "{\"xun_match\":2,\"else\":0}\n{\"game\":1}\n";
        std::fs::write(&path, text).unwrap();
        let Err(fault) = Journal::open(&path, &json!(1)) else { panic!("it is newer") };
        assert!(fault.to_string().contains("newer version of Xun (format 2"), "{fault}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    /// Written by the first program that had journals: without the match's name, and with endings
    /// that say no more than "by the rules".
    #[test]
    fn a_journal_of_the_first_version_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let first = include_str!("testdata/journal-of-first-version.jsonl");
        std::fs::write(&path, first).unwrap();
        let terms: serde_json::Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
        let mut journal = Journal::open(&path, &terms["terms"]).unwrap();
        assert_eq!((journal.name(), journal.games().len()), ("", 2));
        assert_eq!(journal.games()[&1].ending, Ending::Rules);
        journal.add(game(2)).unwrap();
        drop(journal);
        assert!(std::fs::read_to_string(&path).unwrap().starts_with(first));
    }

    #[cfg(unix)]
    #[test]
    fn a_copy_of_the_open_file_does_not_keep_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let journal = Journal::open(&path, &json!(1)).unwrap();
        let copy = journal.file.try_clone().unwrap();
        drop(journal);
        assert!(Journal::open(&path, &json!(1)).is_ok());
        drop(copy);
    }

    #[test]
    fn two_programs_do_not_play_one_match() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let journal = Journal::open(&path, &json!(1)).unwrap();
        assert!(matches!(Journal::open(&path, &json!(1)), Err(JournalError::InUse)));
        let name = journal.name().to_owned();
        drop(journal);
        assert_eq!(Journal::open(&path, &json!(1)).unwrap().name(), name);
    }

    #[test]
    fn another_match_is_not_mixed_in() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        drop(Journal::open(&path, &json!(1)).unwrap());
        assert!(matches!(Journal::open(&path, &json!(2)), Err(JournalError::OtherMatch { .. })));
        std::fs::write(&path, "hello\n").unwrap();
        assert!(matches!(
            Journal::open(&path, &json!(2)),
            Err(JournalError::NotAJournal { line: 1, .. })
        ));
    }
}
