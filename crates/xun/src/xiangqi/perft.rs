//! `xun xiangqi perft FEN DEPTH`: counts leaves of the game tree, the test and the speed of the
//! move generator.

use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::anyhow;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::time::Instant;
use xun_messages::Message as _;
use xun_xiangqi::rules::perft::divide;
use xun_xiangqi::rules::{Position, fen};

/// Arguments of `xun xiangqi perft`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The position (`startpos` for the start of a game)
    #[arg(required = true, num_args = 1.., value_name = "FEN")]
    fen: Vec<String>,
    /// Search depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=32))]
    depth: u32,
    /// Show the count of each first move too
    #[arg(long)]
    divide: bool,
    /// Threads
    #[arg(
        long, default_value_t = 1, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    threads: u16,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Counts, and ends with the line `nodes N`.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let position = read_position(&arguments.fen.join(" "), context.language)?;
    let began = Instant::now();
    let total_moves = position.count_legal_moves();
    let bar = ProgressBar::new(total_moves).with_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed}").expect("a valid template"),
    );
    let parts = divide(
        &position,
        arguments.depth,
        arguments.threads.into(),
        context.stop.flag(),
        |_, _| {
            bar.inc(1);
        },
    );
    bar.finish_and_clear();
    let Some(mut parts) = parts else {
        writeln!(context.out, "{}", context.language.pick("interrupted", "已中断"))?;
        return Ok(Exit::Interrupted);
    };
    parts.sort_by_key(|(first, _)| first.to_string());
    let nodes =
        if arguments.depth == 0 { 1 } else { parts.iter().map(|(_, count)| count).sum::<u64>() };
    let seconds = began.elapsed().as_secs_f64();
    if arguments.json {
        let mut answer = json!({
            "fen": position.to_fen(),
            "depth": arguments.depth,
            "nodes": nodes,
            "seconds": seconds,
        });
        if arguments.divide {
            let moves: serde_json::Map<_, _> =
                parts.iter().map(|(first, count)| (first.to_string(), json!(count))).collect();
            answer["divide"] = moves.into();
        }
        writeln!(context.out, "{answer}")?;
        return Ok(Exit::Answered);
    }
    if arguments.divide {
        for (first, count) in &parts {
            writeln!(context.out, "{first}: {count}")?;
        }
    }
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    let (took, million) =
        (context.language.pick("time", "用时"), context.language.pick("million/s", "百万/秒"));
    writeln!(context.out, "{took} {seconds:.3} s, {rate:.1} {million}")?;
    writeln!(context.out, "nodes {nodes}")?;
    Ok(Exit::Answered)
}

/// The position of a FEN or of the word `startpos`; an error names every fault in the user's
/// language.
pub(crate) fn read_position(text: &str, language: Language) -> anyhow::Result<Position> {
    let text = text.trim();
    let text = if text.eq_ignore_ascii_case("startpos") { fen::START } else { text };
    Position::from_fen(text).map_err(|error| anyhow!("{}", error.text().pick(language)))
}
