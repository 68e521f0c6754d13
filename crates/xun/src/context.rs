//! The surroundings of a command: output, language, interruption.

use crate::exit::Exit;
use crate::language::Language;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use xun_game::Stop;
use xun_game::files::{is_waiting_for_input, wait_for_input};

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
    pub(crate) stop: Stop,
    /// Whether the first Ctrl-C or termination signal ends the process, because the command does
    /// not look at `stop`.
    ends_at_once: Arc<AtomicBool>,
}

impl Context {
    /// The real surroundings: standard output, and Ctrl-C raising `stop`.
    pub(crate) fn of_process(language: Language) -> Self {
        let (stop, ends_at_once) = (Stop::new(), Arc::<AtomicBool>::default());
        let (raised, at_once) = (stop.clone(), Arc::clone(&ends_at_once));
        // A second signal always ends the process, and the first one where it waits for input.
        let on_signal = move || {
            let ends = raised.is_stopped() || at_once.load(Ordering::SeqCst);
            if ends || is_waiting_for_input() {
                std::process::exit(Exit::Interrupted as i32);
            }
            raised.stop();
        };
        // Fails only if a handler is installed already, which is as good.
        let _ = ctrlc::set_handler(on_signal);
        let colour = io::stdout().is_terminal()
            && std::env::var_os("NO_COLOR").is_none()
            && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            && understands_escapes();
        let out = Box::new(io::BufWriter::new(io::stdout()));
        Self { language, out, colour, stop, ends_at_once }
    }

    /// True once the user asked to stop.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Serves a protocol on standard input and output until its end; a signal ends the process.
    pub(crate) fn serve(&self, protocol: fn() -> io::Result<()>) -> anyhow::Result<Exit> {
        self.ends_at_once.store(true, Ordering::SeqCst);
        protocol()?;
        Ok(Exit::Answered)
    }
}

/// The lines of standard input. While one is awaited, a signal ends the process.
pub(crate) fn input_lines() -> impl Iterator<Item = io::Result<String>> {
    let mut lines = io::stdin().lines();
    std::iter::from_fn(move || {
        let _waiting = wait_for_input();
        lines.next()
    })
}

/// Whether the terminal understands escape sequences. The console of Windows must be asked to.
fn understands_escapes() -> bool {
    #[cfg(windows)]
    return anstyle_query::windows::enable_ansi_colors().unwrap_or(true);
    #[cfg(not(windows))]
    true
}
