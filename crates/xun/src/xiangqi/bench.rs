//! `xun xiangqi bench`: fixed positions to a fixed depth; the node count is the search's signature.

use crate::context::Context;
use crate::exit::Exit;
use serde_json::json;
use std::io::Write;
use xun_xiangqi::search::{bench, bench_to};

/// Arguments of `xun xiangqi bench`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Another depth than the signature's ‖ 改用其他深度（非签名深度）
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Fail unless the node count is this ‖ 若节点数不等于此值则失败
    #[arg(long, value_name = "NODES")]
    expect: Option<u64>,
    /// Answer in JSON ‖ 以 JSON 回答
    #[arg(long)]
    json: bool,
}

/// Runs the benchmark; the last line is `N nodes M nps`.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let result = arguments.depth.map_or_else(bench, bench_to);
    if arguments.json {
        let answer = json!({
            "nodes": result.nodes,
            "seconds": result.time.as_secs_f64(),
            "nps": result.speed(),
        });
        writeln!(context.out, "{answer}")?;
    } else {
        writeln!(context.out, "{} nodes {} nps", result.nodes, result.speed())?;
    }
    let as_expected = arguments.expect.is_none_or(|expected| expected == result.nodes);
    Ok(if as_expected { Exit::Answered } else { Exit::CheckFailed })
}
