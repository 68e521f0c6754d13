//! `xun-uci`: the Xiangqi engine over UCI, for boards that start an engine without arguments.

use std::process::ExitCode;

fn main() -> ExitCode {
    let about = "Xun, a Xiangqi (Chinese chess) engine that speaks UCI.";
    xun_host::executable::run("xun-uci", about, xun_host::uci::run)
}
