//! Pruning: nodes that the static evaluation settles and moves that are not searched at all.

use super::move_generation::Pressure;
use super::move_loop::Candidate;
use super::node::Node;
use super::reductions::PLY;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::Shape;
use xun_game::Score;

/// The decision about one move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pruning {
    /// Search it.
    Keep,
    /// Skip it.
    Skip,
    /// Skip it and all that follow.
    SkipRest,
}

impl<E: Evaluator> Worker<'_, E> {
    /// Razoring: near the leaves, with the evaluation far below alpha, only fours can help, so that
    /// the quiescence search decides.
    #[inline]
    pub(super) fn razoring(&self, node: &Node) -> bool {
        let margin = self.tuning.razor_base + self.tuning.razor_slope * node.depth / PLY;
        !node.alpha.is_decided()
            && node.depth < self.tuning.razor_depth
            && node.eval.refined + margin < node.alpha.get()
    }

    /// Reverse futility pruning (static null move pruning): the evaluation is above beta by a
    /// margin that grows with the depth. Not in the middle of an attack by fours.
    #[inline]
    pub(super) fn reverse_futility_pruning(&self, node: &Node) -> bool {
        let tuning = &self.tuning;
        let four = |plies: usize| self.before(node.ply, plies).made >= Shape::Four;
        let unsure = node.cut && node.known.is_none();
        let scale = tuning.futility - if unsure { tuning.futility_unsure } else { 0 };
        let depth = node.depth - PLY - if node.improving { tuning.futility_improving } else { 0 };
        let margin = (scale * depth / PLY).max(0);
        let eval = node.eval.refined;
        !node.beta.is_loss()
            && eval < Score::DECIDED.get()
            && eval - margin >= node.beta.get()
            && !(four(2) && four(4))
    }

    /// Whether a move other than the first is left out. `best` is the best score so far.
    #[inline]
    pub(super) fn move_pruning(&self, node: &Node, candidate: &Candidate, best: Score) -> Pruning {
        if candidate.number == 1 || best.is_loss() {
            return Pruning::Keep;
        }
        if self.move_count_pruning(node, candidate) {
            return Pruning::SkipRest;
        }
        if self.trivial_move_pruning(node, candidate)
            || self.distant_defence_pruning(node, candidate)
        {
            return Pruning::Skip;
        }
        Pruning::Keep
    }

    /// Late move pruning (move count pruning): enough moves were searched at this depth.
    #[inline]
    fn move_count_pruning(&self, node: &Node, candidate: &Candidate) -> bool {
        let limit = self.reductions.move_count(node.depth);
        let limit = if node.improving {
            limit
        } else {
            (limit * self.tuning.count_worse as usize / 100).max(2)
        };
        candidate.number >= limit
    }

    /// Near the leaves, moves that neither make nor stop a pattern are left out.
    #[inline]
    fn trivial_move_pruning(&self, node: &Node, candidate: &Candidate) -> bool {
        candidate.trivial && node.depth < self.tuning.trivial_depth
    }

    /// Near the leaves, distant moves that stop no four are left out under the threat of an open
    /// four.
    #[inline]
    fn distant_defence_pruning(&self, node: &Node, candidate: &Candidate) -> bool {
        node.pressure == Pressure::OpenFour
            && node.depth < self.tuning.defence_depth
            && candidate.prevented < Shape::Four
            && candidate.distant
    }
}
