//! `xun-tune gomoku datagen openings`: even openings, from which a match shows the difference in
//! strength.

use crate::context::{Context, Exit};
use crate::threads::on_threads;
use parking_lot::Mutex;
use serde_json::json;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::search::Evaluation;
use xun_selfplay::gomoku::EvenOpenings;

/// Arguments of `datagen openings`.
#[derive(clap::Args)]
pub(crate) struct Openings {
    /// Number of openings
    #[arg(
        long, default_value_t = 20, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=10_000)
    )]
    count: u64,
    /// Rule: freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Columns and rows of the board
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(8..=22))]
    size: u32,
    /// A network that judges beside the patterns; by default the program's own choice
    #[arg(long, default_value = "", hide_default_value = true, value_name = "FILE")]
    eval_file: String,
    /// Share of the usual thought, in hundredths: less is quicker and lets more through
    #[arg(
        long, default_value_t = 100, value_name = "PERCENT",
        value_parser = clap::value_parser!(u64).range(1..=1000)
    )]
    effort: u64,
    /// Threads
    #[arg(
        long, default_value_t = 1, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    threads: u16,
    /// Decides the candidates
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Looks at candidates until enough are found, and prints these one a line, as `xun match
/// --openings` reads them. The list does not depend on the number of threads.
pub(crate) fn run(arguments: &Openings, context: &mut Context) -> anyhow::Result<Exit> {
    let rule = arguments.rule;
    let other = Evaluation::from_file_for(&arguments.eval_file, rule)?;
    let how = EvenOpenings {
        rule,
        size: Size::new(arguments.size, arguments.size)?,
        seed: arguments.seed,
        judges: vec![Evaluation::Patterns, other],
        effort: arguments.effort,
    };
    let stop = context.stop_handle();
    let next = AtomicU64::new(0);
    let found = Mutex::new(Vec::new());
    on_threads(arguments.threads, arguments.count, |bar| {
        let mut engines = how.engines();
        while bar.position() < arguments.count && !stop.is_stopped() {
            let number = next.fetch_add(1, Relaxed);
            let Some(board) = how.candidate(number, &mut engines, &stop) else { continue };
            let moves: Vec<String> = board.history().map(|(point, _)| point.to_string()).collect();
            found.lock().push((number, moves.join(" ")));
            bar.inc(1);
        }
        Ok(())
    })?;
    let mut found = found.into_inner();
    found.sort_unstable();
    found.truncate(arguments.count as usize);
    if arguments.json {
        let openings: Vec<&String> = found.iter().map(|(_, moves)| moves).collect();
        writeln!(
            context.out,
            "{}",
            json!({"rule": rule.to_string(), "looked_at": next.into_inner(), "openings": openings})
        )?;
    } else {
        for (_, moves) in &found {
            writeln!(context.out, "{moves}")?;
        }
    }
    Ok(context.exit())
}
