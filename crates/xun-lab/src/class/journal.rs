//! The journal of a class: one line for each student and test, on the disk before the next begins.
//!
//! A line before the results states their format; results before any such line are of format 0,
//! which differs in nothing else.

use super::result::TestResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use thiserror::Error;
use xun_arena::{LineFile, LineFileError};

/// The format that is written. A newer one is refused, so that nothing it says is lost.
const FORMAT: u32 = 1;

/// The beginning of a line that states a format.
const FORMAT_LINE: &[u8] = b"{\"xun_class\"";

/// A line that states the format of those after it.
#[derive(Serialize, Deserialize)]
struct Format {
    xun_class: u32,
}

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
    /// The file was written by a newer program.
    #[error(
        "the journal was written by a newer version of Xun (format {0}, this program knows \
         {FORMAT})"
    )]
    Newer(u32),
}

impl ClassJournal {
    /// Opens or makes a journal. A last line that was cut short is dropped.
    ///
    /// # Errors
    /// A file that cannot be read or written, is in use, or holds something else.
    pub fn open(path: &Path) -> Result<Self, ClassJournalError> {
        let (mut format, mut results) = (0, BTreeMap::new());
        let mut file = LineFile::open(path, |line, text| {
            let wrong = |error: serde_json::Error| ClassJournalError::NotAResult {
                line,
                reason: error.to_string(),
            };
            if text.starts_with(FORMAT_LINE) {
                let stated: Format = serde_json::from_slice(text).map_err(wrong)?;
                if stated.xun_class > FORMAT {
                    return Err(ClassJournalError::Newer(stated.xun_class));
                }
                format = stated.xun_class;
                return Ok(());
            }
            let result: TestResult = serde_json::from_slice(text).map_err(wrong)?;
            results.insert((result.student.clone(), result.test), result);
            Ok(())
        })?;
        if format < FORMAT {
            let line = serde_json::to_vec(&Format { xun_class: FORMAT }).map_err(io::Error::from);
            line.and_then(|line| file.append(&line)).map_err(LineFileError::Disk)?;
        }
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
                let results = lines.saturating_sub(1); // the first line states the format
                assert_eq!(journal.results.len(), results, "cut at {cut} {tail:?}");
            }
        }
        std::fs::write(&path, "hello\n").unwrap();
        let other = ClassJournal::open(&path).err().expect("something else").to_string();
        assert!(other.contains("line 1 is no result"), "{other}");
    }

    #[test]
    fn the_format_is_stated_once_and_a_newer_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        // A journal from before formats were stated.
        let old = serde_json::to_string(&result("ann", 0)).unwrap() + "\n";
        std::fs::write(&path, &old).unwrap();
        let mut journal = ClassJournal::open(&path).unwrap();
        assert!(journal.find("ann", 0, 7).is_some());
        journal.add(result("bob", 0)).unwrap();
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(&format!("{old}{{\"xun_class\":1}}\n")), "{text}");
        assert_eq!(ClassJournal::open(&path).unwrap().results.len(), 2);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        let newer = text + "{\"xun_class\":2}\n{\"student\":1}\n";
        std::fs::write(&path, &newer).unwrap();
        let fault = ClassJournal::open(&path).err().expect("it is newer").to_string();
        assert!(fault.contains("newer version of Xun (format 2"), "{fault}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), newer);
    }
}
