//! Quiescence search: beyond the depth only fours and their forced answers, so that no leaf
//! overlooks a run of fours.

use super::move_generation::{Ranked, generate_fours, rank};
use super::node::NodeType;
use super::stored_node::StoredNode;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{Point, Shape};
use xun_game::{Bound, Score};

impl<E: Evaluator> Worker<'_, E> {
    /// The score with fours only; the side to move may stop anywhere (stand pat). `depth` counts
    /// down from zero.
    pub(super) fn quiescence<N: NodeType>(
        &mut self,
        ply: usize,
        alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        if let Some(score) = self.enter(ply) {
            return score;
        }
        if self.board.count(!self.board.to_move(), Shape::Five) > 0 {
            return self.answer_four::<N>(ply, alpha, beta, depth);
        }
        let key = self.board.key();
        let known = StoredNode::probe(self.table, key, ply);
        let deep_enough = known.filter(|known| !N::PV && known.depth >= depth);
        if let Some(score) = deep_enough.and_then(|known| known.settled(beta)) {
            return score;
        }
        let eval =
            known.and_then(|known| known.eval).unwrap_or_else(|| self.evaluator.value(&self.board));
        self.frame_mut(ply).eval = eval;
        let stand_pat = Score::new(eval);
        let futile = !N::PV && eval + self.tuning.quiescence_margin_at(depth) < alpha.get();
        let (best, best_move) = if stand_pat >= beta || futile {
            (stand_pat, None)
        } else {
            let table_move = known.and_then(|known| known.best);
            self.try_fours::<N>(ply, (alpha, beta), depth, stand_pat, table_move)
        };
        if self.stopped {
            return Score::ZERO;
        }
        let known = StoredNode {
            score: best,
            eval: Some(eval),
            depth: depth.max(-16),
            bound: Bound::of(best, alpha, beta, N::PV),
            was_pv: N::PV,
            best: best_move,
        };
        known.store(self.table, key, ply);
        best
    }

    /// Searches the fours of the side to move; the best score, at least `stand_pat`, and its move.
    #[inline]
    fn try_fours<N: NodeType>(
        &mut self,
        ply: usize,
        (alpha, beta): (Score, Score),
        depth: i32,
        stand_pat: Score,
        table_move: Option<Point>,
    ) -> (Score, Option<Point>) {
        let (mut best, mut best_move) = (stand_pat, None);
        let mut alpha = alpha.max(best);
        let mut list = self.take_list(ply);
        self.list_fours(depth, table_move, &mut list);
        for ranked in &list {
            let point = ranked.point;
            if self.board.is_forbidden(point) {
                continue;
            }
            let score = self.search_four::<N>(ply, point, (alpha, beta), depth);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(point);
                    if N::PV {
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
        (best, best_move)
    }

    /// Fills the list with the fours to search, the move of the transposition table first.
    #[inline]
    fn list_fours(&self, depth: i32, table_move: Option<Point>, list: &mut Vec<Ranked>) {
        let own = self.board.to_move();
        generate_fours(&self.board, list);
        // Later fours must do more than threaten five, and be near.
        if depth < -self.tuning.quiescence_wide {
            let last = self.board.recent(1);
            list.retain(|ranked| {
                self.board.cell(ranked.point).shape(own) >= Shape::FourPlus
                    && last.is_none_or(|last| last.distance(ranked.point) <= 5)
            });
        }
        rank(&self.board, &self.evaluator, list);
        let place = table_move.and_then(|best| list.iter().position(|ranked| ranked.point == best));
        if let Some(place) = place {
            list[..=place].rotate_right(1);
        }
    }

    #[inline]
    fn search_four<N: NodeType>(
        &mut self,
        ply: usize,
        point: Point,
        (alpha, beta): (Score, Score),
        depth: i32,
    ) -> Score {
        let own = self.board.to_move();
        let made = self.board.cell(point).shape(own);
        let prevented = self.board.cell(point).shape(!own);
        let frame = self.frame_mut(ply);
        (frame.made, frame.prevented, frame.played) = (made, prevented, Some(point));
        self.play(point);
        let score = -self.quiescence::<N>(ply + 1, -beta, -alpha, depth - 1);
        self.undo();
        score
    }

    /// Searches the only answer to a four.
    fn answer_four<N: NodeType>(
        &mut self,
        ply: usize,
        alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        let own = self.board.to_move();
        let Some(point) = self.board.fives(!own).first() else { return Score::mated_in(ply + 2) };
        let made = self.board.cell(point).shape(own);
        let eval = -self.frame(ply.saturating_sub(1)).eval;
        let frame = self.frame_mut(ply);
        (frame.made, frame.prevented, frame.played, frame.eval) =
            (made, Shape::Five, Some(point), eval);
        self.play(point);
        let score = -self.quiescence::<N>(ply + 1, -beta, -alpha, depth - 1);
        self.undo();
        if N::PV && score > alpha && !self.stopped {
            self.extend_line(ply, point);
        }
        score
    }
}
