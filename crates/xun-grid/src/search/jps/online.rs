//! Online jump point search: [the loop](super::search) with jump points found by walking 64
//! cells at a time ([`lines`](super::bit_lines)).
//!
//! Guarantee: the cheapest path. For the first query nothing is made beforehand but the map's bits;
//! for later ones a byte a cell says which walks lead to a jump point
//! ([`flags`](super::scan_flags)).

use super::bit_lines::{LineEnd, Lines};
use super::records::JumpRecords;
use super::scan_flags::{self, allowed, leads};
use super::search::{self, At, JumpFinder};
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::search::Query;
use crate::search::padded_map::{BESIDE, DOWN, LEFT, PaddedMap, UP};
use crate::{Cell, Map, WALL};

/// The record of a place.
type Record = [u64; 2];

/// The map's bits and the search's records.
#[derive(Debug)]
pub(in crate::search) struct Workspace {
    rows: Lines,
    columns: Lines,
    /// Made for the second query.
    flags: Option<Vec<u8>>,
    queries: u32,
    records: JumpRecords<Record>,
}

impl Workspace {
    pub(in crate::search) fn new(map: &Map, grid: &PaddedMap) -> Self {
        let (rows, columns) = Lines::both(map);
        let records = JumpRecords::new(grid, vec![[0; 2]; grid.len()]);
        Self { rows, columns, flags: None, queries: 0, records }
    }

    pub(in crate::search) fn bytes(&self) -> u64 {
        let flags = self.flags.as_ref().map_or(0, |flags| flags.capacity() as u64);
        self.rows.bytes() + self.columns.bytes() + flags + self.records.bytes()
    }

    /// Makes the flags.
    pub(in crate::search) fn prepare(&mut self, grid: &PaddedMap) {
        self.flags.get_or_insert_with(|| scan_flags::make(&self.rows, &self.columns, grid));
    }
}

pub(in crate::search) fn run<O: EventSink>(
    grid: &PaddedMap,
    workspace: &mut Workspace,
    query: &Query<'_>,
    observer: &mut O,
) -> Finished {
    workspace.queries = workspace.queries.saturating_add(1);
    if workspace.queries > 1 {
        workspace.prepare(grid);
    }
    let goal = grid.cell(query.goal);
    let row = workspace.rows.set_goal(goal.row, goal.column);
    let column = workspace.columns.set_goal(goal.column, goal.row);
    let scanner = BitScanner { grid, rows: &workspace.rows, columns: &workspace.columns };
    let records = &mut workspace.records;
    let answer = match &workspace.flags {
        Some(flags) => {
            let finder = FlagScanner { scanner, flags, goal, offsets: *grid.offsets() };
            search::run(grid, &finder, records, query, observer)
        }
        None => search::run(grid, &scanner, records, query, observer),
    };
    workspace.rows.clear_goal(goal.row, goal.column, row);
    workspace.columns.clear_goal(goal.column, goal.row, column);
    answer
}

struct BitScanner<'a> {
    grid: &'a PaddedMap,
    rows: &'a Lines,
    columns: &'a Lines,
}

impl BitScanner<'_> {
    #[inline(always)]
    fn is_open(&self, place: usize, step: usize) -> bool {
        self.grid.cost()[place.wrapping_add_signed(self.grid.offsets()[step])] != WALL
    }

    #[inline(always)]
    fn walk(&self, from: Cell, step: usize) -> Option<u32> {
        let Cell { row, column } = from;
        let LineEnd { distance, is_jump_point } = match step {
            UP => self.columns.walk_down(column, row),
            DOWN => self.columns.walk_up(column, row),
            LEFT => self.rows.walk_down(row, column),
            _ => self.rows.walk_up(row, column),
        };
        is_jump_point.then_some(distance)
    }

    #[inline(always)]
    fn forced_sides(&self, place: usize, entered: usize, sides: [usize; 2]) -> [bool; 2] {
        let before = place.wrapping_add_signed(-self.grid.offsets()[entered]);
        sides.map(|side| self.is_open(place, side) && !self.is_open(before, side))
    }
}

impl JumpFinder for BitScanner<'_> {
    type Record = Record;
    const PREFETCHES: bool = false;

    #[inline(always)]
    fn straight(&self, _: &JumpRecords<Record>, from: At, step: usize) -> Option<u32> {
        self.walk(from.cell, step)
    }

    #[inline(always)]
    fn diagonal<const STEP: usize>(&self, _: &JumpRecords<Record>, from: At) -> Option<u32> {
        let (vertical, horizontal) = BESIDE[STEP - 4];
        let open = |step| self.is_open(from.place, step);
        (open(STEP) && open(vertical) && open(horizontal)).then_some(1)
    }

    #[inline(always)]
    fn forced(
        &self,
        _: &JumpRecords<Record>,
        place: usize,
        entered: usize,
        sides: [usize; 2],
    ) -> [bool; 2] {
        self.forced_sides(place, entered, sides)
    }
}

/// Walks only where the flags, which know of no goal, or the goal's row or column say so.
struct FlagScanner<'a> {
    scanner: BitScanner<'a>,
    flags: &'a [u8],
    goal: Cell,
    offsets: [isize; 8],
}

impl JumpFinder for FlagScanner<'_> {
    type Record = Record;
    const PREFETCHES: bool = false;

    #[inline(always)]
    fn straight(&self, _: &JumpRecords<Record>, from: At, step: usize) -> Option<u32> {
        let in_line = if step < 2 {
            from.cell.column == self.goal.column
        } else {
            from.cell.row == self.goal.row
        };
        if self.flags[from.place] & leads(step) != 0 || in_line {
            self.scanner.walk(from.cell, step)
        } else {
            None
        }
    }

    #[inline(always)]
    fn diagonal<const STEP: usize>(&self, _: &JumpRecords<Record>, from: At) -> Option<u32> {
        let (vertical, horizontal) = BESIDE[STEP - 4];
        let Cell { row, column } = self.goal;
        // Steps to the goal's row and column; a very large number if those lie behind.
        let to_row = if vertical == UP {
            from.cell.row.wrapping_sub(row)
        } else {
            row.wrapping_sub(from.cell.row)
        };
        let to_column = if horizontal == LEFT {
            from.cell.column.wrapping_sub(column)
        } else {
            column.wrapping_sub(from.cell.column)
        };
        let turns = leads(vertical) | leads(horizontal);
        let (mut place, mut steps) = (from.place, 0);
        let mut flags = self.flags[place];
        while flags & allowed(STEP) != 0 {
            place = place.wrapping_add_signed(self.offsets[STEP]);
            steps += 1;
            flags = self.flags[place];
            if flags & turns != 0 || steps == to_row || steps == to_column {
                return Some(steps);
            }
        }
        None
    }

    #[inline(always)]
    fn forced(
        &self,
        _: &JumpRecords<Record>,
        place: usize,
        entered: usize,
        sides: [usize; 2],
    ) -> [bool; 2] {
        self.scanner.forced_sides(place, entered, sides)
    }
}
