//! The bodies of the fuzz targets for files of a class. Panics are the findings.

use std::path::Path;
use xun_lab::class::{Assignment, ClassJournal, can_be_folder, find_submissions};

/// Reads an assignment, a table of submissions and a journal.
pub(crate) fn class(data: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, data).expect("a file");
        path
    };
    match Assignment::read(&write("assignment.json")) {
        Ok(assignment) => assert!(assignment.points() >= 0.0),
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
    match find_submissions(&write("class.csv")) {
        Ok(found) => {
            for submission in found.iter().filter(|found| can_be_folder(&found.student)) {
                // A student's results lie inside the folder of results.
                let place = Path::new("results").join(&submission.student);
                assert_eq!(place.parent(), Some(Path::new("results")));
                assert!(place.file_name().is_some());
            }
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
    let journal = write("results.jsonl");
    if let Err(fault) = ClassJournal::open(&journal).map(drop) {
        assert!(!fault.to_string().is_empty());
    } else {
        drop(ClassJournal::open(&journal).expect("what was opened can be opened"));
    }
}
