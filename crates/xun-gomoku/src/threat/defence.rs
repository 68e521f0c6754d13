//! Defences against a threatened line of fours.

use super::four_board::FourBoard;
use super::vcf::caro_stops;
use crate::rules::{Colour, Point, PointSet, STEPS};

/// Whether the line of fours (our moves and the forced answers in turn) wins move by move as it
/// stands.
pub(crate) fn follows(board: &mut FourBoard, own: Colour, line: &[Point]) -> bool {
    let Some((&point, rest)) = line.split_first() else { return false };
    if !board.is_empty(point) || board.is_forbidden(point, own) {
        return false;
    }
    if board.makes_five(point, own) {
        return true;
    }
    match board.fives(!own) {
        (Some(_), Some(_)) => return false,
        (Some(must), None) if must != point => return false,
        _ => {}
    }
    board.play(point, own);
    let won = match (board.fives(own), rest.split_first()) {
        ((None, _), _) => false,
        _ if board.rule().is_caro() => match (&caro_stops(board, own)[..], rest.split_first()) {
            ([], _) => true,
            ([block], Some((expected, further))) if block == expected => {
                then_follows(board, own, *block, further)
            }
            _ => false,
        },
        ((Some(_), Some(_)), _) => true,
        ((Some(block), None), _) if board.is_forbidden(block, !own) => true,
        ((Some(block), None), Some((&expected, further))) if block == expected => {
            then_follows(board, own, block, further)
        }
        _ => false,
    };
    board.undo();
    won
}

fn then_follows(board: &mut FourBoard, own: Colour, block: Point, further: &[Point]) -> bool {
    board.play(block, !own);
    let won = follows(board, own, further);
    board.undo();
    won
}

/// Whether the line wins all the same after the defender's stone here.
pub(crate) fn still_wins(board: &mut FourBoard, own: Colour, point: Point, line: &[Point]) -> bool {
    board.play(point, !own);
    let wins = follows(board, own, line);
    board.undo();
    wins
}

/// The defender's moves that break the attacker's line of fours: on its points, by a four of his
/// own now or with one of the forced answers, or (renju, caro) near enough to change what is
/// forbidden or blocked.
pub(crate) fn breakers(board: &mut FourBoard, own: Colour, line: &[Point], found: &mut Vec<Point>) {
    let other = !own;
    let mut candidates = PointSet::EMPTY;
    board.each_four(other, |point| candidates.insert(point));
    let mut played = 0;
    for pair in line.chunks(2) {
        candidates.insert(pair[0]);
        if !board.is_empty(pair[0]) {
            break;
        }
        board.play(pair[0], own);
        played += 1;
        board.each_five(own, |point| candidates.insert(point));
        let Some(&answer) = pair.get(1) else { break };
        if board.rule().forbids(other) && board.is_forbidden(answer, other) {
            add_aligned(board, answer, &mut candidates);
        }
        if !board.is_empty(answer) {
            break;
        }
        board.play(answer, other);
        played += 1;
        board.each_four_through(answer, other, |point| candidates.insert(point));
    }
    for _ in 0..played {
        board.undo();
    }
    if board.rule().is_caro() {
        for &point in line {
            add_aligned(board, point, &mut candidates);
        }
    }
    for point in &candidates {
        if board.is_empty(point)
            && !board.is_forbidden(point, other)
            && !still_wins(board, own, point, line)
        {
            found.push(point);
        }
    }
}

/// Every answer that breaks the line, found by trying all points.
pub(crate) fn all_breakers(board: &mut FourBoard, own: Colour, line: &[Point]) -> Vec<Point> {
    let points: Vec<Point> = board.empty_points().collect();
    points
        .into_iter()
        .filter(|&point| !board.is_forbidden(point, !own) && !still_wins(board, own, point, line))
        .collect()
}

/// Adds the empty points up to five steps away on the lines through a point.
fn add_aligned(board: &FourBoard, point: Point, set: &mut PointSet) {
    for step in STEPS {
        for steps in -5..=5 {
            let index = point.index() as isize + steps * step;
            if let Some(near) = board.empty_at(index) {
                set.insert(near);
            }
        }
    }
}
