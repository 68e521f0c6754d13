//! Writes a trace while the search runs. Only the states' parents are kept in memory; the size of
//! the file is limited.

use super::lines::{self, TraceHeader};
use super::state::Parents;
use crate::{Event, Observer, Outcome};
use std::io::{self, Write};

/// The arrangement of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TraceForm {
    /// One JSON object a line: header, events, ending.
    Lines,
    /// The same lines inside one JSON object, as the Posthoc visualiser opens it.
    Document,
}

impl TraceForm {
    /// The form that a file of this name wants: Posthoc opens only `.trace.json`, `.trace.yaml` and
    /// `.trace.yml` (JSON is YAML); everything else is lines.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        let document =
            [".trace.json", ".trace.yaml", ".trace.yml"].iter().any(|end| name.ends_with(end));
        if document { Self::Document } else { Self::Lines }
    }
}

/// Size of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TraceSummary {
    /// Events in the trace.
    pub events: u64,
    /// Events left out because of the size limit.
    pub dropped: u64,
    /// Bytes written.
    pub bytes: u64,
}

/// An observer that writes every event as a line.
#[derive(Debug)]
pub struct TraceWriter<W: Write> {
    out: W,
    form: TraceForm,
    limit: u64,
    bytes: u64,
    events: u64,
    dropped: u64,
    parents: Parents,
    line: Vec<u8>,
    /// The first failure; nothing is written after it.
    failure: Option<io::Error>,
}

impl<W: Write> TraceWriter<W> {
    /// Writes the header and the two ends. Events stop before `limit` bytes; the ending always
    /// comes.
    ///
    /// # Errors
    /// A failure of `out`.
    pub fn new(
        mut out: W,
        header: &TraceHeader<'_>,
        form: TraceForm,
        limit: u64,
    ) -> io::Result<Self> {
        let object = lines::header(header);
        let first = match form {
            TraceForm::Lines => format!("{object}\n"),
            // The object goes on with one more member, the events.
            TraceForm::Document => {
                format!("{},\"events\":[\n", object.strip_suffix('}').unwrap_or(&object))
            }
        };
        out.write_all(first.as_bytes())?;
        let mut writer = Self {
            out,
            form,
            limit,
            bytes: first.len() as u64,
            events: 0,
            dropped: 0,
            parents: Parents::default(),
            line: Vec::new(),
            failure: None,
        };
        let [source, destination] = lines::ends(header.problem);
        writer.write_line(source.as_bytes(), false)?;
        writer.write_line(destination.as_bytes(), true)?;
        Ok(writer)
    }

    /// Writes the mark of missing events, if any are missing, and how the search ended.
    ///
    /// # Errors
    /// A failure of the output, also one of an earlier event.
    pub fn finish(mut self, outcome: &Outcome) -> io::Result<TraceSummary> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if self.dropped > 0 {
            self.write_line(lines::truncated(self.dropped).as_bytes(), true)?;
        }
        self.write_line(lines::end(outcome).as_bytes(), true)?;
        self.out.write_all(if self.form == TraceForm::Document { b"\n]}\n" } else { b"" })?;
        self.out.flush()?;
        Ok(TraceSummary { events: self.events, dropped: self.dropped, bytes: self.bytes })
    }

    /// In a document a comma stands between events, so it is written before every event but the
    /// first.
    fn write_line(&mut self, line: &[u8], later: bool) -> io::Result<()> {
        let (before, after) = match self.form {
            TraceForm::Lines => (&b""[..], &b"\n"[..]),
            TraceForm::Document => (if later { b",\n" } else { &b""[..] }, &b""[..]),
        };
        for part in [before, line, after] {
            self.out.write_all(part)?;
            self.bytes += part.len() as u64;
        }
        Ok(())
    }
}

impl<W: Write> Observer for TraceWriter<W> {
    fn event(&mut self, event: Event) {
        if self.dropped > 0 || self.failure.is_some() {
            self.dropped += 1;
            return;
        }
        let place = self.parents.place(&event);
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        lines::event(&mut line, &event, place, self.events);
        if self.bytes + line.len() as u64 + 2 > self.limit {
            self.dropped += 1;
        } else {
            self.failure = self.write_line(&line, true).err();
            self.events += 1;
        }
        self.line = line;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Map, Path, Problem};

    fn problem() -> Problem {
        Problem::new(Map::open(2, 2).expect("small"), Cell::new(0, 0), Cell::new(1, 1))
            .expect("on the map")
    }

    fn trace(form: TraceForm, limit: u64) -> (String, TraceSummary) {
        let problem = problem();
        let header =
            TraceHeader { problem: &problem, algorithm: "astar", heuristic: Some("manhattan") };
        let mut out = Vec::new();
        let mut writer = TraceWriter::new(&mut out, &header, form, limit).expect("memory");
        let start = problem.start();
        writer.event(Event::Generate { cell: start, parent: None, g: 0.0, h: 2.0, supply: None });
        writer.event(Event::Expand { cell: start, g: 0.0, h: f64::INFINITY, supply: None });
        writer.event(Event::NewBound { bound: 2.5 });
        writer.event(Event::Generate {
            cell: Cell::new(0, 1),
            parent: Some(start),
            g: 1.0,
            h: 1.0,
            supply: None,
        });
        let cells = vec![start, Cell::new(0, 1), Cell::new(1, 1)];
        let summary = writer.finish(&Outcome::Found(Path { cells, cost: 2.0 })).expect("memory");
        (String::from_utf8(out).expect("text"), summary)
    }

    #[test]
    fn every_line_of_a_trace_is_json() {
        let (text, summary) = trace(TraceForm::Lines, u64::MAX);
        assert_eq!((summary.events, summary.dropped, summary.bytes), (4, 0, text.len() as u64));
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        assert_eq!(lines[0]["version"], "1.4.0");
        assert_eq!(lines[0]["map"], serde_json::json!(["..", ".."]));
        let types: Vec<_> =
            lines[1..].iter().map(|line| line["type"].as_str().expect("typed")).collect();
        assert_eq!(
            types,
            ["source", "destination", "generate", "expand", "bound", "generate", "end"]
        );
        assert_eq!(lines[6]["pId"], "0,0");
        assert_eq!(
            (&lines[6]["x"], &lines[6]["y"], &lines[6]["f"]),
            (&1.into(), &0.into(), &2.into())
        );
        assert!(lines[4]["f"].is_null(), "infinity is null");
        assert_eq!(lines[7]["path"], serde_json::json!([[0, 0], [0, 1], [1, 1]]));
    }

    #[test]
    fn a_document_holds_the_same_events() {
        let (lines, _) = trace(TraceForm::Lines, u64::MAX);
        let (document, _) = trace(TraceForm::Document, u64::MAX);
        let value: serde_json::Value = serde_json::from_str(&document).expect("one object");
        let events: Vec<serde_json::Value> =
            lines.lines().skip(1).map(|line| serde_json::from_str(line).expect(line)).collect();
        assert_eq!(value["events"], serde_json::Value::Array(events));
        assert_eq!(TraceForm::of_name("a.trace.json"), TraceForm::Document);
        assert_eq!(TraceForm::of_name("a.jsonl"), TraceForm::Lines);
    }

    #[test]
    fn the_limit_cuts_events_but_not_the_ending() {
        let (whole, _) = trace(TraceForm::Lines, u64::MAX);
        let before_last_event =
            whole.lines().take(6).map(|line| line.len() as u64 + 1).sum::<u64>() + 10;
        let (text, summary) = trace(TraceForm::Lines, before_last_event);
        assert_eq!((summary.events, summary.dropped), (3, 1));
        let tail: Vec<&str> = text.lines().rev().take(2).collect();
        assert!(tail[0].contains(r#""outcome":"found""#));
        assert!(tail[1].contains(r#""type":"truncated""#) && tail[1].contains(r#""dropped":1"#));
    }
}
