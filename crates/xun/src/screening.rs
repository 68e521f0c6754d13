//! What the games' `screen` commands share: reading numbers by name, playing pairs on many threads,
//! and stating what was found.

use crate::context::Context;
use crate::exit::Exit;
use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use xun_game::{Contrast, Factor, OptionKind, OptionSpec, Screening};

/// Elo for each share of the points beyond a half, near a half.
const ELO_PER_SHARE: f64 = 695.0;

/// What every game's `screen` is told.
#[derive(clap::Args)]
pub(crate) struct ScreenArguments {
    /// The numbers and the two values of each (`duel --list` shows the names) ‖ 参数及其两个取值（名称见 duel --list）
    #[arg(value_name = "NAME=LOW:HIGH", required = true)]
    factors: Vec<String>,
    /// How many openings, each played with both colours ‖ 开局数，每个开局双方各执一次先
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Positions searched a move ‖ 每步搜索的节点数
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// How many games are played at once (0: one a core) ‖ 同时进行的对局数（0 表示每核一局）
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// What makes the run differ from another ‖ 随机种子
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Answer in JSON ‖ 以 JSON 回答
    #[arg(long)]
    json: bool,
}

/// Plays and prints what each number's second value is worth against its first; a run that is
/// stopped prints what it has. `pair` plays one trial (the names in the order of its values) and
/// gives the half points of its first side, 0 to 4, or none if it was stopped; each thread has its
/// own `player`.
pub(crate) fn screen<P>(
    arguments: &ScreenArguments,
    specs: &[OptionSpec],
    context: &mut Context,
    player: impl Fn() -> anyhow::Result<P> + Sync,
    pair: impl Fn(&mut P, &[&'static str], &Contrast) -> Option<u32> + Sync,
) -> anyhow::Result<Exit> {
    let factors = arguments
        .factors
        .iter()
        .map(|text| factor(text, specs))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let names: Vec<&'static str> = factors.iter().map(|factor| factor.name).collect();
    let screening = Mutex::new(Screening::new(factors, arguments.pairs, arguments.seed));
    on_threads(arguments.threads, arguments.pairs, |bar| {
        let mut player = player()?;
        while !context.stop.load(Relaxed) {
            let next = screening.lock().unwrap_or_else(PoisonError::into_inner).begin();
            let Some(trial) = next else { break };
            let Some(points) = pair(&mut player, &names, &trial) else { break };
            let margin = f64::from(points) / 4.0 - 0.5;
            screening.lock().unwrap_or_else(PoisonError::into_inner).learn(&trial, margin);
            bar.inc(1);
        }
        Ok(())
    })?;
    let screening = screening.into_inner().unwrap_or_else(PoisonError::into_inner);
    let found = screening.factors().iter().zip(screening.effects());
    let elo = found.map(|(factor, effect)| {
        (factor, effect.mean * ELO_PER_SHARE, 1.96 * effect.error * ELO_PER_SHARE)
    });
    if arguments.json {
        let effects: Vec<_> = elo
            .map(|(factor, elo, error)| {
                json!({"name": factor.name, "low": factor.low, "high": factor.high, "elo": elo, "error": error})
            })
            .collect();
        writeln!(context.out, "{}", json!({"pairs": screening.learnt(), "effects": effects}))?;
    } else {
        for (factor, elo, error) in elo {
            writeln!(
                context.out,
                "{:<20} {:>6} → {:<6} {elo:+6.1} ± {error:.1} Elo",
                factor.name, factor.low, factor.high
            )?;
        }
    }
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

/// Runs the work on this many threads (0: one a core) under one bar of progress; the last failure
/// is the answer's.
pub(crate) fn on_threads(
    threads: u16,
    pairs: u64,
    work: impl Fn(&ProgressBar) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<()> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} ({eta})")?;
    let bar = ProgressBar::new(pairs).with_style(style);
    let failure = Mutex::new(None);
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => usize::from(threads),
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                if let Err(error) = work(&bar) {
                    *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                }
            });
        }
    });
    bar.finish_and_clear();
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// A number and its two values, both within its bounds.
fn factor(text: &str, specs: &[OptionSpec]) -> anyhow::Result<Factor> {
    let parsed = text.split_once('=').and_then(|(name, values)| {
        let (low, high) = values.split_once(':')?;
        Some((name, low.parse::<i64>().ok()?, high.parse::<i64>().ok()?))
    });
    let (name, low, high) =
        parsed.with_context(|| format!("'{text}' is not NAME=LOW:HIGH with two whole numbers"))?;
    let spec = specs.iter().find(|spec| spec.is_named(name));
    let spec = spec.with_context(|| {
        format!("'{name}' is none of the search's numbers; `duel --list` shows them")
    })?;
    if let OptionKind::Spin { min, max, .. } = spec.kind
        && [low, high].iter().any(|value| !(min..=max).contains(value))
    {
        bail!("{}: {low} and {high} are not both within {min} to {max}", spec.name);
    }
    Ok(Factor { name: spec.name, low, high })
}
