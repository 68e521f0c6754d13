//! `xun gomoku eval`: what a network says of a position without any search.

use super::evaluation::evaluation_of;
use super::input::PositionArguments;
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::bail;
use serde_json::{Map, json};
use std::sync::Arc;
use xun_gomoku::eval::{Evaluator, PatternEvaluator};
use xun_gomoku::network::Accumulator;
use xun_gomoku::rules::Board;
use xun_gomoku::search::Evaluation;

/// Arguments of `xun gomoku eval`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Score every line of standard input, each a list of moves such as h8i9
    #[arg(long)]
    lines: bool,
    /// Network for the evaluation; `hand` for the pattern evaluation (default: the embedded network
    /// of the rule)
    #[arg(long, default_value = "", hide_default_value = true, value_name = "FILE")]
    eval_file: String,
    /// Answer in JSON; with a network, including the policy of every empty point
    #[arg(long)]
    json: bool,
}

/// One score a position, for the side to move: 200 for odds of e to 1.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let evaluation = evaluation_of(&arguments.eval_file).map_err(anyhow::Error::msg)?;
    let tell = |board: &Board, context: &mut Context| -> anyhow::Result<()> {
        if let Evaluation::Network(network) = &evaluation
            && network.rule() != board.rule()
        {
            bail!(
                "{}: {} {}, {} {}",
                arguments.eval_file,
                context.language.pick("a network for", "此网络用于"),
                network.rule(),
                context.language.pick("not for", "而非"),
                board.rule()
            );
        }
        let Some(network) = evaluation.network(board.rule()) else {
            let score = PatternEvaluator::new(board).value(board);
            return say(score, None, arguments, context);
        };
        let mut accumulator = Accumulator::new(Arc::clone(network), board);
        let policy = arguments.json.then(|| {
            board
                .empty_points()
                .map(|point| (point.to_string(), accumulator.policy(board, point).into()))
                .collect()
        });
        say(accumulator.score(board), policy, arguments, context)
    };
    if !arguments.lines {
        let board = arguments.position.board(context)?;
        tell(&board, context)?;
        return Ok(Exit::Answered);
    }
    for (number, line) in (1..).zip(crate::context::input_lines()) {
        let board = arguments.position.board_of(&line?, context).map_err(|error| match context
            .language
        {
            Language::English => anyhow::anyhow!("line {number}: {error}"),
            Language::Chinese => anyhow::anyhow!("第 {number} 行：{error}"),
        })?;
        tell(&board, context)?;
    }
    Ok(Exit::Answered)
}

fn say(
    score: i32,
    policy: Option<Map<String, serde_json::Value>>,
    arguments: &Arguments,
    context: &mut Context,
) -> anyhow::Result<()> {
    match (arguments.json, policy) {
        (true, Some(policy)) => {
            writeln!(context.out, "{}", json!({"score": score, "policy": policy}))?;
        }
        (true, None) => writeln!(context.out, "{}", json!({"score": score}))?,
        _ => writeln!(context.out, "{score}")?,
    }
    Ok(())
}
