//! The state that the threads of one search share.

use super::parallel::LazySmp;
use crate::rules::Rules;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;
use xun_game::{Limits, Stop, TimePlan, TranspositionTable};

/// The state that the threads of one search share.
pub(super) struct Shared {
    pub(super) table: Arc<TranspositionTable>,
    pub(super) limits: Limits,
    pub(super) time_plan: TimePlan,
    /// The caller's handle.
    pub(super) stop: Stop,
    /// Raised when the leading thread has its answer: the others end.
    pub(super) finished: AtomicBool,
    /// Messages between several threads; `None` for a single one.
    pub(super) smp: Option<LazySmp>,
    /// Each thread's node count, published now and then.
    pub(super) counters: Vec<AtomicU64>,
    /// The rules by which games end besides mate.
    pub(super) rules: Rules,
}

impl Shared {
    /// Positions visited by all; `own` is the leading thread's exact count.
    pub(super) fn total(&self, own: u64) -> u64 {
        let others = self.counters.iter().skip(1).map(|counter| counter.load(Relaxed));
        own + others.sum::<u64>()
    }

    /// Whether the search must end at once.
    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.finished.load(Relaxed) || self.stop.is_stopped()
    }

    /// Whether an answer may not be given yet: an infinite or a pondering search.
    pub(super) fn must_wait(&self) -> bool {
        self.limits.must_wait(&self.stop)
    }

    /// Sleeps until an answer may be given.
    pub(super) fn wait_for_stop(&self) {
        while self.must_wait() {
            thread::sleep(Duration::from_millis(1));
        }
    }

    pub(super) fn is_out_of_time(&self) -> bool {
        !self.limits.is_pondering(&self.stop) && self.time_plan.is_over()
    }
}
