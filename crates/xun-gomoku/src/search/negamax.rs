//! The value of one position: what is known of it, what its evaluation decides alone, then its
//! moves. Each step is a small function, so that [`Worker::search`] reads like its own explanation.

use super::moves::Pressure;
use super::reductions::PLY;
use super::score::Score;
use super::table::{Bound, Known};
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{Point, Shape};
use xun_game::OpenNode;

/// What is known of a position before its moves are searched.
pub(super) struct Node {
    pub(super) pressure: Pressure,
    pub(super) key: u64,
    pub(super) known: Option<Known>,
    pub(super) table_move: Option<Point>,
    pub(super) eval: Eval,
    pub(super) improving: bool,
    pub(super) cut: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Eval {
    /// The evaluator's word, or what it said two plies before.
    pub(super) raw: i32,
    /// Whether it was asked about this very position.
    pub(super) asked: bool,
    /// Improved by what the table knows.
    pub(super) better: i32,
}

impl<E: Evaluator> Worker<'_, E> {
    /// The value of the position for the side to move within the window.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<PV>(ply, alpha, beta, 0);
        }
        if let Some(score) = self.enter(ply) {
            return score;
        }
        alpha = alpha.max(Score::loss_at(ply + 2));
        beta = beta.min(Score::win_at(ply + 3));
        if alpha >= beta {
            return alpha;
        }
        self.frame_mut(ply + 2).killers = [None; 2];

        let pressure = Pressure::on(&self.board);
        let excluded = self.frame(ply).excluded;
        let key = self.board.key() ^ excluded.map_or(0, |point| (point.index() as u64 + 1) << 40);
        let known = self.table.probe(key, ply);
        let deep_enough = known.filter(|known| !PV && self.is_deep_enough(known, depth));
        if let Some(score) = deep_enough.and_then(|known| known.settled(beta)) {
            return score;
        }
        let open = OpenNode { key, ply, depth, alpha, beta, pv: PV };
        let opened = self.open(open);
        let score = self.search_inside::<PV>(&open, known, pressure, cut, opened);
        self.close(opened, score)
    }

    /// The rest of a node that the table could not answer.
    #[inline(always)]
    fn search_inside<const PV: bool>(
        &mut self,
        open: &OpenNode<Score>,
        known: Option<Known>,
        pressure: Pressure,
        cut: bool,
        opened: bool,
    ) -> Score {
        let OpenNode { key, ply, mut depth, alpha, beta, .. } = *open;
        let excluded = self.frame(ply).excluded;
        if excluded.is_none() {
            self.frame_mut(ply).was_pv = PV || known.is_some_and(|known| known.was_pv);
        }
        self.frame_mut(ply + 1).was_pv = false;
        let mut table_move =
            known.and_then(|known| known.best).filter(|&point| self.board.is_legal(point));

        let eval = self.static_eval(ply, pressure, known.as_ref());
        self.frame_mut(ply).eval = eval.raw;
        let improving = pressure == Pressure::Free && eval.raw > self.before(ply, 2).eval;
        if pressure == Pressure::Free && !PV {
            if self.razors(depth, alpha, eval.better) {
                return self.quiescence::<false>(ply, alpha, alpha.plus(1), 0);
            }
            if self.is_futile(ply, depth, beta, eval.better, cut && known.is_none(), improving) {
                return Score::estimate(eval.better);
            }
        }
        if PV && pressure != Pressure::Five {
            depth -= match known.filter(|_| table_move.is_some()) {
                None => self.tuning.unknown_reduction,
                Some(known) => {
                    ((depth - known.depth * PLY) * self.tuning.known_reduction / PLY).clamp(0, 230)
                }
            };
            if depth <= 0 {
                return self.quiescence::<true>(ply, alpha, beta, 0);
            }
        }
        if depth >= 15 * PLY
            && table_move.is_none()
            && excluded.is_none()
            && pressure == Pressure::Free
        {
            depth -= PLY * 2 / 3;
            self.search::<PV>(ply, alpha, beta, depth / 3 - 7 * PLY, cut);
            table_move = self
                .table
                .probe(key, ply)
                .and_then(|known| known.best)
                .filter(|&point| self.board.is_legal(point));
            if self.stopped {
                return Score::DRAW;
            }
        }
        if opened {
            self.open_nodes.set_depth(depth);
        }
        let node = Node { pressure, key, known, table_move, eval, improving, cut };
        self.search_moves::<PV>(ply, alpha, beta, depth, &node)
    }

    fn static_eval(&mut self, ply: usize, pressure: Pressure, known: Option<&Known>) -> Eval {
        if pressure == Pressure::Five {
            let raw = -self.before(ply, 1).eval;
            return Eval { raw, asked: true, better: raw };
        }
        // A search without one move asks about a position that was asked about just before.
        let again = self.frame(ply).excluded.map(|_| self.frame(ply).eval);
        let word = known.and_then(|known| known.eval).or(again);
        // Under the threat of an open four only later plies look at it, to see whether they
        // improve: they see farther back so.
        let borrowed =
            word.is_none() && pressure == Pressure::OpenFour && self.tuning.borrowed_eval != 0;
        let raw = match word {
            Some(word) => word,
            None if borrowed => self.before(ply, 2).eval,
            None => self.evaluator.value(&self.board),
        };
        let better = match known {
            Some(known)
                if known.bound != Bound::None
                    && (known.bound == Bound::Exact
                        || known.bound.at_least() == (known.score.raw() > raw)) =>
            {
                known.score.raw()
            }
            _ => raw,
        };
        Eval { raw, asked: !borrowed, better }
    }

    /// The evaluation is so far above the window that the opponent will hardly come back.
    fn is_futile(
        &self,
        ply: usize,
        depth: i32,
        beta: Score,
        eval: i32,
        unsure: bool,
        improving: bool,
    ) -> bool {
        let four = |plies: usize| self.before(ply, plies).made >= Shape::Four;
        let scale = self.tuning.futility - if unsure { self.tuning.futility_unsure } else { 0 };
        let depth = depth - PLY - if improving { self.tuning.futility_improving } else { 0 };
        let margin = (scale * depth / PLY).max(0);
        !beta.is_loss()
            && eval < Score::BOUND.raw()
            && eval - margin >= beta.raw()
            && !(four(2) && four(4))
    }

    /// The evaluation is so far below the window that only a run of fours can help.
    fn razors(&self, depth: i32, alpha: Score, eval: i32) -> bool {
        let margin = self.tuning.razor_base + self.tuning.razor_slope * depth / PLY;
        !alpha.is_decided() && depth < self.tuning.razor_depth && eval + margin < alpha.raw()
    }
}
