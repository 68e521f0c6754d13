//! A\* (Hart, Nilsson, Raphael 1968).
//!
//! Guarantee: the cheapest path, if the heuristic never exceeds the true cost; with one that
//! exceeds it by a factor, no path is cheaper by more than that factor. Places found cheaper after
//! their expansion are expanded again, so that an inconsistent heuristic does no harm.
//!
//! Unit costs, four moves and the Manhattan distance have a faster frontier: see
//! [`flat`](super::unit_cost).

use super::best_first::Order;

/// By cost so far plus estimate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Total;

impl Order for Total {
    const REOPENS: bool = true;

    #[inline(always)]
    fn key(&self, g: u64, h: u64) -> u64 {
        g + h
    }
}
