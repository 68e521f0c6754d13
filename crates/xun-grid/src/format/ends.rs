//! The side file of a 0/1 matrix: where the path begins and ends, `from ROW,COL` and `to ROW,COL`,
//! from zero.

use super::fault::{FaultKind, Faults, Field};
use super::text::lines;
use crate::Cell;

/// Start and goal of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The start.
    pub from: Cell,
    /// The goal.
    pub to: Cell,
}

/// Reads a side file.
///
/// ```
/// let ends = xun_grid::format::read_ends(b"from 1,0\nto 16,24\n").unwrap();
/// assert_eq!(ends.to, xun_grid::Cell::new(16, 24));
/// ```
///
/// # Errors
/// All faults of the file, each with its line and column.
pub fn read_ends(bytes: &[u8]) -> Result<Ends, Faults> {
    let mut faults = Faults::default();
    let (mut from, mut to) = (None, None);
    let mut last = 1;
    for line in lines(bytes) {
        last = line.number;
        let mut words = line.words();
        let Some(word) = words.next() else { continue };
        let end = match word.bytes {
            b"from" => &mut from,
            b"to" => &mut to,
            _ => {
                let kind = FaultKind::Unexpected {
                    expected: "from ROW,COL or to ROW,COL",
                    found: word.shown(),
                };
                faults.add(word.line, word.column, kind);
                continue;
            }
        };
        let mut next =
            |field| line.number(words.next(), field, 0, u64::from(u32::MAX), &mut faults);
        let (row, column) = (next(Field::Row), next(Field::Column));
        *end = Some(row.zip(column).map(|(row, column)| Cell::new(row as u32, column as u32)));
        if let Some(word) = words.next() {
            faults.add(word.line, word.column, FaultKind::Trailing { found: word.shown() });
        }
    }
    for (end, field) in [(from, Field::From), (to, Field::To)] {
        if end.is_none() {
            faults.add(last, 1, FaultKind::Missing { field });
        }
    }
    let ends = from.flatten().zip(to.flatten()).map(|(from, to)| Ends { from, to });
    faults.none_or(ends)
}
