//! `xun gomoku duel`: does a change of the search's numbers gain? Paired games at fixed nodes.

use super::datagen::RuleName;
use super::evaluation::evaluation_for;
use crate::context::Context;
use crate::exit::Exit;
use crate::screening::{list, on_threads, print_match};
use anyhow::Context as _;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
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
        Ok(SelfPlay { rule, size: Size::new(self.size, self.size)?, nodes, seed, weights: None, evaluation })
    }

    /// The rule's numbers with some of them set, NAME=VALUE.
    pub(super) fn tuning(&self, settings: &[String]) -> anyhow::Result<Tuning> {
        let mut tuning = Tuning::of(self.rule.into());
        for setting in settings {
            let (name, value) =
                setting.split_once('=').with_context(|| format!("'{setting}' is not NAME=VALUE"))?;
            tuning.set(name, value)?;
        }
        Ok(tuning)
    }
}

/// Arguments of `xun gomoku duel`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A search number of the first engine, NAME=VALUE ‖ 第一引擎的搜索参数
    #[arg(long = "a", value_name = "NAME=VALUE")]
    first: Vec<String>,
    /// A search number of the second engine, NAME=VALUE ‖ 第二引擎的搜索参数
    #[arg(long = "b", value_name = "NAME=VALUE")]
    second: Vec<String>,
    #[command(flatten)]
    games: Games,
    /// How many openings, each played with both colours ‖ 开局数，每个开局双方各执一次先
    #[arg(long, default_value_t = 100, value_name = "N")]
    pairs: u64,
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

/// Plays, and states the score with its error.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    if arguments.list {
        return list(Tuning::SPECS, context);
    }
    let how = arguments.games.self_play(arguments.nodes, arguments.seed)?;
    let first = arguments.games.tuning(&arguments.first)?;
    let second = arguments.games.tuning(&arguments.second)?;
    let next = AtomicU64::new(0);
    let counts: [AtomicU64; 5] = Default::default();
    on_threads(arguments.threads, arguments.pairs, |bar| {
        let (mut one, mut other) = (how.engine(), how.engine());
        one.set_tuning(Some(first.clone()));
        other.set_tuning(Some(second.clone()));
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= arguments.pairs {
                return Ok(());
            }
            let pair = play_pair(&how, [&mut one, &mut other], number, &context.stop);
            let Some(points) = pair else { return Ok(()) };
            counts[points.min(4) as usize].fetch_add(1, Relaxed);
            bar.inc(1);
        }
    })?;
    print_match(&counts.map(AtomicU64::into_inner), arguments.json, context)
}
