//! Helper threads of a search, as many as the system has room for.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{Builder, Scope, ScopedJoinHandle, available_parallelism};

/// Bytes that a thread may still take after it was started: its part of the heap, which the C
/// library takes when the thread first allocates.
const ROOM: usize = 64 << 20;
/// The C library makes so many parts of the heap for each core at most; further threads share them.
const PARTS_OF_A_CORE: usize = 8;
/// No more than this is asked for at once: systems refuse more than they have.
const MOST_ROOM: usize = 1 << 30;
/// Bytes that stay for everything else, because an allocation that fails ends the process.
const MARGIN: usize = 64 << 20;

/// Helper threads of this process.
static HELPERS: AtomicUsize = AtomicUsize::new(0);

/// Whether the memory of another search thread can be had now. Threads that were started but have
/// not allocated yet are counted in.
#[must_use]
pub fn has_room_for_helper() -> bool {
    let cores = available_parallelism().map_or(1, usize::from);
    let threads = (HELPERS.load(Relaxed) + 1).min(cores * PARTS_OF_A_CORE);
    let wanted = threads.saturating_mul(ROOM).min(MOST_ROOM) + MARGIN;
    let mut room = Vec::<u8>::new();
    // The compiler must not drop an allocation that nothing uses.
    std::hint::black_box(&mut room).try_reserve_exact(wanted).is_ok()
}

/// Counts a helper as long as it works.
struct Counted;

impl Counted {
    fn new() -> Self {
        HELPERS.fetch_add(1, Relaxed);
        Self
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        HELPERS.fetch_sub(1, Relaxed);
    }
}

/// Starts a helper thread; `None` where the system has no room for another thread. The search then
/// goes on with fewer.
pub fn spawn_helper<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    if !has_room_for_helper() {
        return None;
    }
    let counted = Counted::new();
    let work = move || {
        let _counted = counted;
        work()
    };
    Builder::new().spawn_scoped(scope, work).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_helper_works_and_answers() {
        let answer = std::thread::scope(|scope| {
            spawn_helper(scope, || 6 * 7).map(|helper| helper.join().expect("no panic"))
        });
        assert_eq!(answer, Some(42));
    }
}
