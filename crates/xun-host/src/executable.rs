//! The executables `xun-uci`, `xun-ucci` and `pbrain-xun`: arguments, signals, exit codes.

use std::io;
use std::process::ExitCode;

/// Exit code after Ctrl-C or a termination signal.
const INTERRUPTED: i32 = 130;
/// Exit code when the input could not be read or the engine could not be built.
const FAILED: u8 = 3;

/// Runs an executable that serves one protocol: prints help or version where asked, else serves
/// standard input and output. Boards and managers may pass arguments of their own; these are
/// ignored.
pub fn run(name: &str, about: &str, serve: fn() -> io::Result<()>) -> ExitCode {
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--help" | "-h") => {
                println!("{}", help(name, about));
                return ExitCode::SUCCESS;
            }
            Some("--version" | "-V") => {
                println!("{name} {}", env!("CARGO_PKG_VERSION"));
                return ExitCode::SUCCESS;
            }
            _ => {}
        }
    }
    exit_on_signals();
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error}");
            FAILED.into()
        }
    }
}

fn help(name: &str, about: &str) -> String {
    format!(
        "{about}\n\nUsage: {name} [--help | --version]\n\n\
         Commands come on standard input, answers go to standard output."
    )
}

/// Ends the process at the first Ctrl-C or termination signal, whatever it is doing.
fn exit_on_signals() {
    // Fails only where a handler is installed already.
    let _ = ctrlc::set_handler(|| std::process::exit(INTERRUPTED));
}
