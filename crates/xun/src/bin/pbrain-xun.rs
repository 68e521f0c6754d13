//! `pbrain-xun`: the Gomocup brain, under the name that tournament managers look for.

use std::process::ExitCode;

fn main() -> ExitCode {
    xun::run_gomocup()
}
