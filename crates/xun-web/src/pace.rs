//! Rate limit of one socket (token bucket). Questions that come faster than the bucket refills wait
//! and are never dropped, so that a burst of clicks loses nothing and a flood costs little.

use std::time::{Duration, Instant};

/// Questions a second that a socket may ask for long.
const STEADY: f64 = 2_000.0;
/// Questions that it may ask at once.
const BURST: f64 = 1_000.0;

/// The bucket of one socket.
pub(crate) struct Pace {
    left: f64,
    seen: Instant,
}

impl Pace {
    /// A full bucket.
    pub(crate) fn new(now: Instant) -> Self {
        Self { left: BURST, seen: now }
    }

    /// Takes one question out and says how long to wait before answering it.
    pub(crate) fn take(&mut self, now: Instant) -> Duration {
        self.left =
            (self.left + now.duration_since(self.seen).as_secs_f64() * STEADY).min(BURST) - 1.0;
        self.seen = now;
        Duration::from_secs_f64((-self.left / STEADY).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_free_and_a_flood_waits() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        for _ in 0..BURST as usize {
            assert_eq!(pace.take(start), Duration::ZERO);
        }
        assert!(pace.take(start) > Duration::ZERO);
        assert_eq!(pace.take(start + Duration::from_secs(1)), Duration::ZERO);
    }
}
