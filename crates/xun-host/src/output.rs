//! Writes replies, and notices that nothing reads them any more.

use std::fmt::Display;
use std::io::Write;

/// The output of a protocol. A failed write sets `closed`; later writes are dropped.
pub(crate) struct Output {
    out: Box<dyn Write>,
    closed: bool,
}

impl Output {
    pub(crate) fn new(out: impl Write + 'static) -> Self {
        Self { out: Box::new(out), closed: false }
    }

    /// Writes one or more lines and flushes. One write: between two the reader may be scheduled,
    /// and other threads before this one runs again.
    pub(crate) fn say(&mut self, lines: &dyn Display) {
        if self.closed {
            return;
        }
        let text = format!("{lines}\n");
        self.closed = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()).is_err();
    }

    /// Whether a write has failed.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }
}

/// Waits on a new thread until the reader of standard output is gone, then calls `on_close`. A
/// long search may write nothing for hours, so a failing write alone would come too late.
#[cfg(unix)]
pub(crate) fn watch_standard_output(
    on_close: impl FnOnce() + Send + 'static,
) -> std::io::Result<()> {
    let watch = move || {
        if wait_for_hangup(libc::STDOUT_FILENO) {
            on_close();
        }
    };
    std::thread::Builder::new().name("hangup".to_owned()).spawn(watch).map(drop)
}

/// As on Unix; other systems notice a closed output at the next write.
#[cfg(not(unix))]
pub(crate) fn watch_standard_output(
    _on_close: impl FnOnce() + Send + 'static,
) -> std::io::Result<()> {
    Ok(())
}

/// Blocks until the other end of this descriptor is closed. False if the system cannot tell.
#[cfg(unix)]
#[expect(unsafe_code, reason = "the standard library has no poll")]
fn wait_for_hangup(descriptor: libc::c_int) -> bool {
    // No event is asked for: errors and hang-ups are always reported.
    let mut poll = libc::pollfd { fd: descriptor, events: 0, revents: 0 };
    loop {
        // SAFETY: the structure outlives the call, and its count is one.
        let ready = unsafe { libc::poll(&raw mut poll, 1, -1) };
        if ready > 0 {
            return true;
        }
        if std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::sync::mpsc;

    /// Sends each write to a channel; fails once its receiver is dropped.
    struct Writes(mpsc::Sender<String>);

    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.0.send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_answer_is_one_write() {
        let (sender, writes) = mpsc::channel();
        let mut output = Output::new(Writes(sender));
        output.say(&"MESSAGE depth 9\nOK");
        assert_eq!(writes.try_iter().collect::<Vec<_>>(), ["MESSAGE depth 9\nOK\n"]);
        assert!(!output.is_closed());
        drop(writes);
        output.say(&"OK");
        assert!(output.is_closed());
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_without_a_reader_is_noticed() {
        use std::os::fd::AsRawFd;
        let (reader, writer) = io::pipe().unwrap();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| wait_for_hangup(writer.as_raw_fd()));
            drop(reader);
            assert!(waiting.join().unwrap());
        });
    }
}
