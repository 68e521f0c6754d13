//! Recent wake-up delays of a thread.
//!
//! With more runnable threads than cores, a woken thread may wait for the time slices of others.
//! The delay shows only afterwards, so recent delays are expected again, fading with time.

use std::time::{Duration, Instant};

/// Largest expected delay. A longer one was probably a stopped process.
const MAX_DELAY: Duration = Duration::from_millis(50);
/// Time after which a delay is forgotten.
const MEMORY: Duration = Duration::from_secs(10);

/// The worst of the recent delays.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WakeDelays {
    /// The delay, and when it was noted.
    worst: Option<(Duration, Instant)>,
}

impl WakeDelays {
    /// Notes a delay that was seen at `now`.
    pub(crate) fn note(&mut self, delay: Duration, now: Instant) {
        let delay = delay.min(MAX_DELAY);
        if delay >= self.expected(now) {
            self.worst = Some((delay, now));
        }
    }

    /// The delay to expect at `now`.
    pub(crate) fn expected(&self, now: Instant) -> Duration {
        let Some((delay, when)) = self.worst else { return Duration::ZERO };
        let left = MEMORY.saturating_sub(now.saturating_duration_since(when));
        delay.mul_f64(left.as_secs_f64() / MEMORY.as_secs_f64())
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn a_delay_is_expected_again_and_fades() {
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
        assert_eq!(delays.expected(now), MAX_DELAY);
    }
}
