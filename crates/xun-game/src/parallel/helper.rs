//! Helper threads of a search, as many as the system has room for.

use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Bytes that must be free for another thread: its stack and tables, with something left for the
/// threads that run already, because an allocation that fails there ends the process.
const ROOM: usize = 64 << 20;

/// Whether the memory of another search thread can be had now.
#[must_use]
pub fn has_room_for_helper() -> bool {
    let mut room = Vec::<u8>::new();
    // The compiler must not drop an allocation that nothing uses.
    std::hint::black_box(&mut room).try_reserve_exact(ROOM).is_ok()
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
