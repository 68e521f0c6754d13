//! The limits of a search, and the flag that stops it from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits of one search. The default has none.
///
/// ```
/// use std::time::{Duration, Instant};
/// use xun_grid::Limits;
///
/// let limits = Limits {
///     deadline: Some(Instant::now() + Duration::from_secs(2)),
///     expansions: Some(1_000_000),
///     ..Limits::default()
/// };
/// assert!(!limits.reached(999_999) && limits.reached(1_000_000));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Raised from outside to end the search.
    pub stop: Option<&'a AtomicBool>,
    /// Most cells (or labels) to expand.
    pub expansions: Option<u64>,
    /// The time at which to give up.
    pub deadline: Option<Instant>,
}

impl Limits<'_> {
    /// Whether a limit is reached. Reads the clock: call it every few thousand expansions, not at
    /// each.
    #[must_use]
    pub fn reached(&self, expanded: u64) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.expansions.is_some_and(|most| expanded >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
