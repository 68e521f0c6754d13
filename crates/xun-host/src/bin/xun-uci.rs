//! `xun-uci`: the Xiangqi engine over UCI, for boards that start an engine without arguments, and
//! for test frameworks that pass commands as arguments.

use std::process::ExitCode;
use xun_host::uci;

const USAGE: &str = "       xun-uci bench
       xun-uci \"genfens COUNT seed SEED book FILE|None\" quit
";

fn main() -> ExitCode {
    let about = "Xun, a Xiangqi (Chinese chess) engine that speaks UCI.";
    xun_host::executable::run("xun-uci", about, USAGE, |arguments| {
        if uci::are_commands(arguments) { uci::run_commands(arguments) } else { uci::run() }
    })
}
