//! The evaluator of a neural network, with a lazily updated accumulator.

use super::weights::{Role, Weights};
use super::{Evaluator, Ranked};
use crate::network::{Accumulator, Network, POLICY_UNIT};
use crate::rules::{Board, Point};
use std::sync::Arc;

/// Policy for odds of e to 1, as in the pattern evaluation.
const POLICY_ODDS: i32 = 32;
/// Largest value, well within the range of a score.
const MOST: i32 = 15_000;

/// Values and policies of a network; hints come from the patterns, which are cheaper.
#[derive(Clone)]
pub struct NetworkEvaluator {
    accumulator: Accumulator,
    patterns: Arc<Weights>,
}

impl NetworkEvaluator {
    /// An evaluator of this board.
    #[must_use]
    pub fn new(network: Arc<Network>, board: &Board) -> Self {
        let patterns = Weights::of(network.rule());
        Self { accumulator: Accumulator::new(network, board), patterns }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        self.accumulator.network()
    }
}

impl Evaluator for NetworkEvaluator {
    fn reset(&mut self, board: &Board) {
        self.accumulator.reset(board);
    }

    #[inline]
    fn played(&mut self, board: &Board) {
        self.accumulator.played(board);
    }

    #[inline]
    fn undone(&mut self, _: &Board) {
        self.accumulator.undone();
    }

    fn value(&mut self, board: &Board) -> i32 {
        self.accumulator.score(board).clamp(-MOST, MOST)
    }

    fn prepare(&mut self, _: &Board) {}

    #[inline]
    fn policy(&self, board: &Board, point: Point) -> i32 {
        self.accumulator.policy(board, point) / (POLICY_UNIT / POLICY_ODDS)
    }

    #[inline]
    fn rank_by_policy(&self, board: &Board, list: &mut [Ranked]) {
        self.accumulator.rank_by_policy(board, POLICY_UNIT / POLICY_ODDS, list);
    }

    #[inline]
    fn hint(&self, board: &Board, point: Point) -> i32 {
        self.patterns.policy_at(board, point)
    }
}

impl Weights {
    /// The policy of a move of the side to move, by its patterns.
    #[inline]
    pub(super) fn policy_at(&self, board: &Board, point: Point) -> i32 {
        let own = board.to_move();
        let cell = board.cell(point);
        let attack = self.policy[own][usize::from(cell.code(own))][Role::Own as usize];
        let defence = self.policy[!own][usize::from(cell.code(!own))][Role::Other as usize];
        i32::from(attack) + i32::from(defence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::random_file;
    use crate::rules::{Rule, Size};

    #[test]
    fn asked_now_and_then_it_says_what_a_fresh_one_says() {
        let network = Arc::new(Network::from_bytes(&random_file(32, 16, 11)).unwrap());
        let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
        board.play(Point::new(7, 7));
        let mut evaluator = NetworkEvaluator::new(Arc::clone(&network), &board);
        let (mut seed, mut depth) = (5_u32, 0);
        for _ in 0..400 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let chance = seed as usize / 1024;
            if depth > 0 && chance.is_multiple_of(2) {
                board.undo();
                evaluator.undone(&board);
                depth -= 1;
            } else {
                if chance % 7 == 3 {
                    board.pass();
                } else {
                    let points: Vec<Point> = board.empty_points().collect();
                    board.play(points[chance % points.len()]);
                }
                evaluator.played(&board);
                depth += 1;
            }
            if chance % 5 < 2 {
                let mut fresh = NetworkEvaluator::new(Arc::clone(&network), &board);
                assert_eq!(evaluator.value(&board), fresh.value(&board));
                let point = Point::new(3, 4);
                evaluator.prepare(&board);
                fresh.prepare(&board);
                assert_eq!(evaluator.policy(&board, point), fresh.policy(&board, point));
                let mut list: Vec<Ranked> =
                    board.empty_points().map(|point| Ranked { point, rank: 0 }).collect();
                evaluator.rank_by_policy(&board, &mut list);
                assert!(
                    list.iter()
                        .all(|&Ranked { point, rank }| rank == evaluator.policy(&board, point))
                );
            }
        }
    }
}
