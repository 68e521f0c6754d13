//! The labs' supply problems: a line `M N T`, then M rows of N cells, with or without blanks
//! between. After the rows there may be lines of [prices](super::prices), which the labs do not
//! know.

use super::fault::{FaultKind, Faults, Field, MAX_TANK};
use super::prices::Prices;
use super::rows::{BLANK, GOAL, Meaning, Rows, START, STATION, free_stations, meaning};
use super::text::{Line, lines};
use super::{Document, Format};
use crate::{MAX_CELLS, Map, Supply, WALL};

const MEANING: Meaning = meaning(&[
    (b"0", 1),
    (b"1", WALL),
    (b"2", STATION),
    (b"3", START),
    (b"4", GOAL),
    (b" \t\r", BLANK),
]);
const CELLS: &str = "0 free, 1 wall, 2 station, 3 start, 4 goal";

pub(super) fn read(bytes: &[u8]) -> Result<Document, Faults> {
    let mut faults = Faults::default();
    let mut lines = lines(bytes).skip_while(Line::is_empty);
    let Some(first) = lines.next() else {
        faults.add(1, 1, FaultKind::Empty { expected: "a line \"M N T\": rows, columns, tank" });
        return Err(faults);
    };
    let (rows, columns, tank) = header(first, &mut faults);
    // A broken header still leaves cells to check: take the width from the first row then.
    let mut lines = lines.peekable();
    let width = columns.unwrap_or_else(|| {
        let cells = |line: &Line<'_>| {
            line.bytes.iter().filter(|byte| MEANING[**byte as usize] != BLANK).count()
        };
        lines.peek().map_or(0, |line| cells(line) as u64)
    });
    let room = rows.unwrap_or(0).saturating_mul(width).min(bytes.len() as u64);
    let mut body = Rows::new(&MEANING, CELLS, width, room as usize);
    let mut last = first;
    let mut extra: Option<(u64, u64)> = None;
    let mut prices = Prices::default();
    for line in lines {
        if rows.is_some_and(|rows| body.count() >= rows) {
            if Prices::is_line(line) {
                prices.read(line, &mut faults);
            } else if !line.is_empty() {
                extra = Some(extra.map_or((line.number, 1), |(at, count)| (at, count + 1)));
            }
            continue;
        }
        body.add(line, line.bytes, &mut faults);
        last = line;
    }
    if let Some(expected) = rows {
        let found = body.count();
        if found < expected {
            faults.add(last.number + 1, 1, FaultKind::MissingRows { expected, found });
        }
        if let Some((line, found)) = extra {
            faults.add(line, 1, FaultKind::ExtraRows { expected, found });
        }
    }
    if !body.has_start() {
        faults.add(last.number, last.end_column(), FaultKind::NoStart { mark: '3' });
    }
    if !body.has_goal() {
        faults.add(last.number, last.end_column(), FaultKind::NoGoal { mark: '4' });
    }
    let Some((body, tank)) = body.finish().zip(tank) else { return Err(faults) };
    let mut supply = Supply { tank: tank as u32, stations: free_stations(body.stations) };
    if let Err(unplaced) = prices.apply(&mut supply) {
        faults.extend(unplaced);
    }
    let (start, goal) = (body.start, body.goal);
    faults.none_or(Some(Document {
        format: Format::Lab,
        map: body.map,
        start,
        goal,
        supply: Some(supply),
    }))
}

/// Rows, columns and tank, each as far as it is right.
fn header(line: Line<'_>, faults: &mut Faults) -> (Option<u64>, Option<u64>, Option<u64>) {
    let mut words = line.words();
    let mut next = |field, least, most| line.number(words.next(), field, least, most, faults);
    let rows = next(Field::Rows, 1, MAX_CELLS);
    let columns = next(Field::Columns, 1, MAX_CELLS);
    let tank = next(Field::Tank, 0, u64::from(MAX_TANK));
    if let Some(word) = words.next() {
        faults.add(word.line, word.column, FaultKind::Trailing { found: word.shown() });
    }
    if let (Some(rows), Some(columns)) = (rows, columns)
        && Map::size(rows as u32, columns as u32).is_err()
    {
        faults.add(line.number, 1, FaultKind::TooLarge { rows, columns });
    }
    (rows, columns, tank)
}
