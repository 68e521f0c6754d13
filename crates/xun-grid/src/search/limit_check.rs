//! Looks at the limits often enough and not too often.

use crate::Limits;

/// Expansions between two looks at the clock.
const EVERY: u64 = 4096;

/// When to look at the limits next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LimitCheck<'a> {
    limits: Limits<'a>,
    next: u64,
}

impl<'a> LimitCheck<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> Self {
        // The first look comes at once: a search that is stopped already should not begin.
        Self { limits, next: 0 }
    }

    /// Whether to give up after so many expansions.
    #[inline(always)]
    pub(crate) fn is_reached(&mut self, expanded: u64) -> bool {
        expanded >= self.next && self.check(expanded)
    }

    #[cold]
    fn check(&mut self, expanded: u64) -> bool {
        self.next = (expanded + EVERY).min(self.limits.expansions.unwrap_or(u64::MAX));
        self.limits.reached(expanded)
    }
}
