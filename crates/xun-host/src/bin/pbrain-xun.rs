//! `pbrain-xun`: the Gomoku engine over Gomocup, under the name that tournament managers look for.

use std::process::ExitCode;
use xun_host::executable::{Executable, run};

const PBRAIN_XUN: Executable = Executable {
    name: "pbrain-xun",
    about: "Xun, a Gomoku and Renju engine that speaks the Gomocup protocol.",
    usage: "",
    networks: xun_host::gomocup::networks,
};

fn main() -> ExitCode {
    run(&PBRAIN_XUN, |_| xun_host::gomocup::run())
}
