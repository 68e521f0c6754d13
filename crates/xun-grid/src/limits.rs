//! What a search may use, and how it is stopped from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits of one search. The default has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Raised from outside to end the search.
    pub stop: Option<&'a AtomicBool>,
    /// Most cells (or labels) to expand.
    pub expansions: Option<u64>,
    /// When to give up.
    pub deadline: Option<Instant>,
}

impl Limits<'_> {
    /// Whether to give up. Reads the clock: call it every few thousand expansions, not at each.
    pub fn reached(&self, expanded: u64) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.expansions.is_some_and(|most| expanded >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
