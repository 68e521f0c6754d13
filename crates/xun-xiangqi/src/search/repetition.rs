//! Repetition and the rule of quiet moves inside the search.

use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{Move, Verdict};
use xun_game::Score;

impl<E: Evaluator> Worker<E> {
    /// The score of a position that the rules have decided, if they have.
    #[inline]
    pub(super) fn decided_by_rule(&mut self, ply: usize) -> Option<Score> {
        let rules = &self.shared.rules;
        if let Some(limit) = rules.quiet_limit
            && self.position.quiet_plies() >= limit
        {
            let mated = !self.position.has_legal_move();
            return Some(if mated { Score::mated_in(ply) } else { Score::ZERO });
        }
        let repetition = self.position.judge_repetition(rules.repetition, ply)?;
        Some(match repetition.verdict {
            Verdict::Draw => Score::ZERO,
            Verdict::Win => Score::mate_in(ply),
            Verdict::Loss => Score::mated_in(ply),
        })
    }

    /// Whether the draw by moves without a capture is so near that scores of the table may be
    /// wrong.
    #[inline]
    pub(super) fn is_near_draw(&self) -> bool {
        self.shared.rules.quiet_limit.is_some_and(|limit| self.position.quiet_plies() + 12 >= limit)
    }

    /// Whether a weakened player does not see this move.
    #[inline]
    pub(super) fn overlooks(&self, chosen: Move) -> bool {
        self.handicap.is_some_and(|handicap| handicap.overlooks(self.position.key(), chosen.pack()))
    }
}
