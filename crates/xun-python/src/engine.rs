//! Our engines: one search at a time, reported as it runs.

use crate::errors;
use crate::gomoku::{GomokuBoard, GomokuPoint};
use crate::xiangqi::{XiangqiBoard, XiangqiMove};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use xun_game::{Bound as ScoreBound, Engine, Event, Limits, OptionKind, Question, Report, Stop};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::search::{EngineOptions, XiangqiEngine};

/// Time between two looks at the signals.
const TICK: Duration = Duration::from_millis(20);
/// Stack of a search thread.
const STACK: usize = 16 << 20;

enum AnyEngine {
    Xiangqi(Box<XiangqiEngine>),
    Gomoku(Box<xun_gomoku::search::GomokuEngine>),
}

/// Moves of one of the games.
enum Line {
    Xiangqi(Vec<xun_xiangqi::rules::Move>),
    Gomoku(Vec<xun_gomoku::rules::Point>),
}

impl Line {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Xiangqi(moves) => {
                moves.iter().map(|&one| XiangqiMove(one)).collect::<Vec<_>>().into_pyobject(py)
            }
            Self::Gomoku(points) => {
                points.iter().map(|&one| GomokuPoint(one)).collect::<Vec<_>>().into_pyobject(py)
            }
        }
    }
}

/// A report with its line.
struct Info {
    report: Report<()>,
    pv: Line,
}

impl Info {
    fn new<M: Copy>(report: &Report<M>, line: fn(Vec<M>) -> Line) -> Self {
        let Report { depth, selective_depth, line: number, score, bound, .. } = *report;
        let (nodes, time, fullness) = (report.nodes, report.time, report.fullness);
        let pv = line(report.pv.clone());
        let (line, none) = (number, Vec::new());
        let report =
            Report { depth, selective_depth, line, score, bound, nodes, time, fullness, pv: none };
        Self { report, pv }
    }

    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Self { report, pv } = self;
        let info = PyDict::new(py);
        info.set_item("depth", report.depth)?;
        info.set_item("seldepth", report.selective_depth)?;
        info.set_item("multipv", report.line)?;
        info.set_item("score", (report.score.get(), report.score.plies_to_end()))?;
        let bound = match report.bound {
            ScoreBound::Lower => Some("lower"),
            ScoreBound::Upper => Some("upper"),
            _ => None,
        };
        info.set_item("bound", bound)?;
        info.set_item("nodes", report.nodes)?;
        info.set_item("time", report.time.as_secs_f64())?;
        info.set_item("nps", report.nodes_per_second())?;
        info.set_item("hashfull", report.fullness)?;
        info.set_item("pv", pv.to_python(py)?)?;
        Ok(info)
    }
}

enum Message {
    Info(Info),
    /// Best move and expected answer, and the best lines.
    Done(Line, Vec<Info>),
    Closed,
}

/// Our engine of one game.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct NativeEngine {
    game: String,
    engine: Arc<Mutex<Option<AnyEngine>>>,
    running: Arc<Mutex<BTreeMap<u64, Stop>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Limits as Python gives them.
#[derive(FromPyObject)]
struct Bounds {
    time: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Bounds {
    fn limits(&self) -> Limits {
        let move_time = self.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Limits { depth: self.depth, nodes: self.nodes, move_time, ..Limits::default() }
    }
}

/// A position and the root moves of a question.
enum Task {
    Xiangqi(Box<xun_xiangqi::rules::Position>, Question<xun_xiangqi::rules::Move>),
    Gomoku(Box<xun_gomoku::rules::Board>, Question<xun_gomoku::rules::Point>),
}

fn search<E: Engine>(
    engine: &mut E,
    position: &E::Position,
    question: &Question<E::Move>,
    stop: &Stop,
    messages: &Sender<Message>,
    line: fn(Vec<E::Move>) -> Line,
) {
    let answer = engine.search(position, question, stop, &mut |event: &Event<E::Move>| {
        if let Some(report) = event.report() {
            let _ = messages.send(Message::Info(Info::new(report, line)));
        }
    });
    let best = answer.best.into_iter().chain(answer.best.and(answer.ponder)).collect();
    let lines = answer.lines.iter().map(|report| Info::new(report, line)).collect();
    let _ = messages.send(Message::Done(line(best), lines));
}

impl AnyEngine {
    fn run(&mut self, task: &Task, stop: &Stop, messages: &Sender<Message>) {
        match (self, task) {
            (Self::Xiangqi(engine), Task::Xiangqi(position, question)) => {
                search(&mut **engine, position, question, stop, messages, Line::Xiangqi);
            }
            (Self::Gomoku(engine), Task::Gomoku(board, question)) => {
                search(&mut **engine, board, question, stop, messages, Line::Gomoku);
            }
            // The task is made for the engine's own game.
            _ => {}
        }
    }

    fn as_engine<T>(
        &mut self,
        xiangqi: impl FnOnce(&mut XiangqiEngine) -> T,
        gomoku: impl FnOnce(&mut xun_gomoku::search::GomokuEngine) -> T,
    ) -> T {
        match self {
            Self::Xiangqi(engine) => xiangqi(engine),
            Self::Gomoku(engine) => gomoku(engine),
        }
    }
}

fn closed() -> PyErr {
    errors::engine("the engine is closed")
}

impl NativeEngine {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut AnyEngine) -> T + Send,
    ) -> PyResult<T> {
        py.detach(|| lock(&self.engine).as_mut().map(work)).ok_or_else(closed)
    }

    fn task(
        &self,
        board: &Bound<'_, PyAny>,
        limits: Limits,
        lines: usize,
        only: &[Bound<'_, PyAny>],
    ) -> PyResult<Task> {
        let wrong = || {
            let class = board.get_type();
            errors::input(format!("a {} engine takes no {class}: expected its Board", self.game))
        };
        if self.game == "xiangqi" {
            let board = board.cast::<XiangqiBoard>().map_err(|_| wrong())?.try_borrow()?;
            let mut question = Question::new(limits).with_lines(lines);
            for one in only {
                question.only.push(board.legal(one)?);
            }
            return Ok(Task::Xiangqi(Box::new(board.position().clone()), question));
        }
        let board = board.cast::<GomokuBoard>().map_err(|_| wrong())?.try_borrow()?;
        let mut question = Question::new(limits).with_lines(lines);
        for one in only {
            question.only.push(board.legal(one)?);
        }
        Ok(Task::Gomoku(Box::new(board.board().clone()), question))
    }
}

#[pymethods]
impl NativeEngine {
    #[new]
    fn new(py: Python<'_>, game: &str) -> PyResult<Self> {
        let engine = match game {
            "xiangqi" => {
                let make =
                    || XiangqiEngine::new(EngineOptions::default(), PlayingEvaluator::default());
                AnyEngine::Xiangqi(Box::new(py.detach(make).map_err(errors::engine)?))
            }
            "gomoku" => {
                let settings = xun_gomoku::search::Settings::default();
                let make = || xun_gomoku::search::GomokuEngine::new(settings);
                AnyEngine::Gomoku(Box::new(py.detach(make)))
            }
            other => {
                let text = format!("{other:?} is no game: expected xiangqi or gomoku");
                return Err(errors::input(text));
            }
        };
        let engine = Arc::new(Mutex::new(Some(engine)));
        Ok(Self { game: game.to_owned(), engine, running: Arc::default() })
    }

    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    /// Starts a search on a thread of its own.
    fn search(
        &self,
        board: &Bound<'_, PyAny>,
        limit: Bounds,
        lines: usize,
        only: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<NativeSearch> {
        let task = self.task(board, limit.limits(), lines, &only)?;
        let (sender, receiver) = channel();
        let stop = Stop::new();
        let (engine, running, flag) =
            (Arc::clone(&self.engine), Arc::clone(&self.running), stop.clone());
        let number = {
            let mut running = lock(&self.running);
            let number = running.last_key_value().map_or(0, |(number, _)| number + 1);
            running.insert(number, stop.clone());
            number
        };
        let work = move || {
            match lock(&engine).as_mut() {
                Some(engine) => engine.run(&task, &flag, &sender),
                None => drop(sender.send(Message::Closed)),
            }
            lock(&running).remove(&number);
        };
        thread::Builder::new().stack_size(STACK).spawn(work)?;
        Ok(NativeSearch { messages: Mutex::new(receiver), stop })
    }

    /// Sets an option and answers its proper name.
    fn set(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<&'static str> {
        let set = self.with(py, |engine| {
            engine.as_engine(|engine| engine.set(name, value), |engine| engine.set(name, value))
        })?;
        set.map_err(errors::input)
    }

    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |engine| {
            engine.as_engine(Engine::new_game, Engine::new_game);
        })
    }

    /// Name, kind, default, least, most, choices and help of each option.
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let specs =
            self.with(py, |engine| engine.as_engine(|e| e.options(), |e| Engine::options(e)))?;
        let describe = |spec: &xun_game::OptionSpec| -> PyResult<Bound<'py, PyDict>> {
            let row = PyDict::new(py);
            row.set_item("name", spec.name)?;
            row.set_item("help", spec.help)?;
            match spec.kind {
                OptionKind::Check { default } => {
                    row.set_item("type", "check")?;
                    row.set_item("default", default)?;
                }
                OptionKind::Spin { default, min, max } => {
                    row.set_item("type", "spin")?;
                    row.set_item("default", default)?;
                    row.set_item("min", min)?;
                    row.set_item("max", max)?;
                }
                OptionKind::Combo { default, choices } => {
                    row.set_item("type", "combo")?;
                    row.set_item("default", default)?;
                    row.set_item("var", choices)?;
                }
                OptionKind::Text { default } => {
                    row.set_item("type", "string")?;
                    row.set_item("default", default)?;
                }
                _ => row.set_item("type", "button")?,
            }
            Ok(row)
        };
        specs.iter().map(describe).collect()
    }

    fn close(&self, py: Python<'_>) {
        lock(&self.running).values().for_each(Stop::stop);
        py.detach(|| lock(&self.engine).take());
    }
}

/// Best move and expected answer, and the best lines.
type End<'py> = (Bound<'py, PyAny>, Vec<Bound<'py, PyDict>>);

/// A running search.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct NativeSearch {
    messages: Mutex<Receiver<Message>>,
    stop: Stop,
}

impl Drop for NativeSearch {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

#[pymethods]
impl NativeSearch {
    /// The next report, or at the end the best moves with the best lines.
    fn next<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Option<Bound<'py, PyDict>>, Option<End<'py>>)> {
        loop {
            let message = py.detach(|| lock(&self.messages).recv_timeout(TICK));
            match message {
                Ok(Message::Info(info)) => return Ok((Some(info.to_python(py)?), None)),
                Ok(Message::Done(best, lines)) => {
                    let lines: PyResult<_> = lines.iter().map(|info| info.to_python(py)).collect();
                    return Ok((None, Some((best.to_python(py)?, lines?))));
                }
                Ok(Message::Closed) => return Err(closed()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(errors::engine("the search has ended"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| self.stop.stop())?;
                }
            }
        }
    }

    fn stop(&self) {
        self.stop.stop();
    }
}

/// Adds the classes to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NativeEngine>()?;
    module.add_class::<NativeSearch>()
}
