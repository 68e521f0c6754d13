//! How late a waiting thread has been woken of late.
//!
//! Where more threads want to run than there are cores, one that wakes may have to wait for some of
//! the others, each for its slice of time. How long shows only afterwards; so what was seen is
//! expected again, less as time passes.

use std::time::{Duration, Instant};

/// However late a wake was, no more than this is expected of the next: it may have been a process
/// that was stopped.
const MOST: Duration = Duration::from_millis(50);
/// After this time a late wake is forgotten.
const MEMORY: Duration = Duration::from_secs(10);

/// How late wakes have been, the latest of the recent ones.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WakeDelays {
    /// How late, and when that was.
    worst: Option<(Duration, Instant)>,
}

impl WakeDelays {
    /// A thread that was to be woken some time before `now` came so late.
    pub(crate) fn note(&mut self, delay: Duration, now: Instant) {
        let delay = delay.min(MOST);
        if delay >= self.expected(now) {
            self.worst = Some((delay, now));
        }
    }

    /// How late the next wake may be.
    pub(crate) fn expected(&self, now: Instant) -> Duration {
        let Some((delay, when)) = self.worst else { return Duration::ZERO };
        let left = MEMORY.saturating_sub(now.saturating_duration_since(when));
        delay.mul_f64(left.as_secs_f64() / MEMORY.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn what_was_late_is_expected_again_and_fades() {
        let start = Instant::now();
        let mut delays = WakeDelays::default();
        assert_eq!(delays.expected(start), Duration::ZERO);
        delays.note(ms(8), start);
        delays.note(ms(2), start + ms(100));
        assert_eq!(delays.expected(start), ms(8));
        assert_eq!(delays.expected(start + MEMORY / 2), ms(4));
        delays.note(ms(5), start + MEMORY / 2);
        assert_eq!(delays.expected(start + MEMORY / 2), ms(5));
        assert_eq!(delays.expected(start + MEMORY * 2), Duration::ZERO);
    }

    #[test]
    fn a_process_that_was_stopped_does_not_spoil_the_next_moves() {
        let mut delays = WakeDelays::default();
        let now = Instant::now();
        delays.note(Duration::from_secs(3600), now);
        assert_eq!(delays.expected(now), MOST);
    }
}
