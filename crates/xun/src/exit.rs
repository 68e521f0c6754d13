//! Exit codes. They are part of the program's interface and listed in `xun --help`.

use std::io;
use std::process::ExitCode;

/// Exit status of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// The question was answered; "there is no path" is an answer too.
    Answered = 0,
    /// A check that the user asked for did not hold (a wrong length in `bench`, a failed grade).
    CheckFailed = 1,
    /// The command line was wrong.
    Usage = 2,
    /// An input (file, position, map) was wrong, or could not be read or written.
    BadInput = 3,
    /// Stopped by Ctrl-C or a termination signal; what was known by then has been printed.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Whether the error is a closed output pipe (`xun … | head`), which is not reported.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
