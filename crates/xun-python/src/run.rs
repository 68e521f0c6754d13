//! Runs a search without the interpreter's lock. Signals are looked at meanwhile, so that Ctrl-C
//! stops the search.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Time between two looks at the signals.
const TICK: Duration = Duration::from_millis(20);

/// Stack of a search thread; memory is taken only as it is used.
const STACK: usize = 64 << 20;

/// Called between two looks at the signals.
pub(crate) type Tick<'a> = dyn Fn(Python<'_>) -> PyResult<()> + Sync + 'a;

/// Runs `work` on a thread of its own. A signal raises `stop`, and its exception is returned after
/// the work has ended; so does an exception of `tick`, which is called between looks at the
/// signals.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
    tick: Option<&Tick<'_>>,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = channel::<()>();
            let worker =
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                    let _open = done;
                    work()
                })?;
            let mut failure = None;
            while finished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if failure.is_some() {
                    continue;
                }
                if let Err(error) = Python::attach(|py| {
                    py.check_signals()?;
                    tick.map_or(Ok(()), |tick| tick(py))
                }) {
                    stop.store(true, Ordering::Relaxed);
                    failure = Some(error);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            failure.map_or(Ok(result), Err)
        })
    })
}

/// Like [`interruptible`]; calls `progress` with the count while the work runs and at its end.
pub(crate) fn reported<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
    progress: Option<&Py<PyAny>>,
    count: &AtomicU64,
) -> PyResult<T> {
    let Some(progress) = progress else { return interruptible(py, stop, work, None) };
    let tick = |py: Python<'_>| progress.call1(py, (count.load(Ordering::Relaxed),)).map(drop);
    let result = interruptible(py, stop, work, Some(&tick))?;
    tick(py)?;
    Ok(result)
}
