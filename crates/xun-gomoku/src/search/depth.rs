//! How deep a move is searched: deeper where little else is left, shallower where it hardly matters.

use super::moves::Pressure;
use super::negamax::Node;
use super::reductions::PLY;
use super::score::Score;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{Point, Shape};

/// A move as the loop sees it.
pub(super) struct Seen {
    pub(super) number: usize,
    pub(super) made: Shape,
    pub(super) prevented: Shape,
    pub(super) trivial: bool,
    pub(super) distant: bool,
    pub(super) attacking: bool,
}

/// What the question whether a move is the only good one comes to.
pub(super) enum Extension {
    By(i32),
    CutOff(Score),
}

impl<E: Evaluator> Worker<'_, E> {
    /// How much deeper a move is searched: answers to fours, and moves without which the position would be far worse.
    pub(super) fn extension<const PV: bool>(
        &mut self,
        ply: usize,
        beta: Score,
        depth: i32,
        point: Point,
        node: &Node,
    ) -> Extension {
        if node.pressure == Pressure::Five {
            return Extension::By(83);
        }
        if Some(point) != node.table_move {
            return Extension::By(0);
        }
        let worth_asking = depth >= 426 && self.frame(ply).excluded.is_none();
        let known = node.known.filter(|known| {
            worth_asking
                && !known.score.is_decided()
                && known.bound.at_least()
                && known.depth * PLY >= depth - 130
        });
        let Some(known) = known else {
            let near_four = self.frame(ply).made >= Shape::Four
                && self.before(ply, 2).played.is_some_and(|other| other.distance(point) <= 4);
            return Extension::By(if PV { 16 } else { 5 } + if near_four { 15 } else { 0 });
        };
        let former = !PV && self.frame(ply).was_pv;
        let margin = (self.tuning.singular + if former { 64 } else { 0 }) * (depth / PLY) / 64;
        let bound = known.score.plus(-margin);
        let reduced = depth - (depth * 54 / 100 - if former { PLY } else { 0 });
        self.frame_mut(ply).excluded = Some(point);
        let score = self.search::<false>(ply, bound.plus(-1), bound, reduced, node.cut);
        self.frame_mut(ply).excluded = None;
        if score < bound {
            let very = !PV && score.raw() < bound.raw() - 25 && self.before(ply, 1).extra < 10 * PLY;
            Extension::By(if very { 2 * PLY } else { PLY })
        } else if bound >= beta {
            Extension::CutOff(beta)
        } else if known.score >= beta {
            Extension::By(-96)
        } else {
            Extension::By(0)
        }
    }

    /// How much shallower a late move is searched first.
    #[expect(clippy::too_many_arguments, reason = "all of it decides; a struct would only rename it")]
    pub(super) fn reduction<const PV: bool>(
        &self,
        ply: usize,
        alpha: Score,
        beta: Score,
        depth: i32,
        point: Point,
        seen: &Seen,
        node: &Node,
    ) -> i32 {
        let mut reduction = self.reductions.get(depth, seen.number);
        if PV {
            let share = PLY * (beta.raw() - alpha.raw()) / self.root_delta.max(1);
            reduction = (reduction - share).max(0);
        } else if !node.improving && reduction > PLY {
            reduction += PLY;
        }
        let important = seen.made >= Shape::DoubleTwo || seen.prevented >= Shape::Three;
        reduction += match (seen.trivial, seen.distant, important) {
            (true, true, _) => 20,
            (true, false, _) => 8,
            (false, _, false) => 5,
            (false, _, true) => 1,
        };
        if self.frame(ply).was_pv {
            reduction -= 62;
        }
        let killer = self.frame(ply).killers.contains(&Some(point));
        if node.cut && (!killer || seen.attacking) {
            reduction += 115;
        }
        if node.pressure == Pressure::OpenFour && seen.prevented < Shape::Four {
            let far =
                |plies: usize| self.before(ply, plies).played.is_none_or(|other| other.distance(point) > 4);
            reduction += if far(1) { 123 } else { 0 } + if far(2) { 61 } else { 0 };
        }
        if node.pressure == Pressure::Free && self.before(ply, 2).made >= Shape::Three {
            let near = self.before(ply, 2).played.is_some_and(|other| other.distance(point) <= 4);
            if seen.made >= Shape::Three || (near && seen.made >= Shape::DoubleTwo) {
                reduction -= 34;
            }
        }
        if seen.made == Shape::Forbidden || seen.prevented == Shape::Forbidden {
            reduction -= 67;
        }
        let own = self.board.to_move();
        let history =
            self.history.score(own, point, true) + self.history.score(own, point, false) * 3 / 4 - 3300;
        reduction - history * PLY / if depth > 5 * PLY { 16_600 } else { 12_300 }
    }
}
