//! `xun path angle`: paths at any angle.

use super::show::{self, Asked, WatchOption};
use super::{AskOptions, write};
use crate::context::Context;
use crate::exit::Exit;
use crate::path::text;
use clap::{Args, ValueEnum};
use serde_json::json;
use std::io::Write;
use xun_grid::any_angle::{AngleMethod, AngleSearcher, Polyline, smooth};
use xun_grid::{Finding, Moves, Options, Outcome, Reply, Searcher, Silent};

/// Ways to a path at any angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MethodName {
    Anya,
    Theta,
    Smooth,
}

/// Arguments of `xun path angle`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ask: AskOptions,
    /// Method: anya (the shortest line), theta (Theta*), or smooth (the path along the grid,
    /// straightened where no wall is touched)
    #[arg(long, short, value_enum, default_value = "anya", value_name = "NAME")]
    algorithm: MethodName,
    #[command(flatten)]
    watch: WatchOption,
}

/// Runs the command.
pub(in crate::path) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let (ask, language) = (&arguments.ask, context.language);
    let along_grid = arguments.algorithm == MethodName::Smooth;
    if ask.body.or(ask.radius.map(|_| 0)).is_some() {
        // Where a body fits at cells' centres it need not fit between them.
        let why = language.pick(
            "error: paths at any angle are for travellers without size; --body and --radius go \
             with the other questions",
            "错误：任意角度的路径只用于没有大小的物体；--body 与 --radius 用于其他问题",
        );
        eprintln!("{why}");
        return Ok(Exit::Usage);
    }
    if !along_grid && (ask.moves.is_some() || ask.cut_corners) {
        let why = language.pick(
            "error: --moves and --cut-corners are for -a smooth; the others go at any angle",
            "错误：--moves 与 --cut-corners 用于 -a smooth；其他方法可走任意角度",
        );
        eprintln!("{why}");
        return Ok(Exit::Usage);
    }
    let question = ask.read(language)?;
    let (start, goal) = (question.start(language)?, question.goal(language)?);
    let watched = match arguments.algorithm {
        _ if !arguments.watch.watch => None,
        MethodName::Anya => Some(AngleMethod::Anya),
        MethodName::Theta => Some(AngleMethod::Theta),
        MethodName::Smooth => {
            let why = language.pick(
                "error: -a smooth straightens a path; watch the search with xun path watch",
                "错误：-a smooth 只是拉直路径；其搜索可用 xun path watch 观看",
            );
            eprintln!("{why}");
            return Ok(Exit::Usage);
        }
    };
    if let Some(method) = watched {
        let asked = Asked::Angle { start, goal, method };
        return show::play(ask, &question, &asked, (start, goal), context);
    }
    let limits = ask.limits(context);
    let by = |method| {
        let mut searcher = AngleSearcher::new(&question.map)?;
        searcher.search(start, goal, method, &limits)
    };
    let reply = match arguments.algorithm {
        MethodName::Anya => by(AngleMethod::Anya),
        MethodName::Theta => by(AngleMethod::Theta),
        MethodName::Smooth => {
            // The grid's path is along eight directions unless four were asked for.
            let given = ask.moves.is_some() || ask.cut_corners;
            let moves = if given { ask.moves() } else { Moves::Eight };
            let options = Options { moves, ..Options::default() };
            let answer = Searcher::new(&question.map)
                .search(start, goal, &options, &limits, &mut Silent)
                .map_err(|error| {
                    anyhow::anyhow!(
                        "{}: {}",
                        question.name,
                        super::faults::refusal(&error, language)
                    )
                })?;
            let line = match &answer.outcome {
                Outcome::Found(path) => smooth(&question.map, path).map(Finding::Found),
                Outcome::Impossible => Ok(Finding::Impossible),
                Outcome::Stopped => Ok(Finding::Stopped),
            };
            line.map(|finding| Reply::new(finding, answer.statistics))
        }
    };
    let reply = reply.map_err(|error| question.refused(&error, language))?;
    write(
        (ask.json, &question.name),
        &reply,
        context,
        |line| {
            let points: Vec<[f64; 2]> =
                line.points.iter().map(|point| [point.row, point.column]).collect();
            json!({"length": line.length, "points": points})
        },
        lines,
    )
}

/// The length, then the points.
fn lines(out: &mut dyn Write, line: &Polyline) -> std::io::Result<()> {
    writeln!(out, "{}", text::number(line.length))?;
    for point in &line.points {
        writeln!(out, "{} {}", point.row, point.column)?;
    }
    Ok(())
}
