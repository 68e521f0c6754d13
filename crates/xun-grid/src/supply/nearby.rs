//! The start, the goal and the stations that are near another, without looking at all of them.

use crate::{Cell, Map};

/// Which places are near another: the map in squares as wide as a leg can be long.
pub(super) struct Neighbourhood {
    side: u32,
    across: u32,
    down: u32,
    /// The places of a square lie together: `first[square]..first[square + 1]`.
    first: Vec<u32>,
    places: Vec<(Cell, u32)>,
}

impl Neighbourhood {
    /// Squares are not smaller than this.
    const LEAST_SIDE: u32 = 16;

    pub(super) fn new(map: &Map, cells: &[Cell], tank: u32) -> Self {
        let side =
            tank.clamp(Self::LEAST_SIDE, map.rows().max(map.columns()).max(Self::LEAST_SIDE));
        let (across, down) = (map.columns().div_ceil(side), map.rows().div_ceil(side));
        let square = |cell: &Cell| (cell.row / side * across + cell.column / side) as usize;
        let mut first = vec![0_u32; (across * down) as usize + 2];
        for cell in cells {
            first[square(cell) + 2] += 1;
        }
        for index in 2..first.len() {
            first[index] += first[index - 1];
        }
        let mut places = vec![(Cell::new(0, 0), 0); cells.len()];
        for (number, cell) in (0_u32..).zip(cells) {
            let slot = &mut first[square(cell) + 1];
            places[*slot as usize] = (*cell, number);
            *slot += 1;
        }
        Self { side, across, down, first, places }
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> u64 {
        (size_of_val(&self.first[..]) + size_of_val(&self.places[..])) as u64
    }

    /// The squares that a leg from this cell can end in.
    pub(super) fn around(&self, cell: Cell) -> impl Iterator<Item = u32> + use<> {
        let (across, down) = (self.across, self.down);
        let (row, column) = (cell.row / self.side, cell.column / self.side);
        let near = |at: u32, end: u32| at.saturating_sub(1)..(at + 2).min(end);
        near(row, down)
            .flat_map(move |row| near(column, across).map(move |column| row * across + column))
    }

    /// The places in a square, with their numbers.
    pub(super) fn of_square(&self, square: u32) -> &[(Cell, u32)] {
        &self.places[self.first[square as usize] as usize..self.first[square as usize + 1] as usize]
    }
}
