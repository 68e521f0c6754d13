//! Late move reduction: moves late in the order are searched less deep at first.

use super::node::Node;
use super::pruning::Candidate;
use super::worker::Worker;
use crate::eval::Evaluator;

impl<E: Evaluator> Worker<E> {
    /// Base reduction by depth, move number, window and trend, in 1024ths of a ply. Move pruning
    /// uses it too.
    #[inline]
    pub(super) fn base_reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let depth = self.logarithms[(node.depth.clamp(0, 127)) as usize];
        let number = self.logarithms[candidate.number.min(127)];
        let product = ((i64::from(depth) * i64::from(number)) >> 10) as i32;
        let base = self.tuning.reduction_base + ((product * self.tuning.reduction_slope) >> 10);
        let width = node.beta.get() - node.alpha.get();
        base - (width.min(self.root_width) * 600 / self.root_width)
            + if node.improving { 0 } else { self.tuning.reduction_worse }
    }

    /// Late move reduction in 1024ths of a ply: the base adjusted by the kind of node and move, and
    /// by the move's history.
    #[inline]
    pub(super) fn late_move_reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let mut reduction = self.base_reduction(node, candidate);
        if node.was_pv {
            reduction -= self.tuning.reduction_pv + if node.pv { 512 } else { 0 };
        }
        if node.cut_node {
            reduction += self.tuning.reduction_cut;
        }
        if node.table_captures {
            reduction += self.tuning.reduction_table;
        }
        if candidate.checks {
            reduction -= self.tuning.reduction_check;
        }
        if node.in_check {
            reduction -= self.tuning.reduction_evasion;
        }
        if self.frames.at(node.ply + 1).cutoffs > 3 {
            reduction += self.tuning.reduction_cutoffs;
        }
        if candidate.captures {
            reduction -= self.tuning.reduction_capture;
            reduction - candidate.history / 16
        } else {
            reduction
                - (candidate.history - self.tuning.reduction_offset) * 1024
                    / self.tuning.reduction_history
        }
    }
}
