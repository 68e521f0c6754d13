//! `pbrain-xun`: the Gomoku engine over Gomocup, under the name that tournament managers look for.

use std::process::ExitCode;

fn main() -> ExitCode {
    let about = "Xun, a Gomoku and Renju engine that speaks the Gomocup protocol.";
    xun_host::executable::run("pbrain-xun", about, "", |_| xun_host::gomocup::run())
}
