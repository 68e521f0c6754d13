//! `xun path tour`: a path through way-points, in the given or in the best order.

use super::show::{self, Asked, WatchOption};
use super::{AskOptions, path_json, path_lines, write};
use crate::context::Context;
use crate::exit::Exit;
use crate::path::input;
use clap::{Args, ValueEnum};
use serde_json::json;
use xun_grid::{Cell, Finish, Searcher, StopOrder};

/// Order of the way-points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OrderName {
    Best,
    Given,
}

/// End of the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FinishName {
    Goal,
    Last,
    Start,
}

/// Arguments of `xun path tour`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ask: AskOptions,
    /// Way-points to visit
    #[arg(
        long, value_parser = input::cell, num_args = 1.., required = true, value_name = "ROW,COL"
    )]
    through: Vec<Cell>,
    /// Order of the way-points: best (at most 15) or given
    #[arg(long, value_enum, default_value = "best", value_name = "NAME")]
    order: OrderName,
    /// End of the path: the map's goal, the last way-point, or back at the start
    #[arg(long, value_enum, default_value = "goal", value_name = "NAME")]
    finish: FinishName,
    #[command(flatten)]
    watch: WatchOption,
}

/// Runs the command.
pub(in crate::path) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let (ask, language) = (&arguments.ask, context.language);
    let question = ask.read(language)?;
    let start = question.start(language)?;
    let finish = match arguments.finish {
        FinishName::Goal => Finish::At(question.goal(language)?),
        FinishName::Last => Finish::LastStop,
        FinishName::Start => Finish::Start,
    };
    let order = match arguments.order {
        OrderName::Best => StopOrder::Best,
        OrderName::Given => StopOrder::Given,
    };
    let through = &arguments.through;
    if arguments.watch.watch {
        let end = match finish {
            Finish::At(cell) => cell,
            Finish::LastStop | Finish::Start => start,
        };
        let asked = Asked::Tour { start, stops: through.clone(), finish, order };
        return show::play(ask, &question, &asked, (start, end), context);
    }
    let reply = Searcher::new(&question.map)
        .tour(start, through, finish, order, ask.moves(), &ask.limits(context))
        .map_err(|error| question.refused(&error, language))?;
    write(
        (ask.json, &question.name),
        &reply,
        context,
        |tour| json!({"order": tour.order, "legs": tour.legs, "path": path_json(&tour.path)}),
        |out, tour| {
            path_lines(out, &tour.path)?;
            for &stop in &tour.order {
                writeln!(out, "through {} {}", through[stop].row, through[stop].column)?;
            }
            Ok(())
        },
    )
}
