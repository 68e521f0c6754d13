//! The text of a trace's lines: header, events, ending. Pure formatting;
//! [`TraceWriter`](super::TraceWriter) decides what is written.

use super::state::State;
use crate::{Event, Outcome, Problem, WALL};
use std::fmt::Write;

/// Maps of more cells than this are not repeated in the header.
const MAP_IN_HEADER: usize = 1_000_000;

/// How the Posthoc visualiser shows the events: one square each, coloured by type.
const VIEWS: &str = concat!(
    r#""views":{"main":["#,
    r#"{"$":"rect","$if":"${{ $.type == 'generate' }}","x":"${{ $.x }}","y":"${{ $.y }}","width":1,"height":1,"fill":"${{ color.amber }}"},"#,
    r#"{"$":"rect","$if":"${{ $.type == 'expand' }}","x":"${{ $.x }}","y":"${{ $.y }}","width":1,"height":1,"fill":"${{ color.blue }}"},"#,
    r#"{"$":"rect","$if":"${{ $.type == 'reopen' }}","x":"${{ $.x }}","y":"${{ $.y }}","width":1,"height":1,"fill":"${{ color.cyan }}"},"#,
    r#"{"$":"rect","$if":"${{ $.type == 'dead-end' }}","x":"${{ $.x }}","y":"${{ $.y }}","width":1,"height":1,"fill":"${{ color.red }}"},"#,
    r#"{"$":"rect","$if":"${{ $.type == 'refill' }}","x":"${{ $.x }}","y":"${{ $.y }}","width":1,"height":1,"fill":"${{ color.lime }}"},"#,
    r#"{"$":"rect","$if":"${{ $.type == 'source' || $.type == 'destination' || $.type == 'found' }}","x":"${{ $.x }}","y":"${{ $.y }}","width":1,"height":1,"fill":"${{ color.green }}"}"#,
    r#"]},"pivot":{"x":"${{ $.x + 0.5 }}","y":"${{ $.y + 0.5 }}","scale":1}"#,
);

/// What the first line of a trace says beside the map.
#[derive(Clone, Copy, Debug)]
pub struct TraceHeader<'a> {
    /// The problem that is searched.
    pub problem: &'a Problem,
    /// The algorithm's name.
    pub algorithm: &'a str,
    /// The heuristic's name, where there is one.
    pub heuristic: Option<&'a str>,
}

/// The header as the members of an object, without the braces.
pub(super) fn header(header: &TraceHeader<'_>) -> String {
    let problem = header.problem;
    let map = problem.map();
    let mut text = String::from(r#""version":"1.4.0","format":"xun-trace-1","#);
    let _ = write!(text, r#""algorithm":{},"#, quoted(header.algorithm));
    if let Some(heuristic) = header.heuristic {
        let _ = write!(text, r#""heuristic":{},"#, quoted(heuristic));
    }
    let (start, goal) = (problem.start(), problem.goal());
    let _ = write!(
        text,
        r#""rows":{},"columns":{},"start":[{},{}],"goal":[{},{}],"#,
        map.rows(),
        map.columns(),
        start.row,
        start.column,
        goal.row,
        goal.column
    );
    if let Some(supply) = problem.supply() {
        let _ = write!(text, r#""tank":{},"stations":["#, supply.tank);
        for (index, station) in supply.stations.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let _ = write!(
                text,
                "{comma}[{},{},{}]",
                station.cell.row, station.cell.column, station.price
            );
        }
        text.push_str("],");
    }
    if map.cells() <= MAP_IN_HEADER {
        text.push_str(r#""map":["#);
        for (index, row) in map.terrain().chunks(map.columns() as usize).enumerate() {
            text.push_str(if index == 0 { "\"" } else { ",\"" });
            text.extend(row.iter().map(|&terrain| match terrain {
                WALL => '#',
                1 => '.',
                2..=9 => (b'0' + terrain) as char,
                _ => '9',
            }));
            text.push('"');
        }
        text.push_str("],");
    }
    text.push_str(VIEWS);
    text
}

/// The source and destination lines that open the events.
pub(super) fn ends(problem: &Problem) -> [String; 2] {
    [("source", problem.start()), ("destination", problem.goal())].map(|(name, cell)| {
        format!(
            r#"{{"type":"{name}","id":"{},{}","x":{},"y":{}}}"#,
            cell.row, cell.column, cell.column, cell.row
        )
    })
}

/// One event, appended to `text`.
pub(super) fn event(
    text: &mut String,
    event: &Event,
    place: Option<(State, Option<State>)>,
    count: u64,
) {
    let name = match event {
        Event::Generate { .. } => "generate",
        Event::Expand { .. } => "expand",
        Event::Reopen { .. } => "reopen",
        Event::Close { .. } => "close",
        Event::NewBound { .. } => "bound",
        Event::Refill { .. } => "refill",
        Event::DeadEnd { .. } => "dead-end",
        Event::Found { .. } => "found",
    };
    let _ = write!(text, r#"{{"type":"{name}""#);
    match place {
        Some((state, parent)) => {
            let _ = write!(text, r#","id":"{state}""#);
            match parent {
                Some(parent) => {
                    let _ = write!(text, r#","pId":"{parent}""#);
                }
                None => text.push_str(r#","pId":null"#),
            }
            let _ = write!(text, r#","x":{},"y":{}"#, state.cell.column, state.cell.row);
        }
        None => {
            let _ = write!(text, r#","id":"bound-{count}""#);
        }
    }
    match *event {
        Event::Generate { g, h, .. } | Event::Expand { g, h, .. } => {
            number(text, "g", g);
            number(text, "h", h);
            number(text, "f", g + h);
        }
        Event::Reopen { g, .. } | Event::Found { g, .. } => number(text, "g", g),
        Event::NewBound { bound } => number(text, "f", bound),
        Event::Close { .. } | Event::Refill { .. } | Event::DeadEnd { .. } => {}
    }
    if let Some(supply) = place.and_then(|(state, _)| state.supply) {
        let _ = write!(text, r#","supply":{supply}"#);
    }
    text.push('}');
}

/// The mark that events are missing.
pub(super) fn truncated(dropped: u64) -> String {
    format!(r#"{{"type":"truncated","id":"truncated","dropped":{dropped}}}"#)
}

/// The last line: how the search ended.
pub(super) fn end(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Found(path) => {
            let mut text = String::from(r#"{"type":"end","id":"end","outcome":"found""#);
            number(&mut text, "cost", path.cost);
            let _ = write!(text, r#","steps":{},"path":["#, path.steps());
            for (index, cell) in path.cells.iter().enumerate() {
                let comma = if index == 0 { "" } else { "," };
                let _ = write!(text, "{comma}[{},{}]", cell.row, cell.column);
            }
            text.push_str("]}");
            text
        }
        Outcome::Impossible => r#"{"type":"end","id":"end","outcome":"impossible"}"#.to_owned(),
        Outcome::Stopped => r#"{"type":"end","id":"end","outcome":"stopped"}"#.to_owned(),
    }
}

/// A number member; what JSON cannot write becomes null.
fn number(text: &mut String, name: &str, value: f64) {
    if value.is_finite() {
        let _ = write!(text, r#","{name}":{value}"#);
    } else {
        let _ = write!(text, r#","{name}":null"#);
    }
}

/// A JSON string. Names of algorithms need no escapes, but a caller may hand anything.
fn quoted(plain: &str) -> String {
    let mut text = String::from("\"");
    for symbol in plain.chars() {
        match symbol {
            '"' | '\\' => text.extend(['\\', symbol]),
            control if control < ' ' => {
                let _ = write!(text, "\\u{:04x}", control as u32);
            }
            other => text.push(other),
        }
    }
    text.push('"');
    text
}
