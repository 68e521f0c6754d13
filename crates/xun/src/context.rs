//! What every command is given: where to write, in which language, and whether to stop.

use crate::language::Language;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The surroundings of one command.
pub(crate) struct Context {
    /// The language of messages.
    pub(crate) language: Language,
    /// Standard output. Write with `writeln!(context.out, …)?`, so that a closed pipe is an error,
    /// not a panic.
    pub(crate) out: Box<dyn Write>,
    /// Whether standard output is a terminal that shows colours.
    pub(crate) colour: bool,
    /// Raised by Ctrl-C. Hand it to a search; print what the search had; end with
    /// `Exit::Interrupted`.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Context {
    /// The real surroundings: standard output, and Ctrl-C raising `stop`.
    pub(crate) fn of_process(language: Language) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&stop);
        // A second Ctrl-C ends at once, for whatever does not look at the flag.
        let second = move || {
            if raised.swap(true, Ordering::SeqCst) {
                std::process::exit(crate::exit::Exit::Interrupted as i32);
            }
        };
        // Fails only if a handler is installed already, which is as good.
        let _ = ctrlc::set_handler(second);
        let colour = io::stdout().is_terminal()
            && std::env::var_os("NO_COLOR").is_none()
            && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        Self { language, out: Box::new(io::BufWriter::new(io::stdout())), colour, stop }
    }

    /// True once the user asked to stop.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
