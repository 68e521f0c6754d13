//! `xun-ucci`: the Xiangqi engine over UCCI, for boards that start an engine without arguments.

use std::process::ExitCode;

fn main() -> ExitCode {
    let about = "Xun, a Xiangqi (Chinese chess) engine that speaks UCCI.";
    xun_host::executable::run("xun-ucci", about, "", |_| xun_host::ucci::run())
}
