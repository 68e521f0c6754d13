//! Model tests of the transposition table, the stop flag and the host's mailbox.
#![cfg(test)]
#![expect(dead_code, reason = "the models use a part of each file")]

mod engine {
    pub(crate) use xun_game::{Bound, Score};

    #[path = "../../../../crates/xun-game/src/engine/stop.rs"]
    pub(crate) mod stop;
    #[path = "../../../../crates/xun-game/src/engine/transposition_table.rs"]
    pub(crate) mod transposition_table;

    /// Memory of the table; loom's atomics are not zeros.
    pub(crate) mod zeroed {
        pub(crate) unsafe trait Zeroable {}

        pub(crate) struct ZeroedSlice<T>(Vec<T>);

        impl<T: Default> ZeroedSlice<T> {
            pub(crate) fn new(count: usize) -> Option<Self> {
                Some(Self((0..count.max(1)).map(|_| T::default()).collect()))
            }
        }

        impl<T> std::ops::Deref for ZeroedSlice<T> {
            type Target = [T];

            fn deref(&self) -> &[T] {
                &self.0
            }
        }
    }
}

/// Threads of the model, which has no time.
mod model_thread {
    pub(crate) use loom::thread::{current, park};
    use std::time::Duration;

    pub(crate) fn sleep(_: Duration) {
        loom::thread::yield_now();
    }

    pub(crate) fn park_timeout(_: Duration) {
        park();
    }
}

#[path = "../../../crates/xun-host/src/mailbox.rs"]
mod mailbox;
#[path = "../../../crates/xun-host/src/wake_delay.rs"]
mod wake_delay;

mod host;
mod table;
