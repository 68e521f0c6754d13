//! The limits that the searches of one solution share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits of a search.
#[derive(Clone, Copy)]
pub(crate) struct Budget<'a> {
    pub(crate) nodes: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) stop: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// No limits.
    pub(crate) const ENDLESS: Budget<'static> =
        Budget { nodes: u64::MAX, deadline: None, stop: None };

    /// Whether it is spent after this many nodes.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.is_over()
    }

    /// Whether its time is over, or it was stopped.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
