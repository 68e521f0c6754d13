//! Gomoku as a [`Game`]: a board, and the moves in the order of the course programs.

use super::ShapeValues;
use crate::rules::{Board, Point, Shape};
use std::sync::Arc;
use xun_game::{Ending, Game};

/// The empty points that count as moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Every legal point, as in the course programs.
    #[default]
    All,
    /// Only points near a stone: far fewer, and seldom worse.
    Near,
}

/// A game for the textbook searches.
///
/// ```
/// use xun_game::Stop;
/// use xun_game::textbook::{Limits, NoObserver, Settings, search};
/// use xun_gomoku::notation::parse_moves;
/// use xun_gomoku::rules::{Position, Rule, Size};
/// use xun_gomoku::textbook::{GomokuGame, Scope, ShapeEvaluation, ShapeValues};
///
/// // Black has four in a row, one end of which is blocked.
/// let moves = parse_moves("h8h9i8i9j8j9k8g8", Size::STANDARD)?;
/// let position = Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves)?;
/// let values = ShapeValues::own();
/// let game = GomokuGame::new(position.into_board(), Scope::Near, &values);
/// let (settings, limits) = (Settings::default(), Limits::depth(2));
/// let evaluation = ShapeEvaluation::new(&values);
/// let answer = search(&game, &evaluation, &settings, &limits, &Stop::new(), &mut NoObserver);
/// assert_eq!(answer.best.unwrap().to_string(), "l8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct GomokuGame {
    board: Board,
    scope: Scope,
    goes_on_after_five: bool,
    /// Start-up value by point.
    startup: Arc<[u8; FIELD]>,
    /// Stones around each point.
    neighbours: [u8; FIELD],
}

const FIELD: usize = 1024;
const STRIDE: usize = crate::rules::STRIDE;
/// The eight points around a point, as differences of index.
const AROUND: [isize; 8] = {
    let row = STRIDE as isize;
    [-row - 1, -row, -row + 1, -1, 1, row - 1, row, row + 1]
};

impl GomokuGame {
    /// The game from this board on. Moves are ordered by the start-up value of their point plus the
    /// stones around it.
    #[must_use]
    pub fn new(board: Board, scope: Scope, values: &ShapeValues) -> Self {
        let mut startup = [0; FIELD];
        for point in board.size().points() {
            startup[point.index()] = values.startup(point, board.size()).clamp(0, 40) as u8;
        }
        let mut game = Self {
            board,
            scope,
            goes_on_after_five: false,
            startup: Arc::new(startup),
            neighbours: [0; FIELD],
        };
        let stones: Vec<Point> = game.board.history().map(|(point, _)| point).collect();
        for point in stones {
            game.stone_came(point);
        }
        game
    }

    /// The same game, but a five is only a shape and the game goes on, as in a course program that
    /// never tests for a win.
    #[must_use]
    pub fn going_on_after_five(mut self) -> Self {
        self.goes_on_after_five = true;
        self
    }

    /// The board now.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    fn stone_came(&mut self, point: Point) {
        for step in AROUND {
            self.neighbours[point.index().wrapping_add_signed(step) & (FIELD - 1)] += 1;
        }
    }

    fn stone_went(&mut self, point: Point) {
        for step in AROUND {
            self.neighbours[point.index().wrapping_add_signed(step) & (FIELD - 1)] -= 1;
        }
    }

    fn over(&self) -> bool {
        self.board.winner().is_some() && !self.goes_on_after_five
    }
}

impl Game for GomokuGame {
    type Move = Point;
    const MOVE_INDICES: usize = FIELD;

    fn moves(&self, into: &mut Vec<Point>) {
        let from = into.len();
        let legal = |point: &Point| self.board.is_legal(*point);
        if self.scope == Scope::Near && self.board.stones() > 0 {
            into.extend(self.board.candidates().filter(legal));
        }
        if into.len() == from {
            into.extend(self.board.empty_points().filter(legal));
        }
        // Equal points keep the order of the board; the sort of few small keys allocates nothing.
        let rank = |point: &Point| self.startup[point.index()] + self.neighbours[point.index()];
        into[from..].sort_unstable_by_key(|point| (std::cmp::Reverse(rank(point)), point.index()));
    }

    fn play(&mut self, chosen: Point) {
        self.board.play(chosen);
        self.stone_came(chosen);
    }

    fn undo(&mut self) {
        if let Some(point) = self.board.recent(0) {
            self.stone_went(point);
        }
        self.board.undo();
    }

    fn key(&self) -> u64 {
        self.board.key()
    }

    fn ending(&self) -> Option<Ending> {
        if self.over() {
            let won = self.board.winner() == Some(self.board.to_move());
            return Some(if won { Ending::Won } else { Ending::Lost });
        }
        if !self.board.is_full() {
            return None;
        }
        Some(if self.goes_on_after_five { Ending::Counted } else { Ending::Drawn })
    }

    fn ending_without_moves(&self) -> Ending {
        Ending::Drawn
    }

    fn move_index(&self, of: Point) -> usize {
        of.index()
    }

    fn move_text(&self, of: Point) -> String {
        of.to_string()
    }

    /// Completing a five, stopping one and making a four are the noisy moves, as captures are in
    /// other games.
    fn capture_gain(&self, of: Point) -> i32 {
        let (cell, own) = (self.board.cell(of), self.board.to_move());
        if cell.shape(own) == Shape::Five {
            3
        } else if cell.shape(!own) == Shape::Five {
            2
        } else {
            i32::from(cell.makes_four(own))
        }
    }

    /// A five at once, or else the points that stop one.
    fn captures(&self, into: &mut Vec<Point>) {
        let own = self.board.to_move();
        let urgent = if self.board.fives(own).is_empty() {
            self.board.fives(!own)
        } else {
            self.board.fives(own)
        };
        into.extend(urgent.iter().filter(|point| self.board.is_legal(*point)));
    }

    fn can_pass(&self) -> bool {
        self.board.fives(!self.board.to_move()).is_empty()
    }

    fn pass(&mut self) {
        self.board.pass();
    }

    fn take_back_pass(&mut self) {
        self.board.undo();
    }
}
