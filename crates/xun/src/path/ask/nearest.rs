//! `xun path nearest`: the reachable cell that is nearest to the goal.

use super::show::{self, Asked, WatchOption};
use super::{AskOptions, pair, path_json, path_lines, write};
use crate::context::Context;
use crate::exit::Exit;
use crate::path::text;
use clap::Args;
use serde_json::json;
use xun_grid::Searcher;

/// Arguments of `xun path nearest`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ask: AskOptions,
    #[command(flatten)]
    watch: WatchOption,
}

/// Runs the command.
pub(in crate::path) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let (ask, language) = (&arguments.ask, context.language);
    let question = ask.read(language)?;
    let (start, goal) = (question.start(language)?, question.goal(language)?);
    if arguments.watch.watch {
        let asked = Asked::Nearest { start, goal };
        return show::play(ask, &question, &asked, (start, goal), context);
    }
    let reply = Searcher::new(&question.map)
        .nearest_reachable(start, goal, ask.moves(), &ask.limits(context))
        .map_err(|error| question.refused(&error, language))?;
    write(
        (ask.json, &question.name),
        &reply,
        context,
        |found| {
            let (cell, distance) = (pair(found.cell), found.distance);
            json!({"cell": cell, "distance": distance, "path": path_json(&found.path)})
        },
        |out, found| {
            path_lines(out, &found.path)?;
            writeln!(out, "end {} {}", found.cell.row, found.cell.column)?;
            writeln!(out, "distance {}", text::number(found.distance))
        },
    )
}
