//! Follows the board for the evaluator and for the keys of the correction history.

use super::correction_history::{CorrectionKeys, PARTS};
use crate::eval::Evaluator;
use crate::rules::{BoardObserver, Piece, PieceKind, Position, Square, zobrist};

/// The keys of parts of the position, at each ply.
pub(super) struct PartKeys {
    stack: Vec<CorrectionKeys>,
}

impl PartKeys {
    pub(super) fn new() -> Self {
        Self { stack: vec![[0; PARTS]] }
    }

    pub(super) fn reset(&mut self, position: &Position) {
        self.stack.clear();
        self.stack.push([0; PARTS]);
        for square in position.occupied() {
            if let Some(piece) = position.piece_on(square) {
                self.toggle(piece, square);
            }
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self) {
        let top = *self.top();
        self.stack.push(top);
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.stack.pop();
    }

    #[inline(always)]
    pub(super) fn top(&self) -> &CorrectionKeys {
        self.stack.last().expect("there is always a bottom")
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let part = match piece.kind() {
            PieceKind::Pawn => 0,
            PieceKind::King | PieceKind::Advisor | PieceKind::Elephant => 1,
            PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => 2,
        };
        if let Some(top) = self.stack.last_mut() {
            top[part] ^= zobrist::piece_key(piece, square);
        }
    }
}

/// Passes on what changes on the board to both.
pub(super) struct Tracker<'a, E> {
    pub(super) evaluator: &'a mut E,
    pub(super) keys: &'a mut PartKeys,
}

impl<E: Evaluator> BoardObserver for Tracker<'_, E> {
    #[inline(always)]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.evaluator.placed(piece, square);
        self.keys.toggle(piece, square);
    }

    #[inline(always)]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.evaluator.removed(piece, square);
        self.keys.toggle(piece, square);
    }

    #[inline(always)]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.evaluator.moved(piece, from, to);
        self.keys.toggle(piece, from);
        self.keys.toggle(piece, to);
    }
}
