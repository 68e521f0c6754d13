//! Watching the limits from inside a search: nodes at every node, the clock and the stop flag now
//! and then.

use super::settings::Limits;
use crate::Stop;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// The search ran into a limit or was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Nodes between two looks at the clock and the flag.
const INTERVAL: u64 = 1024;

/// State shared by all threads of one search: the stop flag, the limits, and the nodes counted so
/// far.
pub(super) struct Pool<'a> {
    stop: &'a Stop,
    deadline: Option<Instant>,
    nodes: u64,
    spent: AtomicU64,
}

impl<'a> Pool<'a> {
    pub(super) fn new(limits: &Limits, stop: &'a Stop, began: Instant) -> Self {
        Self {
            stop,
            deadline: limits.time.and_then(|time| began.checked_add(time)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            spent: AtomicU64::new(0),
        }
    }
}

/// One thread's view of the pool. A lone thread keeps the node limit exactly.
pub(super) struct Budget<'a> {
    pool: &'a Pool<'a>,
    /// Raised to end this thread alone (a helper, when the main thread is done).
    dismissed: Option<&'a AtomicBool>,
    /// Nodes that may pass before the pool is asked again, and how many of them are gone.
    allowance: u64,
    used: u64,
}

impl<'a> Budget<'a> {
    pub(super) fn new(pool: &'a Pool<'a>, dismissed: Option<&'a AtomicBool>) -> Self {
        Self { pool, dismissed, allowance: 0, used: 0 }
    }

    /// Spends one node.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), Stopped> {
        if self.used == self.allowance {
            self.renew()?;
        }
        self.used += 1;
        Ok(())
    }

    #[cold]
    fn renew(&mut self) -> Result<(), Stopped> {
        let spent = self.pool.spent.fetch_add(self.used, Ordering::Relaxed) + self.used;
        self.used = 0;
        self.allowance = INTERVAL.min(self.pool.nodes.saturating_sub(spent));
        let over = self.allowance == 0
            || self.pool.stop.is_stopped()
            || self.dismissed.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.pool.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if over {
            self.allowance = 0;
            return Err(Stopped);
        }
        Ok(())
    }
}
