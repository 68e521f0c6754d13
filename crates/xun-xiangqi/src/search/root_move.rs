//! The moves at the root, each with its result.

use crate::rules::Move;
use xun_game::Score;

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) chosen: Move,
    /// The score of this iteration; minus infinity where the move was only shown to be no better.
    pub(super) score: Score,
    /// The score of the last iteration.
    pub(super) previous: Score,
    /// A running mean of scores, for the next window.
    pub(super) average: Score,
    /// Positions looked at below this move.
    pub(super) nodes: u64,
    pub(super) deepest: usize,
    pub(super) depth: i32,
    /// The expected line, this move first.
    pub(super) pv: Vec<Move>,
}

impl RootMove {
    pub(super) fn new(chosen: Move) -> Self {
        Self {
            chosen,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            average: Score::NONE,
            nodes: 0,
            deepest: 0,
            depth: 0,
            pv: vec![chosen],
        }
    }

    /// Whether this iteration or the last one has a score for it.
    pub(super) fn is_known(&self) -> bool {
        self.score.max(self.previous) > -Score::INFINITE
    }
}
