//! Maps from and to text.

use super::{map_of, problem_of};
use crate::message::paths::{Read, ReadScenarios, Scenario, Write};
use crate::message::{Answer, Fault, Refusal, Text};
use crate::responder::Responder;
use xun_grid::format::{self, Document, Format};
use xun_grid::{Cell, Map};
use xun_messages::Message as _;

/// Reads a map in any format. Where the text does not say, the path goes from the first open cell
/// to the last.
pub(crate) async fn read(given: Read, responder: Responder) {
    let answer = tokio::task::spawn_blocking(move || parse(&given)).await;
    match answer {
        Ok(Ok(answer)) => responder.last(answer).await,
        Ok(Err(refusal)) => responder.refuse(refusal).await,
        Err(_) => {
            responder
                .refuse(crate::responder::missing("The map could not be read", "无法读取地图"))
                .await;
        }
    }
}

fn parse(given: &Read) -> Result<Answer, Refusal> {
    let document =
        format::read(given.text.as_bytes(), None, given.name.as_deref()).map_err(|faults| {
            Refusal::faults(
                Text::new("This map cannot be read", "无法读取这张地图"),
                list_of(&faults),
            )
        })?;
    let (rows, columns) = (document.map.rows(), document.map.columns());
    if u64::from(rows) * u64::from(columns) > super::MOST_CELLS {
        return Err(super::too_large(rows, columns));
    }
    let (first, last) = (open_cell(&document.map, false), open_cell(&document.map, true));
    let (start, goal) = (document.start.or(first), document.goal.or(last));
    let problem = document.into_problem(start, goal).map_err(|error| {
        Refusal::input(Text::new(format!("This map has no open cell: {error}"), "这张地图没有空地"))
    })?;
    Ok(Answer::PathMap(map_of(&problem)))
}

pub(super) fn list_of(faults: &format::Faults) -> Vec<Fault> {
    let one = |fault: &format::MapFault| Fault::at(fault.line, fault.column, fault.kind.text());
    faults.list().iter().map(one).collect()
}

/// Problems that the page is told of.
const MOST_SCENARIOS: usize = 5_000;

/// Reads the problems of a `.scen` file.
pub(crate) async fn scenarios(given: ReadScenarios, responder: Responder) {
    let found = format::read_scenarios(given.text.as_bytes());
    let all = match found {
        Ok(all) => all,
        Err(faults) => {
            let words = Text::new("This scenario file cannot be read", "无法读取这个 .scen 文件");
            return responder.refuse(Refusal::faults(words, list_of(&faults))).await;
        }
    };
    let scenarios = all.iter().take(MOST_SCENARIOS).map(|one| Scenario {
        map: one.map.clone(),
        rows: one.rows,
        columns: one.columns,
        start: [one.start.row, one.start.column],
        goal: [one.goal.row, one.goal.column],
        length: one.length,
    });
    let scenarios = scenarios.collect();
    responder.last(Answer::PathScenarios { scenarios, total: all.len() as u32 }).await;
}

fn open_cell(map: &Map, last: bool) -> Option<Cell> {
    let open = |index: &usize| map.is_open(map.cell(*index));
    let found = if last { (0..map.cells()).rev().find(open) } else { (0..map.cells()).find(open) };
    found.map(|index| map.cell(index))
}

/// Writes a map in a format.
pub(crate) async fn write(wanted: Write, responder: Responder) {
    match text(&wanted) {
        Ok(answer) => responder.last(answer).await,
        Err(refusal) => responder.refuse(refusal).await,
    }
}

fn text(wanted: &Write) -> Result<Answer, Refusal> {
    let refuse = |error: String| {
        Refusal::input(Text::new(
            format!("It cannot be saved so: {error}"),
            format!("无法以此格式保存：{error}"),
        ))
    };
    let format: Format =
        wanted.format.parse().map_err(|error: format::UnknownFormat| refuse(error.to_string()))?;
    let problem = problem_of(&wanted.map)?;
    let mut bytes = Vec::new();
    format::write(&Document::of(&problem, format), &mut bytes)
        .map_err(|error| refuse(error.to_string()))?;
    let ending = if format == Format::MovingAi { "map" } else { "txt" };
    Ok(Answer::Text {
        name: format!("map-{}x{}.{ending}", problem.map().rows(), problem.map().columns()),
        text: String::from_utf8_lossy(&bytes).into_owned(),
    })
}
