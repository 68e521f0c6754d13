//! The store of matches: a journal a match in the data folder, a line for each finished game. A
//! match that was under way when the server died is there as a stopped one, with every game that
//! was shown as finished.

use crate::folder::Folder;
use crate::message::matches::MatchSetup;
use crate::store::StoreError;
use serde_json::Value;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use xun_arena::{GameRecord, Journal, JournalError};

/// The longest line of a journal's first line: the openings are in it.
const LONGEST_HEADER: u64 = 8 << 20;

/// Removed matches that can be restored.
const MOST_REMOVED: usize = 20;
/// Endings of the file names of kept and removed matches.
const KEPT: &str = ".jsonl";
const REMOVED: &str = ".removed";

/// The folder of journals.
pub(super) struct Keep(Folder);

impl Keep {
    /// The folder inside the data folder, or one that goes with the server.
    pub(super) fn open(data: Option<&Path>) -> Result<Self, StoreError> {
        Folder::open(data, "matches").map(Self)
    }

    fn path(&self, id: u32) -> PathBuf {
        self.0.path().join(format!("{id}{KEPT}"))
    }

    fn path_of_removed(&self, id: u32) -> PathBuf {
        self.0.path().join(format!("{id}{REMOVED}"))
    }

    /// The numbers of the kept matches, the latest first.
    pub(super) fn numbers(&self) -> Vec<u32> {
        self.files(KEPT)
    }

    /// The numbers of the removed matches that can be restored, the latest first.
    pub(super) fn removed(&self) -> Vec<u32> {
        self.files(REMOVED)
    }

    fn files(&self, ending: &str) -> Vec<u32> {
        let Ok(entries) = fs::read_dir(self.0.path()) else { return Vec::new() };
        let mut numbers: Vec<u32> = entries
            .filter_map(|entry| {
                entry.ok()?.file_name().to_str()?.strip_suffix(ending)?.parse().ok()
            })
            .collect();
        numbers.sort_unstable_by(|one, other| other.cmp(one));
        numbers
    }

    /// The terms of a match and the number of its finished games, without reading the games.
    pub(super) fn outline(&self, id: u32) -> Option<(MatchSetup, u32)> {
        let mut reader = BufReader::new(File::open(self.path(id)).ok()?);
        let setup = header(&mut reader)?.0;
        let games = reader
            .split(b'\n')
            .map_while(Result::ok)
            .filter(|line| !line.is_empty() && !Journal::states_format(line))
            .count();
        Some((setup, games as u32))
    }

    /// A kept match.
    pub(super) fn read(&self, id: u32) -> Option<(MatchSetup, Vec<GameRecord>)> {
        let path = self.path(id);
        let (setup, terms) = header(&mut BufReader::new(File::open(&path).ok()?))?;
        let journal = Journal::open(&path, &terms).ok()?;
        Some((setup, journal.games().values().cloned().collect()))
    }

    /// Opens the journal of a match, new or not.
    pub(super) fn journal(&self, id: u32, setup: &MatchSetup) -> Result<Journal, JournalError> {
        let terms =
            serde_json::to_value(setup).map_err(|error| JournalError::Disk(error.into()))?;
        Journal::open(&self.path(id), &terms)
    }

    /// Removes a match. The latest removed ones can be restored.
    pub(super) fn remove(&self, id: u32) -> bool {
        let removed = fs::rename(self.path(id), self.path_of_removed(id)).is_ok();
        for old in self.removed().into_iter().skip(MOST_REMOVED) {
            let _ = fs::remove_file(self.path_of_removed(old));
        }
        removed
    }

    /// Brings back a removed match.
    pub(super) fn restore(&self, id: u32) -> bool {
        !self.path(id).exists() && fs::rename(self.path_of_removed(id), self.path(id)).is_ok()
    }
}

fn header(reader: &mut impl BufRead) -> Option<(MatchSetup, Value)> {
    let mut line = Vec::new();
    reader.take(LONGEST_HEADER).read_until(b'\n', &mut line).ok()?;
    let mut whole: Value = serde_json::from_slice(&line).ok()?;
    let terms = whole.get_mut("terms")?.take();
    Some((serde_json::from_value(terms.clone()).ok()?, terms))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_matches_come_back_and_the_oldest_are_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let keep = Keep::open(Some(folder.path())).expect("opens");
        let last = MOST_REMOVED as u32 + 2;
        for id in 1..=last {
            fs::write(keep.path(id), format!("match {id}")).expect("written");
            assert!(keep.remove(id));
        }
        assert_eq!(keep.numbers(), Vec::<u32>::new());
        assert_eq!(keep.removed().len(), MOST_REMOVED);
        assert!(keep.restore(last), "the latest can be restored");
        assert!(!keep.restore(last), "only once");
        assert!(!keep.restore(1), "the oldest is gone");
        assert_eq!(keep.numbers(), [last]);
        let text = fs::read_to_string(keep.path(last)).expect("read");
        assert_eq!(text, format!("match {last}"));
    }
}
