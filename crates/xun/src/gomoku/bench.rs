//! `xun gomoku bench`: a signature of the search (total nodes to fixed depths) and its speed.

use super::evaluation::evaluation_of;
use crate::context::Context;
use crate::exit::Exit;
use std::time::Duration;
use xun_gomoku::search::{BENCH_DEPTH, Settings, bench};

/// Arguments of `xun gomoku bench`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Depth of each search
    #[arg(
        long, default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=40)
    )]
    depth: u32,
    /// Search threads; with more than one the node count varies
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Size of the transposition table in MB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Network for the evaluation of positions of its rule; `hand` for the pattern evaluation
    /// (default: the embedded networks)
    #[arg(long, default_value = "", hide_default_value = true, value_name = "FILE")]
    eval_file: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Searches the positions under each rule.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let settings = Settings {
        threads: arguments.threads as usize,
        table_bytes: (arguments.hash as usize) << 20,
    };
    let evaluation = evaluation_of(&arguments.eval_file).map_err(anyhow::Error::msg)?;
    let Some(results) = bench(arguments.depth, settings, &evaluation, &context.stop) else {
        return Ok(Exit::Interrupted);
    };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for result in results {
        if !arguments.json {
            let (rule, nodes, time) = (result.rule, result.nodes, result.time.as_millis());
            writeln!(context.out, "{rule:>10} {nodes:>12} nodes {time:>8} ms")?;
        }
        nodes += result.nodes;
        time += result.time;
    }
    let speed = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
    if arguments.json {
        writeln!(
            context.out,
            "{{\"bench\":{nodes},\"milliseconds\":{},\"nodes_per_second\":{speed},\
             \"depth\":{},\"threads\":{}}}",
            time.as_millis(),
            arguments.depth,
            arguments.threads
        )?;
    } else {
        let language = context.language;
        writeln!(context.out, "{}: {speed}", language.pick("Nodes per second", "每秒节点数"))?;
        writeln!(context.out, "Bench: {nodes}")?;
    }
    Ok(Exit::Answered)
}
