//! `xun path field`: the cost between every cell and the nearest source, or the steps of a flow
//! field.

use super::show::{self, Asked, WatchOption};
use super::{AskOptions, pair, write};
use crate::context::Context;
use crate::exit::Exit;
use crate::path::{input, text};
use clap::Args;
use serde_json::{Value, json};
use xun_grid::{Cell, Direction, Field, Map, Searcher, Step};

/// Arguments of `xun path field`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ask: AskOptions,
    /// Sources of the field (default: the map's goal, with --distances its start)
    #[arg(long, value_parser = input::cell, num_args = 1.., value_name = "ROW,COL")]
    sources: Vec<Cell>,
    /// Costs from the sources to every cell, instead of from every cell to its nearest source
    #[arg(long)]
    distances: bool,
    /// Print the step to take in each cell instead of costs
    #[arg(long, conflicts_with = "distances")]
    flow: bool,
    #[command(flatten)]
    watch: WatchOption,
}

/// Runs the command.
pub(in crate::path) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let (ask, language) = (&arguments.ask, context.language);
    let question = ask.read(language)?;
    let sources = match (&arguments.sources[..], arguments.distances) {
        ([], true) => vec![question.start(language)?],
        ([], false) => vec![question.goal(language)?],
        (given, _) => given.to_vec(),
    };
    let direction = if arguments.distances { Direction::FromSources } else { Direction::ToSources };
    if arguments.watch.watch {
        let ends = (sources[0], sources[0]);
        let asked = Asked::Field { sources, direction };
        return show::play(ask, &question, &asked, ends, context);
    }
    let reply = Searcher::new(&question.map)
        .field(&sources, direction, ask.moves(), &ask.limits(context))
        .map_err(|error| question.refused(&error, language))?;
    write(
        (ask.json, &question.name),
        &reply,
        context,
        |field| {
            let sources: Vec<[u32; 2]> = sources.iter().map(|&cell| pair(cell)).collect();
            let rows = |entry: &dyn Fn(Cell) -> Value| -> Vec<Vec<Value>> {
                let row =
                    |row| (0..field.columns()).map(move |column| entry(Cell::new(row, column)));
                (0..field.rows()).map(|one| row(one).collect()).collect()
            };
            let costs = rows(&|cell| json!(field.cost(cell)));
            let steps = rows(&|cell| json!(field.step(cell).map(|step| format!("{step:?}"))));
            json!({"sources": sources, "costs": costs, "steps": steps})
        },
        |out, field| {
            for row in 0..field.rows() {
                let cells = (0..field.columns()).map(|column| Cell::new(row, column));
                let line: Vec<String> = if arguments.flow {
                    vec![cells.map(|cell| arrow(&question.map, field, cell)).collect()]
                } else {
                    cells
                        .map(|cell| field.cost(cell).map_or("-1".to_owned(), text::number))
                        .collect()
                };
                writeln!(out, "{}", line.join(" "))?;
            }
            Ok(())
        },
    )
}

/// The step to take in a cell as one character.
fn arrow(map: &Map, field: &Field, cell: Cell) -> char {
    match field.step(cell) {
        Some(Step::Up) => '↑',
        Some(Step::Down) => '↓',
        Some(Step::Left) => '←',
        Some(Step::Right) => '→',
        Some(Step::UpLeft) => '↖',
        Some(Step::UpRight) => '↗',
        Some(Step::DownLeft) => '↙',
        Some(Step::DownRight) => '↘',
        None if !map.is_open(cell) => '#',
        None if field.cost(cell).is_some() => 'G',
        None => '.',
    }
}
