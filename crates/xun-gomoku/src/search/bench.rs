//! The benchmark: fixed positions searched to a fixed depth under three rules. With one thread the
//! node count is the signature of the search: it changes only with the search or the evaluation.

use super::engine::{GomokuEngine, Settings};
use super::{Evaluation, Question};
use crate::notation::parse_moves;
use crate::rules::{Board, Rule, Size};
use std::time::Duration;
use xun_game::{Limits, Stop};

/// Positions from many phases of the game, as moves on a 15×15 board.
pub const BENCH_POSITIONS: [&str; 12] = [
    "h8",
    "h8i9",
    "h8i8g10",
    "h8h9j8g9",
    "h8g9i9j10g7",
    "j10m10l6l7j11l9n13j9",
    "j8i6h5h9g9h7i7g8",
    "f10d8e11g11g8f11a5g9",
    "h8i9h7j8f8h9g9h10g11f10i10g10i8j9",
    "h8i7i8g8g9h7j7f9f10j6e9h10i6h5",
    "c3d4c4c5d5e6e5b6f4g3g4e4f6",
    "l3k4m4l5k3m5n5j4j3i3l6k6",
];

/// Depth of the benchmark.
pub const BENCH_DEPTH: u32 = 10;

/// The benchmark's result under one rule.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BenchResult {
    /// The rule.
    pub rule: Rule,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
}

/// Runs the benchmark to this depth under each rule; `None` if it was stopped. Every position
/// begins with an empty transposition table.
#[expect(clippy::missing_panics_doc, reason = "the positions are constants")]
#[must_use]
pub fn bench(
    depth: u32,
    settings: Settings,
    evaluation: &Evaluation,
    stop: &Stop,
) -> Option<Vec<BenchResult>> {
    let question = Question::new(Limits::depth(depth));
    let mut results = Vec::new();
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        let mut result = BenchResult { rule, nodes: 0, time: Duration::ZERO };
        for text in BENCH_POSITIONS {
            let mut board = Board::new(Size::STANDARD, rule);
            for point in parse_moves(text, Size::STANDARD).expect("the positions are valid") {
                board.play(point);
            }
            let mut engine = GomokuEngine::new(settings);
            engine.set_evaluation(evaluation.clone());
            let answer = engine.search(&board, &question, stop, &mut |_| {});
            if stop.is_stopped() {
                return None;
            }
            result.nodes += answer.nodes;
            result.time += answer.time;
        }
        results.push(result);
    }
    Some(results)
}

#[cfg(all(test, feature = "networks"))]
mod tests {
    use super::*;

    #[test]
    fn the_signature_of_the_search_is_unchanged() {
        let stop = Stop::new();
        let results = bench(BENCH_DEPTH, Settings::default(), &Evaluation::Shipped, &stop);
        let nodes: Vec<u64> = results.unwrap().iter().map(|result| result.nodes).collect();
        assert_eq!(nodes.iter().sum::<u64>(), 636_273, "{nodes:?}");
    }
}
