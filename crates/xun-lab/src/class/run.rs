//! Grades all submissions of a class, several students at a time.

use super::assignment::{Assignment, Kind, Test};
use super::journal::ClassJournal;
use super::result::{StudentResult, TestResult};
use super::submission::{NotRunnable, Program, Submission};
use crate::Text;
use crate::grade::{
    BoardSystem, Examination, GomokuInstance, Grade, GradeGame, Graded, PathInstance,
    XiangqiInstance, generated, gomoku_instances, grade_boards, grade_paths, read_instance,
    xiangqi_instances,
};
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use xun_arena::isolation::Isolation;
use xun_game::{Stop, fingerprint};

/// The instances of one test.
enum Instances {
    Path(Vec<PathInstance>),
    Xiangqi(Vec<XiangqiInstance>),
    Gomoku(Vec<GomokuInstance>),
}

/// A class to be graded.
pub struct Class<'a> {
    assignment: &'a Assignment,
    submissions: &'a [Submission],
    isolation: &'a Isolation,
    tests: Vec<Instances>,
}

/// News of a class.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The student whose tests are all graded.
    pub student: &'a str,
    /// Students that are done.
    pub done: usize,
    /// Students in all.
    pub of: usize,
}

impl<'a> Class<'a> {
    /// Makes the instances, the same for all students.
    ///
    /// # Errors
    /// A map that cannot be read, in words.
    pub fn new(
        assignment: &'a Assignment,
        submissions: &'a [Submission],
        isolation: &'a Isolation,
    ) -> Result<Self, String> {
        let instances = |(number, test): (usize, &Test)| {
            let seed = assignment.seed.wrapping_add(1000 * number as u64);
            Ok(match assignment.kind {
                Kind::Path if test.maps.is_empty() => {
                    Instances::Path(generated(test.count, test.size, seed)?)
                }
                Kind::Path => {
                    let read = test.maps.iter().map(|map| read_instance(map));
                    Instances::Path(read.collect::<Result<_, String>>()?)
                }
                Kind::Xiangqi => Instances::Xiangqi(xiangqi_instances(test.count, seed)),
                Kind::Gomoku => Instances::Gomoku(gomoku_instances(test.count, seed)),
            })
        };
        let tests = assignment.tests.iter().enumerate().map(instances);
        Ok(Self {
            assignment,
            submissions,
            isolation,
            tests: tests.collect::<Result<_, String>>()?,
        })
    }

    /// Grades what the journal does not have yet, so many students at a time; the results of those
    /// that are done, by name. Ends early when stopped.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn grade(
        &self,
        journal: &mut ClassJournal,
        at_a_time: usize,
        stop: &Stop,
        listen: &(dyn Fn(&Progress<'_>) + Sync),
    ) -> io::Result<Vec<StudentResult>> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let journal = Mutex::new(journal);
        let results = Mutex::new(Vec::new());
        let failed = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..at_a_time.max(1) {
                scope.spawn(|| {
                    while !stop.is_stopped() && lock(&failed).is_none() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(submission) = self.submissions.get(number) else { return };
                        match self.student(submission, &journal, stop) {
                            Ok(Some(result)) => lock(&results).push(result),
                            Ok(None) => return,
                            Err(error) => *lock(&failed) = Some(error),
                        }
                        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                        let of = self.submissions.len();
                        listen(&Progress { student: &submission.student, done, of });
                    }
                });
            }
        });
        if let Some(error) = lock(&failed).take() {
            return Err(error);
        }
        let mut results = std::mem::take(&mut *lock(&results));
        results.sort_by(|one: &StudentResult, other| one.student.cmp(&other.student));
        Ok(results)
    }

    /// All tests of one student; none if it was stopped.
    fn student(
        &self,
        submission: &Submission,
        journal: &Mutex<&mut ClassJournal>,
        stop: &Stop,
    ) -> io::Result<Option<StudentResult>> {
        let known =
            |test, fingerprint| lock(journal).find(&submission.student, test, fingerprint).cloned();
        self.submission(submission, stop, &known, &|result| lock(journal).add(result.clone()))
    }

    /// Grades one submission without a journal; none if it was stopped.
    pub fn grade_one(&self, submission: &Submission, stop: &Stop) -> Option<StudentResult> {
        self.submission(submission, stop, &|_, _| None, &|_| Ok(())).ok().flatten()
    }

    /// The result of a submission whose tests the journal has all.
    pub fn known(&self, submission: &Submission, journal: &ClassJournal) -> Option<StudentResult> {
        let fingerprint = self.fingerprint(submission);
        let find = |test| journal.find(&submission.student, test, fingerprint).cloned();
        let tests = (0..self.tests.len()).map(find).collect::<Option<_>>()?;
        Some(StudentResult { student: submission.student.clone(), tests })
    }

    /// The hash of the assignment and of the submission.
    fn fingerprint(&self, submission: &Submission) -> u64 {
        fingerprint(self.assignment.text.as_bytes())
            .rotate_left(32)
            .wrapping_add(submission.fingerprint())
    }

    fn submission(
        &self,
        submission: &Submission,
        stop: &Stop,
        known: &dyn Fn(usize, u64) -> Option<TestResult>,
        add: &dyn Fn(&TestResult) -> io::Result<()>,
    ) -> io::Result<Option<StudentResult>> {
        let fingerprint = self.fingerprint(submission);
        let mut program = None;
        let mut tests = Vec::new();
        for (number, test) in self.assignment.tests.iter().enumerate() {
            if let Some(known) = known(number, fingerprint) {
                tests.push(known);
                continue;
            }
            let program = program
                .get_or_insert_with(|| submission.prepare(self.assignment, self.isolation, stop));
            let (graded, not_run) = match program {
                Ok(program) => (self.examine(program, test, number, stop), None),
                Err(reason) => self.not_run(reason, number),
            };
            if stop.is_stopped() {
                return Ok(None);
            }
            let student = submission.student.clone();
            let result = TestResult { student, test: number, fingerprint, graded, not_run };
            add(&result)?;
            tests.push(result);
        }
        Ok(Some(StudentResult { student: submission.student.clone(), tests }))
    }

    fn examine(&self, program: &Program, test: &Test, number: usize, stop: &Stop) -> Vec<Graded> {
        let examination = Examination {
            command: &program.command,
            limits: test.limits(),
            isolation: self.isolation,
            stop,
        };
        let rules = GradeGame {
            depth: test.depth,
            allowed_loss: test.allow,
            system: BoardSystem::RowColumn,
        };
        match &self.tests[number] {
            Instances::Path(instances) => grade_paths(&examination, instances, &mut |_| {}),
            Instances::Xiangqi(instances) => {
                grade_boards(&examination, instances, rules, &mut |_| {}).unwrap_or_else(|reason| {
                    self.all(number, Grade::NotGraded, &Text::same(reason))
                })
            }
            Instances::Gomoku(instances) => {
                grade_boards(&examination, instances, rules, &mut |_| {}).unwrap_or_else(|reason| {
                    self.all(number, Grade::NotGraded, &Text::same(reason))
                })
            }
        }
    }

    /// Every instance fails for the same reason.
    fn not_run(&self, reason: &NotRunnable, test: usize) -> (Vec<Graded>, Option<String>) {
        let (verdict, reason) = match reason {
            NotRunnable::Student(reason) => (Grade::NotStarted, reason.clone()),
            NotRunnable::Grader(reason) => (Grade::NotGraded, Text::same(reason.clone())),
        };
        (self.all(test, verdict, &reason), Some(reason.en.into_owned()))
    }

    fn all(&self, test: usize, verdict: Grade, reason: &Text) -> Vec<Graded> {
        let names: Vec<String> = match &self.tests[test] {
            Instances::Path(instances) => instances.iter().map(|one| one.name.clone()).collect(),
            Instances::Xiangqi(instances) => instances.iter().map(|one| one.name.clone()).collect(),
            Instances::Gomoku(instances) => instances.iter().map(|one| one.name.clone()).collect(),
        };
        let shown = |text: &str| text.chars().take(600).collect::<String>();
        let note = Text::new(shown(&reason.en), shown(&reason.zh));
        let failed = |name| Graded {
            name,
            verdict,
            expected: String::new(),
            answer: String::new(),
            note: note.clone(),
            loss: None,
            milliseconds: 0.0,
            memory: 0,
            left_behind: 0,
        };
        names.into_iter().map(failed).collect()
    }
}

/// A lock whose holder cannot panic.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
