//! `xun gomoku duel`: does a change of the search's numbers or of the patterns' weights gain?
//! Paired games at fixed nodes.

use super::datagen::{RuleName, read_weights};
use super::evaluation::evaluation_for;
use crate::context::Context;
use crate::dueling::{DuelArguments, duel, list, set_numbers};
use crate::exit::Exit;
use std::path::PathBuf;
use std::sync::Arc;
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::search::Tuning;
use xun_gomoku::training::{SelfPlay, play_pair};

/// What the games of `duel` and `screen` are.
#[derive(clap::Args)]
pub(crate) struct Games {
    /// Rule ‖ 规则
    #[arg(long, value_enum, default_value = "freestyle")]
    rule: RuleName,
    /// Columns and rows of the board ‖ 棋盘的边长
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(5..=22))]
    size: u32,
    /// Play with this network, which must be the rule's; `hand` for the pattern evaluation; by default the program's own choice ‖ 使用此网络（须与规则相符）；hand 为棋形评估；默认由程序自选
    #[arg(long, default_value = "", hide_default_value = true, value_name = "FILE")]
    eval_file: String,
}

impl Games {
    /// How they are played.
    pub(super) fn self_play(&self, nodes: u64, seed: u64) -> anyhow::Result<SelfPlay> {
        let rule = Rule::from(self.rule);
        let evaluation = evaluation_for(&self.eval_file, rule).map_err(anyhow::Error::msg)?;
        let size = Size::new(self.size, self.size)?;
        Ok(SelfPlay { rule, size, nodes, even: SelfPlay::EVEN, seed, weights: None, evaluation })
    }

    /// The numbers of these games' rule and evaluation with some of them set, NAME=VALUE.
    pub(super) fn tuning(how: &SelfPlay, settings: &[String]) -> anyhow::Result<Tuning> {
        let mut tuning = how.evaluation.tuning(how.rule);
        set_numbers(settings, |name, value| tuning.set(name, value))?;
        Ok(tuning)
    }
}

/// Arguments of `xun gomoku duel`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    duel: DuelArguments,
    /// Pattern weights of the first engine, as `train` writes them ‖ 第一引擎的棋形权重（由 train 生成）
    #[arg(long, value_name = "FILE")]
    weights_a: Option<PathBuf>,
    /// Pattern weights of the second engine ‖ 第二引擎的棋形权重
    #[arg(long, value_name = "FILE")]
    weights_b: Option<PathBuf>,
    #[command(flatten)]
    games: Games,
}

/// Plays, and states the score with its error.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    if arguments.duel.list {
        return list(Tuning::SPECS, context);
    }
    let how = arguments.games.self_play(arguments.duel.nodes, arguments.duel.seed)?;
    let first = Games::tuning(&how, &arguments.duel.first)?;
    let second = Games::tuning(&how, &arguments.duel.second)?;
    let weights = |path: &Option<PathBuf>| path.as_ref().map(read_weights).transpose();
    let weights = [weights(&arguments.weights_a)?, weights(&arguments.weights_b)?]
        .map(|one| one.map(Arc::new));
    let stop = Arc::clone(&context.stop);
    let player = || {
        let (mut one, mut other) = (how.engine(), how.engine());
        one.set_tuning(Some(first.clone()));
        other.set_tuning(Some(second.clone()));
        for (engine, weights) in [&mut one, &mut other].into_iter().zip(&weights) {
            if let Some(weights) = weights {
                engine.set_weights(Arc::clone(weights));
            }
        }
        Ok((one, other))
    };
    duel(&arguments.duel, context, player, |(one, other), number| {
        play_pair(&how, [one, other], number, &stop)
    })
}
