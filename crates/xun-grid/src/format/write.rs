//! Writers of all map formats. A problem that a format cannot express is an error, not a loss.

use super::ascii::TERRAIN_LETTERS;
use super::{Document, Format, prices};
use crate::{Cell, Terrain, WALL};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use thiserror::Error;

/// The reason why a map cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format cannot express this.
    #[error("the {format} format cannot express {what}")]
    Inexpressible {
        /// The format.
        format: Format,
        /// The part of the problem that it cannot express.
        what: &'static str,
    },
    /// The file could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes a document in its format. Reading it again gives the same document, except that 0/1
/// matrices and Moving AI maps leave start and goal to a side file. The ASCII format expresses
/// everything.
///
/// # Errors
///
/// If the format cannot express a part of the document, or if `out` fails.
pub fn write(document: &Document, out: &mut dyn Write) -> Result<(), WriteError> {
    let Document { format, map, start, goal, supply } = document;
    let inexpressible = |what| WriteError::Inexpressible { format: *format, what };
    if *format != Format::Ascii && !map.is_uniform() {
        return Err(inexpressible("weighted terrain"));
    }
    let mut marks: Vec<(Cell, u8)> = Vec::new();
    match format {
        Format::Lab => {
            let Some(supply) = supply else {
                return Err(inexpressible("a problem without a tank"));
            };
            let (Some(start), Some(goal)) = (start, goal) else {
                return Err(inexpressible("a map without start and goal"));
            };
            marks.extend(supply.stations.iter().map(|station| (station.cell, b'2')));
            marks.extend([(*start, b'3'), (*goal, b'4')]);
            writeln!(out, "{} {} {}", map.rows(), map.columns(), supply.tank)?;
        }
        Format::Matrix | Format::MovingAi => {
            if supply.is_some() {
                return Err(inexpressible("supplies"));
            }
            if *format == Format::MovingAi {
                writeln!(out, "type octile\nheight {}\nwidth {}\nmap", map.rows(), map.columns())?;
            }
        }
        Format::Ascii => marks = ascii_header(document, out)?,
    }
    let (free, wall, between) = match format {
        Format::Lab | Format::Matrix => (b'0', b'1', Some(b' ')),
        Format::MovingAi => (b'.', b'@', None),
        Format::Ascii => (b'.', b'#', None),
    };
    let letters = AsciiTerrain::new(document);
    marks.sort_unstable();
    if marks.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return Err(inexpressible("two of start, goal and station in one cell"));
    }
    let mut marks = marks.into_iter().peekable();
    let mut text = Vec::with_capacity(map.columns() as usize * 2);
    for (row, cells) in map.costs().chunks_exact(map.columns() as usize).enumerate() {
        text.clear();
        for (column, &cost) in cells.iter().enumerate() {
            if let (Some(between), true) = (between, column > 0) {
                text.push(between);
            }
            text.push(match cost {
                WALL => wall,
                1 => free,
                2..=9 => b'0' + cost,
                _ => letters.mark(cost),
            });
        }
        text.push(b'\n');
        let wide = if between.is_some() { 2 } else { 1 };
        while let Some((cell, mark)) = marks.next_if(|(cell, _)| cell.row == row as u32) {
            text[cell.column as usize * wide] = mark;
        }
        out.write_all(&text)?;
    }
    if let (Format::Lab, Some(supply)) = (format, supply) {
        prices::write(supply, out)?;
    }
    Ok(())
}

/// The letters of terrain that costs more than 9.
struct AsciiTerrain {
    letters: BTreeMap<u8, u8>,
}

impl AsciiTerrain {
    /// Letters for as many costs as there are letters.
    fn new(document: &Document) -> Self {
        let mut costs = BTreeSet::new();
        if !document.map.is_uniform() {
            costs.extend(document.map.costs().iter().copied().filter(|&cost| cost > 9));
        }
        Self { letters: costs.into_iter().zip(*TERRAIN_LETTERS).collect() }
    }

    /// The mark of a cost above 9; plain ground where the header names the cell.
    fn mark(&self, cost: u8) -> u8 {
        self.letters.get(&cost).copied().unwrap_or(b'.')
    }
}

/// Writes the header; the marks that stand in the rows.
fn ascii_header(document: &Document, out: &mut dyn Write) -> io::Result<Vec<(Cell, u8)>> {
    let map = &document.map;
    let mut marks: BTreeMap<Cell, u8> = BTreeMap::new();
    let AsciiTerrain { letters } = AsciiTerrain::new(document);
    if let Some(supply) = &document.supply {
        writeln!(out, "tank {}", supply.tank)?;
        let prices: BTreeSet<u32> = supply
            .stations
            .iter()
            .map(|station| station.price)
            .filter(|&price| price > 0)
            .collect();
        let priced: BTreeMap<u32, u8> = prices.into_iter().zip(b'a'..=b'z').collect();
        for (price, letter) in &priced {
            writeln!(out, "price {} {price}", char::from(*letter))?;
        }
        for station in &supply.stations {
            let mark =
                if station.price == 0 { Some(b'*') } else { priced.get(&station.price).copied() };
            let Cell { row, column } = station.cell;
            match mark.filter(|_| {
                map.terrain(station.cell) == Terrain::PLAIN && !marks.contains_key(&station.cell)
            }) {
                Some(mark) => {
                    marks.insert(station.cell, mark);
                }
                None if station.price == 0 => writeln!(out, "station {row},{column}")?,
                None => writeln!(out, "station {row},{column} {}", station.price)?,
            }
        }
    }
    for (cost, letter) in &letters {
        writeln!(out, "terrain {} {cost}", char::from(*letter))?;
    }
    for (index, &cost) in map.costs().iter().enumerate().filter(|_| letters.len() == 24) {
        if cost > 9 && !letters.contains_key(&cost) {
            let Cell { row, column } = map.cell(index);
            writeln!(out, "terrain {row},{column} {cost}")?;
        }
    }
    for (cell, mark, word) in [(document.start, b'S', "from"), (document.goal, b'G', "to")] {
        let Some(cell) = cell else { continue };
        if map.terrain(cell) == Terrain::PLAIN && !marks.contains_key(&cell) {
            marks.insert(cell, mark);
        } else {
            writeln!(out, "{word} {},{}", cell.row, cell.column)?;
        }
    }
    Ok(marks.into_iter().collect())
}
