//! `xun xiangqi eval FEN`: the static evaluation, term by term.

use super::perft::read_position;
use crate::context::Context;
use crate::exit::Exit;
use serde_json::json;
use std::io::Write;
use xun_xiangqi::eval::{Weights, explain};

/// Arguments of `xun xiangqi eval`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The position (`startpos` for the start of a game) ‖ 局面（startpos 为开局）
    #[arg(required = true, num_args = 1.., value_name = "FEN")]
    fen: Vec<String>,
    /// Answer in JSON ‖ 以 JSON 回答
    #[arg(long)]
    json: bool,
}

/// Explains the evaluation. The last line is the score for the side to move, in hundredths of a pawn.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let position = read_position(&arguments.fen.join(" "), context.language)?;
    let told = explain(&position, &Weights::shipped());
    if arguments.json {
        let terms: Vec<_> = told
            .terms
            .iter()
            .map(|term| json!({"name": term.group.name, "red": term.red, "black": term.black}))
            .collect();
        let answer = json!({
            "fen": position.to_fen(),
            "phase": told.phase,
            "terms": terms,
            "red": told.sum,
            "score": told.score,
        });
        writeln!(context.out, "{answer}")?;
        return Ok(Exit::Answered);
    }
    let language = context.language;
    let heading = |english, chinese| language.pick(english, chinese);
    writeln!(
        context.out,
        "{:>8} {:>8} {:>8}  {}",
        heading("red", "红方"),
        heading("black", "黑方"),
        heading("sum", "合计"),
        heading("term", "评估项")
    )?;
    for term in &told.terms {
        let (red, black) = (term.red, term.black);
        let help = language.half(term.group.help);
        writeln!(context.out, "{red:>8.1} {black:>8.1} {:>8.1}  {}: {help}", red - black, term.group.name)?;
    }
    let percent = told.phase * 100.0;
    writeln!(
        context.out,
        "{:>26.1}  {} ({percent:.0}%)",
        told.sum,
        heading("sum for Red, middlegame left", "红方合计，中局成分")
    )?;
    writeln!(context.out, "{} {}", heading("score for the side to move", "走子方评分"), told.score)?;
    Ok(Exit::Answered)
}
