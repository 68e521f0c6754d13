//! The whole line of a forced win in Gomoku. The engine reports a win found by its threat search
//! with the first move alone; here the line is played on to the five.

use std::collections::HashMap;
use std::time::Duration;
use xun_gomoku::rules::{Board, Point};
use xun_gomoku::search::Report;
use xun_gomoku::threat::{Effort, ThreatResult, solve};

/// Limits of the search for the rest of one line.
const EFFORT: Effort = Effort {
    nodes: 200_000,
    time: Some(Duration::from_millis(200)),
    table_bytes: 4 << 20,
    plies: 225,
    fours_only: false,
    shortest: false,
};

/// Lines of wins that were completed before, by their reported moves.
#[derive(Default)]
pub(super) struct Wins {
    known: HashMap<Vec<Point>, Vec<Point>>,
}

impl Wins {
    /// The line of a won report, as far as it can be continued to five.
    pub(super) fn whole_line(&mut self, board: &Board, report: &Report) -> Vec<Point> {
        let known = self.known.entry(report.pv.clone());
        known.or_insert_with(|| whole_line(board, &report.pv)).clone()
    }
}

/// The line with the moves that follow it.
fn whole_line(board: &Board, reported: &[Point]) -> Vec<Point> {
    let winner = board.to_move();
    let mut line: Vec<Point> = Vec::new();
    let mut board = board.clone();
    let mut play = |board: &mut Board, point: Point| {
        let possible = board.winner().is_none() && board.is_empty(point) && board.is_legal(point);
        if possible {
            board.play(point);
            line.push(point);
        }
        possible
    };
    for &point in reported {
        if !play(&mut board, point) {
            break;
        }
    }
    // Every turn adds two moves; a line is never longer than the board has points.
    while board.winner().is_none() && !board.is_full() {
        let next = if board.to_move() == winner { attack(&board) } else { defence(&board) };
        if next.is_empty() || !next.iter().all(|&point| play(&mut board, point)) {
            break;
        }
    }
    line
}

/// The moves of a proved win of the side to move.
fn attack(board: &Board) -> Vec<Point> {
    if let Some(five) = board.fives(board.to_move()).iter().next() {
        return vec![five];
    }
    match solve(board, &EFFORT, None).verdict {
        ThreatResult::Win { proof, .. } => proof.line(),
        _ => Vec::new(),
    }
}

/// An answer of the side that is losing: it stops a five, or it is the answer after which the win
/// takes longest among the candidates.
fn defence(board: &Board) -> Vec<Point> {
    let attacker = !board.to_move();
    let legal = |point: &Point| board.is_legal(*point);
    if let Some(stop) = board.fives(attacker).iter().find(legal) {
        return vec![stop];
    }
    let mut best: Option<(u32, Point)> = None;
    for point in board.candidates().filter(legal).take(60) {
        let mut after = board.clone();
        after.play(point);
        let ThreatResult::Win { proof, .. } = solve(&after, &EFFORT, None).verdict else {
            // Not refuted within the limits: the line ends here rather than with a guess.
            return Vec::new();
        };
        if best.is_none_or(|(length, _)| proof.length() > length) {
            best = Some((proof.length(), point));
        }
    }
    best.map(|(_, point)| point).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_gomoku::notation::parse_moves;
    use xun_gomoku::rules::{Colour, Position, Rule, Size};

    #[test]
    fn a_win_by_fours_is_played_to_the_five() {
        let moves = parse_moves("h8a1i8a3g10c1g11e1", Size::STANDARD).expect("points");
        let position =
            Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves).expect("a position");
        let mut board = position.into_board();
        let first = attack(&board)[0];
        for point in whole_line(&board, &[first]) {
            assert!(board.is_legal(point));
            board.play(point);
        }
        assert_eq!(board.winner(), Some(Colour::Black));
    }
}
