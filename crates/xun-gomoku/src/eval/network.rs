//! The trained network as an evaluation. It follows the search's moves only when it is asked for something.

use super::Evaluator;
use super::weights::{Role, Weights};
use crate::network::{Network, NetworkState, POLICY_UNIT, Stone};
use crate::rules::{Board, Point, Size};
use std::sync::Arc;

/// Policies are counted as the pattern evaluation counts them: so many for odds of e to 1.
const POLICY_ODDS: i32 = 32;
/// Values stay within what a score can hold as an estimate.
const MOST: i32 = 15_000;

/// Values and policies of a network; what is cheap comes from the patterns.
#[derive(Clone)]
pub struct NetworkEvaluator {
    state: NetworkState,
    /// The moves of the board, and how many of them the state has.
    path: Vec<Stone>,
    shared: usize,
    patterns: Arc<Weights>,
}

impl NetworkEvaluator {
    /// An evaluator for boards of this size.
    pub fn new(network: Arc<Network>, size: Size) -> Self {
        let patterns = Weights::of(network.rule());
        Self { state: NetworkState::new(network, size), path: Vec::new(), shared: 0, patterns }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        self.state.network()
    }

    /// The size of its boards.
    pub fn size(&self) -> Size {
        self.state.size()
    }

    #[inline]
    fn follow(&mut self) {
        self.state.follow(&self.path, self.shared);
        self.shared = self.path.len();
    }
}

impl Evaluator for NetworkEvaluator {
    fn reset(&mut self, board: &Board) {
        self.state.set_up(board);
        self.path.clear();
        self.path.extend(board.history().map(Some));
        self.shared = self.path.len();
    }

    #[inline]
    fn played(&mut self, board: &Board) {
        self.path.push(board.recent(0).map(|point| (point, !board.to_move())));
    }

    #[inline]
    fn undone(&mut self, _: &Board) {
        self.path.pop();
        self.shared = self.shared.min(self.path.len());
    }

    fn value(&mut self, board: &Board) -> i32 {
        // Most positions that are valued have none after them: the last stone is looked at without being put.
        let score = match self.path.split_last() {
            Some((&Some(stone), before)) if self.shared <= before.len() => {
                self.state.follow(before, self.shared);
                self.shared = before.len();
                self.state.score_after(stone, board.to_move())
            }
            _ => {
                self.follow();
                self.state.score(board.to_move())
            }
        };
        score.clamp(-MOST, MOST)
    }

    fn prepare(&mut self, _: &Board) {
        self.follow();
    }

    #[inline]
    fn policy(&self, board: &Board, point: Point) -> i32 {
        self.state.liking(board.to_move(), point) / (POLICY_UNIT / POLICY_ODDS)
    }

    #[inline]
    fn hint(&self, board: &Board, point: Point) -> i32 {
        self.patterns.policy_at(board, point)
    }
}

impl Weights {
    /// How good a move of the side to move looks by its patterns.
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
    use crate::rules::Rule;

    #[test]
    fn asked_now_and_then_it_says_what_a_fresh_one_says() {
        let network = Arc::new(Network::from_bytes(&random_file(32, 8, 11)).unwrap());
        let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
        board.play(Point::new(7, 7));
        let mut evaluator = NetworkEvaluator::new(Arc::clone(&network), Size::STANDARD);
        evaluator.reset(&board);
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
                let mut fresh = NetworkEvaluator::new(Arc::clone(&network), Size::STANDARD);
                fresh.reset(&board);
                assert_eq!(evaluator.value(&board), fresh.value(&board));
                let point = Point::new(3, 4);
                evaluator.prepare(&board);
                fresh.prepare(&board);
                assert_eq!(evaluator.policy(&board, point), fresh.policy(&board, point));
            }
        }
    }
}
