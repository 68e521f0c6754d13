//! The root of one thread's search: the list of root moves, iterative deepening and aspiration windows.

use super::limits::{Event, Limits, Line};
use super::moves::Pressure;
use super::reductions::PLY;
use super::score::Score;
use super::table::{Bound, Known};
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{Board, Point, Shape};
use std::collections::VecDeque;
use std::time::Instant;

/// A root move and what the last finished search of it said.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) point: Point,
    pub(crate) score: Score,
    /// The score of the iteration before, which orders moves that were not the best since.
    pub(crate) previous: Score,
    pub(crate) line: Vec<Point>,
    pub(crate) selective_depth: u32,
    pub(crate) depth: u32,
}

/// The moves to choose from: those that do not lose at once if there are any, else whatever is legal, else
/// whatever is empty.
pub(crate) fn root_moves(board: &Board, limits: &Limits) -> Vec<Point> {
    let allowed = |point: &Point| {
        (limits.only.is_empty() || limits.only.contains(point)) && !limits.without.contains(point)
    };
    let own = board.to_move();
    let legal = |list: Vec<Point>| -> Vec<Point> {
        list.into_iter().filter(|&point| board.is_legal(point)).filter(allowed).collect()
    };
    let wins = legal(board.fives(own).iter().collect());
    if !wins.is_empty() {
        return wins;
    }
    let mut forced = Vec::new();
    super::moves::generate(board, Pressure::on(board), &mut forced);
    let forced = legal(forced.into_iter().map(|ranked| ranked.point).collect());
    if !forced.is_empty() {
        return forced;
    }
    let near = legal(board.candidates().collect());
    if !near.is_empty() {
        return near;
    }
    let any = legal(board.empty_points().collect());
    if any.is_empty() { board.empty_points().filter(allowed).collect() } else { any }
}

pub(crate) struct Plan<'p> {
    pub(crate) limits: &'p Limits,
    pub(crate) began: Instant,
    /// The thread's number; the first one reports.
    pub(crate) number: usize,
}

impl<E: Evaluator> Worker<'_, E> {
    /// Deepens until a limit. Returns the root moves, best first, and the last finished depth.
    pub(crate) fn deepen(
        &mut self,
        mut moves: Vec<RootMove>,
        plan: &Plan,
        tell: &mut dyn FnMut(Event),
    ) -> (Vec<RootMove>, u32) {
        let lines = plan.limits.lines.max(1).min(moves.len());
        let deepest = plan.limits.depth.unwrap_or(200).min(200);
        let mut finished = 0;
        for depth in 1..=deepest {
            for root in &mut moves {
                root.previous = root.score;
            }
            for rank in 0..lines {
                self.aspire(&mut moves, rank, depth, tell, plan);
                moves[..=rank].sort_by_key(|root| std::cmp::Reverse(root.score));
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            finished = depth;
            if plan.number == 0 {
                for (rank, root) in moves[..lines].iter().enumerate() {
                    let line = line_of(root);
                    let nodes = self.total_nodes();
                    tell(Event::Line { rank, line: &line, nodes, time: plan.began.elapsed() });
                }
            }
            if is_settled(&moves, lines, depth, plan) {
                break;
            }
        }
        (moves, finished)
    }

    fn total_nodes(&mut self) -> u64 {
        self.check_limits();
        self.shared.nodes.load(std::sync::atomic::Ordering::Relaxed)
    }

    fn aspire(
        &mut self,
        moves: &mut Vec<RootMove>,
        rank: usize,
        depth: u32,
        tell: &mut dyn FnMut(Event),
        plan: &Plan,
    ) {
        let previous = moves[rank].previous;
        let mut delta = self.tuning.aspiration;
        let (mut alpha, mut beta) = if depth >= 5 && !previous.is_decided() && previous > -Score::INFINITE {
            (previous.plus(-delta), previous.plus(delta))
        } else {
            (-Score::INFINITE, Score::INFINITE)
        };
        let mut high = 0;
        loop {
            let adjusted = (depth as i32 * PLY - high / 3 * PLY).max(PLY);
            let own = self.search_root(moves, rank, alpha, beta, adjusted, depth, tell, plan);
            let score = self.agree(own, moves);
            moves[rank..]
                .sort_by(|one, other| other.score.cmp(&one.score).then(other.previous.cmp(&one.previous)));
            if self.stopped {
                return;
            }
            if score <= alpha {
                beta = Score::estimate(i32::midpoint(alpha.raw(), beta.raw())).max(alpha.plus(1));
                alpha = score.plus(-delta).max(-Score::INFINITE);
                high = 0;
            } else if score >= beta {
                beta = score.plus(delta).min(Score::INFINITE);
                high += 1;
            } else {
                return;
            }
            if score.is_decided() {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
            delta = delta * (3 + score.raw().abs() / 1024) / 3 + 6;
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the window, the place in the list and whom to tell")]
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        rank: usize,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        iteration: u32,
        tell: &mut dyn FnMut(Event),
        plan: &Plan,
    ) -> Score {
        self.root_delta = beta.raw() - alpha.raw();
        let old_alpha = alpha;
        let own = self.board.to_move();
        let eval = self.evaluator.value(&self.board);
        let frame = self.frame_mut(0);
        (frame.eval, frame.was_pv) = (eval, true);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let reductions = self.reductions;
        for root in &mut moves[rank..] {
            root.score = -Score::INFINITE;
        }
        let mut heard = None;
        let mut queue: VecDeque<(usize, bool)> =
            (0..moves.len() - rank).map(|index| (index, false)).collect();
        while let Some((index, again)) = queue.pop_front() {
            if let Some(better) = self.hear_of_better(alpha, beta)
                && let Some(root) = moves[rank..].iter_mut().find(|root| root.point == better.point)
            {
                (alpha, best, best_move) = (better.score, better.score, Some(better.point));
                heard = best_move;
                *root = better;
            }
            let root = &mut moves[rank + index];
            let point = root.point;
            if heard == Some(point) {
                continue;
            }
            let work = self.work_key(point, index + 1, depth);
            if !again && self.is_busy(work) {
                queue.push_back((index, true));
                continue;
            }
            if plan.number == 0 {
                tell(Event::RootMove { point, depth: iteration });
            }
            self.selective_depth = 0;
            let cell = self.board.cell(point);
            let (made, prevented) = (cell.shape(own), cell.shape(!own));
            let frame = self.frame_mut(0);
            (frame.made, frame.prevented, frame.played, frame.extra) = (made, prevented, Some(point), 0);
            let new_depth = depth - PLY;
            self.set_busy(work, true);
            self.play(point);
            let zero = alpha.plus(1);
            let mut score = -Score::INFINITE;
            if index > 0 {
                let late = depth >= 2 * PLY && index > 1 && !best.is_loss();
                let mut reduction =
                    if late { reductions.get(depth, index) - self.tuning.root_reduction } else { 0 };
                if made >= Shape::Three || prevented >= Shape::Three {
                    reduction -= PLY / 2;
                }
                let reduced = (new_depth - reduction.max(0)).max(PLY.min(new_depth));
                score = -self.search::<false>(1, -zero, -alpha, reduced, true);
                if score > alpha && reduced < new_depth {
                    score = -self.search::<false>(1, -zero, -alpha, new_depth, false);
                }
            }
            if index == 0 || score > alpha {
                score = -self.search::<true>(1, -beta, -alpha, new_depth, false);
            }
            self.undo();
            self.set_busy(work, false);
            if self.stopped {
                break;
            }
            if (index == 0 && heard.is_none()) || score > alpha {
                root.score = score;
                root.depth = iteration;
                root.selective_depth = self.selective_depth;
                root.line.clear();
                root.line.push(point);
                let rest = self.frame(1).line.clone();
                root.line.extend(rest);
            }
            if plan.number == 0 {
                tell(Event::RootMoveDone { point, lost: score.is_loss(), best: score > best });
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(point);
                    if score >= beta {
                        break;
                    }
                    self.tell_of_better(root);
                    alpha = score;
                }
            }
        }
        if !self.stopped && rank == 0 && plan.limits.without.is_empty() && plan.limits.only.is_empty() {
            let bound = Bound::of(best, old_alpha, beta, true);
            let (eval, depth) = (Some(eval), depth / PLY);
            let known = Known { score: best, eval, depth, bound, was_pv: true, best: best_move };
            self.table.store(self.board.key(), 0, known);
        }
        best
    }
}

/// Whether deeper iterations would change nothing or would not be finished.
fn is_settled(moves: &[RootMove], lines: usize, depth: u32, plan: &Plan) -> bool {
    let limits = plan.limits;
    let timed = limits.soft_time.is_some();
    let best = moves[0].score;
    if lines == 1 && best.is_win() && (timed || best.plies_to_five().is_some_and(|plies| plies <= depth)) {
        return true;
    }
    if timed && moves.len() == 1 && lines == 1 {
        return true;
    }
    // A loss that was found to its end stays one; look a little further for a longer defence.
    if timed && best.is_loss() && best.plies_to_five().is_some_and(|plies| plies + 4 < depth) {
        return true;
    }
    match (limits.soft_time, limits.hard_time) {
        (Some(soft), Some(hard)) if soft < hard => plan.began.elapsed() * 10 > soft * 6,
        _ => false,
    }
}

pub(crate) fn line_of(root: &RootMove) -> Line {
    Line {
        score: if root.score > -Score::INFINITE { root.score } else { root.previous },
        moves: if root.line.is_empty() { vec![root.point] } else { root.line.clone() },
        depth: root.depth,
        selective_depth: root.selective_depth,
    }
}
