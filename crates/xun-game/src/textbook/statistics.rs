//! Statistics of a search, part of every answer.

use std::time::Duration;

/// The counts of one search, over all its iterations and threads.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Statistics {
    /// Positions visited, below the root, quiescence included.
    pub nodes: u64,
    /// The same by distance from the root: `by_ply[0]` is the positions after one move.
    pub by_ply: Vec<u64>,
    /// Of these, positions visited by quiescence beyond the depth.
    pub quiescence_nodes: u64,
    /// Positions judged by the evaluation.
    pub evaluations: u64,
    /// Nodes left before all their moves were searched.
    pub cutoffs: u64,
    /// Of these, by the first move searched.
    pub first_move_cutoffs: u64,
    /// Questions to the transposition table.
    pub table_probes: u64,
    /// Of these, answered with an entry of the position.
    pub table_hits: u64,
    /// Of these, good enough to end the node.
    pub table_cutoffs: u64,
    /// Nodes ended by null move.
    pub null_move_cutoffs: u64,
    /// Moves searched less deeply first.
    pub reductions: u64,
    /// Second searches: of reduced moves, of null-window surprises, of aspiration failures.
    pub researches: u64,
    /// The deepest finished iteration.
    pub depth: u32,
    /// Wall time.
    pub time: Duration,
}

impl Statistics {
    #[inline]
    pub(super) fn visit(&mut self, ply: usize) {
        self.nodes += 1;
        if self.by_ply.len() < ply {
            self.by_ply.resize(ply, 0);
        }
        self.by_ply[ply - 1] += 1;
    }

    /// Adds another thread's counts.
    pub(super) fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        if self.by_ply.len() < other.by_ply.len() {
            self.by_ply.resize(other.by_ply.len(), 0);
        }
        for (mine, theirs) in self.by_ply.iter_mut().zip(&other.by_ply) {
            *mine += theirs;
        }
        self.quiescence_nodes += other.quiescence_nodes;
        self.evaluations += other.evaluations;
        self.cutoffs += other.cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.table_cutoffs += other.table_cutoffs;
        self.null_move_cutoffs += other.null_move_cutoffs;
        self.reductions += other.reductions;
        self.researches += other.researches;
    }

    /// The share of cut-offs that the first move made: how good the ordering is.
    #[must_use]
    pub fn first_move_cutoff_rate(&self) -> Option<f64> {
        (self.cutoffs > 0).then(|| self.first_move_cutoffs as f64 / self.cutoffs as f64)
    }

    /// The share of table questions that found the position.
    #[must_use]
    pub fn table_hit_rate(&self) -> Option<f64> {
        (self.table_probes > 0).then(|| self.table_hits as f64 / self.table_probes as f64)
    }

    /// The branching factor b of an even tree with as many nodes: b + b² + … + b^depth = nodes.
    #[must_use]
    pub fn effective_branching_factor(&self) -> Option<f64> {
        if self.depth == 0 || self.nodes == 0 {
            return None;
        }
        let size = |branching: f64| (1..=self.depth).fold(0.0, |sum, _| (sum + 1.0) * branching);
        let (mut low, mut high) = (0.0, self.nodes as f64);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if size(middle) < self.nodes as f64 {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(f64::midpoint(low, high))
    }

    /// Nodes a second.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// The moves tried where the side that began the search was to move: the count that a course
    /// program gets when it raises its counter only in the maximising branch.
    #[must_use]
    pub fn maximising_moves(&self) -> u64 {
        self.by_ply.iter().step_by(2).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_tree_has_its_own_branching_factor() {
        let even = Statistics { nodes: 3 + 9 + 27, depth: 3, ..Statistics::default() };
        assert!((even.effective_branching_factor().unwrap() - 3.0).abs() < 1e-9);
        assert_eq!(Statistics::default().effective_branching_factor(), None);
    }

    #[test]
    fn visits_are_counted_by_distance() {
        let mut counted = Statistics::default();
        for ply in [1, 1, 2, 3, 3, 3] {
            counted.visit(ply);
        }
        assert_eq!((counted.nodes, counted.by_ply.as_slice()), (6, &[2, 1, 3][..]));
        assert_eq!(counted.maximising_moves(), 5);
        let mut sum = Statistics::default();
        sum.add(&counted);
        sum.add(&counted);
        assert_eq!(sum.by_ply, [4, 2, 6]);
    }
}
