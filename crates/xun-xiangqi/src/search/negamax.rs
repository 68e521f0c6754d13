//! The main search: negamax with alpha-beta, a principal variation search over its nodes.
//!
//! A node is answered by the rules, the table or a pruning step, or goes through `move_loop`.

use super::node::Node;
use super::node_type::{NodeType, PvNode, RootNode, ZeroWindow};
use super::stack::Line;
use super::stack::MAX_PLY;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::Move;
use xun_game::{Bound, Score};

impl<E: Evaluator> Worker<E> {
    /// Searches the root.
    pub(super) fn search_root(&mut self, alpha: Score, beta: Score, depth: i32) -> Score {
        self.search::<RootNode>((alpha, beta), depth, 0, false)
    }

    /// The score of the position at this ply, exact inside the window, a bound outside.
    pub(super) fn search<N: NodeType>(
        &mut self,
        (mut alpha, mut beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return if N::PV {
                self.quiesce::<PvNode>(alpha, beta, ply)
            } else {
                self.quiesce::<ZeroWindow>(alpha, beta, ply)
            };
        }
        if N::PV {
            self.lines[ply].clear();
            self.deepest = self.deepest.max(ply);
        }
        if self.stopped {
            return Score::ZERO;
        }
        if !N::ROOT {
            if let Some(score) = self.decided_by_rule(ply) {
                return score;
            }
            if ply >= MAX_PLY - 2 {
                return Score::new(self.evaluator.evaluate(&self.position));
            }
            (alpha, beta) = match Self::mate_distance_pruning((alpha, beta), ply) {
                Ok(window) => window,
                Err(score) => return score,
            };
        }
        let mut node =
            self.enter_node::<N>((alpha, beta), depth.min(MAX_PLY as i32 - 2), ply, cut_node);
        if let Some(score) = self.table_cutoff(&node) {
            return score;
        }
        let opened = self.open(&node);
        let score = self.search_inside::<N>(&mut node, opened);
        self.close(opened, score)
    }

    /// The part of a node after the table cut-off: depth adjustments, pruning, moves.
    #[inline(always)]
    fn search_inside<N: NodeType>(&mut self, node: &mut Node, opened: bool) -> Score {
        let ply = node.ply;
        let next = self.frames.at_mut(ply + 1);
        next.excluded = None;
        next.cutoffs = 0;
        self.frames.at_mut(ply + 2).killers = [None; 2];
        self.frames.at_mut(ply).double_extensions = self.frames.before(ply, 1).double_extensions;

        self.hindsight_extension(node);
        if let Some(score) = self.prune_node(node) {
            return score;
        }
        if self.stopped {
            return Score::ZERO;
        }
        if self.internal_iterative_reduction(node) {
            self.lower_open(opened, node.depth);
        }
        self.search_moves::<N>(node)
    }

    /// Internal iterative reduction: without a move from the table the ordering is poor, so the
    /// node is searched one ply less deep; the next visit has a move. Answers whether it did.
    #[inline]
    fn internal_iterative_reduction(&self, node: &mut Node) -> bool {
        let reduces = node.table_move.is_none()
            && node.depth >= self.tuning.internal_depth
            && (node.pv || node.cut_node);
        node.depth -= i32::from(reduces);
        reduces
    }

    /// Hindsight extension: a node whose move was reduced gets a ply back where its evaluation is
    /// no better for the mover than before.
    #[inline]
    fn hindsight_extension(&self, node: &mut Node) {
        let before = self.frames.before(node.ply, 1);
        let judged =
            !node.in_check && node.ply > 0 && before.eval != Score::NONE && node.excluded.is_none();
        if judged && before.reduced >= 3 && node.eval.get() + before.eval.get() <= 0 {
            node.depth += 1;
        }
    }

    /// Table cut-off: the table's score settles the node. Several threads accept an exact score on
    /// the principal variation too: it was stored by the thread that got there first.
    #[inline]
    pub(super) fn table_cutoff(&mut self, node: &Node) -> Option<Score> {
        let entry = node.entry?;
        let score = node.table_score;
        let together = self.shared.smp.is_some();
        let believed = !node.pv || (together && node.ply > 0 && entry.bound == Bound::Exact);
        let known = believed
            && node.excluded.is_none()
            && score != Score::NONE
            && i32::from(entry.depth) >= node.depth + i32::from(score >= node.beta && !together)
            && entry.bound.settles(score, node.alpha, node.beta);
        if !known || self.is_near_draw() {
            return None;
        }
        if node.pv {
            self.line_from_table(node.ply, node.depth);
        }
        if let Some(best) = node.table_move
            && score >= node.beta
            && !node.table_captures
        {
            self.learn_quiet(node.ply, best, self.bonus(node.depth));
        }
        Some(score)
    }

    /// Puts a move before the line found below it.
    pub(super) fn extend_line(&mut self, chosen: Move, ply: usize) {
        let below: Line = self.lines[ply + 1].clone();
        let line = &mut self.lines[ply];
        line.clear();
        line.push(chosen);
        line.extend(below.into_iter().take(MAX_PLY - 1));
    }
}
