//! How deep a move is searched: deeper where little else is left, shallower where it hardly
//! matters.

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
    /// How much deeper a move is searched: answers to fours, and moves without which the position
    /// would be far worse.
    pub(super) fn extension<const PV: bool>(
        &mut self,
        ply: usize,
        beta: Score,
        depth: i32,
        point: Point,
        node: &Node,
    ) -> Extension {
        if node.pressure == Pressure::Five {
            return Extension::By(self.tuning.five_extension);
        }
        if Some(point) != node.table_move {
            return Extension::By(0);
        }
        let worth_asking =
            depth >= self.tuning.singular_depth && self.frame(ply).excluded.is_none();
        let known = node.known.filter(|known| {
            worth_asking
                && !known.score.is_decided()
                && known.bound.at_least()
                && known.depth * PLY >= depth - 130
        });
        let Some(known) = known else {
            let near_four = self.frame(ply).made >= Shape::Four
                && self.before(ply, 2).played.is_some_and(|other| other.distance(point) <= 4);
            return Extension::By(
                self.tuning.table_move_extension
                    + if PV { 11 } else { 0 }
                    + if near_four { self.tuning.near_four } else { 0 },
            );
        };
        let former = !PV && self.frame(ply).was_pv;
        let margin = (self.tuning.singular + if former { self.tuning.singular_former } else { 0 })
            * (depth / PLY)
            / 64;
        let bound = known.score.plus(-margin);
        let reduced =
            depth - (depth * self.tuning.singular_reduction / 100 - if former { PLY } else { 0 });
        self.frame_mut(ply).excluded = Some(point);
        let score = self.search::<false>(ply, bound.plus(-1), bound, reduced, node.cut);
        self.frame_mut(ply).excluded = None;
        if score < bound {
            let very = !PV
                && score.raw() < bound.raw() - self.tuning.double_margin
                && self.before(ply, 1).extra < 10 * PLY;
            Extension::By(if very { 2 * PLY } else { PLY })
        } else if bound >= beta {
            Extension::CutOff(beta)
        } else if known.score >= beta {
            Extension::By(-self.tuning.negative_extension)
        } else {
            Extension::By(0)
        }
    }

    /// How much shallower a late move is searched first.
    #[expect(
        clippy::too_many_arguments,
        reason = "all of it decides; a struct would only rename it"
    )]
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
        let tuning = &self.tuning;
        let mut reduction = self.reductions.get(depth, seen.number);
        if PV {
            let share =
                tuning.window_reduction * (beta.raw() - alpha.raw()) / self.root_delta.max(1);
            reduction = (reduction - share).max(0);
        } else if !node.improving && reduction > PLY {
            reduction += tuning.worse_reduction;
        }
        let important = seen.made >= Shape::DoubleTwo || seen.prevented >= Shape::Three;
        reduction += match (seen.trivial, seen.distant, important) {
            (true, true, _) => tuning.trivial_reduction + tuning.distant_reduction,
            (true, false, _) => tuning.trivial_reduction,
            (false, _, false) => 1 + tuning.plain_reduction,
            (false, _, true) => 1,
        };
        if self.frame(ply).was_pv {
            reduction -= tuning.former_reduction;
        }
        let killer = self.frame(ply).killers.contains(&Some(point));
        if node.cut && (!killer || seen.attacking) {
            reduction += tuning.cut_reduction;
        }
        if node.pressure == Pressure::OpenFour && seen.prevented < Shape::Four {
            let far = |plies: usize| {
                self.before(ply, plies).played.is_none_or(|other| other.distance(point) > 4)
            };
            reduction += if far(1) { tuning.far_defence } else { 0 }
                + if far(2) { tuning.far_defence / 2 } else { 0 };
        }
        if node.pressure == Pressure::Free && self.before(ply, 2).made >= Shape::Three {
            let near = self.before(ply, 2).played.is_some_and(|other| other.distance(point) <= 4);
            if seen.made >= Shape::Three || (near && seen.made >= Shape::DoubleTwo) {
                reduction -= tuning.follow_three;
            }
        }
        if seen.made == Shape::Forbidden || seen.prevented == Shape::Forbidden {
            reduction -= tuning.forbidden_reduction;
        }
        let own = self.board.to_move();
        let history = self.history.score(own, point, true)
            + self.history.score(own, point, false) * 3 / 4
            - tuning.history_mean;
        reduction
            - history * PLY
                / (tuning.history_ply
                    - if depth > 5 * PLY { 0 } else { tuning.history_ply * 43 / 166 })
    }
}
