//! Pruning of nodes (mate distance pruning, razoring, reverse futility, null move, `ProbCut`) and
//! of moves (late move pruning, history, futility and SEE pruning).

use super::history::NO_PIECE_POINT;
use super::move_picker::{MovePicker, MoveSelection};
use super::node::Node;
use super::node_type::ZeroWindow;
use super::see::exchange_at_least;
use super::worker::Worker;
use crate::eval::{EXCHANGE_VALUES, Evaluator, can_attack};
use crate::rules::{Move, PieceKind};
use xun_game::Score;
use xun_game::{Bound, TableEntry};

/// A move about to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) chosen: Move,
    pub(super) captures: bool,
    pub(super) checks: bool,
    /// Its number among the moves searched, from 1.
    pub(super) number: usize,
    /// Its history: main and continuation history of a quiet move, capture history of a capture.
    pub(super) history: i32,
}

impl Candidate {
    /// Whether it neither captures nor checks.
    #[inline(always)]
    pub(super) const fn is_quiet(&self) -> bool {
        !self.captures && !self.checks
    }
}

impl<E: Evaluator> Worker<E> {
    /// The score of a node that can be left without searching its moves, by any of the node pruning
    /// techniques.
    #[inline]
    pub(super) fn prune_node(&mut self, node: &Node) -> Option<Score> {
        if node.pv || node.in_check || node.excluded.is_some() {
            return None;
        }
        if let Some(score) = self.razoring(node) {
            return Some(score);
        }
        if let Some(score) = self.reverse_futility(node) {
            return Some(score);
        }
        if let Some(score) = self.null_move_pruning(node) {
            return Some(score);
        }
        self.probcut(node)
    }

    /// Razoring: far below alpha only captures can help, so search those alone.
    #[inline]
    fn razoring(&mut self, node: &Node) -> Option<Score> {
        let margin = self.tuning.razor_base + self.tuning.razor_slope * node.depth * node.depth;
        if node.estimate >= node.alpha - margin || node.alpha.is_decided() {
            return None;
        }
        let score = self.quiesce::<ZeroWindow>(node.alpha - 1, node.alpha, node.ply);
        (score < node.alpha).then_some(score)
    }

    /// Reverse futility pruning: the evaluation is so far above beta that the opponent's next moves
    /// will not change it.
    #[inline]
    fn reverse_futility(&self, node: &Node) -> Option<Score> {
        let margin = (self.tuning.reverse_margin
            * (node.depth * 16 - if node.improving { self.tuning.reverse_improving } else { 0 })
            / 16)
            .max(0);
        let cuts = node.depth <= self.tuning.reverse_depth
            && !node.was_pv
            && node.estimate - margin >= node.beta
            && !node.estimate.is_decided()
            && !node.beta.is_loss();
        cuts.then(|| Score::from_raw(i32::midpoint(node.estimate.get(), node.beta.get())))
    }

    /// Null move pruning: if even passing the turn keeps the score above beta, a move will too. At
    /// high depth the result is verified without null moves, because of zugzwang.
    #[inline]
    fn null_move_pruning(&mut self, node: &Node) -> Option<Score> {
        let passed_before = self.frames.before(node.ply, 1).current.is_none();
        let tried = node.depth >= 3
            && node.estimate >= node.beta
            && node.eval >= node.beta - 18 * node.depth + self.tuning.null_margin
            && (node.ply == 0 || !passed_before)
            && node.ply >= self.null_from
            && !node.beta.is_loss()
            && self.has_pieces();
        if !tried {
            return None;
        }
        let surplus = (node.estimate.get() - node.beta.get()) / self.tuning.null_eval_divisor;
        let reduction =
            self.tuning.null_base + node.depth / self.tuning.null_divisor + surplus.min(3);
        let depth = node.depth - reduction;
        let frame = self.frames.at_mut(node.ply);
        frame.current = None;
        frame.arrival = NO_PIECE_POINT;
        frame.captures = false;
        self.position.pass();
        let score = -self.search::<ZeroWindow>(
            (-node.beta, -node.beta + 1),
            depth,
            node.ply + 1,
            !node.cut_node,
        );
        self.position.undo();
        if self.stopped || score < node.beta {
            return None;
        }
        let score = if score.is_decided() { node.beta } else { score };
        if self.null_from > 0 || node.depth < 14 {
            return Some(score);
        }
        self.null_from = node.ply + (3 * depth.max(0) / 4) as usize;
        let verified =
            self.search::<ZeroWindow>((node.beta - 1, node.beta), depth, node.ply, false);
        self.null_from = 0;
        (verified >= node.beta).then_some(score)
    }

    /// Whether the side to move has a piece that can cross the river.
    pub(super) fn has_attackers(&self) -> bool {
        can_attack(&self.position, self.position.turn())
    }

    /// Whether the side to move has a rook, horse or cannon.
    fn has_pieces(&self) -> bool {
        let strong = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon]
            .map(|kind| self.position.kind(kind));
        (strong[0] | strong[1] | strong[2]).intersects(self.position.colour(self.position.turn()))
    }

    /// `ProbCut`: if a capture holds a score well above beta in a shallower search, the deep search
    /// would hold beta.
    #[inline]
    fn probcut(&mut self, node: &Node) -> Option<Score> {
        let beta = node.beta + self.tuning.probcut_margin - if node.improving { 40 } else { 0 };
        let doubtful = node.table_score != Score::NONE
            && node.entry.is_some_and(|entry| i32::from(entry.depth) >= node.depth - 3)
            && node.table_score < beta;
        if node.depth < 5 || node.beta.is_decided() || doubtful {
            return None;
        }
        let least = beta.get() - node.eval.get();
        let table = node.table_move.filter(|_| node.table_captures);
        let mut picker = MovePicker::new(
            &self.position,
            MoveSelection::Captures(least),
            table,
            [None; 3],
            [NO_PIECE_POINT; 3],
        );
        while let Some(chosen) = picker.next(&self.position, &self.histories) {
            if !self.position.is_legal(chosen, &node.own) {
                continue;
            }
            self.shared.table.prefetch(self.position.key_after(chosen));
            self.play(chosen, node.ply);
            let mut score = -self.quiesce::<ZeroWindow>(-beta, -beta + 1, node.ply + 1);
            if score >= beta {
                score = -self.search::<ZeroWindow>(
                    (-beta, -beta + 1),
                    node.depth - 4,
                    node.ply + 1,
                    !node.cut_node,
                );
            }
            self.undo();
            if self.stopped {
                return None;
            }
            if score >= beta {
                self.shared.table.store(
                    self.position.key(),
                    TableEntry {
                        best: chosen.pack(),
                        score: score.to_table(node.ply),
                        eval: node.raw_eval as i16,
                        depth: (node.depth - 3) as u8,
                        bound: Bound::Lower,
                        pv: node.was_pv,
                    },
                );
                return Some(score);
            }
        }
        None
    }

    /// Whether a move can be skipped at this depth, by any of the move pruning techniques.
    #[inline]
    pub(super) fn prunes_move(&self, node: &Node, candidate: &Candidate) -> bool {
        let reduced = (node.depth - 1 - self.base_reduction(node, candidate) / 1024).max(0);
        if candidate.is_quiet() {
            self.history_prunes(node, candidate, reduced)
                || self.futility_prunes(node, candidate, reduced)
                || self.see_prunes_quiet(candidate, reduced)
        } else {
            self.capture_futility_prunes(node, candidate, reduced)
                || self.see_prunes_capture(node, candidate)
        }
    }

    /// History pruning: a quiet move with a bad history is skipped near the leaves.
    #[inline]
    fn history_prunes(&self, node: &Node, candidate: &Candidate, reduced: i32) -> bool {
        reduced < self.tuning.history_depth
            && candidate.history < -self.tuning.history_prune * node.depth
    }

    /// Futility pruning: near the leaves a quiet move will not lift the evaluation to alpha.
    #[inline]
    fn futility_prunes(&self, node: &Node, candidate: &Candidate, reduced: i32) -> bool {
        let margin = self.tuning.futility_base
            + self.tuning.futility_slope * reduced
            + candidate.history / self.tuning.futility_history;
        !node.in_check && reduced < self.tuning.futility_depth && node.eval + margin <= node.alpha
    }

    /// SEE pruning of a quiet move that loses too much in the exchange.
    #[inline]
    fn see_prunes_quiet(&self, candidate: &Candidate, reduced: i32) -> bool {
        let accepted = -self.tuning.see_quiet * reduced * reduced;
        !exchange_at_least(&self.position, candidate.chosen, accepted)
    }

    /// Futility pruning of captures: even with the captured piece the evaluation stays below alpha.
    #[inline]
    fn capture_futility_prunes(&self, node: &Node, candidate: &Candidate, reduced: i32) -> bool {
        if candidate.checks || node.in_check || reduced >= 7 {
            return false;
        }
        let victim = self.position.piece_on(candidate.chosen.to());
        let gain = victim.map_or(0, |victim| EXCHANGE_VALUES[victim.kind() as usize]);
        let margin = self.tuning.capture_futility + gain + 200 * reduced + candidate.history / 64;
        node.eval + margin <= node.alpha
    }

    /// SEE pruning of a capture or check that loses too much in the exchange.
    #[inline]
    fn see_prunes_capture(&self, node: &Node, candidate: &Candidate) -> bool {
        let accepted = -self.tuning.see_capture * node.depth;
        !exchange_at_least(&self.position, candidate.chosen, accepted)
    }

    /// Late move pruning: the number of moves after which the remaining quiet ones are skipped.
    #[inline]
    pub(super) fn late_move_count(&self, node: &Node) -> usize {
        let count = self.tuning.late_base + node.depth * node.depth * self.tuning.late_slope / 16;
        (if node.improving { count } else { count / 2 }).max(2) as usize
    }

    /// Mate distance pruning: narrows the window to the mates that are possible below this ply.
    /// With a shorter mate known already nothing is left, and the node has that score.
    #[inline]
    pub(super) fn mate_distance_pruning(
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> Result<(Score, Score), Score> {
        let alpha = alpha.max(Score::mated_in(ply));
        let beta = beta.min(Score::mate_in(ply + 1));
        if alpha >= beta { Err(alpha) } else { Ok((alpha, beta)) }
    }
}
