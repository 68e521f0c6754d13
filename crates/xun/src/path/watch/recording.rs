//! A trace file as something to play: our JSON lines, our document for the Posthoc visualiser, and,
//! as far as it says where things happen, a document of another program in that form
//! (`docs/trace.md`).

use crate::language::Language;
use crate::path::input;
use anyhow::{anyhow, bail};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path as FilePath;
use xun_grid::trace::Recorder;
use xun_grid::{Cell, Event, Map, Observer, Outcome, Path, Problem, Station, Supply, Terrain};

/// Contents of a trace file.
pub(in crate::path) struct Recording {
    pub(in crate::path) problem: Problem,
    pub(in crate::path) outcome: Outcome,
    pub(in crate::path) events: Vec<Event>,
    /// Events that the file or the limit left out.
    pub(in crate::path) dropped: u64,
    /// Name of the algorithm, as far as the file says.
    pub(in crate::path) by: String,
    /// The ways of several agents, by time.
    pub(in crate::path) ways: Vec<Vec<Cell>>,
    /// The answer in words, where it is more than a path.
    pub(in crate::path) words: Option<String>,
}

/// Whether a file is a trace and not a map: no map begins like a JSON object.
pub(super) fn is_trace(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

/// Reads a trace, of which at most `limit` events are kept.
pub(super) fn read(
    file: &FilePath,
    bytes: &[u8],
    limit: usize,
    language: Language,
) -> anyhow::Result<Recording> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut objects = serde_json::Deserializer::from_slice(bytes).into_iter::<Value>();
    let unreadable = |error: serde_json::Error| {
        let (line, column) = (error.line(), error.column());
        let name = input::shown(file, language);
        match language {
            Language::English => anyhow!(
                "{name}: line {line}, column {column}: no JSON ({error}); a trace has one object a \
                 line, or is one object with `events`"
            ),
            Language::Chinese => anyhow!(
                "{name}：第 {line} 行第 {column} 列：不是 JSON（{error}）；轨迹应为每行一个对象，或一个含 `events` 的对象"
            ),
        }
    };
    let mut header = objects.next().transpose().map_err(unreadable)?.unwrap_or(Value::Null);
    let document = match header.get_mut("events").map(Value::take) {
        Some(Value::Array(events)) => Some(events),
        _ => None,
    };
    let events: Vec<Value> = match document {
        Some(events) => events,
        None => objects.collect::<Result<_, _>>().map_err(unreadable)?,
    };
    Reader { file, language, header: &header, events: &events }.recording(limit)
}

struct Reader<'a> {
    file: &'a FilePath,
    language: Language,
    header: &'a Value,
    events: &'a [Value],
}

impl Reader<'_> {
    fn wrong(&self, english: &str, chinese: &str) -> anyhow::Error {
        let colon = self.language.pick(": ", "：");
        anyhow!(
            "{}{colon}{}",
            input::shown(self.file, self.language),
            self.language.pick(english, chinese)
        )
    }

    fn recording(&self, limit: usize) -> anyhow::Result<Recording> {
        let problem = self.problem()?;
        let mut states: HashMap<&str, Cell> = HashMap::new();
        let mut recorder = Recorder::new(limit);
        let mut outcome = Outcome::Stopped;
        let mut dropped = 0;
        for (number, object) in (1_usize..).zip(self.events) {
            let kind = object.get("type").and_then(Value::as_str).unwrap_or_default();
            match kind {
                "truncated" => dropped = object.get("dropped").and_then(Value::as_u64).unwrap_or(0),
                "end" if object.get("outcome").is_some() => {
                    outcome = self.outcome(object, &problem)?;
                }
                _ => {}
            }
            let cell = place(object);
            if cell.is_some_and(|cell| !problem.map().contains(cell)) {
                let (english, chinese) = (
                    format!("event {number} ({kind}) lies outside the map"),
                    format!("第 {number} 个事件（{kind}）在地图之外"),
                );
                return Err(self.wrong(&english, &chinese));
            }
            let parent =
                object.get("pId").and_then(Value::as_str).and_then(|id| states.get(id)).copied();
            if let (Some(id), Some(cell)) = (object.get("id").and_then(Value::as_str), cell) {
                states.insert(id, cell);
            }
            if let Some(event) = event(kind, object, cell, parent) {
                recorder.event(event);
            }
        }
        dropped += recorder.dropped();
        let named = |member| self.header.get(member).and_then(Value::as_str);
        let by = [named("algorithm"), named("heuristic")]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" · ");
        let events = recorder.into_events();
        Ok(Recording { problem, outcome, events, dropped, by, ways: Vec::new(), words: None })
    }

    /// The map and its ends: from the header, and from the events where the header does not say.
    fn problem(&self) -> anyhow::Result<Problem> {
        let end = |member: &str, kind: &str| {
            let told = self.header.get(member).and_then(cell_of_pair);
            let event = || {
                self.events
                    .iter()
                    .find(|object| object.get("type").and_then(Value::as_str) == Some(kind))
            };
            told.or_else(|| event().and_then(place))
        };
        let (Some(start), Some(goal)) = (end("start", "source"), end("goal", "destination")) else {
            return Err(self.wrong(
                "no trace that can be played: it says nowhere where the search begins and ends \
                 (`start` and `goal`, or the events `source` and `destination`)",
                "不是可播放的轨迹：没有写明起点与终点（`start` 与 `goal`，或事件 `source` 与 `destination`）",
            ));
        };
        let map = self.map()?;
        let supply = self.header.get("tank").and_then(number).map(|tank| {
            let stations = self.header.get("stations").and_then(Value::as_array);
            let station = |value: &Value| {
                let price = value.get(2).and_then(number).unwrap_or(0);
                cell_of_pair(value).map(|cell| Station { cell, price })
            };
            Supply { tank, stations: stations.into_iter().flatten().filter_map(station).collect() }
        });
        Problem::with_supply(map, start, goal, supply).map_err(|error| {
            self.wrong(&error.to_string(), &format!("起点、终点或补给站不对（{error}）"))
        })
    }

    /// The map of the header; else open ground of the size that it names, or that the events need.
    fn map(&self) -> anyhow::Result<Map> {
        let size = |member| self.header.get(member).and_then(number);
        let (rows, columns) = match (size("rows"), size("columns")) {
            (Some(rows), Some(columns)) => (rows, columns),
            _ => self.events.iter().filter_map(place).fold((1, 1), |(rows, columns), cell| {
                (rows.max(cell.row.saturating_add(1)), columns.max(cell.column.saturating_add(1)))
            }),
        };
        let mut map = Map::open(rows, columns).map_err(|error| {
            self.wrong(&error.to_string(), &format!("地图的大小不对（{error}）"))
        })?;
        let Some(lines) = self.header.get("map").and_then(Value::as_array) else { return Ok(map) };
        if lines.len() != rows as usize {
            bail!(self.wrong(
                &format!("`map` has {} rows, `rows` says {rows}", lines.len()),
                &format!("`map` 有 {} 行，`rows` 却是 {rows}", lines.len()),
            ));
        }
        for (row, line) in (0_u32..).zip(lines) {
            let line = line.as_str().unwrap_or_default();
            if line.chars().count() != columns as usize {
                bail!(self.wrong(
                    &format!("row {row} of `map` is not {columns} cells long"),
                    &format!("`map` 的第 {row} 行不是 {columns} 格"),
                ));
            }
            for (column, symbol) in (0_u32..).zip(line.chars()) {
                let terrain = match symbol {
                    '#' => Terrain::WALL,
                    '2'..='9' => Terrain::new(symbol as u8 - b'0'),
                    _ => Terrain::PLAIN,
                };
                map.set(Cell::new(row, column), terrain);
            }
        }
        let dear = self.header.get("terrain").and_then(Value::as_array);
        for value in dear.into_iter().flatten() {
            let cost = value.get(2).and_then(number).and_then(|cost| u8::try_from(cost).ok());
            if let (Some(cell), Some(cost)) = (cell_of_pair(value), cost)
                && map.contains(cell)
            {
                map.set(cell, Terrain::new(cost));
            }
        }
        Ok(map)
    }

    fn outcome(&self, object: &Value, problem: &Problem) -> anyhow::Result<Outcome> {
        match object.get("outcome").and_then(Value::as_str) {
            Some("impossible") => return Ok(Outcome::Impossible),
            Some("found") => {}
            _ => return Ok(Outcome::Stopped),
        }
        let pairs = object.get("path").and_then(Value::as_array);
        let cells: Option<Vec<Cell>> = pairs.into_iter().flatten().map(cell_of_pair).collect();
        match cells.filter(|cells| {
            !cells.is_empty() && cells.iter().all(|&cell| problem.map().contains(cell))
        }) {
            Some(cells) => {
                let cost =
                    object.get("cost").and_then(Value::as_f64).unwrap_or(cells.len() as f64 - 1.0);
                Ok(Outcome::Found(Path { cells, cost }))
            }
            None => Err(self.wrong(
                "`path` of the end is no list of [row, column] on the map",
                "结尾的 `path` 不是地图上的 [行, 列] 列表",
            )),
        }
    }
}

/// A whole number that fits.
fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| u32::try_from(number).ok())
}

fn cell_of_pair(value: &Value) -> Option<Cell> {
    Some(Cell::new(value.get(0).and_then(number)?, value.get(1).and_then(number)?))
}

fn place(object: &Value) -> Option<Cell> {
    Some(Cell::new(object.get("y").and_then(number)?, object.get("x").and_then(number)?))
}

/// The event of an object; none for events that are only for other programs.
fn event(kind: &str, object: &Value, cell: Option<Cell>, parent: Option<Cell>) -> Option<Event> {
    let amount = |member| object.get(member).and_then(Value::as_f64);
    let g = amount("g").unwrap_or(0.0);
    let h = amount("h").or_else(|| amount("f").map(|f| f - g)).unwrap_or(0.0);
    let supply = object.get("supply").and_then(number);
    if kind == "bound" {
        return amount("f").map(|bound| Event::NewBound { bound });
    }
    let cell = cell?;
    Some(match kind {
        "generate" | "generating" => Event::Generate { cell, parent, g, h, supply },
        "expand" | "expanding" => Event::Expand { cell, g, h, supply },
        "reopen" | "updating" => Event::Reopen { cell, g },
        "close" | "closing" => Event::Close { cell },
        "refill" => Event::Refill { cell, supply: supply? },
        "dead-end" => Event::DeadEnd { cell, supply },
        "found" => Event::Found { cell, g },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_grid::trace::{TraceForm, TraceHeader, TraceWriter};
    use xun_grid::{Limits, Options, solve};

    fn problem() -> Problem {
        Problem::parse("4 5 5\n3 0 1 0 0\n0 0 1 0 0\n0 0 2 0 1\n1 0 0 0 4\n").expect("a problem")
    }

    /// The events as they happened, and the file that was written of them.
    fn written(form: TraceForm, limit: u64) -> (Vec<Event>, Outcome, Vec<u8>) {
        let problem = problem();
        let mut recorder = Recorder::new(usize::MAX);
        let answer = solve(&problem, &Options::default(), &Limits::default(), &mut recorder);
        let outcome = answer.expect("auto solves it").outcome;
        let header = TraceHeader { problem: &problem, algorithm: "labels", heuristic: None };
        let mut file = Vec::new();
        let mut writer = TraceWriter::new(&mut file, &header, form, limit).expect("memory");
        let events = recorder.into_events();
        for &event in &events {
            writer.event(event);
        }
        writer.finish(&outcome).expect("memory");
        (events, outcome, file)
    }

    fn read_back(file: &[u8], limit: usize) -> anyhow::Result<Recording> {
        read(FilePath::new("a.jsonl"), file, limit, Language::English)
    }

    #[test]
    fn what_was_written_is_read_back() {
        for form in [TraceForm::Lines, TraceForm::Document] {
            let (events, outcome, file) = written(form, u64::MAX);
            assert!(is_trace(&file));
            let recording = read_back(&file, usize::MAX).expect("our own trace");
            assert_eq!(recording.problem, problem());
            assert_eq!(recording.events, events, "{form:?}");
            assert_eq!(recording.outcome, outcome);
            assert_eq!((recording.by.as_str(), recording.dropped), ("labels", 0));
        }
    }

    #[test]
    fn missing_events_are_counted() {
        let (_, _, whole) = written(TraceForm::Lines, u64::MAX);
        let (events, _, file) = written(TraceForm::Lines, whole.len() as u64 * 3 / 4);
        let recording = read_back(&file, usize::MAX).expect("a short trace");
        assert_eq!(recording.events.len() as u64 + recording.dropped, events.len() as u64);
        assert!(recording.dropped > 0);
        let shorter = read_back(&file, 3).expect("a short trace");
        assert_eq!(
            (shorter.events.len(), shorter.events.len() as u64 + shorter.dropped),
            (3, events.len() as u64)
        );
    }

    #[test]
    fn another_program_s_trace_needs_only_places() {
        let foreign = br#"{"version":"1.4.0","events":[{"type":"source","id":"a","x":0,"y":0},
            {"type":"destination","id":"b","x":2,"y":1},{"type":"generating","id":7,"x":1,"y":1},
            {"type":"expanding","id":"a","x":0,"y":0,"f":3,"g":0},
            {"type":"decoration","id":"c"}]}"#;
        let recording = read_back(foreign, usize::MAX).expect("it says where things happen");
        assert_eq!((recording.problem.map().rows(), recording.problem.map().columns()), (2, 3));
        assert_eq!(recording.events.len(), 2);
        assert_eq!(
            recording.events[1],
            Event::Expand { cell: Cell::new(0, 0), g: 0.0, h: 3.0, supply: None }
        );
    }

    #[test]
    fn faults_say_where() {
        let complaint =
            |text: &str| read_back(text.as_bytes(), 9).err().expect("a fault").to_string();
        assert!(complaint("{\"a\":1}\n{\"type\":").starts_with("a.jsonl: line 2, column "));
        assert!(complaint("{}").contains("where the search begins"));
        let header = r#"{"rows":2,"columns":2,"start":[0,0],"goal":[1,1]"#;
        assert!(complaint(&format!("{header},\"map\":[\"..\"]}}")).contains("`map` has 1 rows"));
        assert!(
            complaint(&format!("{header},\"map\":[\"..\",\"...\"]}}")).contains("row 1 of `map`")
        );
        let outside = format!("{header}}}\n{{\"type\":\"expand\",\"id\":\"9\",\"x\":9,\"y\":0}}");
        assert!(complaint(&outside).contains("event 1 (expand) lies outside"));
        let path =
            format!("{header}}}\n{{\"type\":\"end\",\"outcome\":\"found\",\"path\":[[7,7]]}}");
        assert!(complaint(&path).contains("`path`"));
        assert!(!is_trace(b"3 3 5\n000\n") && !is_trace(b""));
    }
}
