//! `xun xiangqi moves FEN`: the legal moves of a position in every notation, and how the game
//! stands.

use super::judge::{RuleArguments, explain, replay, verdict_name};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::Context as _;
use serde_json::{Value, json};
use std::io::Write;
use xun_xiangqi::notation::{Notation, Ranks, Script};
use xun_xiangqi::rules::{Colour, Position};

/// Arguments of `xun xiangqi moves`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The position, moves may follow; `-` reads many from standard input, one a line
    #[arg(required = true, num_args = 1.., value_name = "FEN")]
    game: Vec<String>,
    #[command(flatten)]
    rules: RuleArguments,
    /// Answer in JSON, one line for each position
    #[arg(long)]
    json: bool,
}

/// Lists the moves of one position, or of each line of standard input.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    if arguments.game != ["-"] {
        let position = replay(&arguments.game, context.language)?;
        list(&position, arguments, context)?;
        return Ok(Exit::Answered);
    }
    for (number, line) in (1..).zip(crate::context::input_lines()) {
        if context.stopped() {
            return Ok(Exit::Interrupted);
        }
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let position =
            replay(&[line], context.language).with_context(|| match context.language {
                Language::English => format!("line {number}"),
                Language::Chinese => format!("第 {number} 行"),
            })?;
        list(&position, arguments, context)?;
    }
    Ok(Exit::Answered)
}

const NOTATIONS: [(&str, Notation); 4] = [
    ("iccs", Notation::Coordinates(Ranks::FromZero)),
    ("fairy", Notation::Coordinates(Ranks::FromOne)),
    ("wxf", Notation::Wxf),
    ("chinese", Notation::Chinese(Script::Simplified)),
];

fn list(position: &Position, arguments: &Arguments, context: &mut Context) -> anyhow::Result<()> {
    let outcome = position.outcome(&arguments.rules.rules());
    let reason = explain(outcome, position.turn(), context.language);
    let verdict = verdict_name(outcome);
    let moves = position.legal_moves();
    if arguments.json {
        let described: Vec<Value> = moves
            .iter()
            .map(|&chosen| {
                NOTATIONS
                    .iter()
                    .map(|(name, notation)| (*name, notation.format(position, chosen)))
                    .collect()
            })
            .collect();
        let answer = json!({
            "fen": position.to_fen(),
            "turn": if position.turn() == Colour::Red { "red" } else { "black" },
            "in_check": position.in_check(),
            "verdict": verdict,
            "reason": reason,
            "moves": described,
        });
        writeln!(context.out, "{answer}")?;
        return Ok(());
    }
    writeln!(context.out, "{}", position.to_fen())?;
    for &chosen in &moves {
        let texts = NOTATIONS.map(|(_, notation)| notation.format(position, chosen));
        writeln!(context.out, "{}", texts.join("  "))?;
    }
    writeln!(context.out, "{reason}")?;
    writeln!(context.out, "{verdict}")?;
    Ok(())
}
