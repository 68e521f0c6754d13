//! Runs work on several threads under one progress bar.

use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;

/// The number of threads that an option asks for; 0 is one a core.
pub(crate) fn thread_count(asked: u16) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => usize::from(threads),
    }
}

/// Runs the work on this many threads (0: one a core) under one progress bar of this length.
/// Answers the last failure.
pub(crate) fn on_threads(
    threads: u16,
    length: u64,
    work: impl Fn(&ProgressBar) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<()> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} ({eta})")?;
    let bar = ProgressBar::new(length).with_style(style);
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..thread_count(threads) {
            scope.spawn(|| {
                if let Err(error) = work(&bar) {
                    *failure.lock() = Some(error);
                }
            });
        }
    });
    bar.finish_and_clear();
    failure.into_inner().map_or(Ok(()), Err)
}
