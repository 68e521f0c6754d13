//! `xun-uci`: the Xiangqi engine over UCI, for boards that start an engine without arguments, and
//! for test frameworks that pass commands as arguments.

use std::process::ExitCode;
use xun_host::executable::{Executable, run};
use xun_host::uci;

const XUN_UCI: Executable = Executable {
    name: "xun-uci",
    about: "Xun, a Xiangqi (Chinese chess) engine that speaks UCI.",
    usage: "       xun-uci bench
       xun-uci \"genfens COUNT seed SEED book FILE|None\" quit
",
    networks: uci::networks,
};

fn main() -> ExitCode {
    run(&XUN_UCI, |arguments| {
        if uci::are_commands(arguments) { uci::run_commands(arguments) } else { uci::run() }
    })
}
