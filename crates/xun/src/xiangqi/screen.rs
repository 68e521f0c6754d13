//! `xun xiangqi screen`: which of the search's numbers matter, all measured in the same games. See
//! `docs/xiangqi-engine.md`.

use super::driver::PlayingEngine;
use super::evaluation::evaluator_of;
use super::spsa::tuning_of;
use crate::context::Context;
use crate::exit::Exit;
use crate::screening::{ScreenArguments, screen};
use std::sync::{Mutex, PoisonError};
use xun_xiangqi::search::{DuelSettings, Tuning, play_pair};

/// Arguments of `xun xiangqi screen`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    screen: ScreenArguments,
    /// Play with this network; `hand` for the hand-written evaluation ‖ 使用此网络；hand 为手写评估
    #[arg(long, default_value = "", value_name = "FILE")]
    eval_file: String,
}

/// Plays and prints what each number's second value is worth against its first.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    // Behind a lock only because evaluators cannot be shared: each thread takes a copy.
    let evaluator = Mutex::new(evaluator_of(&arguments.eval_file).map_err(anyhow::Error::msg)?);
    let settings = DuelSettings { nodes: arguments.screen.nodes, ..DuelSettings::default() };
    let player = || {
        let own = evaluator.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok((PlayingEngine::new(4, own.clone())?, PlayingEngine::new(4, own)?))
    };
    screen(&arguments.screen, Tuning::SPECS, context, player, |(first, second), names, trial| {
        first.set_tuning(&tuning_of(names, &trial.first));
        second.set_tuning(&tuning_of(names, &trial.second));
        let seed = arguments.screen.seed.rotate_left(32) ^ trial.number;
        Some(play_pair(first, second, seed, &settings))
    })
}
