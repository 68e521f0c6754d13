//! Updates of the histories after a node: bonus for the best move, malus for the others, killer
//! moves and counter-moves.

use super::history::piece_point;
use super::move_loop::Tried;
use super::node::Node;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::Move;
use xun_game::Score;

impl<E: Evaluator> Worker<E> {
    /// History bonus of a result of this depth.
    #[inline]
    pub(super) fn bonus(&self, depth: i32) -> i32 {
        (self.tuning.bonus_slope * depth - 60).min(self.tuning.bonus_limit)
    }

    /// The best move was good; those tried before it were not.
    pub(super) fn learn_from(&mut self, node: &Node, best: Move, tried: &Tried) {
        let bonus = self.bonus(node.depth);
        if self.position.piece_on(best.to()).is_none() {
            self.learn_quiet(node.ply, best, bonus);
            let frame = self.frames.at_mut(node.ply);
            if frame.killers[0] != Some(best) {
                frame.killers = [Some(best), frame.killers[0]];
            }
            let before = self.frames.before(node.ply, 1).arrival;
            self.histories.set_counter(before, best);
            let malus = -bonus * self.tuning.malus / 16;
            for &other in &tried.quiets {
                self.learn_quiet(node.ply, other, malus);
            }
        } else {
            self.learn_capture(best, bonus);
        }
        for &other in &tried.captures {
            self.learn_capture(other, -bonus);
        }
    }

    /// A quiet move in its place, and after the moves before it.
    pub(super) fn learn_quiet(&mut self, ply: usize, chosen: Move, bonus: i32) {
        self.histories.learn_main(self.position.turn(), chosen, bonus);
        let Some(mover) = self.position.piece_on(chosen.from()) else { return };
        let arrival = piece_point(mover, chosen.to());
        for back in [1, 2, 4] {
            let before = self.frames.before(ply, back).arrival;
            self.histories.learn_continuation(before, arrival, bonus);
        }
    }

    /// The move just searched at this ply, as a continuation of those before it.
    pub(super) fn learn_arrival(&mut self, ply: usize, bonus: i32) {
        let arrival = self.frames.at(ply).arrival;
        for back in [1, 2, 4] {
            let before = self.frames.before(ply, back).arrival;
            self.histories.learn_continuation(before, arrival, bonus);
        }
    }

    fn learn_capture(&mut self, chosen: Move, bonus: i32) {
        if let (Some(mover), Some(victim)) =
            (self.position.piece_on(chosen.from()), self.position.piece_on(chosen.to()))
        {
            self.histories.learn_capture(piece_point(mover, chosen.to()), victim.kind(), bonus);
        }
    }

    /// Every move failed low: the quiet move that led here was a good one.
    pub(super) fn reward_reply(&mut self, node: &Node, best: Score) {
        let before = self.frames.before(node.ply, 1);
        let (Some(reply), false) = (before.current, before.captures) else { return };
        if node.ply == 0 || (node.depth < 4 && !node.pv && best >= node.alpha - 60 * node.depth) {
            return;
        }
        let bonus = self.bonus(node.depth) * if node.pv || node.cut_node { 2 } else { 1 };
        self.learn_arrival(node.ply - 1, bonus);
        self.histories.learn_main(!self.position.turn(), reply, bonus / 2);
    }
}
