//! The textbook searches, with evaluations of the courses or a Python function.

use crate::errors;
use crate::gomoku::{GomokuBoard, GomokuPoint};
use crate::run::interruptible;
use crate::xiangqi::{XiangqiBoard, XiangqiMove};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use xun_game::textbook::trace::Recorder;
use xun_game::textbook::{
    Algorithm, Answer, CompiledSearch, Limits, MOST_DEPTH, Precision, Refinements, Settings,
};
use xun_game::toys::{LeafNumbers, TeachingTree};
use xun_game::{Evaluation, Game, GameValue, NoOpinion, Stop};
use xun_gomoku::textbook::{GomokuGame, Scope, ShapeEvaluation, ShapeValues};
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::textbook::{CourseEvaluation, CourseTables, HandEvaluation};

/// Plies of the tree that are kept.
const MOST_PLIES: usize = 64;

/// Depth, names and limits of a search.
#[derive(FromPyObject)]
struct Choice {
    algorithm: String,
    depth: u32,
    refinements: String,
    time: Option<f64>,
    nodes: Option<u64>,
    /// Nodes of the tree to keep.
    most: usize,
    every_move: bool,
    threads: usize,
}

impl Choice {
    fn settings(&self) -> PyResult<Settings> {
        let refinements: Refinements = self.refinements.parse().map_err(errors::input)?;
        let algorithm: Algorithm = self.algorithm.parse().map_err(errors::input)?;
        let (threads, score_every_move) = (self.threads.min(256), self.every_move);
        let base = Settings::alpha_beta(refinements);
        Ok(Settings { algorithm, threads, score_every_move, table_mebibytes: 16, ..base })
    }

    fn limits(&self) -> PyResult<Limits> {
        if !(1..=MOST_DEPTH).contains(&self.depth) {
            return Err(errors::input(format!(
                "depth is {}; expected 1 to {MOST_DEPTH}",
                self.depth
            )));
        }
        let time = self.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Ok(Limits { depth: self.depth, nodes: self.nodes, time })
    }
}

/// An evaluation in Python. It is called with the same board object each time.
#[derive(Clone)]
struct PythonEvaluation {
    inner: Arc<PythonCall>,
}

struct PythonCall {
    function: Py<PyAny>,
    /// A board of the Python class, whose contents are replaced before each call.
    board: Py<PyAny>,
    stop: Arc<AtomicBool>,
    failure: Mutex<Option<PyErr>>,
}

impl PythonEvaluation {
    fn call(&self, fill: impl Fn(&Bound<'_, PyAny>) -> PyResult<()>) -> GameValue {
        let PythonCall { function, board, stop, failure } = &*self.inner;
        if stop.load(Ordering::Relaxed) {
            return GameValue::ZERO;
        }
        let value = Python::attach(|py| {
            let board = board.bind(py);
            fill(board)?;
            let value: f64 = function.bind(py).call1((board,))?.extract()?;
            if value.is_nan() {
                return Err(errors::input("the evaluation function returned NaN"));
            }
            Ok(GameValue::points(value.round() as i64))
        });
        value.unwrap_or_else(|error| {
            stop.store(true, Ordering::Relaxed);
            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            GameValue::ZERO
        })
    }
}

impl Evaluation<XiangqiGame> for PythonEvaluation {
    fn evaluate(&self, game: &XiangqiGame) -> GameValue {
        self.call(|board| {
            *board.cast::<XiangqiBoard>()?.try_borrow_mut()?.position_mut() =
                game.position().clone();
            Ok(())
        })
    }
}

impl Evaluation<GomokuGame> for PythonEvaluation {
    fn evaluate(&self, game: &GomokuGame) -> GameValue {
        self.call(|board| {
            *board.cast::<GomokuBoard>()?.try_borrow_mut()?.board_mut() = game.board().clone();
            Ok(())
        })
    }
}

xun_game::compile_search!(XiangqiGame, PythonEvaluation);
xun_game::compile_search!(GomokuGame, PythonEvaluation);

/// One search: the choice of its caller and what it shares with a Python evaluation.
struct Search<'a, 'py> {
    py: Python<'py>,
    choice: &'a Choice,
    stop: Arc<AtomicBool>,
}

impl<'py> Search<'_, 'py> {
    fn run<G: CompiledSearch<E> + Send, E: Evaluation<G>>(
        &self,
        game: &G,
        evaluation: &E,
        to_python: impl Fn(G::Move) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>>
    where
        Answer<G::Move>: Send,
    {
        let (settings, limits) = (self.choice.settings()?, self.choice.limits()?);
        let mut recorder = Recorder::new(self.choice.most, MOST_PLIES);
        let stop = Stop::from(Arc::clone(&self.stop));
        let work = || game.search_with(evaluation, &settings, &limits, &stop, Some(&mut recorder));
        let answer = interruptible(self.py, stop.flag(), work, None)?;
        let tree = serde_json::to_string(&recorder.into_trace());
        let tree = tree.map_err(errors::engine)?;
        self.result(&answer, &tree, to_python)
    }

    fn result<M: Copy>(
        &self,
        answer: &Answer<M>,
        tree: &str,
        to_python: impl Fn(M) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(self.py);
        let depth = answer.statistics.depth;
        all.set_item("move", answer.best.map(&to_python).transpose()?)?;
        all.set_item("value", answer.score.get())?;
        all.set_item("plies_to_end", answer.score.plies_to_end(depth))?;
        let line: PyResult<Vec<_>> = answer.line.iter().map(|&one| to_python(one)).collect();
        all.set_item("line", line?)?;
        let mut moves = Vec::with_capacity(answer.moves.len());
        for one in &answer.moves {
            let precision = match one.precision {
                Precision::Exact => "exact",
                Precision::AtLeast => "at least",
                Precision::AtMost => "at most",
                Precision::Unknown => "unknown",
            };
            moves.push((to_python(one.chosen)?, one.score.get(), precision));
        }
        all.set_item("moves", moves)?;
        all.set_item("stopped", answer.stopped)?;
        let statistics = serde_json::to_string(&answer.statistics).map_err(errors::engine)?;
        all.set_item("statistics", statistics)?;
        all.set_item("tree", tree)?;
        Ok(all)
    }
}

fn unknown_evaluation(name: &str, expected: &str) -> PyErr {
    errors::input(format!("unknown evaluation {name:?}; expected {expected} or a function"))
}

/// Searches a board. `evaluation` is a name, or a function of `board`, which is used for its calls.
#[pyfunction]
fn textbook_search<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    evaluation: &Bound<'py, PyAny>,
    choice: Choice,
) -> PyResult<Bound<'py, PyDict>> {
    let stop = Arc::new(AtomicBool::new(false));
    let search = Search { py, choice: &choice, stop: Arc::clone(&stop) };
    let name = evaluation.extract::<String>().ok();
    let python = || PythonEvaluation {
        inner: Arc::new(PythonCall {
            function: evaluation.clone().unbind(),
            board: board.clone().unbind(),
            stop,
            failure: Mutex::new(None),
        }),
    };
    let finish = |result: PyResult<_>, python: PythonEvaluation| {
        let mut failure = python.inner.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.take().map_or(result, Err)
    };
    if let Ok(native) = board.cast::<XiangqiBoard>() {
        let game = XiangqiGame::new(native.try_borrow()?.position().clone());
        let write = |chosen| Ok(XiangqiMove(chosen).into_pyobject(py)?.into_any());
        let mut tables = CourseTables::own();
        return match name.as_deref() {
            Some("a") => search.run(&game, &CourseEvaluation::new(&tables, false), write),
            Some("b") => search.run(&game, &CourseEvaluation::new(&tables, true), write),
            Some("material") => {
                tables.positions.iter_mut().for_each(|table| table.fill(0));
                search.run(&game, &CourseEvaluation::new(&tables, false), write)
            }
            Some("xun") => search.run(&game, &HandEvaluation::default(), write),
            Some(other) => Err(unknown_evaluation(other, "material, a, b, xun")),
            None => {
                let python = python();
                finish(search.run(&game, &python, write), python)
            }
        };
    }
    let native = board.cast::<GomokuBoard>().map_err(|_| {
        errors::input(format!("{} is no board of Xiangqi or Gomoku", board.get_type()))
    })?;
    let values = ShapeValues::own();
    let game = GomokuGame::new(native.try_borrow()?.board().clone(), Scope::Near, &values);
    let write = |point| Ok(GomokuPoint(point).into_pyobject(py)?.into_any());
    match name.as_deref() {
        Some("shapes" | "a") => search.run(&game, &ShapeEvaluation::new(&values), write),
        Some("none") => search.run(&game, &NoOpinion, write),
        Some(other) => Err(unknown_evaluation(other, "shapes, none")),
        None => {
            let python = python();
            finish(search.run(&game, &python, write), python)
        }
    }
}

/// Searches a tree with numbers at its leaves, written with brackets.
#[pyfunction]
fn tree_search<'py>(py: Python<'py>, text: &str, choice: Choice) -> PyResult<Bound<'py, PyDict>> {
    let tree = TeachingTree::parse(text).map_err(errors::input)?;
    let choice = Choice { depth: tree.height().max(1), ..choice };
    let names = tree.clone();
    let write = |chosen| Ok(names.move_text(chosen).into_pyobject(py)?.into_any());
    let search = Search { py, choice: &choice, stop: Arc::default() };
    search.run(&tree, &LeafNumbers, write)
}

/// Adds the functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(textbook_search, module)?)?;
    module.add_function(wrap_pyfunction!(tree_search, module)?)
}
