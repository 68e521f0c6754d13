//! The ASCII format: one character a cell, after a header for what characters cannot say. Every
//! problem can be written in it.
//!
//! ```text
//! tank 12          the tank's size (only where the supply is limited)
//! price a 5        stations marked `a` sell a unit for 5
//! terrain A 40     cells marked `A` cost 40 to enter
//! #########        # or @   wall
//! #S..5*.a#        . or a blank   plain ground;  2 to 9   terrain of that cost
//! #.##.A#G#        S start, G goal
//! #########        *   a station that costs nothing
//! ```
//!
//! Small letters are priced stations, capital letters (but S and G) are terrain. Where one cell
//! needs two marks, the header names cells by row and column from zero:
//!
//! ```text
//! from 1,1         the start
//! to 2,7           the goal
//! station 3,4 7    a station that sells a unit for 7 (for nothing without a price)
//! terrain 3,4 12   the terrain of one cell
//! ```
//!
//! The longest row, without the blanks at its end, says how wide the map is. Blanks within that
//! width are cells; blanks beyond it are not; a row that is shorter is a fault.

use super::fault::{FaultKind, Faults, Field, MAX_TANK};
use super::rows::{Body, GOAL, LETTER, Meaning, Rows, START, STATION, meaning};
use super::text::{Line, Word, lines};
use super::{Document, Format};
use crate::{Cell, Map, Station, Supply, Terrain, WALL};

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

/// The capital letters that can stand for terrain.
pub(super) const TERRAIN_LETTERS: &[u8; 24] = b"ABCDEFHIJKLMNOPQRTUVWXYZ";

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
    let meaning = header.meaning();
    let mut body = Rows::new(&meaning, CELLS, columns, bytes.len());
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
    let Some(body) = body.finish() else { return Err(faults) };
    let document = header.complete(body, first.unwrap_or(1), &mut faults);
    faults.none_or(Some(document))
}

/// A cell that a line of the header names, and its position in the file.
#[derive(Clone, Copy, Debug)]
struct Named {
    cell: Cell,
    line: u64,
    column: u64,
}

/// The lines before the rows.
#[derive(Debug, Default)]
struct Header {
    tank: Option<u32>,
    tank_is_wrong: bool,
    prices: [Option<u32>; 26],
    /// Costs by capital letter.
    terrain: [Option<u8>; 26],
    start: Option<Named>,
    goal: Option<Named>,
    stations: Vec<(Named, u32)>,
    costs: Vec<(Named, u8)>,
}

impl Header {
    /// The word that makes a line one of the header. Of `from` and `to`, which could be stations,
    /// the comma tells.
    fn keyword(line: Line<'_>) -> Option<&[u8]> {
        let word = line.words().next()?.bytes;
        let known = match word {
            b"tank" | b"price" | b"terrain" | b"station" => true,
            b"from" | b"to" => line.bytes.contains(&b','),
            _ => false,
        };
        known.then_some(word)
    }

    fn read(&mut self, line: Line<'_>, faults: &mut Faults) {
        let mut words = line.words();
        match words.next().map(|word| word.bytes) {
            Some(b"tank") => {
                let tank = line.number(words.next(), Field::Tank, 0, u64::from(MAX_TANK), faults);
                self.tank = tank.map(|tank| tank as u32);
                self.tank_is_wrong = self.tank.is_none();
            }
            Some(b"price") => self.read_price(line, &mut words, faults),
            Some(b"terrain") => self.read_terrain(line, &mut words, faults),
            Some(b"station") => {
                let named = named(line, &mut words, faults);
                let price = match words.next() {
                    None => Some(0),
                    word => line.number(word, Field::Price, 0, u64::from(MAX_TANK), faults),
                };
                self.stations.extend(named.zip(price.map(|price| price as u32)));
            }
            Some(b"from") => self.start = named(line, &mut words, faults).or(self.start),
            Some(b"to") => self.goal = named(line, &mut words, faults).or(self.goal),
            _ => {}
        }
        if let Some(word) = words.next() {
            faults.add(word.line, word.column, FaultKind::Trailing { found: word.shown() });
        }
    }

    /// `price LETTER N`.
    fn read_price<'a>(
        &mut self,
        line: Line<'_>,
        words: &mut impl Iterator<Item = Word<'a>>,
        faults: &mut Faults,
    ) {
        match (words.next(), words.next()) {
            (Some(letter), number)
                if letter.bytes.len() == 1 && letter.bytes[0].is_ascii_lowercase() =>
            {
                let price = line.number(number, Field::Price, 0, u64::from(MAX_TANK), faults);
                // A wrong price is a fault already; its stations need no second one.
                self.prices[usize::from(letter.bytes[0] - b'a')] = Some(price.unwrap_or(0) as u32);
            }
            (Some(word), _) => {
                let kind =
                    FaultKind::Unexpected { expected: "a small letter", found: word.shown() };
                faults.add(word.line, word.column, kind);
            }
            (None, _) => {
                let kind = FaultKind::Missing { field: Field::Price };
                faults.add(line.number, line.end_column(), kind);
            }
        }
    }

    /// `terrain LETTER N` or `terrain ROW,COL N`.
    fn read_terrain<'a>(
        &mut self,
        line: Line<'_>,
        words: &mut impl Iterator<Item = Word<'a>>,
        faults: &mut Faults,
    ) {
        let letter = line.words().nth(1).filter(|word| !word.bytes[0].is_ascii_digit());
        if let Some(word) = letter {
            words.next();
            let cost = line.number(words.next(), Field::Terrain, 1, 255, faults);
            if word.bytes.len() == 1 && TERRAIN_LETTERS.contains(&word.bytes[0]) {
                // A wrong cost is a fault already; its cells need no second one.
                self.terrain[usize::from(word.bytes[0] - b'A')] = Some(cost.unwrap_or(1) as u8);
            } else {
                let expected = "a capital letter other than S and G";
                let kind = FaultKind::Unexpected { expected, found: word.shown() };
                faults.add(word.line, word.column, kind);
            }
        } else {
            let named = named(line, words, faults);
            let cost = line.number(words.next(), Field::Terrain, 1, 255, faults);
            self.costs.extend(named.zip(cost.map(|cost| cost as u8)));
        }
    }

    fn price(&self, letter: u8) -> Option<u32> {
        if letter == b'*' { Some(0) } else { self.prices[usize::from(letter - b'a')] }
    }

    /// The meaning of characters, with the letters that stand for terrain here.
    fn meaning(&self) -> Meaning {
        let mut table = MEANING;
        for (letter, cost) in (b'A'..).zip(self.terrain) {
            if let Some(cost) = cost {
                // Larger numbers mean other things in the table: `complete` sets those costs.
                table[usize::from(letter)] = if cost < LETTER { cost } else { LETTER };
            }
        }
        table
    }

    /// The document of the rows, which begin at this line.
    fn complete(self, body: Body, first: u64, faults: &mut Faults) -> Document {
        let position = |cell: Cell| (first + u64::from(cell.row), u64::from(cell.column) + 1);
        let mut map = body.map;
        let mut stations = Vec::with_capacity(body.stations.len());
        for (cell, letter) in body.stations {
            if letter.is_ascii_uppercase() {
                let cost = self.terrain[usize::from(letter - b'A')].unwrap_or(1);
                map.set(cell, Terrain::new(cost));
            } else if let Some(price) = self.price(letter) {
                stations.push(Station { cell, price });
            } else {
                let (line, column) = position(cell);
                let kind = FaultKind::StationWithoutPrice { letter: char::from(letter) };
                faults.add(line, column, kind);
            }
        }
        let rows_and_columns = (map.rows(), map.columns());
        let mut inside = |named: Named| {
            let (rows, columns) = rows_and_columns;
            let Cell { row, column } = named.cell;
            let inside = row < rows && column < columns;
            if !inside {
                let kind = FaultKind::OutsideMap { row, column, rows, columns };
                faults.add(named.line, named.column, kind);
            }
            inside
        };
        let named = self.stations.iter().filter(|(named, _)| inside(*named));
        stations.extend(named.map(|&(named, price)| Station { cell: named.cell, price }));
        stations.sort_by_key(|station| station.cell);
        for &(named, cost) in &self.costs {
            if inside(named) {
                map.set(named.cell, Terrain::new(cost));
            }
        }
        let (from, to) = (self.start.filter(|&at| inside(at)), self.goal.filter(|&at| inside(at)));
        if let (Some(named), Some((line, column))) = (from, body.start.map(position)) {
            faults.add(named.line, named.column, FaultKind::SecondStart { line, column });
        }
        if let (Some(named), Some((line, column))) = (to, body.goal.map(position)) {
            faults.add(named.line, named.column, FaultKind::SecondGoal { line, column });
        }
        if let (None, false, Some(station)) = (self.tank, self.tank_is_wrong, stations.first()) {
            let (line, column) = position(station.cell);
            faults.add(line, column, FaultKind::StationWithoutTank);
        }
        Document {
            format: Format::Ascii,
            map,
            start: from.map(|named| named.cell).or(body.start),
            goal: to.map(|named| named.cell).or(body.goal),
            supply: self.tank.map(|tank| Supply { tank, stations }),
        }
    }
}

/// `ROW,COL`.
fn named<'a>(
    line: Line<'_>,
    words: &mut impl Iterator<Item = Word<'a>>,
    faults: &mut Faults,
) -> Option<Named> {
    let word = words.next();
    let column = word.as_ref().map_or(1, |word| word.column);
    let mut number = |word, field| line.number(word, field, 0, u64::from(u32::MAX), faults);
    let (row, at) = (number(word, Field::Row), number(words.next(), Field::Column));
    let cell = Cell::new(row? as u32, at? as u32);
    Some(Named { cell, line: line.number, column })
}
