//! Environments for learning, stepped in Rust: one game, many games or many travellers at once.

mod batch;
mod state;
mod stones;
mod travel;

use pyo3::prelude::*;
use xun_game::SplitMix64;
use xun_gomoku::rules::{Board, Colour as Stone, Point, Rule, Status};
use xun_xiangqi::rules::{Class, Colour as Side, Move, Position, Rules, Square, Verdict};

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
    /// Hands every legal action to `visit`, those of Gomoku in order; none once the game is over.
    fn actions(&self, visit: impl FnMut(i64));
    /// A legal action at random; the game is not over.
    fn sample(&self, random: &mut SplitMix64) -> i64;
    /// Whether an action is legal.
    fn allows(&self, action: i64) -> bool;
    /// Plays a legal action.
    fn act(&mut self, action: i64);
    /// The result for the side that moved last, once the game is over.
    fn result(&self) -> Option<f32>;
    /// The side to move: 0 for the one that began.
    fn player(&self) -> usize;

    /// Plays at random to the end; counts the steps. The result is that of the side that began.
    fn play_out(&mut self, random: &mut SplitMix64, steps: &mut u64) -> f32 {
        loop {
            if let Some(result) = self.result() {
                return if self.player() == 1 { result } else { -result };
            }
            let action = self.sample(random);
            self.act(action);
            *steps += 1;
        }
    }
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

    fn player(&self) -> usize {
        usize::from(self.turn() != Side::Red)
    }
}

impl Play for Board {
    fn actions(&self, mut visit: impl FnMut(i64)) {
        if self.status() == Status::Ongoing {
            let has_forbidden = self.rule() == Rule::Renju && self.to_move() == Stone::Black;
            // Row by row, as actions are numbered.
            for (action, point) in (0..).zip(self.size().points()) {
                if self.is_empty(point) && !(has_forbidden && self.is_forbidden(point)) {
                    visit(action);
                }
            }
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

    fn player(&self) -> usize {
        usize::from(self.to_move() != Stone::Black)
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

/// Adds the classes to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<batch::GameBatch>()?;
    module.add_class::<state::NativeState>()?;
    module.add_class::<travel::TravelBatch>()
}
