//! The lines of a trace as JSON: header, events, ending. [`TraceWriter`](super::TraceWriter)
//! decides which are written. The members are described in `docs/trace.md`.

use super::state::State;
use crate::{Cell, Event, Outcome, Problem, WALL};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// Maps of more cells than this are not repeated in the header.
const MAP_IN_HEADER: usize = 1_000_000;

/// The algorithm and problem of a trace, for its first line.
#[derive(Clone, Copy, Debug)]
pub struct TraceHeader<'a> {
    /// The problem that is searched.
    pub problem: &'a Problem,
    /// The algorithm's name.
    pub algorithm: &'a str,
    /// The heuristic's name, where there is one.
    pub heuristic: Option<&'a str>,
}

/// The first line.
#[derive(Serialize)]
struct HeaderLine<'a> {
    version: &'static str,
    format: &'static str,
    algorithm: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'a str>,
    rows: u32,
    columns: u32,
    start: [u32; 2],
    goal: [u32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    tank: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stations: Option<Vec<[u32; 3]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    terrain: Vec<[u32; 3]>,
    views: Value,
    pivot: Value,
}

/// The header as an object.
pub(super) fn header(header: &TraceHeader<'_>) -> String {
    let problem = header.problem;
    let map = problem.map();
    let in_header = map.cells() <= MAP_IN_HEADER;
    let supply = problem.supply();
    let station = |station: &crate::Station| [station.cell.row, station.cell.column, station.price];
    let line = HeaderLine {
        version: "1.4.0",
        format: "xun-trace-1",
        algorithm: header.algorithm,
        heuristic: header.heuristic,
        rows: map.rows(),
        columns: map.columns(),
        start: pair(problem.start()),
        goal: pair(problem.goal()),
        tank: supply.map(|supply| supply.tank),
        stations: supply.map(|supply| supply.stations.iter().map(station).collect()),
        map: in_header.then(|| rows(problem)),
        terrain: if in_header { dear_terrain(problem) } else { Vec::new() },
        views: views(),
        pivot: json!({"x": "${{ $.x + 0.5 }}", "y": "${{ $.y + 0.5 }}", "scale": 1}),
    };
    text(&line)
}

fn rows(problem: &Problem) -> Vec<String> {
    let map = problem.map();
    let mark = |&terrain: &u8| match terrain {
        WALL => '#',
        1 => '.',
        cost => char::from(b'0' + cost.min(9)),
    };
    map.costs().chunks(map.columns() as usize).map(|row| row.iter().map(mark).collect()).collect()
}

/// Row, column and cost of the cells that one digit cannot express.
fn dear_terrain(problem: &Problem) -> Vec<[u32; 3]> {
    let map = problem.map();
    let dear = map.costs().iter().enumerate().filter(|(_, cost)| **cost > 9);
    dear.map(|(index, &cost)| {
        let Cell { row, column } = map.cell(index);
        [row, column, u32::from(cost)]
    })
    .collect()
}

/// The drawing instructions of the Posthoc visualiser: one square an event, coloured by type.
fn views() -> Value {
    let square = |condition: &str, colour: &str| {
        json!({
            "$": "rect",
            "$if": format!("${{{{ {condition} }}}}"),
            "x": "${{ $.x }}",
            "y": "${{ $.y }}",
            "width": 1,
            "height": 1,
            "fill": format!("${{{{ color.{colour} }}}}"),
        })
    };
    let ends = "$.type == 'source' || $.type == 'destination' || $.type == 'found'";
    json!({"main": [
        square("$.type == 'generate'", "amber"),
        square("$.type == 'expand'", "blue"),
        square("$.type == 'reopen'", "cyan"),
        square("$.type == 'dead-end'", "red"),
        square("$.type == 'refill'", "lime"),
        square(ends, "green"),
    ]})
}

/// A line of an event.
#[derive(Serialize)]
struct EventLine {
    r#type: &'static str,
    id: Id,
    #[serde(rename = "pId", skip_serializing_if = "Parent::is_absent")]
    parent: Parent,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    g: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    f: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    supply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[[f64; 2]; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agents: Option<[u32; 2]>,
}

/// The parent of an event's state.
enum Parent {
    /// The event has no state.
    Absent,
    /// The state is the first.
    First,
    State(State),
}

impl Parent {
    fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }
}

impl Serialize for Parent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Absent | Self::First => serializer.serialize_none(),
            Self::State(state) => serializer.collect_str(state),
        }
    }
}

/// The name of a state or a bound.
enum Id {
    State(State),
    Bound(u64),
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::State(state) => serializer.collect_str(state),
            Self::Bound(number) => serializer.collect_str(&format_args!("bound-{number}")),
        }
    }
}

/// A cost: whole numbers without a point; what JSON cannot write is null.
#[derive(Clone, Copy)]
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// The largest number below which every whole one is exact.
        const EXACT: f64 = (1_u64 << 53) as f64;
        let value = self.0;
        if !value.is_finite() {
            serializer.serialize_none()
        } else if value.fract() == 0.0 && value.abs() < EXACT {
            serializer.serialize_i64(value as i64)
        } else {
            serializer.serialize_f64(value)
        }
    }
}

/// The source and destination lines that open the events.
pub(super) fn ends(problem: &Problem) -> [String; 2] {
    [("source", problem.start()), ("destination", problem.goal())].map(|(name, cell)| {
        let state = State { cell, supply: None };
        text(&line(name, Id::State(state), Some(cell)))
    })
}

fn line(name: &'static str, id: Id, cell: Option<Cell>) -> EventLine {
    let (x, y) = (cell.map(|cell| cell.column), cell.map(|cell| cell.row));
    EventLine {
        r#type: name,
        id,
        parent: Parent::Absent,
        x,
        y,
        g: None,
        h: None,
        f: None,
        supply: None,
        points: None,
        agents: None,
    }
}

/// One event, appended to `out`.
pub(super) fn event(
    out: &mut Vec<u8>,
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
        Event::NewSearch { .. } => "search",
        Event::Cone { .. } => "cone",
        Event::See { .. } => "see",
        Event::Replan { .. } => "replan",
        Event::Move { .. } => "move",
        Event::Conflict { .. } => "conflict",
        Event::Step { .. } => "step",
    };
    let id = place.map_or(Id::Bound(count), |(state, _)| Id::State(state));
    let mut line = line(name, id, place.map(|(state, _)| state.cell));
    line.parent = match place {
        None => Parent::Absent,
        Some((_, None)) => Parent::First,
        Some((_, Some(parent))) => Parent::State(parent),
    };
    line.supply = place.and_then(|(state, _)| state.supply);
    match *event {
        Event::Generate { g, h, .. } | Event::Expand { g, h, .. } => {
            (line.g, line.h, line.f) = (Some(Number(g)), Some(Number(h)), Some(Number(g + h)));
        }
        Event::Reopen { g, .. } | Event::Found { g, .. } => line.g = Some(Number(g)),
        Event::NewBound { bound } => line.f = Some(Number(bound)),
        Event::Replan { number } => line.g = Some(Number(number as f64)),
        Event::Conflict { time, agents, .. } => {
            (line.g, line.agents) = (Some(Number(time.into())), Some(agents));
        }
        Event::Step { time } => line.g = Some(Number(time.into())),
        Event::Cone { root, left, right } => {
            line.points = Some([root, left, right].map(|point| [point.row, point.column]));
        }
        Event::Close { .. }
        | Event::Refill { .. }
        | Event::DeadEnd { .. }
        | Event::NewSearch { .. }
        | Event::See { .. }
        | Event::Move { .. } => {}
    }
    serde_json::to_writer(out, &line).expect("memory takes every line");
}

/// The mark that events are missing.
pub(super) fn truncated(dropped: u64) -> String {
    json!({"type": "truncated", "id": "truncated", "dropped": dropped}).to_string()
}

/// The last line: outcome and path.
pub(super) fn end(outcome: &Outcome) -> String {
    #[derive(Serialize)]
    struct End {
        r#type: &'static str,
        id: &'static str,
        outcome: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        cost: Option<Number>,
        #[serde(skip_serializing_if = "Option::is_none")]
        steps: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<Vec<[u32; 2]>>,
    }
    let (outcome, path) = match outcome {
        Outcome::Found(path) => ("found", Some(path)),
        Outcome::Impossible => ("impossible", None),
        Outcome::Stopped => ("stopped", None),
    };
    text(&End {
        r#type: "end",
        id: "end",
        outcome,
        cost: path.map(|path| Number(path.cost)),
        steps: path.map(crate::Path::steps),
        path: path.map(|path| path.cells.iter().copied().map(pair).collect()),
    })
}

fn pair(cell: Cell) -> [u32; 2] {
    [cell.row, cell.column]
}

fn text(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("the lines have only texts as keys")
}
