//! A whole class: one assignment, many submissions, one result for each.
//!
//! ```text
//! assignment.json ─┐
//! submissions/* ───┴→ Class → results.jsonl (journal, one line a student and test)
//!                         └→ results.csv · junit.xml · class.md
//!                            STUDENT/{results.json, report.*.html}
//! ```
//!
//! The same assignment and seed give every student the same instances, whatever the order and the
//! number of students at a time. A class that was interrupted goes on from its journal.

mod assignment;
mod files;
mod gradescope;
mod journal;
mod junit;
mod page;
mod result;
mod run;
mod submission;
mod table;
mod tournament;

pub use assignment::{Assignment, AssignmentError, Kind, ProgramLanguage, Test, Words};
pub use files::{can_be_folder, write_results};
pub use gradescope::gradescope;
pub use journal::{ClassJournal, ClassJournalError};
pub use junit::junit;
pub use page::page;
pub use result::{StudentResult, TestResult};
pub use run::{Class, Progress};
pub use submission::{Submission, SubmissionError, find_submissions};
pub use table::{csv, markdown};
pub use tournament::{Tournament, TournamentError};
