//! A board with the verbs of `OpenSpiel` that are called at every step.

use super::stones::{Points, Stones};
use super::{Play, XIANGQI_ACTIONS, pieces, stones, xiangqi_action};
use crate::errors;
use crate::gomoku::GomokuBoard;
use crate::run::interruptible;
use crate::xiangqi::XiangqiBoard;
use numpy::{PyArray1, ToPyArray};
use pyo3::prelude::*;
use pyo3::sync::{MutexExt, PyOnceLock};
use pyo3::types::{PyInt, PyList};
use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use xun_game::SplitMix64;
use xun_gomoku::rules::{Board, MAX_AREA, Rule};
use xun_xiangqi::rules::{Class, Position};

/// The player that `OpenSpiel` names once a game is over.
const TERMINAL: i64 = -4;

/// A board of one of the games.
enum AnyBoard {
    Xiangqi(Py<XiangqiBoard>),
    Gomoku(Py<GomokuBoard>),
}

/// Runs an expression for the position of whichever game it is.
macro_rules! read {
    ($state:expr, $py:expr, $game:ident => $body:expr) => {
        match &$state.board {
            AnyBoard::Xiangqi(board) => {
                let $game = board.bind($py).try_borrow()?;
                let $game = $game.position();
                $body
            }
            AnyBoard::Gomoku(board) => {
                let $game = board.bind($py).try_borrow()?;
                let $game = $game.board();
                $body
            }
        }
    };
}

/// The part of `xun.envs.State` that steps.
#[pyclass(subclass, frozen, module = "xun._xun")]
pub(crate) struct NativeState {
    board: AnyBoard,
    known: Mutex<Known>,
}

/// Facts about the board, kept until it changes.
#[derive(Default)]
struct Known {
    /// The number of changes of the board that this is about.
    changes: u64,
    /// The result for the side that moved last; none while the game goes on.
    result: OnceCell<Option<f32>>,
    /// The legal actions of Gomoku, for rules without forbidden points.
    legal: Option<Legal>,
}

/// Legal actions as a list of Python. Each move takes one away, which is quicker than making the
/// list anew.
struct Legal {
    list: Py<PyList>,
    points: Points,
}

impl Known {
    /// Forgets what is about another position.
    fn of(&mut self, changes: u64) -> &mut Self {
        if self.changes != changes {
            *self = Self { changes, ..Self::default() };
        }
        self
    }

    fn result(&self, game: &impl Play) -> Option<f32> {
        *self.result.get_or_init(|| game.result())
    }

    /// Plays a legal action.
    fn play(&self, game: &mut impl Play, action: i64) -> PyResult<()> {
        if self.result(game).is_some() {
            return Err(errors::input("the game is over"));
        }
        if !game.allows(action) {
            return Err(errors::input(format!("illegal action {action}")));
        }
        game.act(action);
        Ok(())
    }
}

impl Legal {
    fn new(py: Python<'_>, board: &Board) -> PyResult<Self> {
        let mut points = Points::default();
        board.actions(|action| points.flip(action as usize));
        Ok(Self { list: PyList::new(py, legal(board))?.unbind(), points })
    }

    /// A list of its own for the caller.
    fn copy<'py>(&self, py: Python<'py>) -> Bound<'py, PyList> {
        let list = self.list.bind(py);
        list.get_slice(0, list.len())
    }

    fn remove(&mut self, py: Python<'_>, action: i64) -> PyResult<()> {
        let at = action as usize;
        self.points.flip(at);
        self.list.bind(py).del_item(self.points.count_below(at))
    }
}

fn legal(game: &impl Play) -> Vec<i64> {
    let mut actions = Vec::with_capacity(MAX_AREA);
    game.actions(|action| actions.push(action));
    if !actions.is_sorted() {
        actions.sort_unstable();
    }
    actions
}

/// Every action of Xiangqi as a number of Python, made once.
static XIANGQI_NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();

/// The legal actions of Xiangqi, in order.
fn xiangqi_list<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyList>> {
    let numbers = XIANGQI_NUMBERS
        .get_or_init(py, || (0..XIANGQI_ACTIONS).map(|one| PyInt::new(py, one).unbind()).collect());
    let mut actions: Vec<u16> = Vec::with_capacity(128);
    position.for_each_legal(Class::All, |chosen| actions.push(xiangqi_action(chosen) as u16));
    actions.sort_unstable();
    PyList::new(py, actions.iter().map(|&action| numbers[usize::from(action)].bind(py)))
}

impl NativeState {
    /// Waits without the interpreter's lock, which the thread that has the mutex may need.
    fn known(&self, py: Python<'_>) -> MutexGuard<'_, Known> {
        self.known.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// The result for the side that moved last, once the game is over.
    fn result(&self, py: Python<'_>) -> PyResult<Option<f32>> {
        Ok(match &self.board {
            AnyBoard::Xiangqi(board) => {
                let board = board.bind(py).try_borrow()?;
                self.known(py).of(board.changes()).result(board.position())
            }
            AnyBoard::Gomoku(board) => {
                let board = board.bind(py).try_borrow()?;
                self.known(py).of(board.changes()).result(board.board())
            }
        })
    }

    fn player(&self, py: Python<'_>) -> PyResult<i64> {
        if self.is_terminal(py)? {
            return Ok(TERMINAL);
        }
        Ok(read!(self, py, game => game.player() as i64))
    }
}

/// Games that are played to their end on the caller's own thread.
const FEW: u64 = 16;

/// Plays games at random from a position to their end: the mean result of the side that began, and
/// the steps of all games.
fn roll_out(
    py: Python<'_>,
    game: impl Play + Send + Sync,
    count: u64,
    seed: u64,
) -> PyResult<(f64, u64)> {
    let stop = AtomicBool::new(false);
    let work = || {
        let (mut random, mut steps, mut sum) = (SplitMix64::new(seed), 0, 0.0);
        for _ in 0..count {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            sum += f64::from(game.clone().play_out(&mut random, &mut steps));
        }
        (sum / count as f64, steps)
    };
    if count <= FEW { Ok(py.detach(work)) } else { interruptible(py, &stop, work, None) }
}

#[pymethods]
impl NativeState {
    #[new]
    fn new(board: &Bound<'_, PyAny>) -> PyResult<Self> {
        let board = if let Ok(board) = board.cast::<XiangqiBoard>() {
            AnyBoard::Xiangqi(board.clone().unbind())
        } else if let Ok(board) = board.cast::<GomokuBoard>() {
            AnyBoard::Gomoku(board.clone().unbind())
        } else {
            let class = board.get_type().name()?;
            return Err(errors::input(format!("{class} is no board of Xiangqi or Gomoku")));
        };
        Ok(Self { board, known: Mutex::default() })
    }

    /// The board that is stepped.
    #[getter]
    fn board(&self, py: Python<'_>) -> Py<PyAny> {
        match &self.board {
            AnyBoard::Xiangqi(board) => board.clone_ref(py).into_any(),
            AnyBoard::Gomoku(board) => board.clone_ref(py).into_any(),
        }
    }

    /// Actions of the game, legal or not.
    fn num_distinct_actions(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(match &self.board {
            AnyBoard::Xiangqi(_) => XIANGQI_ACTIONS,
            AnyBoard::Gomoku(board) => board.bind(py).try_borrow()?.board().size().area(),
        })
    }

    /// 0 for the side that began, 1 for the other, -4 once the game is over.
    fn current_player(&self, py: Python<'_>) -> PyResult<i64> {
        self.player(py)
    }

    /// Whether the game is over.
    fn is_terminal(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.result(py)?.is_some())
    }

    /// The legal actions, in order; none for a player who is not to move.
    #[pyo3(signature = (player = None))]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyList>> {
        if let Some(player) = player
            && player != self.player(py)?
        {
            return Ok(PyList::empty(py));
        }
        match &self.board {
            AnyBoard::Xiangqi(board) => {
                let board = board.bind(py).try_borrow()?;
                if self.known(py).of(board.changes()).result(board.position()).is_some() {
                    return Ok(PyList::empty(py));
                }
                xiangqi_list(py, board.position())
            }
            AnyBoard::Gomoku(board) => {
                let board = board.bind(py).try_borrow()?;
                let mut known = self.known(py);
                let (known, board) = (known.of(board.changes()), board.board());
                if known.result(board).is_some() {
                    return Ok(PyList::empty(py));
                }
                if board.rule() == Rule::Renju {
                    return PyList::new(py, legal(board));
                }
                let legal = match &mut known.legal {
                    Some(legal) => legal,
                    none => none.insert(Legal::new(py, board)?),
                };
                Ok(legal.copy(py))
            }
        }
    }

    /// 1 where an action is legal.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0_i8; self.num_distinct_actions(py)?];
        read!(self, py, game => game.actions(|action| mask[action as usize] = 1));
        Ok(mask.to_pyarray(py))
    }

    /// Plays an action; one that is not legal raises `ValueError`.
    fn apply_action(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = action.py();
        let number: i64 = action.extract().map_err(|_| {
            errors::input(format!("action {action}: expected the number of a legal action"))
        })?;
        match &self.board {
            AnyBoard::Xiangqi(board) => {
                let mut board = board.bind(py).try_borrow_mut()?;
                let mut known = self.known(py);
                known.of(board.changes()).play(board.position_mut(), number)?;
                *known = Known { changes: board.changes(), ..Known::default() };
            }
            AnyBoard::Gomoku(board) => {
                let mut board = board.bind(py).try_borrow_mut()?;
                let mut known = self.known(py);
                known.of(board.changes()).play(board.board_mut(), number)?;
                let legal = known.legal.take();
                *known = Known { changes: board.changes(), ..Known::default() };
                if let Some(mut legal) = legal {
                    legal.remove(py, number)?;
                    known.legal = Some(legal);
                }
            }
        }
        Ok(())
    }

    /// Plays games at random to their end.
    fn roll_out(&self, py: Python<'_>, count: u64, seed: u64) -> PyResult<(f64, u64)> {
        if count == 0 {
            return Err(errors::input("count is 0; expected at least one game"));
        }
        match &self.board {
            AnyBoard::Xiangqi(board) => {
                let game = board.bind(py).try_borrow()?.position().clone();
                roll_out(py, game, count, seed)
            }
            AnyBoard::Gomoku(board) => {
                let game = board.bind(py).try_borrow()?.board().clone();
                match Stones::of(&game) {
                    Some(game) => roll_out(py, game, count, seed),
                    None => roll_out(py, game, count, seed),
                }
            }
        }
    }

    /// The board as numbers of the side to move.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(match &self.board {
            AnyBoard::Xiangqi(board) => pieces(board.bind(py).try_borrow()?.position()),
            AnyBoard::Gomoku(board) => stones(board.bind(py).try_borrow()?.board()),
        }
        .to_pyarray(py))
    }
}
