//! Writers of all map formats. What a format cannot say is an error, not a loss.

use super::{Document, Format, prices};
use crate::{Cell, WALL};
use std::io::{self, Write};
use thiserror::Error;

/// Why a map cannot be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The format has no way to say this.
    #[error("the {format} format cannot express {what}")]
    Inexpressible {
        /// The format.
        format: Format,
        /// What it cannot say.
        what: &'static str,
    },
    /// The file could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes a document in its format. Reading it again gives the same document, except that 0/1
/// matrices and Moving AI maps leave start and goal to a side file.
pub fn write(document: &Document, out: &mut dyn Write) -> Result<(), WriteError> {
    let Document { format, map, start, goal, supply } = document;
    let inexpressible = |what| WriteError::Inexpressible { format: *format, what };
    if *format != Format::Ascii && !map.is_uniform() {
        return Err(inexpressible("weighted terrain"));
    }
    if *format == Format::Ascii && map.terrain().iter().any(|&cost| cost > 9) {
        return Err(inexpressible("terrain that costs more than 9"));
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
        Format::Ascii => ascii_header(document, &mut marks, out)?,
    }
    let (free, wall, between) = match format {
        Format::Lab | Format::Matrix => (b'0', b'1', Some(b' ')),
        Format::MovingAi => (b'.', b'@', None),
        Format::Ascii => (b'.', b'#', None),
    };
    marks.sort_unstable();
    if marks.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return Err(inexpressible("two of start, goal and station in one cell"));
    }
    let mut marks = marks.into_iter().peekable();
    let mut text = Vec::with_capacity(map.columns() as usize * 2);
    for (row, cells) in map.terrain().chunks_exact(map.columns() as usize).enumerate() {
        text.clear();
        for (column, &cost) in cells.iter().enumerate() {
            if let (Some(between), true) = (between, column > 0) {
                text.push(between);
            }
            text.push(match cost {
                WALL => wall,
                1 => free,
                _ => b'0' + cost,
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

fn ascii_header(
    document: &Document,
    marks: &mut Vec<(Cell, u8)>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let inexpressible = |what| WriteError::Inexpressible { format: Format::Ascii, what };
    if let Some(supply) = &document.supply {
        writeln!(out, "tank {}", supply.tank)?;
        let mut letters: Vec<u32> = Vec::new();
        for station in &supply.stations {
            let mark = if station.price == 0 {
                b'*'
            } else {
                let position =
                    letters.iter().position(|&price| price == station.price).unwrap_or_else(|| {
                        letters.push(station.price);
                        letters.len() - 1
                    });
                if position >= 26 {
                    return Err(inexpressible("more than 26 prices"));
                }
                b'a' + position as u8
            };
            if document.map.cost(station.cell) != 1 {
                return Err(inexpressible("a station on weighted terrain"));
            }
            marks.push((station.cell, mark));
        }
        for (position, price) in letters.iter().enumerate() {
            writeln!(out, "price {} {price}", char::from(b'a' + position as u8))?;
        }
    }
    for (cell, mark) in [(document.start, b'S'), (document.goal, b'G')] {
        let Some(cell) = cell else { continue };
        if document.map.cost(cell) != 1 {
            return Err(inexpressible("a start or goal on weighted terrain"));
        }
        marks.push((cell, mark));
    }
    Ok(())
}
