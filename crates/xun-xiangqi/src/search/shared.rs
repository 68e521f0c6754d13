//! What the threads of one search share.

use super::team::Team;
use crate::rules::Rules;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use xun_game::{Limits, TimePlan, TranspositionTable};

/// What the threads of one search share.
pub(super) struct Shared {
    pub(super) table: Arc<TranspositionTable>,
    pub(super) limits: Limits,
    pub(super) schedule: TimePlan,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) pondering: Arc<AtomicBool>,
    /// What several threads tell each other; a single one has nobody to tell.
    pub(super) team: Option<Team>,
    /// Each thread's node count, published now and then.
    pub(super) counters: Vec<AtomicU64>,
    /// How games end besides mate.
    pub(super) rules: Rules,
}

impl Shared {
    /// Positions visited by all; `own` is the leading thread's exact count.
    pub(super) fn total(&self, own: u64) -> u64 {
        let others = self.counters.iter().skip(1).map(|counter| counter.load(Relaxed));
        own + others.sum::<u64>()
    }

    /// Whether an answer may not be given yet.
    pub(super) fn is_waiting(&self) -> bool {
        self.pondering.load(Relaxed) || self.limits.infinite
    }

    pub(super) fn is_out_of_time(&self) -> bool {
        !self.pondering.load(Relaxed) && self.schedule.is_over()
    }
}
