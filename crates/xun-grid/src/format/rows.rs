//! Rows of cells: the part that all map formats share. One table says what each byte means; the
//! loop over a row is a table look-up and a push, so that a hundred million cells take a fraction
//! of a second.

use super::fault::{FaultKind, Faults};
use super::text::Line;
use crate::{Cell, Map, Station};

/// The meaning of each byte. Values below [`SPECIAL`] are terrain.
pub(super) type Meaning = [u8; 256];

const SPECIAL: u8 = 0x80;
/// A letter's station; its price is looked up later.
pub(super) const LETTER: u8 = 0x80;
pub(super) const STATION: u8 = 0xF0;
pub(super) const START: u8 = 0xF1;
pub(super) const GOAL: u8 = 0xF2;
/// Stands between cells and is none.
pub(super) const BLANK: u8 = 0xFE;
const UNKNOWN: u8 = 0xFF;

/// A table from pairs of characters and meanings.
pub(super) const fn meaning(pairs: &[(&[u8], u8)]) -> Meaning {
    let mut table = [UNKNOWN; 256];
    let mut pair = 0;
    while pair < pairs.len() {
        let (bytes, value) = pairs[pair];
        let mut byte = 0;
        while byte < bytes.len() {
            table[bytes[byte] as usize] = value;
            byte += 1;
        }
        pair += 1;
    }
    table
}

/// A cell and where it stands in the file.
#[derive(Clone, Copy, Debug)]
struct Place {
    cell: Cell,
    line: u64,
    column: u64,
}

/// A map that grows row by row.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    table: &'a Meaning,
    expected: &'static str,
    columns: u64,
    height: u64,
    terrain: Vec<u8>,
    start: Option<Place>,
    goal: Option<Place>,
    /// Stations, with the byte that stood there.
    stations: Vec<(Cell, u8)>,
}

/// All cells of a file.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) map: Map,
    pub(super) start: Option<Cell>,
    pub(super) goal: Option<Cell>,
    /// Stations, with the byte that stood there.
    pub(super) stations: Vec<(Cell, u8)>,
}

impl<'a> Rows<'a> {
    /// Rows of this many columns. `room` is how many cells there can be at most, given the file's
    /// size.
    pub(super) fn new(
        table: &'a Meaning,
        expected: &'static str,
        columns: u64,
        room: usize,
    ) -> Self {
        Self {
            table,
            expected,
            columns,
            height: 0,
            terrain: Vec::with_capacity(room),
            start: None,
            goal: None,
            stations: Vec::new(),
        }
    }

    /// Adds a row; whatever is wrong with it, the next one begins at the right place.
    pub(super) fn add(&mut self, line: Line<'_>, bytes: &[u8], faults: &mut Faults) {
        let from = self.terrain.len();
        let (mut offset, mut found) = (0, 0_u64);
        while let Some(&byte) = bytes.get(offset) {
            let value = self.table[byte as usize];
            let mut length = 1;
            if value >= SPECIAL {
                if value == BLANK {
                    offset += 1;
                    continue;
                }
                length = self.special(line, bytes, offset, found, value, faults);
            }
            if found < self.columns {
                self.terrain.push(if value < SPECIAL { value } else { 1 });
            }
            found += 1;
            offset += length;
        }
        let expected = self.columns;
        if found < expected {
            faults.add(line.number, line.end_column(), FaultKind::ShortRow { expected, found });
            // Nothing will come of this map: do not fill it up either.
            self.terrain.truncate(from);
        } else if found > expected {
            let column = line.end_column() - 1;
            faults.add(line.number, column.max(1), FaultKind::LongRow { expected, found });
        }
        self.height += 1;
    }

    /// A cell that is no plain terrain. Answers how many bytes it takes.
    fn special(
        &mut self,
        line: Line<'_>,
        bytes: &[u8],
        offset: usize,
        column: u64,
        value: u8,
        faults: &mut Faults,
    ) -> usize {
        let cell = Cell::new(self.height as u32, column as u32);
        let place = |line: Line<'_>| Place { cell, line: line.number, column: line.column(offset) };
        match value {
            UNKNOWN => {
                let (kind, length) = unknown(&bytes[offset..], self.expected);
                let column = if faults.is_full() { 0 } else { line.column(offset) };
                faults.add(line.number, column, kind);
                return length;
            }
            START => match self.start {
                None => self.start = Some(place(line)),
                Some(Place { line: first, column, .. }) => {
                    let kind = FaultKind::SecondStart { line: first, column };
                    faults.add(
                        line.number,
                        if faults.is_full() { 0 } else { line.column(offset) },
                        kind,
                    );
                }
            },
            GOAL => match self.goal {
                None => self.goal = Some(place(line)),
                Some(Place { line: first, column, .. }) => {
                    let kind = FaultKind::SecondGoal { line: first, column };
                    faults.add(
                        line.number,
                        if faults.is_full() { 0 } else { line.column(offset) },
                        kind,
                    );
                }
            },
            _ => self.stations.push((cell, bytes[offset])),
        }
        1
    }

    /// Rows so far.
    pub(super) fn count(&self) -> u64 {
        self.height
    }

    pub(super) fn has_start(&self) -> bool {
        self.start.is_some()
    }

    pub(super) fn has_goal(&self) -> bool {
        self.goal.is_some()
    }

    /// The whole, if it is a map.
    pub(super) fn finish(self) -> Option<Body> {
        let (rows, columns) = (u32::try_from(self.height).ok()?, u32::try_from(self.columns).ok()?);
        let map = Map::from_costs(rows, columns, self.terrain).ok()?;
        let cell = |place: Place| place.cell;
        Some(Body {
            map,
            start: self.start.map(cell),
            goal: self.goal.map(cell),
            stations: self.stations,
        })
    }
}

/// The fault for bytes that stand for no cell, and how many belong to it.
fn unknown(bytes: &[u8], expected: &'static str) -> (FaultKind, usize) {
    for length in 1..=bytes.len().min(4) {
        if let Ok(text) = std::str::from_utf8(&bytes[..length]) {
            let found = text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
            return (FaultKind::UnknownCell { found, expected }, length);
        }
    }
    (FaultKind::NotUtf8 { byte: bytes[0] }, 1)
}

/// Stations of the labs' kind, which cost nothing.
pub(super) fn free_stations(stations: Vec<(Cell, u8)>) -> Vec<Station> {
    stations.into_iter().map(|(cell, _)| Station { cell, price: 0 }).collect()
}
