//! `xun --version --verbose`: commit, platform, networks and vector instructions.

use crate::language::Language;
use std::ffi::OsString;
use std::io::{self, Write};
use xun_host::build_info::Build;
use xun_host::{gomocup, uci};

/// Whether the command line asks for the long version. Called when it asks for a version: the
/// parser ends at `--version` and does not see what follows.
pub(crate) fn is_verbose(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| argument == "--verbose")
}

/// Prints version and parts of the program.
pub(crate) fn print(language: Language) -> io::Result<()> {
    let networks = uci::networks().into_iter().chain(gomocup::networks());
    let build = Build::with_networks(networks.collect());
    let mut out = io::stdout().lock();
    writeln!(out, "xun {}", env!("CARGO_PKG_VERSION"))?;
    match language {
        Language::English => writeln!(out, "{build}")?,
        Language::Chinese => writeln!(out, "{}", in_chinese(&build))?,
    }
    out.flush()
}

fn in_chinese(build: &Build) -> String {
    let networks = build.networks.join("、");
    format!(
        "提交：{}\n平台：{}\n网络：{}\n向量指令：{}（处理器：{}）",
        build.commit.unwrap_or("未知"),
        build.platform,
        if networks.is_empty() { "无" } else { &networks },
        build.vectors,
        build.of_processor
    )
}
