//! The evaluation of a course program, kept up to date move by move.

use super::{CourseBoard, CourseMove, CourseTables, Point};
use crate::rules::{Colour, Piece};
use std::sync::Arc;
use xun_game::{Evaluation, GameValue};

/// Red's pieces minus black's: values and position tables, and if asked for, what each side could
/// capture next.
#[derive(Clone, Debug)]
pub struct CourseEvaluation {
    /// By piece (its number) and point: positive for red, negative for black.
    signed: Arc<[[i32; Point::COUNT]; 16]>,
    tables: Arc<CourseTables>,
    counts_captures: bool,
    /// The running sum for red, and those before the moves played.
    sum: i32,
    past: Vec<i32>,
}

impl CourseEvaluation {
    /// The evaluation of these tables; `counts_captures` adds the values of capturable pieces.
    #[must_use]
    pub fn new(tables: &CourseTables, counts_captures: bool) -> Self {
        let mut signed = [[0; Point::COUNT]; 16];
        for piece in Piece::ALL {
            let sign = if piece.colour() == Colour::Red { 1 } else { -1 };
            for point in Point::all() {
                signed[piece as usize][point.index()] = sign * tables.worth(piece, point);
            }
        }
        Self {
            signed: Arc::new(signed),
            tables: Arc::new(tables.clone()),
            counts_captures,
            sum: 0,
            past: Vec::with_capacity(64),
        }
    }

    /// The tables behind it.
    #[must_use]
    pub fn tables(&self) -> &CourseTables {
        &self.tables
    }

    /// Whether capturable pieces count.
    pub(crate) fn counts_captures(&self) -> bool {
        self.counts_captures
    }

    /// Values and tables, red minus black.
    pub(crate) fn sum(&self) -> i32 {
        self.sum
    }

    /// Starts afresh with these pieces.
    pub(crate) fn restart(&mut self, pieces: impl Iterator<Item = (Point, Piece)>) {
        self.past.clear();
        self.sum = pieces.map(|(point, piece)| self.signed(piece, point)).sum();
    }

    /// This piece is about to move and to capture that one.
    #[inline]
    pub(crate) fn moving(
        &mut self,
        chosen: CourseMove,
        piece: Option<Piece>,
        captured: Option<Piece>,
    ) {
        self.past.push(self.sum);
        if let Some(piece) = piece {
            self.sum += self.signed(piece, chosen.to) - self.signed(piece, chosen.from);
        }
        if let Some(captured) = captured {
            self.sum -= self.signed(captured, chosen.to);
        }
    }

    /// The last move is taken back.
    #[inline]
    pub(crate) fn take_back(&mut self) {
        self.sum = self.past.pop().unwrap_or(self.sum);
    }

    #[inline]
    fn signed(&self, piece: Piece, point: Point) -> i32 {
        self.signed[piece as usize][point.index()]
    }

    /// Values of everything that red could capture next, minus the same for black.
    fn capturable(&self, board: &CourseBoard) -> i32 {
        let of = |side| {
            let mut sum = 0;
            board.each_move(side, |_, captured| {
                sum += captured.map_or(0, |captured| self.tables.capture(captured.kind()));
            });
            sum
        };
        of(Colour::Red) - of(Colour::Black)
    }
}

impl Evaluation<CourseBoard> for CourseEvaluation {
    fn evaluate(&self, board: &CourseBoard) -> GameValue {
        let captures = if self.counts_captures { self.capturable(board) } else { 0 };
        let for_red = i64::from(self.sum) + i64::from(captures);
        GameValue::points(if board.side() == Colour::Red { for_red } else { -for_red })
    }

    fn start(&mut self, board: &CourseBoard) {
        self.restart(board.pieces());
    }

    #[inline]
    fn before_play(&mut self, board: &CourseBoard, chosen: CourseMove) {
        self.moving(chosen, board.piece_on(chosen.from), board.piece_on(chosen.to));
    }

    #[inline]
    fn after_undo(&mut self) {
        self.take_back();
    }
}

xun_game::compile_search!(CourseBoard, CourseEvaluation);
