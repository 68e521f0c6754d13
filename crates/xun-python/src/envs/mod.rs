//! Environments for learning, stepped in Rust: many games or many travellers at once.

mod stones;

use crate::errors;
use crate::gomoku::GomokuBoard;
use crate::grid::Grid;
use crate::xiangqi::XiangqiBoard;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, ToPyArray};
use pyo3::prelude::*;
use std::collections::HashSet;
use stones::Stones;
use xun_game::SplitMix64;
use xun_gomoku::rules::{Board, Colour as Stone, Point, Rule, Size, Status};
use xun_grid::{Cell, Map, Step};
use xun_xiangqi::rules::{Class, Move, Position, Rules, Square, Verdict};

/// Actions of Xiangqi: origin × 90 + target.
const XIANGQI_ACTIONS: usize = Square::COUNT * Square::COUNT;

fn xiangqi_action(chosen: Move) -> i64 {
    (chosen.from().index() * Square::COUNT + chosen.to().index()) as i64
}

fn xiangqi_move(action: i64) -> Option<Move> {
    let action = usize::try_from(action).ok()?;
    let from = Square::from_index(action / Square::COUNT)?;
    Move::new(from, Square::from_index(action % Square::COUNT)?)
}

/// Actions of Gomoku: row from the bottom × width + column.
fn gomoku_action(board: &Board, point: Point) -> i64 {
    i64::from(point.y()) * i64::from(board.size().width()) + i64::from(point.x())
}

fn gomoku_point(board: &Board, action: i64) -> Option<Point> {
    let (action, width) = (u32::try_from(action).ok()?, u32::from(board.size().width()));
    board.size().point(action % width, action / width)
}

/// One game of a batch.
trait Play: Clone {
    /// Hands every legal action to `visit`; none once the game is over.
    fn actions(&self, visit: impl FnMut(i64));
    /// A legal action at random; the game is not over.
    fn sample(&self, random: &mut SplitMix64) -> i64;
    /// Whether an action is legal.
    fn allows(&self, action: i64) -> bool;
    /// Plays a legal action.
    fn act(&mut self, action: i64);
    /// The result for the side that moved last, once the game is over.
    fn result(&self) -> Option<f32>;
}

impl Play for Position {
    fn actions(&self, mut visit: impl FnMut(i64)) {
        if self.result().is_none() {
            self.for_each_legal(Class::All, |chosen| visit(xiangqi_action(chosen)));
        }
    }

    fn sample(&self, random: &mut SplitMix64) -> i64 {
        let moves = self.legal_moves();
        let number = random.below(moves.len().max(1) as u64) as usize;
        moves.get(number).map_or(0, |&chosen| xiangqi_action(chosen))
    }

    fn allows(&self, action: i64) -> bool {
        xiangqi_move(action).is_some_and(|chosen| self.is_legal_move(chosen))
    }

    fn act(&mut self, action: i64) {
        if let Some(chosen) = xiangqi_move(action) {
            self.play(chosen);
        }
    }

    fn result(&self) -> Option<f32> {
        self.outcome(&Rules::default()).map(|outcome| match outcome.verdict {
            Verdict::Win => -1.0,
            Verdict::Draw => 0.0,
            Verdict::Loss => 1.0,
        })
    }
}

impl Play for Board {
    fn actions(&self, mut visit: impl FnMut(i64)) {
        if self.status() == Status::Ongoing {
            let open = self.empty_points().filter(|&point| self.is_legal(point));
            open.for_each(|point| visit(gomoku_action(self, point)));
        }
    }

    fn sample(&self, random: &mut SplitMix64) -> i64 {
        let open: Vec<Point> = self.empty_points().filter(|&point| self.is_legal(point)).collect();
        let number = random.below(open.len().max(1) as u64) as usize;
        open.get(number).map_or(0, |&point| gomoku_action(self, point))
    }

    fn allows(&self, action: i64) -> bool {
        self.status() == Status::Ongoing
            && gomoku_point(self, action)
                .is_some_and(|point| self.is_empty(point) && self.is_legal(point))
    }

    fn act(&mut self, action: i64) {
        if let Some(point) = gomoku_point(self, action) {
            self.play(point);
        }
    }

    fn result(&self) -> Option<f32> {
        match self.status() {
            Status::Ongoing => None,
            Status::Won(winner) => Some(if winner == self.to_move() { -1.0 } else { 1.0 }),
            Status::Draw => Some(0.0),
        }
    }
}

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

    /// One row a game: 1 where the action is legal.
    fn action_masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let (count, actions) = (self.__len__(), self.action_count);
        let mut masks = vec![0_i8; count * actions];
        py.detach(|| {
            each!(&self.games, games => {
                for (mask, game) in masks.chunks_exact_mut(actions).zip(games) {
                    game.actions(|action| mask[action as usize] = 1);
                }
            });
        });
        masks.to_pyarray(py).reshape([count, actions])
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
                board.cast::<XiangqiBoard>()?.try_borrow_mut()?.position = game.clone();
            }
            Games::Gomoku(games) => {
                let game = games.get(number).ok_or_else(missing)?;
                board.cast::<GomokuBoard>()?.try_borrow_mut()?.board = game.board();
            }
            Games::Renju(games) => {
                let game = games.get(number).ok_or_else(missing)?;
                board.cast::<GomokuBoard>()?.try_borrow_mut()?.board = game.clone();
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

/// The piece on each square: 1 to 7 for the side to move, negative for the other.
fn pieces(position: &Position) -> Vec<i8> {
    let number = |square| {
        position.piece_on(square).map_or(0, |piece| {
            let kind = piece.kind() as i8 + 1;
            if piece.colour() == position.turn() { kind } else { -kind }
        })
    };
    Square::all().map(number).collect()
}

/// The stone on each point: 1 for the side to move, -1 for the other.
fn stones(board: &Board) -> Vec<i8> {
    let number = |point| {
        board.stone(point).map_or(0, |stone: Stone| if stone == board.to_move() { 1 } else { -1 })
    };
    board.size().points().map(number).collect()
}

/// The legal actions of a board.
#[pyfunction]
fn board_actions<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let mut actions = Vec::new();
    if let Ok(board) = board.cast::<XiangqiBoard>() {
        board.try_borrow()?.position.actions(|action| actions.push(action));
    } else {
        let board = board.cast::<GomokuBoard>()?.try_borrow()?;
        board.board.actions(|action| actions.push(action));
    }
    Ok(actions.to_pyarray(py))
}

/// Plays an action on a board.
#[pyfunction]
fn board_act(board: &Bound<'_, PyAny>, action: i64) -> PyResult<()> {
    fn act(game: &mut impl Play, action: i64) -> PyResult<()> {
        if !game.allows(action) {
            return Err(errors::input(format!("illegal action {action}")));
        }
        game.act(action);
        Ok(())
    }
    if let Ok(board) = board.cast::<XiangqiBoard>() {
        return act(&mut board.try_borrow_mut()?.position, action);
    }
    act(&mut board.cast::<GomokuBoard>()?.try_borrow_mut()?.board, action)
}

/// The board as numbers of the side to move.
#[pyfunction]
fn board_observation<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    if let Ok(board) = board.cast::<XiangqiBoard>() {
        return Ok(pieces(&board.try_borrow()?.position).to_pyarray(py));
    }
    let board = board.cast::<GomokuBoard>()?.try_borrow()?;
    Ok(stones(&board.board).to_pyarray(py))
}

/// Cells that a traveller sees around itself, on each side.
const SIGHT: i64 = 2;
/// Numbers of an observation: own and goal's place, supply, and the cells around.
const OBSERVED: usize = 5 + 25;

/// Rewards, ends, and ends by length, one each per traveller.
type Stepped<'py> =
    (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>);

/// Travellers on one map, each on its own way from start to goal.
#[pyclass(module = "xun._xun")]
pub(crate) struct TravelBatch {
    map: Map,
    start: Cell,
    goal: Cell,
    tank: Option<u32>,
    stations: HashSet<Cell>,
    longest: u32,
    travellers: Vec<Traveller>,
}

#[derive(Clone, Copy)]
struct Traveller {
    cell: Cell,
    left: u32,
    steps: u32,
    is_done: bool,
}

impl TravelBatch {
    fn first(&self) -> Traveller {
        Traveller { cell: self.start, left: self.tank.unwrap_or(0), steps: 0, is_done: false }
    }

    /// Reward, end by arrival or starvation, end by the number of steps.
    fn advance(&self, traveller: &mut Traveller, action: i64) -> (f32, bool, bool) {
        let step = Step::STRAIGHT[action as usize];
        let next = traveller.cell.step(step).filter(|&cell| self.map.is_open(cell));
        traveller.steps += 1;
        let mut reward = -1.0;
        if let Some(next) = next {
            reward = -f32::from(self.map.terrain(next).cost());
            traveller.cell = next;
        }
        if self.tank.is_some() {
            traveller.left = traveller.left.saturating_sub(1);
            if next.is_some() && self.stations.contains(&traveller.cell) {
                traveller.left = self.tank.unwrap_or(0);
            }
        }
        if traveller.cell == self.goal {
            return (reward, true, false);
        }
        if self.tank.is_some() && traveller.left == 0 {
            return (reward - self.map.cells() as f32, true, false);
        }
        (reward, false, traveller.steps >= self.longest)
    }

    fn observe(&self, traveller: &Traveller, out: &mut Vec<f32>) {
        let (rows, columns) = (self.map.rows() as f32, self.map.columns() as f32);
        for cell in [traveller.cell, self.goal] {
            out.extend([cell.row as f32 / rows, cell.column as f32 / columns]);
        }
        let share = |tank: u32| traveller.left as f32 / tank.max(1) as f32;
        out.push(self.tank.map_or(1.0, share));
        for down in -SIGHT..=SIGHT {
            for right in -SIGHT..=SIGHT {
                let row = u32::try_from(i64::from(traveller.cell.row) + down);
                let column = u32::try_from(i64::from(traveller.cell.column) + right);
                let cell = row.ok().zip(column.ok()).map(|(row, column)| Cell::new(row, column));
                out.push(cell.map_or(0.0, |cell| match self.map.terrain(cell).cost() {
                    0 => 0.0,
                    _ if cell == self.goal => 1.0,
                    _ if self.stations.contains(&cell) => 0.75,
                    _ => 0.5,
                }));
            }
        }
    }
}

#[pymethods]
impl TravelBatch {
    #[new]
    fn new(map: &Grid, count: usize, longest: u32) -> PyResult<Self> {
        if !(1..=1_000_000).contains(&count) {
            return Err(errors::input(format!("{count} travellers; expected 1 to 1000000")));
        }
        let (Some(start), Some(goal)) = (map.start, map.goal) else {
            return Err(errors::input("the map marks no start or no goal"));
        };
        xun_grid::Problem::new(map.map().clone(), start, goal).map_err(errors::input)?;
        let supply = map.supply.as_ref();
        let stations = supply.into_iter().flat_map(|supply| &supply.stations);
        let mut batch = Self {
            map: map.map().clone(),
            start,
            goal,
            tank: supply.map(|supply| supply.tank),
            stations: stations.map(|station| station.cell).collect(),
            longest,
            travellers: Vec::new(),
        };
        batch.travellers = vec![batch.first(); count];
        Ok(batch)
    }

    fn reset(&mut self) {
        let first = self.first();
        self.travellers.fill(first);
    }

    /// Moves each traveller (0 up, 1 down, 2 left, 3 right): rewards, ends, and ends by length. One
    /// that has ended begins anew with the next step, which only puts it at the start.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<Stepped<'py>> {
        let actions: Vec<i64> = actions.as_array().iter().copied().collect();
        if actions.len() != self.travellers.len() {
            let text = format!("{} actions for {}", actions.len(), self.travellers.len());
            return Err(errors::input(text));
        }
        if let Some(action) = actions.iter().find(|action| !(0..4).contains(*action)) {
            return Err(errors::input(format!("action {action}: expected 0 to 3")));
        }
        let (mut rewards, mut ends, mut cuts) = (Vec::new(), Vec::new(), Vec::new());
        py.detach(|| {
            let mut travellers = std::mem::take(&mut self.travellers);
            for (traveller, &action) in travellers.iter_mut().zip(&actions) {
                let (reward, end, cut) = if traveller.is_done {
                    *traveller = self.first();
                    (0.0, false, false)
                } else {
                    let moved = self.advance(traveller, action);
                    traveller.is_done = moved.1 || moved.2;
                    moved
                };
                rewards.push(reward);
                ends.push(end);
                cuts.push(cut);
            }
            self.travellers = travellers;
        });
        Ok((rewards.to_pyarray(py), ends.to_pyarray(py), cuts.to_pyarray(py)))
    }

    /// One row a traveller.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let count = self.travellers.len();
        let mut all = Vec::with_capacity(count * OBSERVED);
        py.detach(|| self.travellers.iter().for_each(|one| self.observe(one, &mut all)));
        all.to_pyarray(py).reshape([count, OBSERVED])
    }

    #[getter]
    fn cells(&self) -> Vec<(u32, u32)> {
        self.travellers.iter().map(|one| (one.cell.row, one.cell.column)).collect()
    }
}

/// Adds the classes and functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<GameBatch>()?;
    module.add_class::<TravelBatch>()?;
    module.add_function(wrap_pyfunction!(board_actions, module)?)?;
    module.add_function(wrap_pyfunction!(board_act, module)?)?;
    module.add_function(wrap_pyfunction!(board_observation, module)?)
}
