//! Moving AI's `.scen`: `version 1`, then one problem a line with the length of its shortest path.

use super::fault::{FaultKind, Faults, Field};
use super::text::{Line, Word, lines};
use crate::Cell;
use std::io::{self, Write};

/// One problem of a `.scen` file. The length counts √2 for a diagonal step; moves are 8-connected
/// without cutting corners.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Problems of like length share a bucket.
    pub bucket: u32,
    /// The map's file name as the file has it.
    pub map: String,
    /// Width of the map.
    pub columns: u32,
    /// Height of the map.
    pub rows: u32,
    /// The start.
    pub start: Cell,
    /// The goal.
    pub goal: Cell,
    /// Its optimal length; 0 between different cells means that there is no path.
    pub length: f64,
}

/// Reads a `.scen` file.
///
/// # Errors
/// All faults of the file, each with its line and column.
pub fn read_scenarios(bytes: &[u8]) -> Result<Vec<Scenario>, Faults> {
    let mut faults = Faults::default();
    let mut scenarios = Vec::new();
    let mut lines = lines(bytes).filter(|line| !line.is_empty()).peekable();
    let Some(first) = lines.peek() else {
        faults.add(1, 1, FaultKind::Empty { expected: "a line \"version 1\"" });
        return Err(faults);
    };
    if first.words().next().is_some_and(|word| word.bytes == b"version") {
        lines.next();
    } else {
        let found = first.words().next().map_or_else(String::new, |word| word.shown());
        faults.add(
            first.number,
            1,
            FaultKind::Unexpected { expected: "a line \"version 1\"", found },
        );
    }
    for line in lines {
        scenarios.extend(scenario(line, &mut faults));
    }
    faults.none_or(Some(scenarios))
}

/// The fields of a line.
const FIELDS: [Field; 9] = [
    Field::Bucket,
    Field::MapName,
    Field::Columns,
    Field::Rows,
    Field::Column,
    Field::Row,
    Field::Column,
    Field::Row,
    Field::Length,
];

fn scenario(line: Line<'_>, faults: &mut Faults) -> Option<Scenario> {
    // A map's name may contain blanks: take the numbers from both ends.
    let words: Vec<Word<'_>> = line.words().collect();
    if let Some(&field) = FIELDS.get(words.len()) {
        faults.add(line.number, line.end_column(), FaultKind::Missing { field });
        return None;
    }
    let name = words[1..words.len() - 7].iter().map(Word::shown).collect::<Vec<_>>().join(" ");
    let tail = &words[words.len() - 7..];
    let most = u64::from(u32::MAX);
    let bucket = words[0].number(Field::Bucket, 0, most, faults);
    let columns = tail[0].number(Field::Columns, 1, most, faults);
    let rows = tail[1].number(Field::Rows, 1, most, faults);
    let (width, height) = (columns.unwrap_or(most) - 1, rows.unwrap_or(most) - 1);
    let start_column = tail[2].number(Field::Column, 0, width, faults);
    let start_row = tail[3].number(Field::Row, 0, height, faults);
    let goal_column = tail[4].number(Field::Column, 0, width, faults);
    let goal_row = tail[5].number(Field::Row, 0, height, faults);
    let length = std::str::from_utf8(tail[6].bytes).ok().and_then(|text| text.parse::<f64>().ok());
    let Some(length) = length.filter(|length| length.is_finite() && *length >= 0.0) else {
        let kind = FaultKind::NotANumber { field: Field::Length, found: tail[6].shown() };
        faults.add(tail[6].line, tail[6].column, kind);
        return None;
    };
    Some(Scenario {
        bucket: bucket? as u32,
        map: name,
        columns: columns? as u32,
        rows: rows? as u32,
        start: Cell::new(start_row? as u32, start_column? as u32),
        goal: Cell::new(goal_row? as u32, goal_column? as u32),
        length,
    })
}

/// Writes a `.scen` file.
///
/// # Errors
/// A failure of `out`.
pub fn write_scenarios(scenarios: &[Scenario], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "version 1")?;
    for scenario in scenarios {
        let Scenario { bucket, map, columns, rows, start, goal, length } = scenario;
        writeln!(
            out,
            "{bucket}\t{map}\t{columns}\t{rows}\t{}\t{}\t{}\t{}\t{length}",
            start.column, start.row, goal.column, goal.row
        )?;
    }
    Ok(())
}
