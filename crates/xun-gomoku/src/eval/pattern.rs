//! The pattern evaluation, incrementally.

use super::Evaluator;
use super::weights::{FINENESS, Role, Weights, threat_index};
use crate::rules::{Board, Cell, Colour, PerColour, Point};
use std::sync::Arc;

/// Sums of trained weights over the patterns at all empty points.
#[derive(Clone)]
pub struct PatternEvaluator {
    weights: Arc<Weights>,
    /// For each colour, its patterns' worth when it is to move and when it is not.
    sums: PerColour<[i32; 2]>,
    before: Vec<PerColour<[i32; 2]>>,
}

impl PatternEvaluator {
    /// An evaluator of the board's rule with the program's own weights.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self::with_weights(board, Weights::of(board.rule()))
    }

    /// An evaluator with other weights.
    #[must_use]
    pub fn with_weights(board: &Board, weights: Arc<Weights>) -> Self {
        let mut made = Self { weights, sums: PerColour::default(), before: Vec::new() };
        made.reset(board);
        made
    }

    #[inline]
    fn add(&mut self, cell: &Cell, sign: i32) {
        for colour in Colour::BOTH {
            let [own, other] = self.weights.value[colour][usize::from(cell.code(colour))];
            self.sums[colour][Role::Own as usize] += sign * i32::from(own);
            self.sums[colour][Role::Other as usize] += sign * i32::from(other);
        }
    }
}

impl Evaluator for PatternEvaluator {
    fn reset(&mut self, board: &Board) {
        self.before.clear();
        self.sums = PerColour::default();
        for point in board.empty_points() {
            self.add(board.cell(point), 1);
        }
    }

    fn played(&mut self, board: &Board) {
        self.before.push(self.sums);
        let Some(point) = board.recent(0) else { return };
        self.add(board.cell(point), -1);
        for &(changed, ref old) in board.last_changes() {
            self.add(old, -1);
            self.add(board.cell(changed), 1);
        }
    }

    fn undone(&mut self, _: &Board) {
        if let Some(sums) = self.before.pop() {
            self.sums = sums;
        }
    }

    #[inline]
    fn value(&mut self, board: &Board) -> i32 {
        let own = board.to_move();
        let threat = i32::from(self.weights.threat[own][threat_index(board)]);
        (self.sums[own][Role::Own as usize] - self.sums[!own][Role::Other as usize] + threat)
            / FINENESS
    }

    fn prepare(&mut self, _: &Board) {}

    #[inline]
    fn policy(&self, board: &Board, point: Point) -> i32 {
        self.weights.policy_at(board, point)
    }

    #[inline]
    fn hint(&self, board: &Board, point: Point) -> i32 {
        self.policy(board, point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rule, Size};

    #[test]
    fn increments_equal_a_fresh_sum() {
        for rule in Rule::ALL {
            let mut board = Board::new(Size::STANDARD, rule);
            let mut evaluator = PatternEvaluator::new(&board);
            let start = evaluator.value(&board);
            let mut state = 7_u32;
            for _ in 0..60 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let points: Vec<Point> = board.empty_points().collect();
                board.play(points[state as usize / 7 % points.len()]);
                evaluator.played(&board);
                assert_eq!(evaluator.value(&board), PatternEvaluator::new(&board).value(&board));
            }
            for _ in 0..60 {
                board.undo();
                evaluator.undone(&board);
            }
            assert_eq!(evaluator.value(&board), start);
        }
    }
}
