//! The journal of a class: one line for each student and test, on the disk before the next begins.

use super::result::TestResult;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use xun_game::files::read_at_most;

/// Bytes of a journal at most.
const MOST_BYTES: u64 = 1 << 30;

/// Results so far, in a file that is appended to.
pub struct ClassJournal {
    file: File,
    results: BTreeMap<(String, usize), TestResult>,
}

impl ClassJournal {
    /// Opens or makes a journal. A last line that was cut short is dropped.
    ///
    /// # Errors
    /// A file that cannot be read or written, or holds something else.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)?;
        let bytes = read_at_most(path, MOST_BYTES)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut results = BTreeMap::new();
        let lines = bytes[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        for (number, line) in lines.enumerate() {
            let result: TestResult = serde_json::from_slice(line).map_err(|error| {
                io::Error::new(io::ErrorKind::InvalidData, format!("line {}: {error}", number + 1))
            })?;
            results.insert((result.student.clone(), result.test), result);
        }
        file.set_len(whole as u64)?;
        io::Seek::seek(&mut file, io::SeekFrom::End(0))?;
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
        let mut line = serde_json::to_vec(&result)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()?;
        self.results.insert((result.student.clone(), result.test), result);
        Ok(())
    }
}
