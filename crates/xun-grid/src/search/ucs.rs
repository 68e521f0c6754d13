//! Uniform cost search (Dijkstra 1959): the frontier in order of cost so far.
//!
//! Guarantee: the cheapest path. No heuristic is used.

use super::best_first::Order;

/// By cost so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoFar;

impl Order for SoFar {
    const REOPENS: bool = false;

    #[inline(always)]
    fn key(&self, g: u64, _: u64) -> u64 {
        g
    }
}
