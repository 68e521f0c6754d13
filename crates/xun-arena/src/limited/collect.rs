//! Output of a program, collected while it runs.

use parking_lot::{Condvar, Mutex};
use std::io::Read;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

#[derive(Default)]
struct State {
    kept: Vec<u8>,
    written: u64,
    ended: bool,
}

/// The output so far. A thread reads up to the limit, then reads on and forgets, so that the writer
/// is not held up.
pub(super) struct Collected {
    state: Arc<(Mutex<State>, Condvar)>,
}

impl Collected {
    /// Collects from a stream, so many bytes at most.
    pub(super) fn from(stream: Option<impl Read + Send + 'static>, most: u64) -> Self {
        let state = Arc::<(Mutex<State>, Condvar)>::default();
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            let mut block = [0; 8192];
            if let Some(mut stream) = stream {
                while let Ok(length @ 1..) = stream.read(&mut block) {
                    let mut state = shared.0.lock();
                    let room = (most as usize).saturating_sub(state.kept.len()).min(length);
                    state.kept.extend_from_slice(&block[..room]);
                    state.written += length as u64;
                }
            }
            shared.0.lock().ended = true;
            shared.1.notify_all();
        });
        Self { state }
    }

    /// Bytes written so far, kept or not.
    pub(super) fn written(&self) -> u64 {
        self.state.0.lock().written
    }

    /// The output up to its end, or what there is after this time.
    pub(super) fn take(&self, wait: Duration) -> Vec<u8> {
        let deadline = Instant::now() + wait;
        let mut state = self.state.0.lock();
        while !state.ended {
            if self.state.1.wait_until(&mut state, deadline).timed_out() {
                break;
            }
        }
        std::mem::take(&mut state.kept)
    }
}
