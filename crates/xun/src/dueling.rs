//! What the games' `duel` commands share: two settings of the search's numbers play pairs of games,
//! each opening with both colours, and the answer is Elo with its error.

use crate::context::Context;
use crate::exit::Exit;
use crate::screening::on_threads;
use anyhow::Context as _;
use serde_json::json;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use xun_game::{OptionError, OptionSpec};

/// What every game's `duel` is told.
#[derive(clap::Args)]
pub(crate) struct DuelArguments {
    /// A search number of the first engine, NAME=VALUE ‖ 第一引擎的搜索参数
    #[arg(long = "a", value_name = "NAME=VALUE")]
    pub(crate) first: Vec<String>,
    /// A search number of the second engine, NAME=VALUE ‖ 第二引擎的搜索参数
    #[arg(long = "b", value_name = "NAME=VALUE")]
    pub(crate) second: Vec<String>,
    /// How many openings, each played with both colours ‖ 开局数，每个开局双方各执一次先
    #[arg(long, default_value_t = 100, value_name = "N")]
    pairs: u64,
    /// Positions searched a move ‖ 每步搜索的节点数
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// How many games are played at once ‖ 同时进行的对局数
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// What makes the openings differ from those of another run ‖ 随机种子
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// List the search's numbers and stop ‖ 列出搜索参数后退出
    #[arg(long)]
    pub(crate) list: bool,
    /// Answer in JSON ‖ 以 JSON 回答
    #[arg(long)]
    json: bool,
}

/// Plays, and states the score with its error. `pair` plays the opening of this number with both
/// colours and gives the half points of the first side, 0 to 4, or none if it was stopped; each
/// thread has its own `player`.
pub(crate) fn duel<P>(
    arguments: &DuelArguments,
    context: &mut Context,
    player: impl Fn() -> anyhow::Result<P> + Sync,
    pair: impl Fn(&mut P, u64) -> Option<u32> + Sync,
) -> anyhow::Result<Exit> {
    let next = AtomicU64::new(0);
    let counts: [AtomicU64; 5] = Default::default();
    on_threads(arguments.threads, arguments.pairs, |bar| {
        let mut player = player()?;
        while !context.stop.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            if number >= arguments.pairs {
                break;
            }
            let Some(points) = pair(&mut player, number) else { break };
            counts[points.min(4) as usize].fetch_add(1, Relaxed);
            bar.inc(1);
        }
        Ok(())
    })?;
    print_match(&counts.map(AtomicU64::into_inner), arguments.json, context)
}

/// Sets the numbers that were given as NAME=VALUE, with the game's own `set`.
pub(crate) fn set_numbers(
    settings: &[String],
    mut set: impl FnMut(&str, &str) -> Result<&'static str, OptionError>,
) -> anyhow::Result<()> {
    for setting in settings {
        let (name, value) =
            setting.split_once('=').with_context(|| format!("'{setting}' is not NAME=VALUE"))?;
        set(name, value)?;
    }
    Ok(())
}

/// Prints every number that can be measured.
pub(crate) fn list(specs: &[OptionSpec], context: &mut Context) -> anyhow::Result<Exit> {
    for spec in specs {
        writeln!(context.out, "{spec}  # {}", crate::language::half(context.language, spec.help))?;
    }
    Ok(Exit::Answered)
}

/// Prints how a match of pairs ended.
fn print_match(counts: &[u64; 5], json: bool, context: &mut Context) -> anyhow::Result<Exit> {
    let (elo, error) = elo(counts);
    if json {
        writeln!(context.out, "{}", json!({"pairs": counts, "elo": elo, "error": error}))?;
    } else {
        writeln!(context.out, "pairs {counts:?}  Elo {elo:+.1} ± {error:.1}")?;
    }
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

/// Elo of the first engine with its 95 % error, from how many pairs gave 0, ½, 1, 1½ and 2 points.
fn elo(counts: &[u64; 5]) -> (f64, f64) {
    let pairs = counts.iter().sum::<u64>().max(1) as f64;
    let value = |points: usize| points as f64 / 4.0;
    let mean =
        counts.iter().enumerate().map(|(points, &count)| value(points) * count as f64).sum::<f64>()
            / pairs;
    let spread = counts
        .iter()
        .enumerate()
        .map(|(points, &count)| (value(points) - mean).powi(2) * count as f64)
        .sum::<f64>()
        / pairs;
    let margin = 1.96 * (spread / pairs).sqrt();
    let of = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    (of(mean), (of(mean + margin) - of(mean - margin)) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_scores_are_no_difference() {
        let (difference, error) = elo(&[1, 2, 3, 2, 1]);
        assert!(difference.abs() < 1e-9 && error > 0.0);
        assert!(elo(&[0, 0, 1, 2, 5]).0 > 100.0);
    }
}
