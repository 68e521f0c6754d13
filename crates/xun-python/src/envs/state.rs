//! A board with the verbs of `OpenSpiel` that are called at every step.

use super::{Play, XIANGQI_ACTIONS, pieces, stones};
use crate::errors;
use crate::gomoku::GomokuBoard;
use crate::xiangqi::XiangqiBoard;
use numpy::{PyArray1, ToPyArray};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList};
use xun_gomoku::rules::{Colour as Stone, MAX_AREA};
use xun_xiangqi::rules::Colour as Side;

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
                let $game = &board.bind($py).try_borrow()?.position;
                $body
            }
            AnyBoard::Gomoku(board) => {
                let $game = &board.bind($py).try_borrow()?.board;
                $body
            }
        }
    };
}

/// The part of `xun.envs.State` that steps.
#[pyclass(subclass, frozen, module = "xun._xun")]
pub(crate) struct NativeState {
    board: AnyBoard,
}

fn play(game: &mut impl Play, action: i64) -> PyResult<()> {
    if game.result().is_some() {
        return Err(errors::input("the game is over"));
    }
    if !game.allows(action) {
        return Err(errors::input(format!("illegal action {action}")));
    }
    game.act(action);
    Ok(())
}

fn legal(game: &impl Play) -> Vec<i64> {
    let mut actions = Vec::with_capacity(MAX_AREA);
    game.actions(|action| actions.push(action));
    if !actions.is_sorted() {
        actions.sort_unstable();
    }
    actions
}

/// The numbers of all actions as objects of Python, made once: a list of them only counts
/// references.
fn numbers(py: Python<'_>) -> &'static [Py<PyInt>] {
    static NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
    let make = || (0..XIANGQI_ACTIONS).map(|number| PyInt::new(py, number).unbind()).collect();
    NUMBERS.get_or_init(py, make)
}

impl NativeState {
    fn player(&self, py: Python<'_>) -> PyResult<i64> {
        if self.is_terminal(py)? {
            return Ok(TERMINAL);
        }
        Ok(match &self.board {
            AnyBoard::Xiangqi(board) => {
                i64::from(board.bind(py).try_borrow()?.position.turn() != Side::Red)
            }
            AnyBoard::Gomoku(board) => {
                i64::from(board.bind(py).try_borrow()?.board.to_move() != Stone::Black)
            }
        })
    }
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
        Ok(Self { board })
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
            AnyBoard::Gomoku(board) => board.bind(py).try_borrow()?.board.size().area(),
        })
    }

    /// 0 for the side that began, 1 for the other, -4 once the game is over.
    fn current_player(&self, py: Python<'_>) -> PyResult<i64> {
        self.player(py)
    }

    /// Whether the game is over.
    fn is_terminal(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(read!(self, py, game => game.result().is_some()))
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
        let actions = read!(self, py, game => legal(game));
        let numbers = numbers(py);
        PyList::new(py, actions.iter().map(|&action| numbers[action as usize].bind(py)))
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
                play(&mut board.bind(py).try_borrow_mut()?.position, number)
            }
            AnyBoard::Gomoku(board) => play(&mut board.bind(py).try_borrow_mut()?.board, number),
        }
    }

    /// The board as numbers of the side to move.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(match &self.board {
            AnyBoard::Xiangqi(board) => pieces(&board.bind(py).try_borrow()?.position),
            AnyBoard::Gomoku(board) => stones(&board.bind(py).try_borrow()?.board),
        }
        .to_pyarray(py))
    }
}
