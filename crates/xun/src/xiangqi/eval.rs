//! `xun xiangqi eval FEN`: the static evaluation, term by term, or as the engine's search sees it.

use super::evaluation::evaluator_of;
use super::perft::read_position;
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use serde_json::json;
use std::io::Write;
use xun_messages::Message as _;
use xun_xiangqi::eval::{Evaluator, Weights, explain};

/// Arguments of `xun xiangqi eval`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The position (`startpos` for the start of a game); `-` scores every line of standard input
    #[arg(required = true, num_args = 1.., value_name = "FEN")]
    fen: Vec<String>,
    /// Network instead of the hand-written evaluation; prints only the score
    #[arg(long, value_name = "FILE")]
    eval_file: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Explains the evaluation. The last line is the score for the side to move, in hundredths of a
/// pawn.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let text = arguments.fen.join(" ");
    if text == "-" || arguments.eval_file.is_some() {
        return scores(&text, arguments, context);
    }
    let position = read_position(&text, context.language)?;
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
        let help = term.group.text();
        let help = help.pick(language);
        writeln!(
            context.out,
            "{red:>8.1} {black:>8.1} {:>8.1}  {}: {help}",
            red - black,
            term.group.name
        )?;
    }
    let percent = told.phase * 100.0;
    writeln!(
        context.out,
        "{:>26.1}  {} ({percent:.0}%)",
        told.sum,
        heading("sum for Red, middlegame left", "红方合计，中局成分")
    )?;
    writeln!(
        context.out,
        "{} {}",
        heading("score for the side to move", "走子方评分"),
        told.score
    )?;
    Ok(Exit::Answered)
}

/// One score a position, for the side to move, without its terms: a network has none.
fn scores(text: &str, arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let file = arguments.eval_file.as_deref().unwrap_or("hand");
    let mut evaluator = evaluator_of(file).map_err(anyhow::Error::msg)?;
    let mut score = |text: &str, context: &mut Context| -> anyhow::Result<()> {
        let position = read_position(text, context.language)?;
        evaluator.reset(&position);
        let score = evaluator.evaluate(&position);
        if arguments.json {
            writeln!(context.out, "{}", json!({"fen": position.to_fen(), "score": score}))?;
        } else {
            writeln!(context.out, "{score}")?;
        }
        Ok(())
    };
    if text != "-" {
        score(text, context)?;
        return Ok(Exit::Answered);
    }
    for (number, line) in (1..).zip(crate::context::input_lines()) {
        let line = line?;
        if !line.trim().is_empty() {
            score(&line, context).map_err(|error| match context.language {
                Language::English => anyhow::anyhow!("line {number}: {error}"),
                Language::Chinese => anyhow::anyhow!("第 {number} 行：{error}"),
            })?;
        }
    }
    Ok(Exit::Answered)
}
