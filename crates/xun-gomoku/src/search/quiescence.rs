//! The search beyond the depth: only fours and their forced answers, so that no leaf overlooks a
//! run of fours.

use super::moves::{generate_fours, rank};
use super::score::Score;
use super::table::{Bound, Known};
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::Shape;

impl<E: Evaluator> Worker<'_, E> {
    /// The value with fours only; the side to move may stop anywhere. `depth` counts down from
    /// zero.
    pub(crate) fn quiescence<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        if let Some(score) = self.enter(ply) {
            return score;
        }
        let own = self.board.to_move();
        if self.board.count(!own, Shape::Five) > 0 {
            return self.answer_four::<PV>(ply, alpha, beta, depth);
        }
        let key = self.board.key();
        let known = self.table.probe(key, ply);
        let deep_enough = known.filter(|known| !PV && known.depth >= depth);
        if let Some(score) = deep_enough.and_then(|known| known.settled(beta)) {
            return score;
        }
        let eval =
            known.and_then(|known| known.eval).unwrap_or_else(|| self.evaluator.value(&self.board));
        self.frame_mut(ply).eval = eval;
        let mut best = Score::estimate(eval);
        let old_alpha = alpha;
        let mut best_move = None;
        let hopeless = !PV && eval + self.tuning.quiescence_margin_at(depth) < alpha.raw();
        if best < beta && !hopeless {
            alpha = alpha.max(best);
            let mut list = self.take_list(ply);
            generate_fours(&self.board, &mut list);
            // Later fours must do more than threaten five, and be near.
            if depth < -self.tuning.quiescence_wide {
                let last = self.board.recent(1);
                list.retain(|ranked| {
                    self.board.cell(ranked.point).shape(own) >= Shape::FourPlus
                        && last.is_none_or(|last| last.distance(ranked.point) <= 5)
                });
            }
            rank(&self.board, &self.evaluator, &mut list);
            if let Some(place) = known
                .and_then(|known| known.best)
                .and_then(|best| list.iter().position(|ranked| ranked.point == best))
            {
                list[..=place].rotate_right(1);
            }
            for ranked in &list {
                let point = ranked.point;
                if self.board.is_forbidden(point) {
                    continue;
                }
                let made = self.board.cell(point).shape(own);
                let prevented = self.board.cell(point).shape(!own);
                let frame = self.frame_mut(ply);
                (frame.made, frame.prevented, frame.played) = (made, prevented, Some(point));
                self.play(point);
                let score = -self.quiescence::<PV>(ply + 1, -beta, -alpha, depth - 1);
                self.undo();
                if self.stopped {
                    break;
                }
                if score > best {
                    best = score;
                    if score > alpha {
                        best_move = Some(point);
                        if PV {
                            self.extend_line(ply, point);
                        }
                        if score >= beta {
                            break;
                        }
                        alpha = score;
                    }
                }
            }
            self.give_list(ply, list);
            if self.stopped {
                return Score::DRAW;
            }
        }
        let bound = Bound::of(best, old_alpha, beta, PV);
        let known = Known {
            score: best,
            eval: Some(eval),
            depth: depth.max(-16),
            bound,
            was_pv: PV,
            best: best_move,
        };
        self.table.store(key, ply, known);
        best
    }

    /// The one answer to a four.
    fn answer_four<const PV: bool>(
        &mut self,
        ply: usize,
        alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        let own = self.board.to_move();
        let Some(point) = self.board.fives(!own).first() else { return Score::loss_at(ply + 2) };
        let made = self.board.cell(point).shape(own);
        let eval = -self.frame(ply.saturating_sub(1)).eval;
        let frame = self.frame_mut(ply);
        (frame.made, frame.prevented, frame.played, frame.eval) =
            (made, Shape::Five, Some(point), eval);
        self.play(point);
        let score = -self.quiescence::<PV>(ply + 1, -beta, -alpha, depth - 1);
        self.undo();
        if PV && score > alpha && !self.stopped {
            self.extend_line(ply, point);
        }
        score
    }
}
