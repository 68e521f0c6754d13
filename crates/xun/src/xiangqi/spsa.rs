//! `xun xiangqi spsa`: tunes the search's numbers by games at fixed nodes. See
//! `docs/xiangqi-engine.md`.

use super::driver::PlayingEngine;
use super::evaluation::evaluator_of;
use crate::context::Context;
use crate::exit::Exit;
use crate::screening::on_threads;
use anyhow::bail;
use serde_json::json;
use std::io::Write;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use xun_game::{OptionKind, Parameter, Spsa};
use xun_xiangqi::search::{DuelSettings, Tuning, play_pair};

/// Arguments of `xun xiangqi spsa`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The numbers to tune (default: all that `duel --list` shows) ‖ 要调整的参数（默认为 duel --list 所列的全部）
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Start from this value, NAME=VALUE ‖ 起始值
    #[arg(long = "from", value_name = "NAME=VALUE")]
    from: Vec<String>,
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

/// Plays and prints where the numbers came to stand; a run that is stopped prints what it has.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let start = parameters(arguments)?;
    let names: Vec<&'static str> = start.iter().map(|parameter| parameter.name).collect();
    let before: Vec<f64> = start.iter().map(|parameter| parameter.value).collect();
    let tuner = Mutex::new(Spsa::new(start, arguments.pairs, arguments.seed));
    let evaluator = Mutex::new(evaluator_of(&arguments.eval_file).map_err(anyhow::Error::msg)?);
    let settings = DuelSettings { nodes: arguments.nodes, ..DuelSettings::default() };
    on_threads(arguments.threads, arguments.pairs, |bar| {
        let own = evaluator.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (mut first, mut second) =
            (PlayingEngine::new(4, own.clone())?, PlayingEngine::new(4, own)?);
        while !context.stop.load(Relaxed) {
            let next = tuner.lock().unwrap_or_else(PoisonError::into_inner).begin();
            let Some(trial) = next else { break };
            first.set_tuning(&tuning_of(&names, &trial.first));
            second.set_tuning(&tuning_of(&names, &trial.second));
            let seed = arguments.seed.rotate_left(32) ^ trial.number();
            // Half points of the first side, 0 to 4; beyond two they are its wins less its losses.
            let points = play_pair(&mut first, &mut second, seed, &settings);
            let margin = f64::from(points) - 2.0;
            tuner.lock().unwrap_or_else(PoisonError::into_inner).learn(&trial, margin);
            bar.inc(1);
        }
        Ok(())
    })?;
    let tuner = tuner.into_inner().unwrap_or_else(PoisonError::into_inner);
    if arguments.json {
        let found: serde_json::Map<String, serde_json::Value> = tuner
            .parameters()
            .iter()
            .map(|found| (found.name.to_owned(), json!(found.value)))
            .collect();
        writeln!(context.out, "{}", json!({"pairs": tuner.begun(), "values": found}))?;
    } else {
        for (found, before) in tuner.parameters().iter().zip(before) {
            writeln!(
                context.out,
                "{}={:.0}  # {before:.0} → {:.2}",
                found.name, found.value, found.value
            )?;
        }
    }
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

/// The numbers to be tuned, with their bounds; a twentieth of the range is the nudge.
fn parameters(arguments: &Arguments) -> anyhow::Result<Vec<Parameter>> {
    let mut found = Vec::new();
    for spec in Tuning::SPECS {
        let OptionKind::Spin { default, min, max } = spec.kind else { continue };
        let chosen =
            arguments.names.is_empty() || arguments.names.iter().any(|name| spec.is_named(name));
        if chosen {
            let (least, most) = (min as f64, max as f64);
            let nudge = ((most - least) / 20.0).max(0.5);
            found.push(Parameter { name: spec.name, value: default as f64, least, most, nudge });
        }
    }
    for name in &arguments.names {
        if !Tuning::SPECS.iter().any(|spec| spec.is_named(name)) {
            bail!("'{name}' is none of the search's numbers; `xun xiangqi duel --list` shows them");
        }
    }
    for setting in &arguments.from {
        let place = setting.split_once('=').and_then(|(name, value)| {
            let place =
                found.iter_mut().find(|parameter| parameter.name.eq_ignore_ascii_case(name))?;
            Some((place, value.parse::<f64>().ok()?))
        });
        let Some((parameter, value)) = place else {
            bail!("'{setting}' is not NAME=VALUE with a number that is tuned");
        };
        if !(parameter.least..=parameter.most).contains(&value) {
            bail!(
                "{}: {value} is not within {} to {}",
                parameter.name,
                parameter.least,
                parameter.most
            );
        }
        parameter.value = value;
    }
    Ok(found)
}

pub(super) fn tuning_of(names: &[&'static str], values: &[i64]) -> Tuning {
    let mut tuning = Tuning::default();
    for (name, value) in names.iter().zip(values) {
        // The values are within the bounds that the names state, so none is refused.
        let _ = tuning.set(name, &value.to_string());
    }
    tuning
}
