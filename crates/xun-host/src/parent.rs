//! Notices that the process which started this one has ended: a board that crashed leaves its
//! engine behind, possibly with an output that still can be written (a file) and a search that has
//! hours to go.

use std::io;

/// Calls `on_end` on a new thread once the parent of this process has ended.
#[cfg(unix)]
pub(crate) fn watch(on_end: impl FnOnce() + Send + 'static) -> io::Result<()> {
    use std::os::unix::process::parent_id;
    use std::time::Duration;

    /// Time between two looks at the number of the parent.
    const INTERVAL: Duration = Duration::from_millis(500);

    let parent = parent_id();
    let wait = move || {
        // An orphan gets another parent.
        while parent_id() == parent {
            std::thread::sleep(INTERVAL);
        }
        on_end();
    };
    std::thread::Builder::new().name("parent".to_owned()).spawn(wait).map(drop)
}

/// Other systems notice the closed pipes of a board that ended.
#[cfg(not(unix))]
pub(crate) fn watch(_on_end: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Ok(())
}
