//! `xun path discover`: a robot that discovers its map (D\\* Lite).

use super::show::{self, Asked, WatchOption};
use super::{AskOptions, path_json, path_lines, write};
use crate::context::Context;
use crate::exit::Exit;
use clap::Args;
use serde_json::json;
use xun_grid::discover;

/// Arguments of `xun path discover`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ask: AskOptions,
    /// Rows and columns that the robot sees around it
    #[arg(long, default_value = "1", value_name = "CELLS")]
    sight: u32,
    #[command(flatten)]
    watch: WatchOption,
}

/// Runs the command.
pub(in crate::path) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let (ask, language) = (&arguments.ask, context.language);
    let question = ask.read(language)?;
    let (start, goal) = (question.start(language)?, question.goal(language)?);
    if arguments.watch.watch {
        let asked = Asked::Discover { start, goal, sight: arguments.sight };
        return show::play(ask, &question, &asked, (start, goal), context);
    }
    let limits = ask.limits(context);
    let reply = discover(&question.map, start, goal, ask.moves(), arguments.sight, &limits)
        .map_err(|error| question.refused(&error, language))?;
    write(
        (ask.json, &question.name),
        &reply,
        context,
        |found| {
            let (reached, replans, changes) = (found.reached, found.replans, found.changes);
            let path = path_json(&found.path);
            json!({"reached": reached, "replans": replans, "changes": changes, "path": path})
        },
        |out, found| {
            path_lines(out, &found.path)?;
            let end = if found.reached { "reached" } else { "no way" };
            writeln!(out, "{end} replans {} changes {}", found.replans, found.changes)
        },
    )
}
