//! Line up k stones on a small board, with or without gravity: noughts and crosses, Connect Four,
//! and their kin.

use crate::{Ending, Game, SplitMix64};

/// Two players put stones on a board in turn; a row of the wanted length in any direction wins, a
/// full board is a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineUp {
    columns: usize,
    rows: usize,
    wanted: usize,
    gravity: bool,
    /// 0 empty, 1 the first player, 2 the second; row 0 is the bottom.
    cells: Vec<u8>,
    played: Vec<usize>,
    key: u64,
}

impl LineUp {
    /// A board of this size, at most 64 cells, on which `wanted` in a row win; with gravity a stone
    /// falls down its column.
    ///
    /// # Panics
    /// If the board has more than 64 cells.
    #[must_use]
    pub fn new(columns: usize, rows: usize, wanted: usize, gravity: bool) -> Self {
        assert!(columns * rows <= 64, "the board has at most 64 cells");
        Self {
            columns,
            rows,
            wanted,
            gravity,
            cells: vec![0; columns * rows],
            played: Vec::new(),
            key: 1,
        }
    }

    /// Three in a row on a board of 3×3.
    #[must_use]
    pub fn noughts_and_crosses() -> Self {
        Self::new(3, 3, 3, false)
    }

    /// The length of the longest row through this cell, counting only its colour.
    fn longest_through(&self, cell: usize) -> usize {
        let colour = self.cells[cell];
        let (column, row) = ((cell % self.columns) as isize, (cell / self.columns) as isize);
        let run = |right: isize, up: isize| {
            (1..self.wanted as isize)
                .map(|step| (column + right * step, row + up * step))
                .take_while(|(x, y)| {
                    (0..self.columns as isize).contains(x)
                        && (0..self.rows as isize).contains(y)
                        && self.cells[*y as usize * self.columns + *x as usize] == colour
                })
                .count()
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .map(|(x, y)| 1 + run(x, y) + run(-x, -y))
            .into_iter()
            .max()
            .unwrap_or(0)
    }

    fn toggle(&mut self, cell: usize, colour: u8) {
        let odd = (cell as u64 * 2 + u64::from(colour)) * 2 + 1;
        self.key ^= SplitMix64::mix(odd);
    }
}

impl Game for LineUp {
    /// The cell a stone is put on.
    type Move = usize;
    const MOVE_INDICES: usize = 64;

    fn moves(&self, into: &mut Vec<usize>) {
        let free = |cell: &usize| self.cells[*cell] == 0;
        let rests = |cell: &usize| {
            !self.gravity || *cell < self.columns || self.cells[cell - self.columns] != 0
        };
        into.extend((0..self.cells.len()).filter(free).filter(rests));
    }

    fn play(&mut self, chosen: usize) {
        let colour = 1 + (self.played.len() % 2) as u8;
        self.cells[chosen] = colour;
        self.toggle(chosen, colour);
        self.played.push(chosen);
    }

    fn undo(&mut self) {
        if let Some(cell) = self.played.pop() {
            self.toggle(cell, self.cells[cell]);
            self.cells[cell] = 0;
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn ending(&self) -> Option<Ending> {
        let last = *self.played.last()?;
        if self.longest_through(last) >= self.wanted {
            return Some(Ending::Lost);
        }
        (self.played.len() == self.cells.len()).then_some(Ending::Drawn)
    }

    fn ending_without_moves(&self) -> Ending {
        Ending::Drawn
    }

    fn move_index(&self, of: usize) -> usize {
        of
    }

    fn move_text(&self, of: usize) -> String {
        let column = char::from(b'a' + (of % self.columns) as u8);
        format!("{column}{}", of / self.columns + 1)
    }
}
