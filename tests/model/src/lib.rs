//! Model tests of the transposition table, the stop flag and the host's mailbox.
#![cfg(test)]
#![warn(unsafe_code)]
#![expect(dead_code, reason = "the models use a part of each file")]

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

mod engine;
mod host;
mod table;
