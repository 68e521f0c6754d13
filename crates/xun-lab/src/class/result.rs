//! Results of students, with their points.

use super::assignment::{Assignment, Test};
use crate::grade::{Grade, Graded};
use serde::{Deserialize, Serialize};

/// The result of one student in one test, as the journal has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestResult {
    /// The student.
    pub student: String,
    /// The test's number in the assignment.
    pub test: usize,
    /// Hash of the assignment and of the submission; another one is graded again.
    pub fingerprint: u64,
    /// The instances.
    pub graded: Vec<Graded>,
    /// The reason why nothing was run.
    pub not_run: Option<String>,
}

impl TestResult {
    /// Instances that passed.
    pub fn passed(&self) -> usize {
        self.graded.iter().filter(|one| one.verdict.passes()).count()
    }

    /// Whether something failed that is no fault of the program: it must be graded again.
    pub fn has_grader_fault(&self) -> bool {
        self.graded.iter().any(|one| one.verdict == Grade::NotGraded)
    }

    /// Milliseconds of its runs together.
    pub fn milliseconds(&self) -> f64 {
        self.graded.iter().map(|one| one.milliseconds).sum()
    }

    /// Points, in proportion to the instances that passed.
    pub fn points(&self, test: &Test) -> f64 {
        match self.graded.len() {
            0 => 0.0,
            count => test.points * self.passed() as f64 / count as f64,
        }
    }
}

/// All results of one student, in the order of the tests.
#[derive(Clone, Debug, PartialEq)]
pub struct StudentResult {
    /// The student.
    pub student: String,
    /// One for each test.
    pub tests: Vec<TestResult>,
}

impl StudentResult {
    /// The points of all tests, rounded to hundredths.
    pub fn points(&self, assignment: &Assignment) -> f64 {
        let sum: f64 =
            self.tests.iter().zip(&assignment.tests).map(|(one, test)| one.points(test)).sum();
        (sum * 100.0).round() / 100.0
    }

    /// Whether a test has to be graded again.
    pub fn has_grader_fault(&self) -> bool {
        self.tests.iter().any(TestResult::has_grader_fault)
    }

    /// Milliseconds of all runs together.
    pub fn milliseconds(&self) -> f64 {
        self.tests.iter().map(TestResult::milliseconds).sum()
    }
}
