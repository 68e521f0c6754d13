//! The root of one thread's search: the list of root moves, iterative deepening and aspiration
//! windows.

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

/// The moves to choose from: those that do not lose at once if there are any, else whatever is
/// legal, else whatever is empty.
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
            // Only several lines need what the last depth said of each.
            let before = if lines > 1 && finished > 0 { moves.clone() } else { Vec::new() };
            for root in &mut moves {
                root.previous = root.score;
            }
            for rank in 0..lines {
                self.aspire(&mut moves, rank, depth, tell, plan);
                if self.stopped && !before.is_empty() {
                    fall_back(&mut moves, rank, before);
                    break;
                }
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
        let (mut alpha, mut beta) =
            if depth >= 5 && !previous.is_decided() && previous > -Score::INFINITE {
                (previous.plus(-delta), previous.plus(delta))
            } else {
                (-Score::INFINITE, Score::INFINITE)
            };
        let mut high = 0;
        loop {
            let adjusted = (depth as i32 * PLY - high / 3 * PLY).max(PLY);
            let own = self.search_root(moves, rank, alpha, beta, adjusted, depth, tell, plan);
            let score = self.agree(own, moves);
            moves[rank..].sort_by(|one, other| {
                other.score.cmp(&one.score).then(other.previous.cmp(&one.previous))
            });
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

    #[expect(
        clippy::too_many_arguments,
        reason = "the window, the place in the list and whom to tell"
    )]
    #[expect(clippy::too_many_lines, reason = "joined with the inner move loop later")]
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
            (frame.made, frame.prevented, frame.played, frame.extra) =
                (made, prevented, Some(point), 0);
            let new_depth = depth - PLY;
            self.set_busy(work, true);
            self.play(point);
            let zero = alpha.plus(1);
            let mut score = -Score::INFINITE;
            if index > 0 {
                let late = depth >= 2 * PLY && index > 1 && !best.is_loss();
                let mut reduction = if late {
                    reductions.get(depth, index) - self.tuning.root_reduction
                } else {
                    0
                };
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
        if !self.stopped
            && rank == 0
            && plan.limits.without.is_empty()
            && plan.limits.only.is_empty()
        {
            let bound = Bound::of(best, old_alpha, beta, true);
            let (eval, depth) = (Some(eval), depth / PLY);
            let known = Known { score: best, eval, depth, bound, was_pv: true, best: best_move };
            self.table.store(self.board.key(), 0, known);
        }
        best
    }
}

/// The lines of a depth that was cut off after this many of them, completed by those of the depth
/// `before`.
///
/// What the depth before said of them may be more than this depth says of a line above; but the
/// search of that line has looked at all the moves left and found none better, so that they count
/// for no more than it.
fn fall_back(moves: &mut Vec<RootMove>, done: usize, before: Vec<RootMove>) {
    // A first move better than anything known before counts, even if others were still to be looked
    // at.
    let done = if moves[0].score > before[0].score { done.max(1) } else { done };
    moves.truncate(done);
    let most = moves.last().map_or(Score::INFINITE, |root| root.score);
    for mut root in before {
        if moves[..done].iter().all(|known| known.point != root.point) {
            root.score = root.score.min(most);
            moves.push(root);
        }
    }
}

/// Whether deeper iterations would change nothing or would not be finished.
fn is_settled(moves: &[RootMove], lines: usize, depth: u32, plan: &Plan) -> bool {
    let limits = plan.limits;
    let timed = limits.soft_time.is_some();
    let best = moves[0].score;
    if lines == 1
        && best.is_win()
        && (timed || best.plies_to_five().is_some_and(|plies| plies <= depth))
    {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rule, Size};
    use crate::search::{Engine, Settings};

    fn root(x: u32, score: i32, depth: u32) -> RootMove {
        let point = Size::STANDARD.point(x, 7).unwrap();
        let score = Score::estimate(score);
        RootMove { point, score, previous: score, line: vec![point], selective_depth: depth, depth }
    }

    fn shown(moves: &[RootMove]) -> Vec<(u8, i32, u32)> {
        moves.iter().map(|root| (root.point.x(), root.score.raw(), root.depth)).collect()
    }

    #[test]
    fn lines_that_a_depth_did_not_reach_count_for_no_more_than_those_above() {
        let before = || vec![root(1, 60, 8), root(2, 50, 8), root(3, 10, 8)];
        // The best fell to 20: the second was looked at and is no better, whatever it had before.
        let mut moves = vec![root(1, 20, 9), root(3, -99, 9), root(2, -99, 9)];
        fall_back(&mut moves, 1, before());
        assert_eq!(shown(&moves), [(1, 20, 9), (2, 20, 8), (3, 10, 8)]);
        // Nothing is known of the others while the first is looked at.
        let mut moves = vec![root(1, 20, 9), root(2, -99, 9), root(3, -99, 9)];
        fall_back(&mut moves, 0, before());
        assert_eq!(shown(&moves), [(1, 60, 8), (2, 50, 8), (3, 10, 8)]);
        // But one that is better than anything known is the best.
        let mut moves = vec![root(2, 70, 9), root(1, 20, 9), root(3, -99, 9)];
        fall_back(&mut moves, 0, before());
        assert_eq!(shown(&moves), [(2, 70, 9), (1, 60, 8), (3, 10, 8)]);
    }

    #[test]
    fn the_best_of_several_lines_come_first_wherever_the_search_is_cut_off() {
        let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
        for (x, y) in [(7, 7), (8, 8), (6, 8), (8, 6), (8, 7), (6, 7)] {
            board.play(board.size().point(x, y).unwrap());
        }
        let mut engine = Engine::new(Settings { threads: 1, table_bytes: 1 << 20 });
        let mut unfinished = 0;
        for nodes in (1..60).map(|step| step * 700) {
            engine.clear();
            let limits = Limits { nodes: Some(nodes), lines: 6, ..Limits::default() };
            let lines = engine.search(&board, &limits, None, &mut |_| {}).lines;
            assert!(
                lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)),
                "{nodes} nodes: {lines:?}"
            );
            unfinished += usize::from(lines[0].depth != lines[5].depth);
        }
        assert!(unfinished > 5, "{unfinished} searches were cut off within a depth");
    }
}
