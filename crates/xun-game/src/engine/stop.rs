//! The handle that ends a search from outside.

#[cfg(loom)]
use loom::sync::atomic::AtomicBool;
use std::sync::Arc;
#[cfg(not(loom))]
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A cloneable handle to one search: it stops the search, or tells it that the expected move was
/// played.
///
/// Each search gets a handle of its own, made before the search begins, so a stop that comes before
/// the search thread has started counts too. A handle is not reset; the next search gets a new one.
///
/// ```
/// use xun_game::Stop;
/// let stop = Stop::new();
/// let handle = stop.clone();
/// handle.stop();
/// assert!(stop.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop {
    stopped: Arc<AtomicBool>,
    ponder_hit: Arc<AtomicBool>,
}

impl Stop {
    /// A handle that is not stopped.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search: it answers with the best that it has.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// The expected move was played: the limits of a pondering search bind from now on.
    pub fn ponder_hit(&self) {
        self.ponder_hit.store(true, Relaxed);
    }

    /// Whether the search was told to stop.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Whether the expected move was played.
    #[inline]
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Relaxed)
    }

    /// The stop flag itself, for code that polls a plain flag.
    #[must_use]
    pub fn flag(&self) -> &AtomicBool {
        &self.stopped
    }

    /// The stop flag itself, shared, for code that keeps a plain flag.
    #[must_use]
    pub fn shared_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stopped)
    }
}

/// A handle over a flag that other code raises, for example on Ctrl-C.
impl From<Arc<AtomicBool>> for Stop {
    fn from(stopped: Arc<AtomicBool>) -> Self {
        Self { stopped, ponder_hit: Arc::default() }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn clones_share_their_flags_and_new_handles_do_not() {
        let (first, second) = (Stop::new(), Stop::new());
        let handle = first.clone();
        handle.ponder_hit();
        assert!(first.is_ponder_hit() && !first.is_stopped());
        handle.stop();
        assert!(first.is_stopped() && !second.is_stopped());
    }

    #[test]
    fn a_foreign_flag_stops_too() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::from(Arc::clone(&flag));
        flag.store(true, Relaxed);
        assert!(stop.is_stopped() && stop.flag().load(Relaxed));
    }
}
