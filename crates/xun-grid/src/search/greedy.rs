//! Greedy best-first search: the frontier in order of the estimated cost to go.
//!
//! Guarantee: a path, if there is one; it may be arbitrarily longer than the shortest.

use super::best_first::Order;

/// By the estimate alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToGo;

impl Order for ToGo {
    const REOPENS: bool = false;

    #[inline(always)]
    fn key(&self, _: u64, h: u64) -> u64 {
        h
    }
}
