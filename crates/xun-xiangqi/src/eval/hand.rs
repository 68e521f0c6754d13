//! The hand-written evaluation.

use super::Evaluator;
use super::sink::Sum;
use super::terms::{add_terms, can_attack, phase};
use super::weights::{Weights, end, middle};
use crate::rules::{BoardObserver, Colour, Piece, Position, Square};
use std::sync::Arc;

/// Full material in the units of [`phase`].
pub(super) const FULL_PHASE: i32 = 32;
/// Scores stay within this, well below any mate.
const BOUND: i32 = 15_000;

/// The hand-written evaluation, with the points' sum kept incrementally.
#[derive(Clone)]
pub struct HandEvaluator {
    weights: Arc<Weights>,
    /// The sum of piece values and points at each ply, for Red, packed.
    sums: Vec<i32>,
}

impl HandEvaluator {
    /// With these weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>) -> Self {
        let mut sums = Vec::with_capacity(256);
        sums.push(0);
        Self { weights, sums }
    }

    /// The sum of piece values and points, computed afresh.
    fn fresh_sum(&self, position: &Position) -> i32 {
        position
            .occupied()
            .into_iter()
            .filter_map(|square| position.piece_on(square).map(|piece| (piece, square)))
            .map(|(piece, square)| self.weights.squares[piece as usize][square.index()])
            .sum()
    }

    fn top(&mut self) -> &mut i32 {
        self.sums.last_mut().expect("there is always a bottom")
    }

    #[inline(always)]
    fn weight(&self, piece: Piece, square: Square) -> i32 {
        self.weights.squares[piece as usize & 15][square.index() & 127]
    }
}

impl Default for HandEvaluator {
    fn default() -> Self {
        Self::new(Weights::shipped())
    }
}

impl BoardObserver for HandEvaluator {
    #[inline(always)]
    fn placed(&mut self, piece: Piece, square: Square) {
        *self.top() += self.weight(piece, square);
    }

    #[inline(always)]
    fn removed(&mut self, piece: Piece, square: Square) {
        *self.top() -= self.weight(piece, square);
    }
}

impl Evaluator for HandEvaluator {
    fn reset(&mut self, position: &Position) {
        let sum = self.fresh_sum(position);
        self.sums.clear();
        self.sums.push(sum);
    }

    #[inline(always)]
    fn push(&mut self) {
        let top = *self.top();
        self.sums.push(top);
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.sums.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let total = *self.top();
        debug_assert_eq!(total, self.fresh_sum(position));
        let mut sum = Sum { weights: &self.weights.packed, total };
        add_terms(position, &mut sum);
        finish(position, sum.total)
    }
}

/// From the packed sum for Red to a score for the side to move.
pub(super) fn finish(position: &Position, total: i32) -> i32 {
    let phase = phase(position);
    let blended = (middle(total) * phase + end(total) * (FULL_PHASE - phase)) / FULL_PHASE;
    let ahead = if blended > 0 { Colour::Red } else { Colour::Black };
    // A side without pieces that cross the river cannot win.
    let possible = if can_attack(position, ahead) { blended } else { blended / 16 };
    // A game without captures drifts to a draw.
    let damped = possible * (240 - i32::from(position.quiet_plies().min(120))) / 240;
    let bounded = damped.clamp(-BOUND, BOUND);
    if position.turn() == Colour::Red { bounded } else { -bounded }
}
