//! Balanced moves: after them the game is as even as possible, for openings in which the other side
//! may choose its colour.

use crate::eval::{Evaluator, PatternEvaluator};
use crate::rules::{Board, Point};
use crate::search::{GomokuEngine, Question};
use std::time::Duration;
use xun_game::{Limits, Stop};

/// Nodes for each candidate of a round, and the number of candidates that go on to the next.
const ROUNDS: [(u64, usize); 4] = [(150, 24), (1_500, 8), (8_000, 4), (40_000, 1)];
/// Time where the question has no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// First and second moves that are tried in pairs.
const PAIR_WIDTH: usize = 14;

/// The move (or `count` = 2 moves) after which the score for the side to move now is nearest to
/// `bias`. Candidates are searched in rounds, deeper and fewer each time, until the question's time
/// is over. Empty only if there is no such move.
pub fn balanced_moves(
    engine: &mut GomokuEngine,
    board: &Board,
    count: u8,
    bias: i32,
    question: &Question,
    stop: &Stop,
) -> Vec<Point> {
    let plan = engine.plan(board, question);
    let time = plan.hard().unwrap_or(DEFAULT_TIME);
    let mut candidates = if count == 2 { pairs(board) } else { singles(board, usize::MAX) };
    candidates.retain(|list| list.iter().all(|point| question.allows(point)));
    let mut best = candidates.first().cloned().unwrap_or_default();
    for (nodes, keep) in ROUNDS {
        let mut valued = Vec::new();
        for list in &candidates {
            let left = time.saturating_sub(plan.elapsed());
            if left.is_zero() || stop.is_stopped() {
                return best;
            }
            let mut after = board.clone();
            for &point in list {
                after.play(point);
            }
            if after.winner().is_some() || after.is_full() {
                continue;
            }
            let limits = Limits { move_time: Some(left), ..Limits::nodes(nodes) };
            let answer = engine.search(&after, &Question::new(limits), stop, &mut |_| {});
            let score = answer.score.get();
            let value = if list.len() == 2 { score } else { -score };
            valued.push(((value - bias).abs(), list.clone()));
        }
        valued.sort_by_key(|(distance, _)| *distance);
        valued.truncate(keep);
        candidates = valued.into_iter().map(|(_, list)| list).collect();
        match candidates.first() {
            Some(first) => best.clone_from(first),
            None => return best,
        }
    }
    best
}

/// Single moves, the likeliest first.
fn singles(board: &Board, most: usize) -> Vec<Vec<Point>> {
    let evaluator = PatternEvaluator::new(board);
    let mut points: Vec<Point> =
        board.candidates().filter(|&point| board.is_legal(point)).collect();
    if points.is_empty() {
        points = board.empty_points().filter(|&point| board.is_legal(point)).collect();
    }
    points.sort_by_key(|&point| -evaluator.policy(board, point));
    points.truncate(most);
    points.into_iter().map(|point| vec![point]).collect()
}

fn pairs(board: &Board) -> Vec<Vec<Point>> {
    let mut all = Vec::new();
    for first in singles(board, PAIR_WIDTH * 2) {
        let mut after = board.clone();
        after.play(first[0]);
        // Every other of the likely answers: the likeliest ones alone would be too good.
        all.extend(
            singles(&after, PAIR_WIDTH)
                .into_iter()
                .step_by(2)
                .map(|second| vec![first[0], second[0]]),
        );
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rule, Size};
    use crate::search::Settings;

    #[test]
    fn balanced_moves_are_legal_and_in_time() {
        let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
        for (x, y) in [(7, 7), (8, 9), (5, 6)] {
            board.play(Point::new(x, y));
        }
        let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: 4 << 20 });
        let question = Question::new(Limits::move_time(Duration::from_millis(150)));
        for moves in [1, 2] {
            let stop = Stop::new();
            let found = balanced_moves(&mut engine, &board, moves, 0, &question, &stop);
            assert_eq!(found.len(), usize::from(moves));
            assert!(found.iter().all(|&point| board.is_empty(point)));
        }
    }
}
