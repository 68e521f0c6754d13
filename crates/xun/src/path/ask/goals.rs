//! `xun path goals`: several starts and goals; the nearest pair, or the way to every goal.

use super::show::{self, Asked, WatchOption};
use super::{AskOptions, Question, pair, path_json, path_lines, write};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::path::{input, text};
use clap::Args;
use serde_json::json;
use xun_grid::{Cell, Searcher};

/// Starts and goals beside those of the map.
#[derive(Args)]
pub(super) struct Ends {
    /// Start cells instead of the map's
    #[arg(long, value_parser = input::cell, num_args = 1.., value_name = "ROW,COL")]
    starts: Vec<Cell>,
    /// Goal cells instead of the map's
    #[arg(long, value_parser = input::cell, num_args = 1.., value_name = "ROW,COL")]
    goals: Vec<Cell>,
}

impl Ends {
    pub(super) fn starts(
        &self,
        question: &Question,
        language: Language,
    ) -> anyhow::Result<Vec<Cell>> {
        match &self.starts[..] {
            [] => Ok(vec![question.start(language)?]),
            given => Ok(given.to_vec()),
        }
    }

    pub(super) fn goals(
        &self,
        question: &Question,
        language: Language,
    ) -> anyhow::Result<Vec<Cell>> {
        match &self.goals[..] {
            [] => Ok(vec![question.goal(language)?]),
            given => Ok(given.to_vec()),
        }
    }
}

/// Arguments of `xun path goals`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ask: AskOptions,
    #[command(flatten)]
    ends: Ends,
    /// The path to every goal instead of the nearest only
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    watch: WatchOption,
}

/// Runs the command.
pub(in crate::path) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let (ask, language) = (&arguments.ask, context.language);
    let question = ask.read(language)?;
    let starts = arguments.ends.starts(&question, language)?;
    let goals = arguments.ends.goals(&question, language)?;
    if arguments.watch.watch {
        let ends = (starts[0], goals[0]);
        let asked = if arguments.all {
            Asked::AllGoals { starts, goals }
        } else {
            Asked::NearestGoal { starts, goals }
        };
        return show::play(ask, &question, &asked, ends, context);
    }
    let mut searcher = Searcher::new(&question.map);
    let (moves, limits) = (ask.moves(), ask.limits(context));
    if arguments.all {
        let reply = searcher
            .all_goals(&starts, &goals, moves, &limits)
            .map_err(|error| question.refused(&error, language))?;
        return write(
            (ask.json, &question.name),
            &reply,
            context,
            |paths| {
                let goal = |(path, &goal): (&Option<xun_grid::Path>, &Cell)| {
                    json!({
                        "goal": pair(goal), "path": path.as_ref().map(path_json)
                    })
                };
                json!({"goals": paths.iter().zip(&goals).map(goal).collect::<Vec<_>>()})
            },
            |out, paths| {
                for (path, goal) in paths.iter().zip(&goals) {
                    match path {
                        Some(path) => {
                            let (from, cost) = (path.cells[0], text::number(path.cost));
                            write!(out, "{} {} {cost} ", goal.row, goal.column)?;
                            writeln!(out, "from {} {}", from.row, from.column)?;
                        }
                        None => writeln!(out, "{} {} -1", goal.row, goal.column)?,
                    }
                }
                Ok(())
            },
        );
    }
    let reply = searcher
        .nearest_goal(&starts, &goals, moves, &limits)
        .map_err(|error| question.refused(&error, language))?;
    write(
        (ask.json, &question.name),
        &reply,
        context,
        |path| {
            let (from, to) = (path.cells[0], path.cells[path.steps()]);
            json!({"from": pair(from), "to": pair(to), "path": path_json(path)})
        },
        |out, path| {
            path_lines(out, path)?;
            let (from, to) = (path.cells[0], path.cells[path.steps()]);
            writeln!(out, "from {} {} to {} {}", from.row, from.column, to.row, to.column)
        },
    )
}
