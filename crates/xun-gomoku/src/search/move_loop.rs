//! The moves of one position: in which order, which are left out, and what is learnt from them.

use super::depth::{Extension, Seen};
use super::moves::{Pressure, Ranked, generate};
use super::negamax::Node;
use super::reductions::PLY;
use super::score::Score;
use super::table::{Bound, Known};
use super::team::Waiting;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{Colour, Point, Shape};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Generate,
    Listed,
    /// What other threads were searching when its turn came.
    PutOff,
}

impl<E: Evaluator> Worker<'_, E> {
    #[expect(
        clippy::too_many_lines,
        reason = "the loop over moves in one view; each decision is its own function"
    )]
    pub(super) fn search_moves<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        mut depth: i32,
        node: &Node,
    ) -> Score {
        let own = self.board.to_move();
        let excluded = self.frame(ply).excluded;
        let (old_alpha, begun) = (alpha, depth);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut seen = 0;
        let mut waiting = Waiting::default();
        let mut tried: [Option<(Point, bool)>; 32] = [None; 32];
        let likely_high = !PV
            && node.cut
            && node.pressure == Pressure::Free
            && node.eval.better >= beta.raw() + self.tuning.likely_high * depth / PLY - 9;
        let mut stage = if node.table_move.is_some() { Stage::TableMove } else { Stage::Generate };
        let mut list = self.take_list(ply);
        list.clear();
        let mut next = 0;
        loop {
            let (point, again) = match stage {
                Stage::TableMove => {
                    stage = Stage::Generate;
                    match node.table_move {
                        Some(point) => (point, None),
                        None => continue,
                    }
                }
                Stage::Generate => {
                    self.generate_ranked(ply, node.pressure, &mut list);
                    stage = Stage::Listed;
                    continue;
                }
                Stage::Listed => match pick(&mut list, next) {
                    Some(ranked) if Some(ranked.point) == node.table_move => {
                        next += 1;
                        continue;
                    }
                    Some(ranked) => {
                        next += 1;
                        (ranked.point, None)
                    }
                    None => {
                        stage = Stage::PutOff;
                        continue;
                    }
                },
                Stage::PutOff => match waiting.resume() {
                    Some((point, number)) => (point, Some(number)),
                    None => break,
                },
            };
            if Some(point) == excluded || self.board.is_forbidden(point) {
                continue;
            }
            let number = again.unwrap_or(seen + 1);
            seen = seen.max(number);
            let cell = self.board.cell(point);
            let (made, prevented) = (cell.shape(own), cell.shape(!own));
            {
                let frame = self.frame_mut(ply);
                frame.made = made;
                frame.prevented = prevented;
            }
            let trivial = made == Shape::Quiet && prevented == Shape::Quiet;
            let distant = self.is_distant(ply, point);
            if again.is_none() && !best.is_loss() && number > 1 && best > -Score::INFINITE {
                if number >= self.move_count_limit(depth, node.improving) {
                    stage = Stage::PutOff;
                    continue;
                }
                if trivial && depth < self.tuning.trivial_depth {
                    continue;
                }
                if node.pressure == Pressure::OpenFour
                    && depth < self.tuning.defence_depth
                    && prevented < Shape::Four
                    && distant
                {
                    continue;
                }
            }
            let work = self.work_key(point, number, depth);
            if again.is_none() && self.is_busy(work) && waiting.put_off(point, number) {
                continue;
            }
            let mut extension = match self.extension::<PV>(ply, beta, depth, point, node) {
                Extension::By(extension) => extension,
                Extension::CutOff(score) => {
                    self.give_list(ply, list);
                    return score;
                }
            };
            if self.stopped {
                self.give_list(ply, list);
                return Score::DRAW;
            }
            if likely_high {
                if made < Shape::Four {
                    extension -= self.tuning.likely_reduction;
                } else if self.before(ply, 2).made >= Shape::Four {
                    extension += PLY;
                }
            }
            let mut new_depth = depth - PLY + extension;
            let extra = self.before(ply, 1).extra + (extension - PLY).max(0);
            {
                let frame = self.frame_mut(ply);
                frame.made = made;
                frame.prevented = prevented;
                frame.played = Some(point);
                frame.extra = extra;
            }
            let attacking = made >= Shape::Three;
            let reduction = if depth >= 2 * PLY && number > 1 {
                let looks = Seen { number, made, prevented, trivial, distant, attacking };
                Some(self.reduction::<PV>(ply, alpha, beta, depth, point, &looks, node))
            } else {
                None
            };
            self.set_busy(work, true);
            self.play(point);
            let zero = alpha.plus(1);
            let mut score = -Score::INFINITE;
            if let Some(reduction) = reduction {
                let reduced = (new_depth - reduction).min(new_depth + PLY).max(PLY);
                score = -self.search::<false>(ply + 1, -zero, -alpha, reduced, true);
                if score > alpha && reduced < new_depth {
                    let gap = (new_depth - reduced) / PLY;
                    if score.raw() > alpha.raw() + self.tuning.deeper_margin + 11 * gap
                        && extra < 5 * PLY
                    {
                        new_depth += PLY;
                    } else if score.raw() < best.raw() + new_depth / PLY {
                        new_depth -= PLY;
                    }
                    if reduced < new_depth {
                        score = -self.search::<false>(ply + 1, -zero, -alpha, new_depth, !node.cut);
                    }
                }
            } else if !PV || number > 1 {
                score = -self.search::<false>(ply + 1, -zero, -alpha, new_depth, !node.cut);
            }
            if PV && (number == 1 || (score > alpha && score < beta)) {
                score = -self.search::<true>(ply + 1, -beta, -alpha, new_depth, false);
            }
            self.undo();
            self.set_busy(work, false);
            if self.stopped {
                self.give_list(ply, list);
                return Score::DRAW;
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
                    if depth > 2 * PLY && depth < 12 * PLY && score.raw().abs() < 2000 {
                        depth -= self.tuning.raised_reduction;
                    }
                }
            }
            if number <= tried.len() && best_move != Some(point) {
                tried[number - 1] = Some((point, attacking));
            }
        }
        self.give_list(ply, list);
        if seen == 0 {
            return match (excluded, node.pressure) {
                (Some(_), _) => alpha,
                (None, Pressure::Five) => Score::loss_at(ply + 2),
                (None, _) => Score::loss_at(ply + 4),
            };
        }
        if let Some(point) = best_move.filter(|_| best >= beta) {
            self.learn(ply, own, point, depth, tried.iter().flatten());
        }
        if excluded.is_none() {
            let bound = Bound::of(best, old_alpha, beta, PV);
            let was_pv = self.frame(ply).was_pv
                || (best <= old_alpha && depth > 3 * PLY && self.before(ply, 1).was_pv);
            // For the others of a team it is the node that they came to, too; a single thread notes
            // what it has really searched.
            let known_depth = if self.shared.team.is_some() { begun } else { depth };
            let known = Known {
                score: best,
                eval: node.eval.asked.then_some(node.eval.raw),
                depth: known_depth / PLY,
                bound,
                was_pv,
                best: best_move,
            };
            self.table.store(node.key, ply, known);
        }
        best
    }

    fn generate_ranked(&mut self, ply: usize, pressure: Pressure, list: &mut Vec<Ranked>) {
        generate(&self.board, pressure, list);
        if list.is_empty() && pressure == Pressure::Free {
            list.extend(self.board.empty_points().map(|point| Ranked { point, rank: 0 }));
        }
        if pressure == Pressure::Five {
            return;
        }
        self.evaluator.prepare(&self.board);
        self.evaluator.rank_by_policy(&self.board, list);
        let own = self.board.to_move();
        let answer = self.frame(ply.saturating_sub(1)).played.filter(|_| ply > 0);
        let answer = answer.and_then(|to| self.history.answer(own, to));
        let killers = self.frame(ply).killers;
        for ranked in list.iter_mut() {
            let point = ranked.point;
            let attacking = self.board.cell(point).shape(own) >= Shape::Three;
            let history = self.history.score(own, point, attacking)
                / if attacking { self.tuning.rank_attack } else { self.tuning.rank_quiet };
            let mut rank = ranked.rank + history;
            if answer == Some(point) {
                rank += self.tuning.rank_answer;
            }
            if killers.contains(&Some(point)) {
                rank += self.tuning.rank_killer;
            }
            ranked.rank = rank;
        }
    }

    fn is_distant(&self, ply: usize, point: Point) -> bool {
        let far = |plies: usize, most: u32| {
            self.before(ply, plies).played.is_none_or(|other| other.distance(point) > most)
        };
        far(1, 4) && far(2, self.tuning.far as u32)
    }

    fn learn<'t>(
        &mut self,
        ply: usize,
        own: Colour,
        point: Point,
        depth: i32,
        tried: impl Iterator<Item = &'t (Point, bool)>,
    ) {
        let plies = depth / PLY;
        let bonus =
            (4 * plies * plies + self.tuning.bonus_slope * plies).min(self.tuning.bonus_limit);
        let attacking = self.board.cell(point).shape(own) >= Shape::Three;
        self.history.reward(own, point, attacking, bonus);
        for &(other, attacking) in tried.filter(|(other, _)| *other != point) {
            self.history.reward(own, other, attacking, -bonus * self.tuning.malus / 100);
        }
        if let Some(to) = self.before(ply, 1).played {
            self.history.set_answer(own, to, point);
        }
        let killers = &mut self.frame_mut(ply).killers;
        if killers[0] != Some(point) {
            *killers = [Some(point), killers[0]];
        }
    }

    /// Moves beyond this number are left out at this depth.
    fn move_count_limit(&self, depth: i32, improving: bool) -> usize {
        let limit = self.reductions.move_count(depth);
        if improving { limit } else { (limit * self.tuning.count_worse as usize / 100).max(2) }
    }
}

/// The best of the moves from `from` on, brought to that place.
fn pick(list: &mut [Ranked], from: usize) -> Option<Ranked> {
    let mut best = from;
    for index in from + 1..list.len() {
        if list[index].rank > list[best].rank {
            best = index;
        }
    }
    if from < list.len() {
        list.swap(from, best);
    }
    list.get(from).copied()
}
