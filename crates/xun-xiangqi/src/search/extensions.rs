//! Extensions: singular extension with multi-cut, and the check extension.

use super::node::Node;
use super::node_type::{NodeType, ZeroWindow};
use super::pruning::Candidate;
use super::worker::Worker;
use crate::eval::Evaluator;
use xun_game::{Bound, Score};

/// The extension of a move.
pub(super) enum Extension {
    /// So many plies more (or fewer, where negative).
    Plies(i32),
    /// Multi-cut: other moves fail high too, so the node is left with this score.
    MultiCut(Score),
}

impl<E: Evaluator> Worker<E> {
    /// The extension of a move: singular extension and multi-cut for the table's move, a check
    /// extension for others.
    #[inline]
    pub(super) fn extension<N: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
    ) -> Extension {
        if N::ROOT || node.ply as i32 >= 2 * self.root_depth {
            return Extension::Plies(0);
        }
        let entry = node.entry.filter(|entry| {
            Some(candidate.chosen) == node.table_move
                && node.excluded.is_none()
                && node.depth >= self.tuning.singular_depth + i32::from(node.was_pv)
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && i32::from(entry.depth) >= node.depth - 3
                && node.table_score != Score::NONE
                && !node.table_score.is_decided()
        });
        if entry.is_none() {
            return Extension::Plies(Self::check_extension(node, candidate));
        }
        self.singular_extension(node, candidate)
    }

    /// Check extension: one ply for a check deep in the principal variation.
    #[inline]
    fn check_extension(node: &Node, candidate: &Candidate) -> i32 {
        i32::from(candidate.checks && node.depth > 8 && node.pv)
    }

    /// Singular extension: the table's move is searched deeper if a shallow search of the others
    /// stays well below its score. If the others fail high too, multi-cut leaves the node; if they
    /// come near, the move is searched less deep (negative extension).
    #[inline]
    fn singular_extension(&mut self, node: &Node, candidate: &Candidate) -> Extension {
        let margin = self.tuning.singular_margin * node.depth / 16
            + if node.was_pv && !node.pv { node.depth } else { 0 };
        let target = node.table_score - margin;
        self.frames.at_mut(node.ply).excluded = Some(candidate.chosen);
        let others = self.search::<ZeroWindow>(
            (target - 1, target),
            (node.depth - 1) / 2,
            node.ply,
            node.cut_node,
        );
        self.frames.at_mut(node.ply).excluded = None;
        if others < target {
            let doubles = self.frames.at(node.ply).double_extensions;
            if !node.pv && others < target - self.tuning.double_margin && doubles < 8 {
                self.frames.at_mut(node.ply).double_extensions += 1;
                return Extension::Plies(2);
            }
            return Extension::Plies(1);
        }
        if target >= node.beta {
            return Extension::MultiCut(target);
        }
        if node.table_score >= node.beta {
            return Extension::Plies(-2 + i32::from(node.pv));
        }
        if node.cut_node { Extension::Plies(-1) } else { Extension::Plies(0) }
    }
}
