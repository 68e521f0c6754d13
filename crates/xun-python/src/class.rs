//! Grading of a whole class: on this machine, or submission by submission elsewhere.

use crate::errors;
use crate::run::{interruptible, reported};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use xun_arena::isolation::{Isolation, IsolationLevel};
use xun_game::Stop;
use xun_lab::Language;
use xun_lab::class::{
    Assignment, Class, ClassJournal, StudentResult, Submission, TestResult, can_be_folder,
    find_submissions, write_results,
};

/// An assignment and the isolation of the programs that are graded.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct NativeClass {
    assignment: Assignment,
    isolation: Isolation,
}

/// A student and the place of the submission.
type Entry = (String, PathBuf);

fn submissions(entries: Vec<Entry>) -> PyResult<Vec<Submission>> {
    let one = |(student, place): Entry| {
        if can_be_folder(&student) {
            Ok(Submission { student, place })
        } else {
            Err(errors::input(format!("{student:?}: this name cannot be a folder's")))
        }
    };
    entries.into_iter().map(one).collect()
}

/// The strongest isolation for `auto`, else the level of this name, by this launcher.
fn isolation(level: &str, launcher: Option<PathBuf>) -> PyResult<Isolation> {
    if level == "none" || (level == "auto" && launcher.is_none()) {
        return Ok(Isolation::none());
    }
    let launcher = launcher.ok_or_else(|| {
        errors::input(format!(
            "isolation {level:?} needs the program `xun`, which is not on the PATH"
        ))
    })?;
    if level == "auto" {
        return Ok(Isolation::strongest(launcher).0);
    }
    let known = IsolationLevel::ALL.into_iter().find(|known| known.name() == level);
    let known = known.ok_or_else(|| {
        let names = IsolationLevel::ALL.map(IsolationLevel::name).join(", ");
        errors::input(format!("unknown isolation {level:?}; expected auto, {names}"))
    })?;
    Isolation::of_level(launcher, known).map_err(errors::input)
}

#[pymethods]
impl NativeClass {
    #[new]
    fn new(
        py: Python<'_>,
        assignment: PathBuf,
        level: &str,
        launcher: Option<PathBuf>,
    ) -> PyResult<Self> {
        let assignment = Assignment::read(&assignment).map_err(errors::input)?;
        let mut isolation = py.detach(|| isolation(level, launcher))?;
        isolation.hidden =
            assignment.tests.iter().flat_map(|test| test.maps.iter().cloned()).collect();
        Ok(Self { assignment, isolation })
    }

    /// The level of isolation.
    #[getter]
    fn isolation(&self) -> &'static str {
        self.isolation.level().name()
    }

    /// Grades what the folder's journal does not have yet and writes the files of the class.
    fn run(
        &self,
        py: Python<'_>,
        entries: Vec<Entry>,
        out: PathBuf,
        concurrency: usize,
        chinese: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<(String, f64, bool)>> {
        let submissions = submissions(entries)?;
        let class = self.class(&submissions)?;
        let mut journal = open(&out)?;
        let done = AtomicU64::new(0);
        let stop = Stop::new();
        let listen = |_: &xun_lab::class::Progress<'_>| {
            done.fetch_add(1, Ordering::Relaxed);
        };
        let work = || class.grade(&mut journal, concurrency.clamp(1, 256), &stop, &listen);
        let results = reported(py, stop.flag(), work, progress.as_ref(), &done)??;
        self.finish(&out, &results, chinese)
    }

    /// The results of one submission's tests, as JSON.
    fn grade(&self, py: Python<'_>, student: String, place: PathBuf) -> PyResult<Vec<String>> {
        let submissions = submissions(vec![(student, place)])?;
        let class = self.class(&submissions)?;
        let stop = Stop::new();
        let work = || class.grade_one(&submissions[0], &stop);
        let result = interruptible(py, stop.flag(), work, None)?;
        let result = result.ok_or_else(|| errors::engine("the grading was stopped"))?;
        let json = |one: &TestResult| serde_json::to_string(one).map_err(errors::engine);
        result.tests.iter().map(json).collect()
    }

    /// Whether the journal has all tests of a submission.
    fn is_graded(
        &self,
        journal: &NativeClassJournal,
        student: String,
        place: PathBuf,
    ) -> PyResult<bool> {
        let submissions = submissions(vec![(student, place)])?;
        let journal = journal.journal.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(self.class(&submissions)?.known(&submissions[0], &journal).is_some())
    }

    /// Writes the files of the class from its journal; points of each student, and whether a test
    /// has to be graded again.
    fn write(
        &self,
        journal: &NativeClassJournal,
        entries: Vec<Entry>,
        out: PathBuf,
        chinese: bool,
    ) -> PyResult<Vec<(String, f64, bool)>> {
        let submissions = submissions(entries)?;
        let class = self.class(&submissions)?;
        let journal = journal.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |one: &Submission| class.known(one, &journal);
        let results: Vec<StudentResult> = submissions.iter().filter_map(known).collect();
        drop(journal);
        self.finish(&out, &results, chinese)
    }
}

impl NativeClass {
    fn class<'a>(&'a self, submissions: &'a [Submission]) -> PyResult<Class<'a>> {
        Class::new(&self.assignment, submissions, &self.isolation).map_err(errors::input)
    }

    fn finish(
        &self,
        out: &Path,
        results: &[StudentResult],
        chinese: bool,
    ) -> PyResult<Vec<(String, f64, bool)>> {
        let language = if chinese { Language::Chinese } else { Language::English };
        write_results(out, &self.assignment, results, language)?;
        let row = |one: &StudentResult| {
            (one.student.clone(), one.points(&self.assignment), one.has_grader_fault())
        };
        Ok(results.iter().map(row).collect())
    }
}

fn open(out: &Path) -> PyResult<ClassJournal> {
    std::fs::create_dir_all(out)?;
    ClassJournal::open(&out.join("results.jsonl")).map_err(errors::input)
}

/// The journal of a class, open for writing.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct NativeClassJournal {
    journal: Mutex<ClassJournal>,
}

#[pymethods]
impl NativeClassJournal {
    /// The journal of a folder.
    #[new]
    fn new(out: PathBuf) -> PyResult<Self> {
        Ok(Self { journal: Mutex::new(open(&out)?) })
    }

    /// Writes the result of a test.
    fn add(&self, text: &str) -> PyResult<()> {
        let result: TestResult = serde_json::from_str(text).map_err(errors::input)?;
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(journal.add(result)?)
    }
}

/// The submissions of a folder or a CSV file: student and place.
#[pyfunction]
fn class_submissions(path: PathBuf) -> PyResult<Vec<Entry>> {
    let found = find_submissions(&path).map_err(errors::input)?;
    Ok(found.into_iter().map(|one| (one.student, one.place)).collect())
}

/// Adds the classes to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NativeClass>()?;
    module.add_class::<NativeClassJournal>()?;
    module.add_function(wrap_pyfunction!(class_submissions, module)?)
}
