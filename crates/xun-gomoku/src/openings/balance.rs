//! Balanced moves: after them the game is as even as possible, for openings in which the other side
//! may choose its colour.

use crate::eval::{Evaluator, PatternEvaluator};
use crate::rules::{Board, Point};
use crate::search::{Engine, Limits};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Nodes for each candidate of a round, and how many go on to the next. The last round takes the
/// time that is left.
const ROUNDS: [(u64, usize); 4] = [(150, 24), (1_500, 8), (8_000, 4), (40_000, 1)];
/// First and second moves that are tried in pairs.
const PAIR_WIDTH: usize = 14;

/// The move (or two moves) after which the value for the side to move now is nearest to `bias`.
/// Empty only if there is no such move. Candidates are looked at in rounds, ever deeper and ever
/// fewer, until the time is over.
pub fn balanced_moves(
    engine: &mut Engine,
    board: &Board,
    moves: u8,
    bias: i32,
    limits: &Limits,
    stop: &AtomicBool,
) -> Vec<Point> {
    let began = Instant::now();
    let time = limits.hard_time.unwrap_or(Duration::from_secs(5));
    let mut candidates = if moves == 2 { pairs(board) } else { singles(board, usize::MAX) };
    candidates.retain(|list| list.iter().all(|point| !limits.without.contains(point)));
    let mut best = candidates.first().cloned().unwrap_or_default();
    for (nodes, keep) in ROUNDS {
        let mut valued = Vec::new();
        for list in &candidates {
            let left = time.saturating_sub(began.elapsed());
            if left.is_zero() || stop.load(Ordering::Relaxed) {
                return best;
            }
            let mut after = board.clone();
            for &point in list {
                after.play(point);
            }
            if after.winner().is_some() || after.is_full() {
                continue;
            }
            let question =
                Limits { nodes: Some(nodes), hard_time: Some(left), ..Limits::default() };
            let score = engine.search(&after, &question, Some(stop), &mut |_| {}).score().raw();
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
        let mut engine = Engine::new(Settings { threads: 1, table_bytes: 4 << 20 });
        let limits = Limits { hard_time: Some(Duration::from_millis(150)), ..Limits::default() };
        for moves in [1, 2] {
            let stop = AtomicBool::new(false);
            let found = balanced_moves(&mut engine, &board, moves, 0, &limits, &stop);
            assert_eq!(found.len(), usize::from(moves));
            assert!(found.iter().all(|&point| board.is_empty(point)));
        }
    }
}
