//! `xun xiangqi screen`: which of the search's numbers matter, all measured in the same games. See `docs/xiangqi-engine.md`.

use super::driver::PlayingEngine;
use super::evaluation::evaluator_of;
use super::spsa::tuning_of;
use crate::context::Context;
use crate::exit::Exit;
use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use xun_game::{Factor, OptionKind, Screening};
use xun_xiangqi::search::{DuelSettings, Tuning, play_pair};

/// Elo for each share of the points beyond a half, near a half.
const ELO_PER_SHARE: f64 = 695.0;

/// Arguments of `xun xiangqi screen`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The numbers and the two values of each (`duel --list` shows the names) ‖ 参数及其两个取值（名称见 duel --list）
    #[arg(value_name = "NAME=LOW:HIGH", required = true)]
    factors: Vec<String>,
    /// How many openings, each played with both colours ‖ 开局数，每个开局双方各执一次先
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Positions searched a move ‖ 每步搜索的节点数
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many games are played at once (0: one a core) ‖ 同时进行的对局数（0 表示每核一局）
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// What makes the run differ from another ‖ 随机种子
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Play with this network; `hand` for the hand-written evaluation ‖ 使用此网络；hand 为手写评估
    #[arg(long, default_value = "", value_name = "FILE")]
    eval_file: String,
    /// Answer in JSON ‖ 以 JSON 回答
    #[arg(long)]
    json: bool,
}

/// Plays and prints what each number's second value is worth against its first; a run that is stopped prints what it has.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let factors = arguments.factors.iter().map(|text| factor(text)).collect::<anyhow::Result<Vec<_>>>()?;
    let names: Vec<&'static str> = factors.iter().map(|factor| factor.name).collect();
    let screening = Mutex::new(Screening::new(factors, arguments.pairs, arguments.seed));
    let evaluator = Mutex::new(evaluator_of(&arguments.eval_file).map_err(anyhow::Error::msg)?);
    let settings = DuelSettings { nodes: arguments.nodes, ..DuelSettings::default() };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} ({eta})");
    let bar = ProgressBar::new(arguments.pairs).with_style(style.expect("a valid template"));
    let work = || {
        let own = evaluator.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (Ok(mut first), Ok(mut second)) =
            (PlayingEngine::new(4, own.clone()), PlayingEngine::new(4, own))
        else {
            return;
        };
        while !context.stop.load(Relaxed) {
            let next = screening.lock().unwrap_or_else(PoisonError::into_inner).begin();
            let Some(trial) = next else { return };
            first.set_tuning(&tuning_of(&names, &trial.first));
            second.set_tuning(&tuning_of(&names, &trial.second));
            let seed = arguments.seed.rotate_left(32) ^ trial.number;
            // Half points of the first side, 0 to 4.
            let share = f64::from(play_pair(&mut first, &mut second, seed, &settings)) / 4.0;
            screening.lock().unwrap_or_else(PoisonError::into_inner).learn(&trial, share - 0.5);
            bar.inc(1);
        }
    };
    let threads = match arguments.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => usize::from(threads),
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    bar.finish_and_clear();
    let screening = screening.into_inner().unwrap_or_else(PoisonError::into_inner);
    let found = screening.factors().iter().zip(screening.effects());
    let elo = found
        .map(|(factor, effect)| (factor, effect.mean * ELO_PER_SHARE, 1.96 * effect.error * ELO_PER_SHARE));
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

/// A number and its two values, both within its bounds.
fn factor(text: &str) -> anyhow::Result<Factor> {
    let parsed = text.split_once('=').and_then(|(name, values)| {
        let (low, high) = values.split_once(':')?;
        Some((name, low.parse::<i64>().ok()?, high.parse::<i64>().ok()?))
    });
    let (name, low, high) =
        parsed.with_context(|| format!("'{text}' is not NAME=LOW:HIGH with two whole numbers"))?;
    let spec = Tuning::SPECS.iter().find(|spec| spec.is_named(name));
    let spec = spec.with_context(|| {
        format!("'{name}' is none of the search's numbers; `xun xiangqi duel --list` shows them")
    })?;
    if let OptionKind::Spin { min, max, .. } = spec.kind
        && [low, high].iter().any(|value| !(min..=max).contains(value))
    {
        bail!("{}: {low} and {high} are not both within {min} to {max}", spec.name);
    }
    Ok(Factor { name: spec.name, low, high })
}
