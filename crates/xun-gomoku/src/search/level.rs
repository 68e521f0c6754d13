//! Levels of play: a weaker level searches less and sometimes plays a move that is nearly as good
//! as the best. A five is never overlooked.

use super::engine::take_first_line;
use super::{Answer, Report};
use crate::rules::Board;
use xun_game::{Handicap, Level};

/// Lines searched for a level that may choose among nearly equal moves.
pub(super) const LINES: usize = 6;

/// The levels, weakest first; the last one is full strength.
pub static LEVELS: [Level; 5] = [
    level("beginner", "Beginner", 0, Some(handicap(1, 60, 220))),
    level("easy", "Easy", 1, Some(handicap(2, 400, 130))),
    level("medium", "Medium", 2, Some(handicap(5, 4_000, 60))),
    level("hard", "Hard", 3, Some(handicap(9, 40_000, 20))),
    level("strong", "Full strength", 4, None),
];

const fn level(
    name: &'static str,
    title: &'static str,
    rank: u32,
    handicap: Option<Handicap>,
) -> Level {
    Level { name, title, rank, handicap }
}

const fn handicap(depth: u32, nodes: u64, slack: i32) -> Handicap {
    let (depth, nodes) = (Some(depth), Some(nodes));
    Handicap { depth, nodes, noise: 0, slack, overlooked: 0, seed: 0 }
}

/// Replaces the best move by one that is nearly as good, where the handicap allows it. Position and
/// seed decide, so that a game can be repeated.
pub(super) fn weaken(answer: &mut Answer, board: &Board, handicap: &Handicap) {
    if handicap.slack == 0 || answer.score.is_decided() {
        return;
    }
    let best = answer.score.get();
    let near =
        |line: &Report| !line.score.is_decided() && best - line.score.get() <= handicap.slack;
    let count = answer.lines.iter().filter(|line| near(line)).count();
    let pick = ((board.key() ^ handicap.seed) >> 20) as usize % count.max(1);
    let chosen = answer.lines.iter().enumerate().filter(|(_, line)| near(line)).nth(pick);
    if let Some((index, _)) = chosen {
        answer.lines[..=index].rotate_right(1);
        (1..).zip(&mut answer.lines).for_each(|(number, line)| line.line = number);
        take_first_line(answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Point, Rule, Size};
    use crate::search::{GomokuEngine, Question, Settings};
    use std::time::Duration;
    use xun_game::{Limits, Stop};

    #[test]
    fn every_level_stops_a_four_and_makes_five() {
        for level in &LEVELS {
            let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: 1 << 20 });
            engine.set_handicap(level.handicap);
            let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
            for (x, y) in [(3, 3), (2, 3), (4, 3), (9, 9), (5, 3), (12, 2), (6, 3)] {
                board.play(Point::new(x, y));
            }
            let question = Question::new(Limits::move_time(Duration::from_millis(100)));
            for next in [Point::new(0, 0), Point::new(1, 0)] {
                let answer = engine.search(&board, &question, &Stop::new(), &mut |_| {});
                assert_eq!(answer.best, Some(Point::new(7, 3)), "{}", level.name);
                board.play(next);
            }
        }
    }
}
