//! Reductions: late moves and nodes without a move from the transposition table are searched less
//! deep. A depth is counted in 64ths of a ply.

use super::move_generation::Pressure;
use super::move_loop::Candidate;
use super::node::{Node, NodeType};
use super::tuning::Tuning;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::Shape;
use xun_game::Score;

/// One ply.
pub(crate) const PLY: i32 = 64;
const DEPTHS: usize = 64;
const MOVES: usize = 128;
/// Plies up to which late move pruning limits the number of moves; deeper nodes hardly have as
/// many.
const COUNTED: usize = 24;
const UNCOUNTED: usize = 100;

/// Late move reductions by depth in plies and number of the move, and the move counts of late move
/// pruning by depth, computed once from the tuning.
pub(crate) struct Reductions {
    /// The tuning values it was computed from.
    made_of: [i32; 3],
    table: [[i16; MOVES]; DEPTHS],
    counts: [u8; COUNTED],
}

impl Reductions {
    pub(crate) fn new(tuning: &Tuning) -> Self {
        // Floating point is used here only; the search itself is integer.
        let factor = f64::from(tuning.reduction) / 100.0;
        let mut table = [[0; MOVES]; DEPTHS];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                let plies = factor * factor * (depth as f64).ln() * (number as f64).ln();
                *cell = (plies * f64::from(PLY)) as i16;
            }
        }
        let mut counts = [0; COUNTED];
        for (depth, count) in counts.iter_mut().enumerate() {
            let more = (depth as f64).powf(f64::from(tuning.count_power) / 100.0);
            // The conversion saturates.
            *count = (f64::from(tuning.count_base) + more) as u8;
        }
        Self { made_of: numbers(tuning), table, counts }
    }

    /// Whether it was computed from the values of this tuning.
    pub(crate) fn is_of(&self, tuning: &Tuning) -> bool {
        self.made_of == numbers(tuning)
    }

    /// The base reduction of a move.
    #[inline]
    pub(crate) fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(
            self.table[(depth / PLY).clamp(0, DEPTHS as i32 - 1) as usize][number.min(MOVES - 1)],
        )
    }

    /// The number of moves searched at this depth.
    #[inline]
    pub(crate) fn move_count(&self, depth: i32) -> usize {
        self.counts
            .get((depth / PLY).max(0) as usize)
            .map_or(UNCOUNTED, |&count| usize::from(count))
    }
}

fn numbers(tuning: &Tuning) -> [i32; 3] {
    [tuning.reduction, tuning.count_base, tuning.count_power]
}

impl<E: Evaluator> Worker<'_, E> {
    /// Internal iterative reduction of a node on the principal variation: without a move from the
    /// transposition table, or with one from a shallower search, the order of moves is poor.
    #[inline]
    pub(super) fn internal_iterative_reduction(&self, node: &Node) -> i32 {
        match node.known.filter(|_| node.table_move.is_some()) {
            None => self.tuning.unknown_reduction,
            Some(known) => {
                let beyond = node.depth - known.depth * PLY;
                (beyond * self.tuning.known_reduction / PLY).clamp(0, 230)
            }
        }
    }

    /// Whether a cut node's static evaluation is so far above beta that its moves are reduced.
    #[inline]
    pub(super) fn is_likely_fail_high(&self, node: &Node) -> bool {
        node.cut
            && node.pressure == Pressure::Free
            && node.eval.refined >= node.beta.get() + self.tuning.likely_high * node.depth / PLY - 9
    }

    /// Late move reduction of the first, zero-window search; `None` searches a move at full depth.
    /// `best` is the best score so far.
    #[inline]
    pub(super) fn late_move_reduction<N: NodeType>(
        &self,
        node: &Node,
        candidate: &Candidate,
        best: Score,
    ) -> Option<i32> {
        let first_late = if N::ROOT { 3 } else { 2 };
        if node.depth < 2 * PLY || candidate.number < first_late {
            return None;
        }
        if N::ROOT {
            return (!best.is_loss()).then(|| self.root_reduction(node, candidate));
        }
        let tuning = &self.tuning;
        let mut reduction = self.reductions.get(node.depth, candidate.number);
        if N::PV {
            // Bounds beyond every evaluation count as the largest one.
            let width = Score::new(node.beta.get()).get() - Score::new(node.alpha.get()).get();
            let share = tuning.window_reduction * width / self.root_delta.max(1);
            reduction = (reduction - share).max(0);
        } else if !node.improving && reduction > PLY {
            reduction += tuning.worse_reduction;
        }
        reduction += self.pattern_reduction(candidate);
        if self.frame(node.ply).was_pv {
            reduction -= tuning.former_reduction;
        }
        let killer = self.frame(node.ply).killers.contains(&Some(candidate.point));
        if node.cut && (!killer || candidate.attacking) {
            reduction += tuning.cut_reduction;
        }
        reduction += self.threat_reduction(node, candidate);
        Some(reduction - self.history_reduction(node, candidate))
    }

    /// At the root late moves are reduced less, and moves that make or stop a three less still.
    #[inline]
    fn root_reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let base = self.reductions.get(node.depth, candidate.number - 1);
        let three = candidate.attacking || candidate.prevented >= Shape::Three;
        (base - self.tuning.root_reduction - if three { PLY / 2 } else { 0 }).max(0)
    }

    /// Reduces moves more, the less they make or stop.
    #[inline]
    fn pattern_reduction(&self, candidate: &Candidate) -> i32 {
        let tuning = &self.tuning;
        let important = candidate.made >= Shape::DoubleTwo || candidate.prevented >= Shape::Three;
        let forbidden =
            candidate.made == Shape::Forbidden || candidate.prevented == Shape::Forbidden;
        let reduction = match (candidate.trivial, candidate.distant, important) {
            (true, true, _) => tuning.trivial_reduction + tuning.distant_reduction,
            (true, false, _) => tuning.trivial_reduction,
            (false, _, false) => 1 + tuning.plain_reduction,
            (false, _, true) => 1,
        };
        reduction - if forbidden { tuning.forbidden_reduction } else { 0 }
    }

    /// Reduces defences far from an attack more, and threes that continue the own attack less.
    #[inline]
    fn threat_reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let tuning = &self.tuning;
        let near = |plies: usize| {
            let other = self.before(node.ply, plies).played;
            other.is_some_and(|other| other.distance(candidate.point) <= 4)
        };
        match node.pressure {
            Pressure::OpenFour if candidate.prevented < Shape::Four => {
                (if near(1) { 0 } else { tuning.far_defence })
                    + if near(2) { 0 } else { tuning.far_defence / 2 }
            }
            Pressure::Free if self.before(node.ply, 2).made >= Shape::Three => {
                let follows =
                    candidate.attacking || (candidate.made >= Shape::DoubleTwo && near(2));
                if follows { -tuning.follow_three } else { 0 }
            }
            _ => 0,
        }
    }

    /// The reduction that a good history takes off.
    #[inline]
    fn history_reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let tuning = &self.tuning;
        let own = self.board.to_move();
        let history = self.history.score(own, candidate.point, true)
            + self.history.score(own, candidate.point, false) * 3 / 4
            - tuning.history_mean;
        let per_ply = if node.depth > 5 * PLY {
            tuning.history_ply
        } else {
            tuning.history_ply - tuning.history_ply * 43 / 166
        };
        history * PLY / per_ply
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_reductions_grow_with_depth_and_follow_the_numbers() {
        let mut tuning =
            Tuning { count_base: 3, count_power: 132, reduction: 95, ..Tuning::default() };
        let made = Reductions::new(&tuning);
        let counts: Vec<usize> = (0..10).map(|plies| made.move_count(plies * PLY)).collect();
        assert_eq!(counts, [3, 4, 5, 7, 9, 11, 13, 16, 18, 21]);
        assert!(made.get(8 * PLY, 20) > made.get(4 * PLY, 20));
        assert!(made.get(8 * PLY, 20) > made.get(8 * PLY, 4));
        tuning.reduction = 60;
        assert!(!made.is_of(&tuning));
        assert!(Reductions::new(&tuning).get(8 * PLY, 20) < made.get(8 * PLY, 20));
    }
}
