//! Output, the stop flag and exit codes of a command.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use xun_game::Stop;

/// The surroundings of one command.
pub(crate) struct Context {
    /// Standard output.
    pub(crate) out: Box<dyn Write>,
    /// Raised by Ctrl-C: a command then keeps what it has and ends.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Context {
    /// Standard output, and Ctrl-C raising `stop`; a second Ctrl-C ends the process at once.
    pub(crate) fn of_process() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&stop);
        // Fails only if a handler is installed already.
        let _ = ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::SeqCst) {
                std::process::exit(Exit::Interrupted as i32);
            }
        });
        Self { out: Box::new(io::BufWriter::new(io::stdout())), stop }
    }

    /// True once the user asked to stop.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A handle that stops a search when the user asks to stop.
    pub(crate) fn stop_handle(&self) -> Stop {
        Stop::from(Arc::clone(&self.stop))
    }

    /// The exit code of a command that is done, or was interrupted.
    pub(crate) fn exit(&self) -> Exit {
        if self.stopped() { Exit::Interrupted } else { Exit::Done }
    }
}

/// Exit status of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Success.
    Done = 0,
    /// A check that was asked for failed.
    CheckFailed = 1,
    /// An input was wrong, or could not be read or written.
    BadInput = 3,
    /// Stopped by Ctrl-C or a termination signal.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
