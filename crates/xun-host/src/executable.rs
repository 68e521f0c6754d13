//! The executables `xun-uci`, `xun-ucci` and `pbrain-xun`: arguments, signals, exit codes.

use crate::build_info::{Build, VECTORS_VARIABLE, limit_vectors};
use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code after Ctrl-C or a termination signal.
const INTERRUPTED: i32 = 130;
/// Exit code when the input could not be read, the output not be written, or the engine not be
/// built.
const FAILED: u8 = 3;

/// Name and texts of an executable that serves one protocol.
pub struct Executable {
    /// The file's name.
    pub name: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// Further lines of its usage.
    pub usage: &'static str,
    /// The networks within it.
    pub networks: fn() -> Vec<String>,
}

/// Runs an executable: prints help or version where asked, else serves by `serve`, which receives
/// the arguments.
pub fn run(executable: &Executable, serve: impl FnOnce(&[String]) -> io::Result<()>) -> ExitCode {
    let name = executable.name;
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let has = |names: [&str; 2]| arguments.iter().any(|word| names.contains(&word.as_str()));
    let limited =
        limit_vectors().map_err(|fault| io::Error::other(format!("{VECTORS_VARIABLE}: {fault}")));
    let done = limited.and_then(|()| {
        if has(["--help", "-h"]) {
            print(&help(executable))
        } else if has(["--version", "-V"]) {
            let version = format!("{name} {}", env!("CARGO_PKG_VERSION"));
            if has(["--verbose", "-v"]) {
                let build = Build::with_networks((executable.networks)());
                return print(&format!("{version}\n{build}"));
            }
            print(&version)
        } else {
            exit_on_signals();
            serve(&arguments)
        }
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // A closed standard error leaves only the exit code.
            let _ = writeln!(io::stderr(), "{name}: {error}");
            FAILED.into()
        }
    }
}

fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

fn help(executable: &Executable) -> String {
    let Executable { name, about, usage, .. } = executable;
    format!(
        "{about}\n\nUsage: {name} [--help | --version [--verbose]]\n{usage}\n\
         Commands come on standard input, answers go to standard output."
    )
}

/// Ends the process at the first Ctrl-C or termination signal, whatever it is doing.
fn exit_on_signals() {
    // Fails only where a handler is installed already.
    let _ = ctrlc::set_handler(|| std::process::exit(INTERRUPTED));
}
