//! `xun xiangqi duel`: does a change of the search's numbers or the evaluation's weights gain?
//! Paired games at fixed nodes.

use super::driver::PlayingEngine;
use super::evaluation::evaluator_of;
use crate::context::Context;
use crate::dueling::{DuelArguments, duel, list, set_numbers};
use crate::exit::Exit;
use anyhow::Context as _;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use xun_xiangqi::eval::{HandEvaluator, PlayingEvaluator, Weights};
use xun_xiangqi::search::{DuelSettings, Tuning, play_pair};

/// Arguments of `xun xiangqi duel`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    duel: DuelArguments,
    /// Evaluation weights of the first engine ‖ 第一引擎的评估权重
    #[arg(long, value_name = "FILE")]
    weights_a: Option<PathBuf>,
    /// Evaluation weights of the second engine ‖ 第二引擎的评估权重
    #[arg(long, value_name = "FILE")]
    weights_b: Option<PathBuf>,
    /// Network of the first engine; `hand` for the hand-written evaluation ‖ 第一引擎的网络；hand 为手写评估
    #[arg(long, default_value = "", value_name = "FILE", conflicts_with = "weights_a")]
    eval_a: String,
    /// Network of the second engine ‖ 第二引擎的网络
    #[arg(long, default_value = "", value_name = "FILE", conflicts_with = "weights_b")]
    eval_b: String,
}

/// One side of the duel.
struct Side {
    tuning: Tuning,
    /// Behind a lock only because evaluators cannot be shared: each thread takes a copy.
    evaluator: Mutex<PlayingEvaluator>,
}

impl Side {
    fn new(
        settings: &[String],
        weights: Option<&PathBuf>,
        eval_file: &str,
    ) -> anyhow::Result<Self> {
        let mut tuning = Tuning::default();
        set_numbers(settings, |name, value| tuning.set(name, value))?;
        let evaluator = match weights {
            None => evaluator_of(eval_file).map_err(anyhow::Error::msg)?,
            Some(path) => {
                let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
                let weights =
                    Arc::new(Weights::parse(&text).with_context(|| path.display().to_string())?);
                PlayingEvaluator::Hand(Box::new(HandEvaluator::new(weights)))
            }
        };
        Ok(Self { tuning, evaluator: Mutex::new(evaluator) })
    }

    fn engine(&self) -> anyhow::Result<PlayingEngine> {
        let evaluator = self.evaluator.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut engine = PlayingEngine::new(4, evaluator)?;
        engine.set_tuning(&self.tuning);
        Ok(engine)
    }
}

/// Plays, and states the score with its error.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    if arguments.duel.list {
        return list(Tuning::SPECS, context);
    }
    let first = Side::new(&arguments.duel.first, arguments.weights_a.as_ref(), &arguments.eval_a)?;
    let second =
        Side::new(&arguments.duel.second, arguments.weights_b.as_ref(), &arguments.eval_b)?;
    let settings = DuelSettings { nodes: arguments.duel.nodes, ..DuelSettings::default() };
    let player = || Ok((first.engine()?, second.engine()?));
    duel(&arguments.duel, context, player, |(one, other), number| {
        let seed = arguments.duel.seed.rotate_left(32) ^ number;
        Some(play_pair(one, other, seed, &settings))
    })
}
