//! The Xiangqi engine for boards that take no arguments: `xun xiangqi uci`.

use std::process::ExitCode;

fn main() -> ExitCode {
    xun::run(["xun", "xiangqi", "uci"].map(Into::into))
}
