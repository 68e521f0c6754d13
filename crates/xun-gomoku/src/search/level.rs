//! Weaker play that stays natural: it looks less far, and takes now and then a move that is nearly
//! as good, but it never overlooks a five.

use super::engine::Engine;
use super::limits::Limits;
use crate::rules::{Board, Point};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How strong to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Sees little and errs often.
    Beginner,
    /// Sees a few moves.
    Easy,
    /// Sees most short combinations.
    Medium,
    /// Seldom errs.
    Hard,
    /// As strong as it can.
    Strong,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 5] = [Self::Beginner, Self::Easy, Self::Medium, Self::Hard, Self::Strong];

    /// Depth, nodes, and how much worse a move may be that is played instead of the best.
    fn limits(self) -> (u32, u64, i32) {
        match self {
            Self::Beginner => (1, 60, 220),
            Self::Easy => (2, 400, 130),
            Self::Medium => (5, 4_000, 60),
            Self::Hard => (9, 40_000, 20),
            Self::Strong => (200, u64::MAX, 0),
        }
    }
}

/// The move of this level, within this time.
pub fn choose(
    engine: &mut Engine,
    board: &Board,
    level: Level,
    time: Duration,
    stop: Option<&AtomicBool>,
) -> Option<Point> {
    let (depth, nodes, slack) = level.limits();
    let limits = Limits {
        depth: Some(depth),
        nodes: Some(nodes),
        hard_time: Some(time),
        soft_time: Some(time),
        lines: if slack > 0 { 6 } else { 1 },
        ..Limits::default()
    };
    let answer = engine.search(board, &limits, stop, &mut |_| {});
    let best = answer.score();
    if slack == 0 || best.is_decided() {
        return answer.best();
    }
    let near: Vec<Point> = answer
        .lines
        .iter()
        .filter(|line| !line.score.is_decided() && best.raw() - line.score.raw() <= slack)
        .filter_map(|line| line.moves.first().copied())
        .collect();
    // The position itself decides, so that a game can be repeated.
    let pick = (board.key() >> 20) as usize % near.len().max(1);
    near.get(pick).copied().or_else(|| answer.best())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rule, Size};
    use crate::search::Settings;

    #[test]
    fn every_level_stops_a_four_and_makes_five() {
        for level in Level::ALL {
            let mut engine = Engine::new(Settings { threads: 1, table_bytes: 1 << 20 });
            let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
            for (x, y) in [(3, 3), (2, 3), (4, 3), (9, 9), (5, 3), (12, 2), (6, 3)] {
                board.play(Point::new(x, y));
            }
            let time = Duration::from_millis(100);
            assert_eq!(
                choose(&mut engine, &board, level, time, None),
                Some(Point::new(7, 3)),
                "{level:?}"
            );
            board.play(Point::new(0, 0));
            assert_eq!(
                choose(&mut engine, &board, level, time, None),
                Some(Point::new(7, 3)),
                "{level:?}"
            );
        }
    }
}
