//! 0/1 matrices: 0 free, 1 wall, with or without blanks between. The first row says how wide the
//! map is.

use super::fault::{FaultKind, Faults};
use super::rows::{BLANK, Meaning, Rows, meaning};
use super::text::{Line, lines};
use super::{Document, Format};
use crate::{Map, WALL};

const MEANING: Meaning = meaning(&[(b"0", 1), (b"1", WALL), (b" \t\r,", BLANK)]);
const CELLS: &str = "0 free, 1 wall";

pub(super) fn read(bytes: &[u8]) -> Result<Document, Faults> {
    let mut faults = Faults::default();
    let mut lines = lines(bytes).skip_while(Line::is_empty).peekable();
    let Some(first) = lines.peek() else {
        faults.add(1, 1, FaultKind::Empty { expected: "rows of 0 (free) and 1 (wall)" });
        return Err(faults);
    };
    let columns =
        first.bytes.iter().filter(|byte| MEANING[**byte as usize] != BLANK).count() as u64;
    let mut body = Rows::new(&MEANING, CELLS, columns, bytes.len() / 2 + 1);
    for line in lines {
        body.add(line, line.bytes, &mut faults);
    }
    let rows = body.count();
    if u32::try_from(rows).and(u32::try_from(columns)).is_err()
        || columns > 0 && Map::size(rows as u32, columns as u32).is_err()
    {
        faults.add(1, 1, FaultKind::TooLarge { rows, columns });
    } else if columns == 0 {
        faults.add(1, 1, FaultKind::Empty { expected: "rows of 0 (free) and 1 (wall)" });
    }
    let document = body.finish().map(|body| Document {
        format: Format::Matrix,
        map: body.map,
        start: None,
        goal: None,
        supply: None,
    });
    faults.none_or(document)
}
