//! Progress bars on standard error for work longer than a second, and only on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// Delay before the bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar or spinner that appears after a second and vanishes when dropped.
pub(super) struct Progress {
    bar: ProgressBar,
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// A spinner, for work of unknown length.
    pub(super) fn spinner(message: &str) -> Self {
        Self::show(ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}", message)
    }

    /// A bar of so many parts.
    pub(super) fn bar(parts: u64, message: &str) -> Self {
        Self::show(ProgressBar::new(parts), "{msg} {wide_bar} {pos}/{len} {eta}", message)
    }

    fn show(bar: ProgressBar, template: &str, message: &str) -> Self {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(message.to_owned());
        let waiting = io::stderr().is_terminal().then(|| {
            let (ended, end) = mpsc::channel();
            let later = bar.clone();
            let thread = std::thread::spawn(move || {
                if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    later.set_draw_target(ProgressDrawTarget::stderr());
                    later.enable_steady_tick(Duration::from_millis(120));
                }
            });
            (ended, thread)
        });
        Self { bar, waiting }
    }

    /// Counts one more part as done.
    pub(super) fn advance(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((ended, thread)) = self.waiting.take() {
            // Sending fails if the thread has shown the bar and ended; that is no error.
            let _ = ended.send(());
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}
