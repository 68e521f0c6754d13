//! Experiments, replication of reported figures, and grading.

use crate::errors;
use crate::run::{interruptible, reported};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use xun_arena::RunLimits;
use xun_arena::isolation::Isolation;
use xun_game::Stop;
use xun_lab::grade::{self, BoardSystem, Examination, GradeGame, Graded, PathInstance};
use xun_lab::{
    CourseData, Event, Experiment, Language, Measurements, Options, Row, Size, catalogue, find,
    plots, report, store,
};

/// Id, English and Chinese title of each experiment.
#[pyfunction]
fn lab_experiments() -> Vec<(&'static str, String, String)> {
    let title = |text: &xun_lab::Text, language| text.pick(language).to_owned();
    let row = |one: &xun_lab::Experiment| {
        let english = title(&one.title, Language::English);
        (one.id, english, title(&one.title, Language::Chinese))
    };
    catalogue().iter().map(row).collect()
}

fn experiment(id: &str) -> PyResult<&'static Experiment> {
    let known = || catalogue().iter().map(|one| one.id).collect::<Vec<_>>().join(", ");
    find(id).ok_or_else(|| {
        errors::input(format!("no experiment is named {id:?}; expected one of {}", known()))
    })
}

fn options(seed: u64, quick: bool, threads: usize, course: Option<PathBuf>) -> PyResult<Options> {
    let course = course.map(|folder| CourseData::read(&folder)).transpose();
    let size = if quick { Size::Quick } else { Size::Full };
    Ok(Options { seed, size, threads, course: course.map_err(errors::input)? })
}

/// Runs an experiment; its results as JSON. `progress` is called with the number of measurements.
#[pyfunction]
fn lab_run(
    py: Python<'_>,
    id: &str,
    seed: u64,
    quick: bool,
    threads: usize,
    course: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let experiment = experiment(id)?;
    let options = options(seed, quick, threads, course)?;
    let (stop, measured) = (Stop::new(), AtomicU64::new(0));
    let mut count = |event: &Event| {
        if let Event::Progress { done, .. } = event {
            measured.store(*done as u64, Ordering::Relaxed);
        }
    };
    let work = || xun_lab::run(experiment, &options, &stop, &mut count);
    let results = reported(py, stop.flag(), work, progress.as_ref(), &measured)?;
    serde_json::to_string(&results).map_err(errors::engine)
}

/// An experiment whose measurements are made one by one, here or elsewhere.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct NativeExperiment {
    experiment: &'static Experiment,
    options: Options,
}

#[pymethods]
impl NativeExperiment {
    #[new]
    fn new(id: &str, seed: u64, quick: bool, course: Option<PathBuf>) -> PyResult<Self> {
        Ok(Self { experiment: experiment(id)?, options: options(seed, quick, 1, course)? })
    }

    /// Whether measurements must run one by one, because they are about threads or time.
    #[getter]
    fn alone(&self) -> bool {
        self.experiment.alone
    }

    /// Number of measurements.
    fn __len__(&self) -> usize {
        Measurements::new(self.experiment, &self.options).len()
    }

    /// Makes the measurement of this number; its rows as JSON.
    fn measure(&self, py: Python<'_>, number: usize) -> PyResult<String> {
        let stop = Stop::new();
        let work = || Measurements::new(self.experiment, &self.options).measure(number, &stop);
        let rows = interruptible(py, stop.flag(), work, None)?;
        let rows = rows.ok_or_else(|| errors::input(format!("no measurement {number}")))?;
        serde_json::to_string(&rows).map_err(errors::engine)
    }

    /// The results of all rows, by number, as JSON; `None` where there is none.
    fn results(
        &self,
        rows: Vec<Option<String>>,
        threads: usize,
        began: u64,
        seconds: f64,
    ) -> PyResult<String> {
        let read = |text: Option<String>| {
            text.map(|text| serde_json::from_str::<Vec<Row>>(&text)).transpose()
        };
        let rows = rows.into_iter().map(read).collect::<Result<Vec<_>, _>>();
        let measurements = Measurements::new(self.experiment, &self.options);
        let results = measurements.results(rows.map_err(errors::input)?, threads, began, seconds);
        serde_json::to_string(&results).map_err(errors::engine)
    }
}

/// Pictures (name and SVG), report as HTML, and CSV of results.
#[pyfunction]
fn lab_draw(results: &str, chinese: bool) -> PyResult<(Vec<String>, String, String)> {
    let results: xun_lab::Results = serde_json::from_str(results).map_err(errors::input)?;
    let experiment = find(&results.experiment)
        .ok_or_else(|| errors::input(format!("no experiment {:?}", results.experiment)))?;
    let language = if chinese { Language::Chinese } else { Language::English };
    let pictures = plots(&results, language).into_iter().map(|plot| plot.svg).collect();
    let csv = store::csv(&results, experiment);
    Ok((pictures, report::html(&[results], language), csv))
}

/// Writes results into a folder as the program does.
#[pyfunction]
fn lab_save(results: &str, folder: PathBuf) -> PyResult<()> {
    let results: xun_lab::Results = serde_json::from_str(results).map_err(errors::input)?;
    let experiment = find(&results.experiment)
        .ok_or_else(|| errors::input(format!("no experiment {:?}", results.experiment)))?;
    store::save(&folder, &results, experiment).map(drop).map_err(errors::engine)
}

/// Does the reported figures of a course again; the sections as JSON.
#[pyfunction]
fn lab_replicate(py: Python<'_>, folder: PathBuf) -> PyResult<String> {
    let stop = Stop::new();
    let work = || xun_lab::replicate::replicate(&folder, &stop, &mut |_| {});
    let sections = interruptible(py, stop.flag(), work, None)?.map_err(errors::input)?;
    serde_json::to_string(&sections).map_err(errors::engine)
}

/// Task, instances and limits of a grading.
#[derive(FromPyObject)]
struct Grading {
    command: Vec<String>,
    task: String,
    instances: Vec<PathBuf>,
    count: u32,
    side: u32,
    seed: u64,
    time: f64,
    memory: u64,
    depth: u32,
    allowed_loss: i32,
    column_first: bool,
}

impl Grading {
    fn paths(&self) -> Result<Vec<PathInstance>, String> {
        if self.instances.is_empty() {
            return grade::generated(self.count, self.side, self.seed);
        }
        self.instances.iter().map(|path| grade::read_instance(path)).collect()
    }

    fn run(&self, stop: &Stop) -> Result<Vec<Graded>, String> {
        let time = Duration::try_from_secs_f64(self.time).map_err(|error| error.to_string())?;
        let limits = RunLimits { time, memory: self.memory, ..RunLimits::default() };
        let examination =
            Examination { command: &self.command, limits, isolation: &Isolation::none(), stop };
        let system =
            if self.column_first { BoardSystem::ColumnRow } else { BoardSystem::RowColumn };
        let game = GradeGame { depth: self.depth, allowed_loss: self.allowed_loss, system };
        match self.task.as_str() {
            "path" => Ok(grade::grade_paths(&examination, &self.paths()?, &mut |_| {})),
            "xiangqi" => {
                let instances = grade::xiangqi_instances(self.count, self.seed);
                grade::grade_boards(&examination, &instances, game, &mut |_| {})
            }
            "gomoku" => {
                let instances = grade::gomoku_instances(self.count, self.seed);
                grade::grade_boards(&examination, &instances, game, &mut |_| {})
            }
            other => Err(format!("unknown task {other:?}; expected path, xiangqi or gomoku")),
        }
    }
}

/// Runs a program on instances; each result as JSON, and whether it passes.
#[pyfunction]
fn lab_grade(py: Python<'_>, grading: Grading) -> PyResult<Vec<(String, bool)>> {
    if grading.command.is_empty() {
        return Err(errors::input("the command is empty"));
    }
    let stop = Stop::new();
    let graded =
        interruptible(py, stop.flag(), || grading.run(&stop), None)?.map_err(errors::input)?;
    let row = |one: &Graded| {
        Ok((serde_json::to_string(one).map_err(errors::engine)?, one.verdict.passes()))
    };
    graded.iter().map(row).collect()
}

/// Adds the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NativeExperiment>()?;
    module.add_function(wrap_pyfunction!(lab_experiments, module)?)?;
    module.add_function(wrap_pyfunction!(lab_run, module)?)?;
    module.add_function(wrap_pyfunction!(lab_draw, module)?)?;
    module.add_function(wrap_pyfunction!(lab_save, module)?)?;
    module.add_function(wrap_pyfunction!(lab_replicate, module)?)?;
    module.add_function(wrap_pyfunction!(lab_grade, module)?)
}
