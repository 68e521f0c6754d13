//! Reasons to leave a node, or a move, without searching it.

use super::history::NO_PIECE_POINT;
use super::node::ZeroWindow;
use super::picker::{Picker, Wanted};
use super::see::exchange_at_least;
use super::situation::Situation;
use super::worker::Worker;
use crate::eval::{EXCHANGE_VALUES, Evaluator};
use crate::rules::{Move, PieceKind};
use xun_game::Score;
use xun_game::{Bound, TableEntry};

/// What is known about a move about to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) chosen: Move,
    pub(super) captures: bool,
    pub(super) checks: bool,
    /// Its number among the moves searched, from 1.
    pub(super) number: usize,
    /// What the histories think of it (quiet moves).
    pub(super) history: i32,
}

impl<E: Evaluator> Worker<E> {
    /// Tries every way to leave the node early.
    #[inline]
    pub(super) fn leave_early(&mut self, node: &Situation) -> Option<Score> {
        if node.pv || node.in_check || node.excluded.is_some() {
            return None;
        }
        if let Some(score) = self.razor(node) {
            return Some(score);
        }
        if let Some(score) = self.reverse_futility(node) {
            return Some(score);
        }
        if let Some(score) = self.null_move(node) {
            return Some(score);
        }
        self.probcut(node)
    }

    /// So far below alpha that only captures can help: see whether they do.
    #[inline]
    fn razor(&mut self, node: &Situation) -> Option<Score> {
        let margin = self.tuning.razor_base + self.tuning.razor_slope * node.depth * node.depth;
        if node.estimate >= node.alpha - margin || node.alpha.is_decided() {
            return None;
        }
        let score = self.quiesce::<ZeroWindow>(node.alpha - 1, node.alpha, node.ply);
        (score < node.alpha).then_some(score)
    }

    /// So far above beta that the opponent's next moves will not change it.
    #[inline]
    fn reverse_futility(&self, node: &Situation) -> Option<Score> {
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

    /// If even passing the turn keeps the score above beta, a move will too. Deep down it is
    /// verified without null moves, for positions where having to move is the problem.
    #[inline]
    fn null_move(&mut self, node: &Situation) -> Option<Score> {
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

    /// Whether the side to move has anything but king, guards and pawns.
    fn has_pieces(&self) -> bool {
        let strong = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon]
            .map(|kind| self.position.kind(kind));
        (strong[0] | strong[1] | strong[2]).intersects(self.position.colour(self.position.turn()))
    }

    /// If a capture holds a score well above beta in a shallower search, the deep one would hold
    /// beta.
    #[inline]
    fn probcut(&mut self, node: &Situation) -> Option<Score> {
        let beta = node.beta + self.tuning.probcut_margin - if node.improving { 40 } else { 0 };
        let doubtful = node.table_score != Score::NONE
            && node.entry.is_some_and(|entry| i32::from(entry.depth) >= node.depth - 3)
            && node.table_score < beta;
        if node.depth < 5 || node.beta.is_decided() || doubtful {
            return None;
        }
        let least = beta.get() - node.eval.get();
        let table = node.table_move.filter(|_| node.table_captures);
        let mut picker = Picker::new(
            &self.position,
            Wanted::Captures(least),
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

    /// Whether a move is so unpromising that it need not be searched at this depth.
    #[inline]
    pub(super) fn is_hopeless(
        &self,
        node: &Situation,
        candidate: &Candidate,
        reduced: i32,
    ) -> bool {
        if candidate.captures || candidate.checks {
            if self.tuning.capture_futility > 0
                && !candidate.checks
                && !node.in_check
                && reduced < 7
            {
                let victim = self.position.piece_on(candidate.chosen.to());
                let gain = victim.map_or(0, |victim| EXCHANGE_VALUES[victim.kind() as usize]);
                let reach =
                    (self.tuning.capture_futility + gain) + 200 * reduced + candidate.history / 64;
                if node.eval + reach <= node.alpha {
                    return true;
                }
            }
            let accepted = -self.tuning.see_capture * node.depth;
            return !exchange_at_least(&self.position, candidate.chosen, accepted);
        }
        let unpopular = candidate.history < -self.tuning.history_prune * node.depth;
        if reduced < self.tuning.history_depth && unpopular {
            return true;
        }
        let reach = self.tuning.futility_base
            + self.tuning.futility_slope * reduced
            + candidate.history / self.tuning.futility_history;
        if !node.in_check && reduced < self.tuning.futility_depth && node.eval + reach <= node.alpha
        {
            return true;
        }
        let accepted = -self.tuning.see_quiet * reduced * reduced;
        !exchange_at_least(&self.position, candidate.chosen, accepted)
    }

    /// How many moves are worth trying at this depth.
    #[inline]
    pub(super) fn enough_moves(&self, node: &Situation) -> usize {
        let count = self.tuning.late_base + node.depth * node.depth * self.tuning.late_slope / 16;
        (if node.improving { count } else { count / 2 }).max(2) as usize
    }

    /// A shorter mate than any below this node is known already: nothing here can matter.
    #[inline]
    pub(super) fn mate_distance(
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> Result<(Score, Score), Score> {
        let alpha = alpha.max(Score::mated_in(ply));
        let beta = beta.min(Score::mate_in(ply + 1));
        if alpha >= beta { Err(alpha) } else { Ok((alpha, beta)) }
    }
}
