//! Bounded reading of files: a device or a pipe without an end is refused, not read until memory is
//! gone. A read may also wait for ever, at a terminal or at a pipe to which nothing is written: a
//! program that handles signals by itself asks whether it waits.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Bytes of a text file at most, where its format has no narrower bound.
pub const MOST_TEXT_BYTES: u64 = 64 << 20;

/// Reads of the main thread that are under way.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// A read that may wait for its input; over when it is dropped.
#[derive(Debug)]
pub struct InputWait {
    is_counted: bool,
}

/// Begins a read that may wait for its input. Only those of the main thread count, as they alone
/// hold up the whole program.
#[must_use]
pub fn wait_for_input() -> InputWait {
    let is_counted = thread::current().name() == Some("main");
    if is_counted {
        WAITING.fetch_add(1, Ordering::SeqCst);
    }
    InputWait { is_counted }
}

impl Drop for InputWait {
    fn drop(&mut self) {
        if self.is_counted {
            WAITING.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

/// Whether the main thread is reading input, and so looks at no flag meanwhile.
#[must_use]
pub fn is_waiting_for_input() -> bool {
    WAITING.load(Ordering::SeqCst) > 0
}

/// Reads a file of so many bytes at most.
///
/// # Errors
/// A file that cannot be read, or is longer ([`io::ErrorKind::FileTooLarge`]).
pub fn read_at_most(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    let (mut bytes, _waiting) = (Vec::new(), wait_for_input());
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let reason = format!("longer than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

/// Reads a text file of [`MOST_TEXT_BYTES`] at most.
///
/// # Errors
/// A file that cannot be read, is longer, or is not UTF-8.
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    String::from_utf8(read_at_most(path, MOST_TEXT_BYTES)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_end_is_refused() {
        let error = read_at_most("/dev/zero", 1000).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read_at_most("/dev/null", 0).unwrap(), b"");
        assert_eq!(read_text("/dev/zero").unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
