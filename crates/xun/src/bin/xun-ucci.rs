//! The Xiangqi engine for boards that take no arguments: `xun xiangqi ucci`.

use std::process::ExitCode;

fn main() -> ExitCode {
    xun::run(["xun", "xiangqi", "ucci"].map(Into::into))
}
