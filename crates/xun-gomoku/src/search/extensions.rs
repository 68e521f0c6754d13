//! Extensions: forced and singular moves are searched deeper.

use super::move_generation::Pressure;
use super::move_loop::Candidate;
use super::node::{Node, NodeType, NonPv};
use super::reductions::PLY;
use super::stored_node::StoredNode;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::Shape;
use xun_game::Score;

/// The result of the search for an extension.
pub(super) enum Extension {
    /// Add this to the depth, in 64ths of a ply.
    By(i32),
    /// Multi-cut: leave the node with this score.
    MultiCut(Score),
}

impl<E: Evaluator> Worker<'_, E> {
    /// The extension of a move: answers to fours, the move of the transposition table and, found by
    /// a search without it, a singular one.
    #[inline]
    pub(super) fn extension<N: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
    ) -> Extension {
        if N::ROOT {
            return Extension::By(0);
        }
        if node.pressure == Pressure::Five {
            return self.adjusted(node, candidate, self.tuning.five_extension);
        }
        if Some(candidate.point) != node.table_move {
            return self.adjusted(node, candidate, 0);
        }
        let worth_a_search =
            node.depth >= self.tuning.singular_depth && self.frame(node.ply).excluded.is_none();
        let known = node.known.filter(|known| {
            worth_a_search
                && !known.score.is_decided()
                && known.bound.is_lower()
                && known.depth * PLY >= node.depth - 130
        });
        let extension = match known {
            Some(known) => match self.singular_extension::<N>(node, candidate, &known) {
                Extension::By(extension) => extension,
                cut @ Extension::MultiCut(_) => return cut,
            },
            None => self.table_move_extension::<N>(node, candidate),
        };
        self.adjusted(node, candidate, extension)
    }

    /// In a node that will likely fail high, moves without a four are searched less deep and fours
    /// that follow a four deeper.
    #[inline]
    fn adjusted(&self, node: &Node, candidate: &Candidate, extension: i32) -> Extension {
        Extension::By(if !node.likely_fail_high {
            extension
        } else if candidate.made < Shape::Four {
            extension - self.tuning.likely_reduction
        } else if self.before(node.ply, 2).made >= Shape::Four {
            extension + PLY
        } else {
            extension
        })
    }

    /// The move of the transposition table is searched a little deeper, most as a four near the
    /// own last move.
    #[inline]
    fn table_move_extension<N: NodeType>(&self, node: &Node, candidate: &Candidate) -> i32 {
        let last = self.before(node.ply, 2).played;
        let near_four = candidate.made >= Shape::Four
            && last.is_some_and(|last| last.distance(candidate.point) <= 4);
        self.tuning.table_move_extension
            + if N::PV { 11 } else { 0 }
            + if near_four { self.tuning.near_four } else { 0 }
    }

    /// Singular extension: a search without the move of the transposition table shows whether all
    /// others are worse by a margin; if they are, it is searched deeper. If another one fails high
    /// too, the node is left (multi-cut) or the move reduced (negative extension).
    fn singular_extension<N: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        known: &StoredNode,
    ) -> Extension {
        let (ply, depth) = (node.ply, node.depth);
        let former = !N::PV && self.frame(ply).was_pv;
        let margin = (self.tuning.singular + if former { self.tuning.singular_former } else { 0 })
            * (depth / PLY)
            / 64;
        let bound = known.score.saturating_add(-margin);
        let reduced =
            depth - (depth * self.tuning.singular_reduction / 100 - if former { PLY } else { 0 });
        self.frame_mut(ply).excluded = Some(candidate.point);
        let score = self.search::<NonPv>(ply, bound.saturating_add(-1), bound, reduced, node.cut);
        self.frame_mut(ply).excluded = None;
        if score < bound {
            let double = !N::PV
                && score.get() < bound.get() - self.tuning.double_margin
                && self.before(ply, 1).extra < 10 * PLY;
            Extension::By(if double { 2 * PLY } else { PLY })
        } else if bound >= node.beta {
            Extension::MultiCut(node.beta)
        } else if known.score >= node.beta {
            Extension::By(-self.tuning.negative_extension)
        } else {
            Extension::By(0)
        }
    }
}
