//! The program `xun`: everything is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    xun::run(std::env::args_os())
}
