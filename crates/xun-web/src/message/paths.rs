//! Messages about paths. A map is a text in the library's ASCII format; the events of a search are
//! columns of numbers, some thousand events a message, because a JSON object per event would be ten
//! times as long.

use super::Text;
use super::undo::UndoOffers;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A map with its start, goal, terrain and supply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GridMap {
    /// The map in the ASCII format of `docs/paths.md`, which expresses every problem.
    pub text: String,
}

/// Asks to keep a map on the server.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Keep {
    /// The map's number; none for a new map.
    pub id: Option<u32>,
    /// The map.
    pub map: GridMap,
    /// The change that led to it, for a map that has a number: "Cleared the map".
    pub words: Text,
}

/// A kept map.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Kept {
    /// Its number.
    pub id: u32,
    /// The map, where it was asked for.
    pub map: Option<GridMap>,
    /// The changes that can be undone and redone.
    pub changes: UndoOffers,
}

/// Asks for a made map.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Generate {
    /// The generator's name from the menu.
    pub family: String,
    /// Rows wanted.
    pub rows: u32,
    /// Columns wanted.
    pub columns: u32,
    /// The same seed makes the same map.
    pub seed: u32,
}

/// Asks to read a text.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Read {
    /// The text.
    pub text: String,
    /// The file's name, where there was one; its ending helps to tell the format.
    pub name: Option<String>,
}

/// Asks to write a map.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Write {
    /// The map.
    pub map: GridMap,
    /// The format's name from the menu.
    pub format: String,
}

/// Asks for a search.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Run {
    /// The map.
    pub map: GridMap,
    /// The algorithm's name from the menu.
    pub algorithm: String,
    /// The heuristic's name from the menu.
    pub heuristic: String,
    /// `4`, `8` (no corner cutting) or `8-cutting`.
    pub moves: String,
    /// Weight of weighted A\*.
    pub weight: Option<f64>,
    /// Whether to send the events too.
    pub trace: bool,
}

/// Asks one of the other questions about a map.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MapQuestion {
    /// The map.
    pub map: GridMap,
    /// The question's name from the menu.
    pub question: String,
    /// `4`, `8` (no corner cutting) or `8-cutting`.
    pub moves: String,
    /// Marked cells in row order of the map: goals, way-points, sources, or start and goal of each
    /// further agent in turn.
    pub marks: Vec<u32>,
    /// Side of a square traveller in cells; 1 without a size.
    pub body: u32,
    /// Rows and columns that a robot sees around it.
    pub sight: u32,
    /// Whether way-points are visited in the given order instead of the best.
    pub in_order: bool,
    /// End of a path through way-points: `goal`, `last` or `start`.
    pub finish: String,
    /// Quantity that a trip minimises.
    pub objective: String,
    /// Supply that must be left on every arrival of a trip.
    pub reserve: u32,
    /// Most stops of a trip, if they are limited.
    pub stops: Option<u32>,
    /// Whether a trip returns to its start.
    pub returns: bool,
}

/// The drawing of an answer besides its path.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Picture {
    /// Further paths, each as cells in row order of the map; of agents the cells at the times 0, 1,
    /// 2…
    pub ways: Vec<Vec<u32>>,
    /// Points of a line at any angle: row and column, whole numbers at the centres of cells.
    pub line: Vec<[f64; 2]>,
    /// The step of each cell in a flow field: 0–7 in the order of the library's steps (up, down,
    /// left, right, then up-left, up-right, down-left, down-right), 8 none.
    pub flow: Vec<u8>,
    /// Open cells where the traveller's body does not fit.
    pub blocked: Vec<u32>,
    /// The order in which the marks are visited.
    pub order: Vec<u32>,
}

/// The choices of the room.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Menu {
    /// Questions; the first is the path from start to goal, for which the algorithms are.
    pub questions: Vec<Choice>,
    /// Algorithms.
    pub algorithms: Vec<Choice>,
    /// Heuristics.
    pub heuristics: Vec<Choice>,
    /// Generators of maps.
    pub families: Vec<Choice>,
    /// Formats that can be written.
    pub formats: Vec<Choice>,
}

/// One thing to choose.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[expect(clippy::struct_excessive_bools, reason = "independent features of a problem")]
pub struct Choice {
    /// Its name in messages and on the command line.
    pub name: String,
    /// Its name for people.
    pub title: Text,
    /// A sentence on its method or guarantee.
    pub about: Text,
    /// Whether it is for problems with supply.
    pub supply: bool,
    /// Whether it is for stations with prices.
    pub prices: bool,
    /// Whether it is for problems without.
    pub plain: bool,
    /// Whether it looks at the heuristic.
    pub informed: bool,
}

/// Asks to read a `.scen` file.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReadScenarios {
    /// The text.
    pub text: String,
}

/// A problem of a `.scen` file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Scenario {
    /// The map's file name as the file has it.
    pub map: String,
    /// Rows of the map.
    pub rows: u32,
    /// Columns of the map.
    pub columns: u32,
    /// Row and column of the start.
    pub start: [u32; 2],
    /// Row and column of the goal.
    pub goal: [u32; 2],
    /// The length of a shortest path, with diagonal moves that cut no corners.
    pub length: f64,
}

/// The kind of an event. It travels as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EventKind {
    /// A cell is put onto the open list.
    Generate,
    /// A cell is taken from the open list.
    Expand,
    /// A closed cell is opened again.
    Reopen,
    /// A cell is done with.
    Close,
    /// An iteration with a new bound begins.
    NewBound,
    /// A station fills the tank.
    Refill,
    /// A cell from which no station can be reached.
    DeadEnd,
    /// The goal is reached.
    Found,
    /// The next of several searches begins.
    NewSearch,
    /// A cone of sight; its numbers are root, left and right end, each as row and column.
    Cone,
    /// A robot sees that a cell is other than it believed.
    See,
    /// It plans again; its number is the count.
    Replan,
    /// It moves.
    Move,
    /// Two agents meet; its numbers are time and agents.
    Conflict,
    /// All agents are where the plan has them; its number is the time.
    Step,
}

impl EventKind {
    /// Every kind, in the order of their numbers.
    pub const ALL: [Self; 15] = [
        Self::Generate,
        Self::Expand,
        Self::Reopen,
        Self::Close,
        Self::NewBound,
        Self::Refill,
        Self::DeadEnd,
        Self::Found,
        Self::NewSearch,
        Self::Cone,
        Self::See,
        Self::Replan,
        Self::Move,
        Self::Conflict,
        Self::Step,
    ];
}

impl Serialize for EventKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

/// Events in columns; entry *i* of each column is event *i*.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Events {
    /// The kinds.
    #[cfg_attr(test, ts(type = "Array<EventKind>"))]
    pub kind: Vec<EventKind>,
    /// The cell's place in row order; −1 for a new bound.
    pub cell: Vec<i32>,
    /// The predecessor; −1 none, −2 unchanged.
    pub parent: Vec<i32>,
    /// Cost so far (or the bound); −1 where the event has none.
    pub g: Vec<f64>,
    /// Estimate to go; −1 where the event has none.
    pub h: Vec<f64>,
    /// Supply left; −1 where supply does not matter.
    pub supply: Vec<i32>,
    /// The numbers of the events that have some, in the order of those events.
    pub numbers: Vec<Vec<f64>>,
}

/// The outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum RunOutcome {
    /// A path was found.
    Found,
    /// There is none.
    Impossible,
    /// The search was stopped or reached a limit.
    Stopped,
}

/// The result of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RunResult {
    /// The outcome.
    pub outcome: RunOutcome,
    /// The path's cells in row order of the map; empty without a path.
    pub path: Vec<u32>,
    /// Cost so far on each cell of the path.
    pub reached: Vec<f64>,
    /// Supply on leaving each cell of the path, where supply matters.
    pub supply: Vec<i32>,
    /// The path's cost.
    pub cost: Option<f64>,
    /// Cells taken from the frontier.
    pub expanded: f64,
    /// Cells put onto it.
    pub generated: f64,
    /// Cells opened again.
    pub reopened: f64,
    /// The most that waited at one time.
    pub largest_frontier: f64,
    /// Bounds of IDA\* or fringe search with their nodes.
    pub bounds: Vec<[f64; 2]>,
    /// Seconds of searching without the trace.
    pub seconds: f64,
    /// Bytes that the search allocated.
    pub memory: f64,
    /// Whether there were more events than are sent.
    pub truncated: bool,
    /// A warning about a guarantee that does not hold.
    pub warning: Option<Text>,
    /// Why there is no way and what would help, or what the way uses.
    pub explanation: Vec<Text>,
    /// The drawing besides the path, for other questions.
    pub picture: Option<Picture>,
}
