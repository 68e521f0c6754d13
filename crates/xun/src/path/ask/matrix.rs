//! `xun path matrix`: the cost from every start to every goal.

use super::goals::Ends;
use super::{AskOptions, write};
use crate::context::Context;
use crate::exit::Exit;
use crate::path::text;
use clap::Args;
use serde_json::json;
use xun_grid::Searcher;

/// Arguments of `xun path matrix`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ask: AskOptions,
    #[command(flatten)]
    ends: Ends,
}

/// Runs the command.
pub(in crate::path) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let (ask, language) = (&arguments.ask, context.language);
    let question = ask.read(language)?;
    let starts = arguments.ends.starts(&question, language)?;
    let goals = arguments.ends.goals(&question, language)?;
    let reply = Searcher::new(&question.map)
        .matrix(&starts, &goals, ask.moves(), &ask.limits(context))
        .map_err(|error| question.refused(&error, language))?;
    write(
        (ask.json, &question.name),
        &reply,
        context,
        |costs| json!({"costs": costs}),
        |out, costs| {
            for row in costs {
                let shown: Vec<String> =
                    row.iter().map(|cost| cost.map_or("-1".to_owned(), text::number)).collect();
                writeln!(out, "{}", shown.join(" "))?;
            }
            Ok(())
        },
    )
}
