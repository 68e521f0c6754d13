//! The match's journal: a line of JSON for what is being played, then a line for each finished
//! game, each on the disk before it is counted. A kill at any moment loses at most games that were
//! not finished; a line torn by the kill is cut off when the match goes on.
//!
//! The first line states the format. A program that goes on with an older journal states its own
//! in a line between the games, so that an older program knows what it meets.

use crate::line_file::{self, LineFile, LineFileError};
use crate::record::GameRecord;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use thiserror::Error;

/// The format that is written. Older ones are read as they are: their lines only lack what came
/// later. A newer one is refused, so that nothing it says is lost.
///
/// 1: endings say no more than "by the rules". 2: endings name the rule.
const FORMAT: u32 = 2;

/// The beginning of a line that states a format.
const FORMAT_LINE: &[u8] = b"{\"xun_match\"";

/// An open journal.
pub struct Journal {
    file: LineFile,
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
        "the journal was written by a newer version of Xun (format {0}, this program knows \
         {FORMAT})"
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

/// The part of the first line that every format has, and a line where a newer format begins.
#[derive(Serialize, Deserialize)]
struct Format {
    xun_match: u32,
}

impl From<LineFileError> for JournalError {
    fn from(error: LineFileError) -> Self {
        match error {
            LineFileError::Disk(error) => Self::Disk(error),
            LineFileError::NotAFile => Self::NotAFile,
            LineFileError::InUse => Self::InUse,
            LineFileError::TooLong(line) => {
                Self::NotAJournal { line, reason: "the line is too long".to_owned() }
            }
        }
    }
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
#[derive(Default)]
struct Contents {
    format: u32,
    name: Option<String>,
    games: BTreeMap<u64, GameRecord>,
}

impl Contents {
    /// Takes a line of a match of these terms, or of any match.
    fn take(
        &mut self,
        line: usize,
        text: &[u8],
        terms: Option<&serde_json::Value>,
    ) -> Result<(), JournalError> {
        let wrong = |error: serde_json::Error| JournalError::NotAJournal {
            line,
            reason: error.to_string(),
        };
        if line == 1 || Journal::states_format(text) {
            let format: Format = serde_json::from_slice(text).map_err(wrong)?;
            if format.xun_match > FORMAT {
                return Err(JournalError::Newer(format.xun_match));
            }
            self.format = format.xun_match;
        }
        if line == 1 {
            let header: Header = serde_json::from_slice(text).map_err(wrong)?;
            if let Some(terms) = terms.filter(|&terms| header.terms != *terms) {
                let (found, expected) = (header.terms.to_string(), terms.to_string());
                return Err(JournalError::OtherMatch { found, expected });
            }
            self.name = Some(header.name);
        } else if !Journal::states_format(text) {
            let game: GameRecord = serde_json::from_slice(text).map_err(wrong)?;
            self.games.insert(game.index, game);
        }
        Ok(())
    }
}

impl Journal {
    /// Opens a journal for a match of these terms: begins it if there is none, goes on with it if
    /// there is.
    ///
    /// # Errors
    /// A file that cannot be read or written, or that holds another match.
    pub fn open(path: &Path, terms: &serde_json::Value) -> Result<Self, JournalError> {
        let mut contents = Contents::default();
        let file = LineFile::open(path, |line, text| contents.take(line, text, Some(terms)))?;
        Self::begin(file, contents, terms)
    }

    /// As [`open`](Self::open), on storage that fails.
    #[cfg(test)]
    pub(crate) fn on(
        disk: Box<dyn crate::line_file::Disk>,
        terms: &serde_json::Value,
    ) -> Result<Self, JournalError> {
        let mut contents = Contents::default();
        let file = LineFile::on(disk, |line, text| contents.take(line, text, Some(terms)))?;
        Self::begin(file, contents, terms)
    }

    /// The games of a journal, whatever its match is. A last line without an end is left out: it
    /// was cut off by a kill, or is being written.
    ///
    /// # Errors
    /// A file that cannot be read, is no journal, or was written by a newer program.
    pub fn read(path: &Path) -> Result<Vec<GameRecord>, JournalError> {
        let mut contents = Contents::default();
        let mut file = File::open(path)?;
        if !file.metadata()?.is_file() {
            return Err(JournalError::NotAFile);
        }
        line_file::read_lines(&mut file, &mut |line, text: &[u8]| contents.take(line, text, None))?;
        Ok(contents.games.into_values().collect())
    }

    /// Whether a line states a format instead of a game: the first one, and one where a newer
    /// program went on.
    #[must_use]
    pub fn states_format(line: &[u8]) -> bool {
        line.starts_with(FORMAT_LINE)
    }

    fn begin(
        file: LineFile,
        contents: Contents,
        terms: &serde_json::Value,
    ) -> Result<Self, JournalError> {
        let (begun, name) = (contents.name.is_some(), contents.name.unwrap_or_else(new_name));
        let mut journal = Self { file, name, games: contents.games };
        if !begun {
            let (terms, name) = (terms.clone(), journal.name.clone());
            journal.write(&Header { xun_match: FORMAT, terms, name })?;
        } else if contents.format < FORMAT {
            journal.write(&Format { xun_match: FORMAT })?;
        }
        Ok(journal)
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
        let text = serde_json::to_vec(line).map_err(io::Error::other)?;
        Ok(self.file.append(&text)?)
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
        let whole = "{\"xun_match\":3,\"else\":0}\n{\"game\":1}\n";
        // Begun by an older program, and gone on with by a newer one.
        let gone_on = concat!(
            "{\"xun_match\":1,\"terms\":1}\n",
            "{\"xun_match\":3}\n",
            "{\"ending\":\"by a rule of the future\"}\n"
        );
        for text in [whole, gone_on] {
            std::fs::write(&path, text).unwrap();
            let Err(fault) = Journal::open(&path, &json!(1)) else { panic!("it is newer") };
            assert!(fault.to_string().contains("newer version of Xun (format 3"), "{fault}");
            assert!(matches!(Journal::read(&path), Err(JournalError::Newer(3))));
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    /// As the first program with journals wrote them: without the match's name, and with endings
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
        let text = std::fs::read_to_string(&path).unwrap();
        let added = text.strip_prefix(first).expect("what was there stays").lines();
        let stating: Vec<bool> =
            added.map(|line| Journal::states_format(line.as_bytes())).collect();
        assert_eq!(stating, [true, false], "the format, then the game");
        assert_eq!(Journal::open(&path, &terms["terms"]).unwrap().games().len(), 3);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "the format is stated once");
        assert_eq!(Journal::read(&path).unwrap().len(), 3);
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
