//! `xun xiangqi bench`: fixed positions to a fixed depth; the node count is the search's signature.

use super::evaluation::evaluator_of;
use crate::context::Context;
use crate::exit::Exit;
use serde_json::json;
use std::io::Write;
use xun_xiangqi::search::{BENCH_DEPTH, bench_until};

/// Arguments of `xun xiangqi bench`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Depth, if not that of the signature
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Search threads, to measure their speed-up (the node count is no signature then)
    #[arg(
        long, default_value_t = 1,
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256)
    )]
    threads: usize,
    /// Expected node count; another one is an error
    #[arg(long, value_name = "NODES")]
    expect: Option<u64>,
    /// Search with this network; `hand` for the hand-written evaluation
    #[arg(long, default_value = "", value_name = "FILE")]
    eval_file: String,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Runs the benchmark; the last line is `N nodes M nps`.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let depth = arguments.depth.unwrap_or(BENCH_DEPTH);
    let evaluator = evaluator_of(&arguments.eval_file).map_err(anyhow::Error::msg)?;
    let Some(result) = bench_until(depth, arguments.threads, evaluator, &context.stop) else {
        return Ok(Exit::Interrupted);
    };
    if arguments.json {
        let answer = json!({
            "nodes": result.nodes,
            "seconds": result.time.as_secs_f64(),
            "nps": result.speed(),
        });
        writeln!(context.out, "{answer}")?;
    } else {
        writeln!(context.out, "{:.2} s", result.time.as_secs_f64())?;
        writeln!(context.out, "{} nodes {} nps", result.nodes, result.speed())?;
    }
    let as_expected = arguments.expect.is_none_or(|expected| expected == result.nodes);
    Ok(if as_expected { Exit::Answered } else { Exit::CheckFailed })
}
