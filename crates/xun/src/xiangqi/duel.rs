//! `xun xiangqi duel`: does a change of the search's numbers or the evaluation's weights gain? Paired games at fixed nodes.

use super::driver::PlayingEngine;
use super::evaluation::evaluator_of;
use crate::context::Context;
use crate::exit::Exit;
use crate::screening::{list, on_threads, print_match};
use anyhow::Context as _;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use xun_xiangqi::eval::{HandEvaluator, PlayingEvaluator, Weights};
use xun_xiangqi::search::{DuelSettings, Tuning, play_pair};

/// Arguments of `xun xiangqi duel`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A search number of the first engine, NAME=VALUE ‖ 第一引擎的搜索参数
    #[arg(long = "a", value_name = "NAME=VALUE")]
    first: Vec<String>,
    /// A search number of the second engine, NAME=VALUE ‖ 第二引擎的搜索参数
    #[arg(long = "b", value_name = "NAME=VALUE")]
    second: Vec<String>,
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
    /// How many openings, each played with both colours ‖ 开局数，每个开局双方各执一次先
    #[arg(long, default_value_t = 100, value_name = "N")]
    pairs: u32,
    /// Positions searched a move ‖ 每步搜索的节点数
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many games are played at once ‖ 同时进行的对局数
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// What makes the openings differ from those of another run ‖ 随机种子
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// List the search's numbers and stop ‖ 列出搜索参数后退出
    #[arg(long)]
    list: bool,
    /// Answer in JSON ‖ 以 JSON 回答
    #[arg(long)]
    json: bool,
}

/// One side of the duel.
struct Side {
    tuning: Tuning,
    /// Behind a lock only because evaluators cannot be shared: each thread takes a copy.
    evaluator: Mutex<PlayingEvaluator>,
}

impl Side {
    fn new(settings: &[String], weights: Option<&PathBuf>, eval_file: &str) -> anyhow::Result<Self> {
        let mut tuning = Tuning::default();
        for setting in settings {
            let (name, value) =
                setting.split_once('=').with_context(|| format!("'{setting}' is not NAME=VALUE"))?;
            tuning.set(name, value)?;
        }
        let evaluator = match weights {
            None => evaluator_of(eval_file).map_err(anyhow::Error::msg)?,
            Some(path) => {
                let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
                let weights = Arc::new(Weights::parse(&text).with_context(|| path.display().to_string())?);
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
    if arguments.list {
        return list(Tuning::SPECS, context);
    }
    let first = Side::new(&arguments.first, arguments.weights_a.as_ref(), &arguments.eval_a)?;
    let second = Side::new(&arguments.second, arguments.weights_b.as_ref(), &arguments.eval_b)?;
    let settings = DuelSettings { nodes: arguments.nodes, ..DuelSettings::default() };
    let next = AtomicU32::new(0);
    let counts: [AtomicU64; 5] = Default::default();
    on_threads(arguments.threads, arguments.pairs.into(), |bar| {
        let (mut one, mut other) = (first.engine()?, second.engine()?);
        while !context.stop.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            if number >= arguments.pairs {
                break;
            }
            let seed = arguments.seed.rotate_left(32) ^ u64::from(number);
            let points = play_pair(&mut one, &mut other, seed, &settings);
            counts[points.min(4) as usize].fetch_add(1, Relaxed);
            bar.inc(1);
        }
        Ok(())
    })?;
    print_match(&counts.map(AtomicU64::into_inner), arguments.json, context)
}
