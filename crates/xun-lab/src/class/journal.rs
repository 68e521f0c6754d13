//! The journal of a class: one line for each student and test, on the disk before the next begins.

use super::result::TestResult;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use thiserror::Error;
use xun_arena::{LineFile, LineFileError};

/// Results so far, in a file that is appended to.
pub struct ClassJournal {
    file: LineFile,
    results: BTreeMap<(String, usize), TestResult>,
}

/// The reason why a journal cannot be used.
#[derive(Debug, Error)]
pub enum ClassJournalError {
    /// The file cannot be read or written, or another program is grading this class.
    #[error(transparent)]
    File(#[from] LineFileError),
    /// The file holds something else.
    #[error("line {line} is no result of a class: {reason}")]
    NotAResult {
        /// Which line, from 1.
        line: usize,
        /// The fault.
        reason: String,
    },
}

impl ClassJournal {
    /// Opens or makes a journal. A last line that was cut short is dropped.
    ///
    /// # Errors
    /// A file that cannot be read or written, is in use, or holds something else.
    pub fn open(path: &Path) -> Result<Self, ClassJournalError> {
        let mut results = BTreeMap::new();
        let file = LineFile::open(path, |line, text| {
            let result: TestResult = serde_json::from_slice(text).map_err(|error| {
                ClassJournalError::NotAResult { line, reason: error.to_string() }
            })?;
            results.insert((result.student.clone(), result.test), result);
            Ok::<(), ClassJournalError>(())
        })?;
        Ok(Self { file, results })
    }

    /// The result of a student's test, if it is of this assignment and submission and needs no
    /// second run.
    pub fn find(&self, student: &str, test: usize, fingerprint: u64) -> Option<&TestResult> {
        let found = self.results.get(&(student.to_owned(), test))?;
        (found.fingerprint == fingerprint && !found.has_grader_fault()).then_some(found)
    }

    /// Writes a result to the disk.
    ///
    /// # Errors
    /// A disk that is full, or gone.
    pub fn add(&mut self, result: TestResult) -> io::Result<()> {
        self.file.append(&serde_json::to_vec(&result)?)?;
        self.results.insert((result.student.clone(), result.test), result);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(student: &str, test: usize) -> TestResult {
        let (student, graded) = (student.to_owned(), Vec::new());
        TestResult { student, test, fingerprint: 7, graded, not_run: None }
    }

    #[test]
    fn a_torn_line_is_dropped_and_a_second_grader_is_turned_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let mut journal = ClassJournal::open(&path).unwrap();
        journal.add(result("ann", 0)).unwrap();
        journal.add(result("bob", 0)).unwrap();
        let used = ClassJournal::open(&path).err().expect("in use");
        assert!(matches!(used, ClassJournalError::File(LineFileError::InUse)));
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            for tail in ["", "\0\0\0\0", "\0\0\n"] {
                std::fs::write(&path, [&whole[..cut], tail.as_bytes()].concat()).unwrap();
                let journal = ClassJournal::open(&path).unwrap();
                let lines = String::from_utf8_lossy(&whole[..cut]).matches('\n').count();
                assert_eq!(journal.results.len(), lines, "cut at {cut} {tail:?}");
            }
        }
        std::fs::write(&path, "hello\n").unwrap();
        let other = ClassJournal::open(&path).err().expect("something else").to_string();
        assert!(other.contains("line 1 is no result"), "{other}");
    }
}
