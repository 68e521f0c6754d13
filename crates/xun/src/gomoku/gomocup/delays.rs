//! How late a waiting thread has been woken of late.
//!
//! Where more threads want to run than there are cores, one that wakes may have to wait for some of the others, each for
//! its slice of time. How long shows only afterwards; so what was seen is expected again, and fades as it is not seen.

use std::time::Duration;

/// However late a wake was, no more than this is expected of the next: it may have been a process that was stopped.
const MOST: Duration = Duration::from_millis(50);

/// How late wakes have been, the latest of the recent ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Delays {
    worst: Duration,
}

impl Delays {
    /// A wake came so late.
    pub(super) fn note(&mut self, delay: Duration) {
        // After fifty punctual wakes about a fifth of it is left.
        self.worst = (self.worst * 31 / 32).max(delay.min(MOST));
    }

    /// How late the next may be.
    pub(super) fn expected(&self) -> Duration {
        self.worst
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
        let mut delays = Delays::default();
        assert_eq!(delays.expected(), Duration::ZERO);
        delays.note(ms(8));
        delays.note(ms(2));
        assert!(delays.expected() > ms(7) && delays.expected() < ms(8));
        delays.note(ms(12));
        assert_eq!(delays.expected(), ms(12));
        (0..200).for_each(|_| delays.note(Duration::ZERO));
        assert!(delays.expected() < ms(1));
    }

    #[test]
    fn a_process_that_was_stopped_does_not_spoil_the_next_moves() {
        let mut delays = Delays::default();
        delays.note(Duration::from_secs(3600));
        assert_eq!(delays.expected(), MOST);
    }
}
