//! `xun-ucci`: the Xiangqi engine over UCCI, for boards that start an engine without arguments.

use std::process::ExitCode;
use xun_host::executable::{Executable, run};

const XUN_UCCI: Executable = Executable {
    name: "xun-ucci",
    about: "Xun, a Xiangqi (Chinese chess) engine that speaks UCCI.",
    usage: "",
    networks: xun_host::ucci::networks,
};

fn main() -> ExitCode {
    run(&XUN_UCCI, |_| xun_host::ucci::run())
}
