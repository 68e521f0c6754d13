//! Prices of stations where the map has only one mark for them: lines after the rows of a lab
//! file, or a side file.
//!
//! ```text
//! price 5          every station sells a unit for 5
//! price 3,7 9      the station in row 3, column 7 (from zero) sells it for 9
//! ```
//!
//! A later line goes before an earlier one. Stations that no line names are free, as in the labs.

use super::fault::{FaultKind, Faults, Field, MAX_TANK};
use super::text::{Line, lines};
use crate::{Cell, Supply};
use std::io::{self, Write};

/// Prices of stations, to be [applied](Prices::apply) to a [`Supply`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prices {
    lines: Vec<PriceLine>,
}

/// One line: whose price, and where that stands in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PriceLine {
    /// None: every station's.
    cell: Option<Cell>,
    price: u32,
    line: u64,
    column: u64,
}

/// Reads a side file of prices.
///
/// ```
/// use xun_grid::{Cell, Station, Supply, format::read_prices};
/// let station = Station { cell: Cell::new(3, 7), price: 0 };
/// let mut supply = Supply { tank: 9, stations: vec![station] };
/// read_prices(b"price 3,7 9\n").unwrap().apply(&mut supply).unwrap();
/// assert_eq!(supply.stations[0].price, 9);
/// ```
///
/// # Errors
/// All faults of the file, each with its line and column.
pub fn read_prices(bytes: &[u8]) -> Result<Prices, Faults> {
    let mut faults = Faults::default();
    let mut prices = Prices::default();
    for line in lines(bytes).filter(|line| !line.is_empty()) {
        prices.read(line, &mut faults);
    }
    faults.none_or(Some(prices))
}

impl Prices {
    /// Whether a line after the rows is one of prices.
    pub(super) fn is_line(line: Line<'_>) -> bool {
        line.words().next().is_some_and(|word| word.bytes == b"price")
    }

    /// The same price for every station.
    #[must_use]
    pub fn of_all(price: u32) -> Self {
        Self { lines: vec![PriceLine { cell: None, price, line: 1, column: 1 }] }
    }

    pub(super) fn read(&mut self, line: Line<'_>, faults: &mut Faults) {
        let words: Vec<_> = line.words().collect();
        let Some((keyword, numbers)) = words.split_first() else { return };
        if keyword.bytes != b"price" {
            let expected = "price N or price ROW,COL N";
            faults.add(
                line.number,
                keyword.column,
                FaultKind::Unexpected { expected, found: keyword.shown() },
            );
            return;
        }
        let mut number = |index: usize, field, most: u32| {
            line.number(numbers.get(index).copied(), field, 0, u64::from(most), faults)
        };
        let (cell, price) = if numbers.len() < 2 {
            (Some(None), number(0, Field::Price, MAX_TANK))
        } else {
            let row = number(0, Field::Row, u32::MAX);
            let column = number(1, Field::Column, u32::MAX);
            let cell =
                row.zip(column).map(|(row, column)| Some(Cell::new(row as u32, column as u32)));
            (cell, number(2, Field::Price, MAX_TANK))
        };
        if let Some(word) = numbers.get(3) {
            faults.add(word.line, word.column, FaultKind::Trailing { found: word.shown() });
        }
        if let Some((cell, price)) = cell.zip(price) {
            let column = numbers.first().map_or(1, |word| word.column);
            self.lines.push(PriceLine { cell, price: price as u32, line: line.number, column });
        }
    }

    /// Prices the stations; a fault for each line that names a cell without one.
    ///
    /// # Errors
    /// A fault for each line that names a cell without a station.
    pub fn apply(&self, supply: &mut Supply) -> Result<(), Faults> {
        let mut faults = Faults::default();
        for &PriceLine { cell, price, line, column } in &self.lines {
            let mut found = false;
            for station in &mut supply.stations {
                if cell.is_none_or(|cell| cell == station.cell) {
                    station.price = price;
                    found = true;
                }
            }
            if let (false, Some(Cell { row, column: at })) = (found, cell) {
                faults.add(line, column, FaultKind::NoStation { row, column: at });
            }
        }
        faults.none_or(Some(()))
    }
}

/// Writes the prices of all stations that have one.
pub(super) fn write(supply: &Supply, out: &mut dyn Write) -> io::Result<()> {
    for station in supply.stations.iter().filter(|station| station.price > 0) {
        writeln!(out, "price {},{} {}", station.cell.row, station.cell.column, station.price)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Document, Format, read, write};
    use super::*;

    const PRICED: &[u8] = b"3 4 6\n3 0 2 0\n1 2 1 0\n0 0 2 4\nprice 5\nprice 1,1 0\nprice 2,2  7\n";

    fn prices(document: &Document) -> Vec<u32> {
        document
            .supply
            .iter()
            .flat_map(|supply| &supply.stations)
            .map(|station| station.price)
            .collect()
    }

    #[test]
    fn a_lab_file_can_price_its_stations() {
        let document = read(PRICED, None, None).unwrap();
        assert_eq!((document.format, prices(&document)), (Format::Lab, vec![5, 0, 7]));
        let mut text = Vec::new();
        write(&document, &mut text).unwrap();
        assert!(
            text.ends_with(b"price 0,2 5\nprice 2,2 7\n"),
            "{}",
            String::from_utf8_lossy(&text)
        );
        assert_eq!(read(&text, None, None).as_ref(), Ok(&document));
        let tolerant =
            read(b"1 3 6\r\n3 2 4 \r\n\r\n  price  0 , 1  3 \r\n\r\n", None, None).unwrap();
        assert_eq!(prices(&tolerant), [3]);
    }

    #[test]
    fn faults_of_prices_say_where() {
        let text = "1 3 6\n3 2 4\nprice\nprice x\nprice 0,1\nprice 0,1 -4\nprice 0,0 5\n\
            price 0,1 5 6\n0 0 0\n";
        let faults = read(text.as_bytes(), None, None).unwrap_err();
        let said: Vec<String> = faults.list().iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "line 3, column 6: the price is missing",
                "line 4, column 7: \"x\" is no number; expected the price",
                "line 5, column 10: the price is missing",
                "line 6, column 11: the price is -4; expected 0 to 1000000000",
                "line 8, column 13: \"6\" is too much; expected the end of the line",
                "line 9, column 1: 1 line too many after the last of 1 row",
                "line 7, column 7: there is no station in row 0, column 0",
            ]
        );
        assert_eq!(read_prices(b"cost 5").unwrap_err().list().len(), 1);
    }
}
