//! Maps as one would draw them:
//!
//! ```text
//! tank 12          how much the traveller can carry (only where supplies are limited)
//! price a 5        stations marked `a` sell a unit for 5 (only where a small letter is used)
//! #########        # or @   wall
//! #S..5*.a#        . or a blank   free;  2 to 9   terrain that costs this much to enter (1 is free ground)
//! #.##..#G#        S start, G goal
//! #########        *   a station that costs nothing
//! ```
//!
//! The longest row, without the blanks at its end, says how wide the map is. Blanks within that
//! width are cells; blanks beyond it are not; a row that is shorter is a fault.

use super::fault::{FaultKind, Faults, Field, MAX_TANK};
use super::rows::{GOAL, LETTER, Meaning, Rows, START, STATION, meaning};
use super::text::{Line, lines};
use super::{Document, Format};
use crate::{Cell, Map, Station, Supply, WALL};

const MEANING: Meaning = meaning(&[
    (b"#@", WALL),
    (b". 1", 1),
    (b"2", 2),
    (b"3", 3),
    (b"4", 4),
    (b"5", 5),
    (b"6", 6),
    (b"7", 7),
    (b"8", 8),
    (b"9", 9),
    (b"S", START),
    (b"G", GOAL),
    (b"*", STATION),
    (b"abcdefghijklmnopqrstuvwxyz", LETTER),
]);
const CELLS: &str = "# wall, . free, S start, G goal, * station, 1-9 terrain, a-z priced station";

pub(super) fn read(bytes: &[u8]) -> Result<Document, Faults> {
    let mut faults = Faults::default();
    let mut header = Header::default();
    let is_header = |line: &Line<'_>| line.is_empty() || Header::keyword(*line).is_some();
    for line in lines(bytes).take_while(is_header) {
        header.read(line, &mut faults);
    }
    let rows = || lines(bytes).skip_while(is_header);
    let columns = rows().map(|line| line.bytes.len() as u64).max().unwrap_or(0);
    if columns == 0 {
        faults.add(1, 1, FaultKind::Empty { expected: "rows of # . S G *" });
        return Err(faults);
    }
    let mut body = Rows::new(&MEANING, CELLS, columns, bytes.len());
    let mut first = None;
    for line in rows() {
        first.get_or_insert(line.number);
        let cells = &line.untrimmed[..line.untrimmed.len().min(columns as usize)];
        body.add(line, cells, &mut faults);
    }
    let rows = body.count();
    if u32::try_from(rows).and(u32::try_from(columns)).is_err()
        || Map::size(rows as u32, columns as u32).is_err()
    {
        faults.add(first.unwrap_or(1), 1, FaultKind::TooLarge { rows, columns });
    }
    let first = first.unwrap_or(1);
    let Some(body) = body.finish() else { return Err(faults) };
    let mut stations = Vec::with_capacity(body.stations.len());
    for (cell, letter) in body.stations {
        if let Some(price) = header.price(letter) {
            stations.push(Station { cell, price });
        } else {
            let kind = FaultKind::StationWithoutPrice { letter: char::from(letter) };
            faults.add(first + u64::from(cell.row), u64::from(cell.column) + 1, kind);
        }
    }
    if let (None, Some(&Station { cell: Cell { row, column }, .. })) =
        (header.tank, stations.first())
        && !header.tank_is_wrong
    {
        faults.add(first + u64::from(row), u64::from(column) + 1, FaultKind::StationWithoutTank);
    }
    let supply = header.tank.map(|tank| Supply { tank, stations });
    let document = Document {
        format: Format::Ascii,
        map: body.map,
        start: body.start,
        goal: body.goal,
        supply,
    };
    faults.none_or(Some(document))
}

/// The lines before the rows.
#[derive(Debug, Default)]
struct Header {
    tank: Option<u32>,
    tank_is_wrong: bool,
    prices: [Option<u32>; 26],
}

impl Header {
    /// The word that makes a line one of the header.
    fn keyword(line: Line<'_>) -> Option<&[u8]> {
        let word = line.words().next()?.bytes;
        (word == b"tank" || word == b"price").then_some(word)
    }

    fn read(&mut self, line: Line<'_>, faults: &mut Faults) {
        let mut words = line.words();
        match words.next().map(|word| word.bytes) {
            Some(b"tank") => {
                let tank = line.number(words.next(), Field::Tank, 0, u64::from(MAX_TANK), faults);
                self.tank = tank.map(|tank| tank as u32);
                self.tank_is_wrong = self.tank.is_none();
            }
            Some(b"price") => match (words.next(), words.next()) {
                (Some(letter), number)
                    if letter.bytes.len() == 1 && letter.bytes[0].is_ascii_lowercase() =>
                {
                    let price = line.number(number, Field::Price, 0, u64::from(MAX_TANK), faults);
                    // A wrong price is a fault already; its stations need no second one.
                    self.prices[usize::from(letter.bytes[0] - b'a')] =
                        Some(price.unwrap_or(0) as u32);
                }
                (Some(word), _) => {
                    let kind =
                        FaultKind::Unexpected { expected: "a small letter", found: word.shown() };
                    faults.add(word.line, word.column, kind);
                }
                (None, _) => {
                    faults.add(
                        line.number,
                        line.end_column(),
                        FaultKind::Missing { field: Field::Price },
                    );
                }
            },
            _ => {}
        }
        if let Some(word) = words.next() {
            faults.add(word.line, word.column, FaultKind::Trailing { found: word.shown() });
        }
    }

    fn price(&self, letter: u8) -> Option<u32> {
        if letter == b'*' { Some(0) } else { self.prices[usize::from(letter - b'a')] }
    }
}
