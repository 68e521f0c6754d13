//! Many games at once.

use super::stones::Stones;
use super::{Play, XIANGQI_ACTIONS, pieces, stones};
use crate::errors;
use crate::gomoku::GomokuBoard;
use crate::xiangqi::XiangqiBoard;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray2, ToPyArray};
use pyo3::prelude::*;
use xun_game::SplitMix64;
use xun_gomoku::rules::{Board, Rule, Size};
use xun_xiangqi::rules::Position;

enum Games {
    Xiangqi(Vec<Position>),
    Gomoku(Vec<Stones>),
    /// Its forbidden points need a whole board.
    Renju(Vec<Board>),
}

/// Runs an expression for whichever game the batch plays.
macro_rules! each {
    ($games:expr, $list:ident => $body:expr) => {
        match $games {
            Games::Xiangqi($list) => $body,
            Games::Gomoku($list) => $body,
            Games::Renju($list) => $body,
        }
    };
}

/// Many games at once. A finished game begins anew with the next step.
#[pyclass(module = "xun._xun")]
pub(crate) struct GameBatch {
    games: Games,
    action_count: usize,
    random: SplitMix64,
}

/// Plays one action in each game: the mover's reward and whether the game ended.
fn step<P: Play>(
    games: &mut [P],
    new: &P,
    actions: &[i64],
) -> Result<(Vec<f32>, Vec<bool>), usize> {
    // Checked first, so that a wrong action changes no game.
    for (number, (game, &action)) in games.iter().zip(actions).enumerate() {
        if !game.allows(action) {
            return Err(number);
        }
    }
    let mut rewards = Vec::with_capacity(games.len());
    let mut ended = Vec::with_capacity(games.len());
    for (game, &action) in games.iter_mut().zip(actions) {
        game.act(action);
        let result = game.result();
        rewards.push(result.unwrap_or(0.0));
        ended.push(result.is_some());
        if result.is_some() {
            *game = new.clone();
        }
    }
    Ok((rewards, ended))
}

/// The legal actions of all games one after the other, and where each game's begin.
fn legal<P: Play>(games: &[P]) -> (Vec<i64>, Vec<i64>) {
    let (mut actions, mut begins) = (Vec::new(), vec![0]);
    for game in games {
        game.actions(|action| actions.push(action));
        begins.push(actions.len() as i64);
    }
    (actions, begins)
}

#[pymethods]
impl GameBatch {
    #[new]
    fn new(game: &str, count: usize, size: (u32, u32), rule: &str, seed: u64) -> PyResult<Self> {
        if !(1..=1_000_000).contains(&count) {
            return Err(errors::input(format!("{count} games; expected 1 to 1000000")));
        }
        let (games, action_count) = match game {
            "xiangqi" => (Games::Xiangqi(vec![Position::start(); count]), XIANGQI_ACTIONS),
            "gomoku" => {
                let size = Size::new(size.0, size.1).map_err(errors::input)?;
                let rule: Rule = rule.parse().map_err(errors::input)?;
                let games = match Stones::new(size, rule) {
                    Some(game) => Games::Gomoku(vec![game; count]),
                    None => Games::Renju(vec![Board::new(size, rule); count]),
                };
                (games, size.area())
            }
            other => {
                let text = format!("{other:?} is no game: expected xiangqi or gomoku");
                return Err(errors::input(text));
            }
        };
        Ok(Self { games, action_count, random: SplitMix64::new(seed) })
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.action_count
    }

    fn __len__(&self) -> usize {
        each!(&self.games, games => games.len())
    }

    /// Legal actions of all games, and where each game's begin (one more than games).
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        let (actions, begins) = py.detach(|| each!(&self.games, games => legal(games)));
        (actions.to_pyarray(py), begins.to_pyarray(py))
    }

    /// Writes 1 where an action is legal, one row a game.
    fn fill_masks(&self, py: Python<'_>, mut masks: PyReadwriteArray2<'_, i8>) -> PyResult<()> {
        let mut masks = masks.as_array_mut();
        if masks.dim() != (self.__len__(), self.action_count) {
            return Err(errors::input(format!("masks of {:?}", masks.dim())));
        }
        py.detach(|| {
            each!(&self.games, games => {
                for (mut mask, game) in masks.rows_mut().into_iter().zip(games) {
                    game.actions(|action| mask[action as usize] = 1);
                }
            });
        });
        Ok(())
    }

    /// A legal action of each game, at random.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let Self { games, random, .. } = self;
        let actions: Vec<i64> = py.detach(
            || each!(&*games, games => games.iter().map(|game| game.sample(random)).collect()),
        );
        actions.to_pyarray(py)
    }

    /// Plays one action in each game: the mover's reward, and whether the game ended.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<(Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<bool>>)> {
        let actions: Vec<i64> = actions.as_array().iter().copied().collect();
        if actions.len() != self.__len__() {
            let text = format!("{} actions for {} games", actions.len(), self.__len__());
            return Err(errors::input(text));
        }
        let stepped = py.detach(|| match &mut self.games {
            Games::Xiangqi(games) => step(games, &Position::start(), &actions),
            Games::Gomoku(games) => {
                let new = games[0].begun_anew();
                step(games, &new, &actions)
            }
            Games::Renju(games) => {
                let new = Board::new(games[0].size(), games[0].rule());
                step(games, &new, &actions)
            }
        });
        let (rewards, ended) = stepped.map_err(|number| {
            errors::input(format!("illegal action {} in game {number}", actions[number]))
        })?;
        Ok((rewards.to_pyarray(py), ended.to_pyarray(py)))
    }

    /// Fills a board with one of the games.
    fn show(&self, number: usize, board: &Bound<'_, PyAny>) -> PyResult<()> {
        let missing = || errors::input(format!("no game has the number {number}"));
        match &self.games {
            Games::Xiangqi(games) => {
                let game = games.get(number).ok_or_else(missing)?;
                *board.cast::<XiangqiBoard>()?.try_borrow_mut()?.position_mut() = game.clone();
            }
            Games::Gomoku(games) => {
                let game = games.get(number).ok_or_else(missing)?;
                *board.cast::<GomokuBoard>()?.try_borrow_mut()?.board_mut() = game.board();
            }
            Games::Renju(games) => {
                let game = games.get(number).ok_or_else(missing)?;
                *board.cast::<GomokuBoard>()?.try_borrow_mut()?.board_mut() = game.clone();
            }
        }
        Ok(())
    }

    /// All games begin anew.
    fn reset(&mut self, seed: Option<u64>) {
        match &mut self.games {
            Games::Xiangqi(games) => games.fill(Position::start()),
            Games::Gomoku(games) => {
                let new = games[0].begun_anew();
                games.fill(new);
            }
            Games::Renju(games) => {
                let new = Board::new(games[0].size(), games[0].rule());
                games.fill(new);
            }
        }
        if let Some(seed) = seed {
            self.random = SplitMix64::new(seed);
        }
    }

    /// Stones or pieces of all games as planes of the side to move, flattened.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let planes: Vec<i8> = py.detach(|| match &self.games {
            Games::Xiangqi(games) => games.iter().flat_map(pieces).collect(),
            Games::Gomoku(games) => games.iter().flat_map(Stones::planes).collect(),
            Games::Renju(games) => games.iter().flat_map(stones).collect(),
        });
        let count = self.__len__();
        planes.to_pyarray(py).reshape([count, planes.len() / count])
    }
}
