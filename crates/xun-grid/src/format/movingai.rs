//! Moving AI's `.map`: `type octile`, `height H`, `width W`, `map`, then H rows of W characters.
//! `.`, `G` and `S` are free; `@`, `O`, `T` and `W` are not.

use super::fault::{FaultKind, Faults, Field};
use super::rows::{Meaning, Rows, meaning};
use super::text::{Line, lines};
use super::{Document, Format};
use crate::{MAX_CELLS, Map, WALL};

const MEANING: Meaning = meaning(&[(b".GS", 1), (b"@OTW", WALL)]);
const CELLS: &str = ". G S free, @ O T W wall";

pub(super) fn read(bytes: &[u8]) -> Result<Document, Faults> {
    let mut faults = Faults::default();
    let mut lines = lines(bytes).skip_while(Line::is_empty).peekable();
    if lines.peek().is_none() {
        faults.add(1, 1, FaultKind::Empty { expected: "a line \"type octile\"" });
        return Err(faults);
    }
    let (mut height, mut width, mut kind) = (None, None, false);
    let mut last = None;
    for line in lines.by_ref() {
        last = Some(line);
        let mut words = line.words();
        let Some(word) = words.next() else { continue };
        let mut size = |field| line.number(words.next(), field, 1, MAX_CELLS, &mut faults);
        match word.bytes {
            b"type" => {
                kind = true;
                let next = words.next();
                if next.is_none_or(|next| next.bytes != b"octile") {
                    let found = next.map_or_else(String::new, |next| next.shown());
                    let column = next.map_or_else(|| line.end_column(), |next| next.column);
                    faults.add(
                        line.number,
                        column,
                        FaultKind::Unexpected { expected: "octile", found },
                    );
                }
            }
            b"height" => height = Some(size(Field::Rows)),
            b"width" => width = Some(size(Field::Columns)),
            b"map" => break,
            _ => {
                let kind = FaultKind::Unexpected {
                    expected: "type, height, width or map",
                    found: word.shown(),
                };
                faults.add(word.line, word.column, kind);
            }
        }
        if let Some(word) = words.next() {
            faults.add(word.line, word.column, FaultKind::Trailing { found: word.shown() });
        }
    }
    let at = last.map_or(1, |line| line.number);
    if !kind {
        faults.add(
            at,
            1,
            FaultKind::Unexpected { expected: "a line \"type octile\"", found: String::new() },
        );
    }
    for (number, field) in [(height, Field::Rows), (width, Field::Columns)] {
        if number.is_none() {
            faults.add(at, 1, FaultKind::Missing { field });
        }
    }
    let (height, width) = (height.flatten(), width.flatten());
    if let (Some(rows), Some(columns)) = (height, width)
        && Map::size(rows as u32, columns as u32).is_err()
    {
        faults.add(at, 1, FaultKind::TooLarge { rows, columns });
    }
    let columns = width.unwrap_or_else(|| lines.peek().map_or(0, |line| line.bytes.len() as u64));
    let room = height.unwrap_or(0).saturating_mul(columns).min(bytes.len() as u64);
    let mut body = Rows::new(&MEANING, CELLS, columns, room as usize);
    let mut after = at + 1;
    let mut extra: Option<(u64, u64)> = None;
    for line in lines {
        if height.is_some_and(|height| body.count() >= height) {
            extra = Some(extra.map_or((line.number, 1), |(at, count)| (at, count + 1)));
            continue;
        }
        body.add(line, line.bytes, &mut faults);
        after = line.number + 1;
    }
    if let Some(expected) = height {
        let found = body.count();
        if found < expected {
            faults.add(after, 1, FaultKind::MissingRows { expected, found });
        }
        if let Some((line, found)) = extra {
            faults.add(line, 1, FaultKind::ExtraRows { expected, found });
        }
    }
    let document = body.finish().map(|body| Document {
        format: Format::MovingAi,
        map: body.map,
        start: None,
        goal: None,
        supply: None,
    });
    faults.none_or(document)
}
