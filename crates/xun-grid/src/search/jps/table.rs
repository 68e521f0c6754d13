//! Jump point search with a table made beforehand: [the loop](super::search) with jump points
//! looked up.
//!
//! Guarantee: the cheapest path. The table takes 16 bytes a cell and is made once a map, which pays
//! from a few queries on.

use super::distances::{self, Distances};
use super::records::{self, JumpRecords};
use super::search::{self, At, JumpFinder, diagonal_of};
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::search::Query;
use crate::search::padded_map::{BESIDE, DOWN, LEFT, OPPOSITE, PaddedMap, UP};
use crate::{Cell, Map};

/// The search's record of a place and the table's distances from it. They are needed together, so
/// they share half a line of the cache, which without the alignment would be parts of two.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Record {
    notes: [u64; 2],
    distances: Distances,
}

impl records::Record for Record {
    #[inline(always)]
    fn notes(&self) -> &[u64; 2] {
        &self.notes
    }

    #[inline(always)]
    fn notes_mut(&mut self) -> &mut [u64; 2] {
        &mut self.notes
    }
}

impl distances::Row for Record {
    #[inline(always)]
    fn distances(&self) -> Distances {
        self.distances
    }

    #[inline(always)]
    fn distances_mut(&mut self) -> &mut Distances {
        &mut self.distances
    }
}

/// The search's records, with the table in them.
#[derive(Debug)]
pub(in crate::search) struct Workspace {
    records: JumpRecords<Record>,
}

impl Workspace {
    pub(in crate::search) fn new(map: &Map, grid: &PaddedMap) -> Self {
        let records = distances::table(map, grid, &Record { notes: [0; 2], distances: [0; 8] });
        Self { records: JumpRecords::new(grid, records) }
    }

    pub(in crate::search) fn bytes(&self) -> u64 {
        self.records.bytes()
    }
}

pub(in crate::search) fn run<O: EventSink>(
    grid: &PaddedMap,
    workspace: &mut Workspace,
    query: &Query<'_>,
    observer: &mut O,
) -> Finished {
    let finder = Reader { goal: grid.cell(query.goal) };
    search::run(grid, &finder, &mut workspace.records, query, observer)
}

/// Reads the table, which knows of no goal.
struct Reader {
    goal: Cell,
}

impl JumpFinder for Reader {
    type Record = Record;
    const PREFETCHES: bool = true;

    #[inline(always)]
    fn straight(&self, records: &JumpRecords<Record>, from: At, step: usize) -> Option<u32> {
        let distance = records.record(from.place).distances[step];
        let clear = u32::from(distance.unsigned_abs());
        let Cell { row, column } = self.goal;
        let (same_line, to_goal) = match step {
            UP => (column == from.cell.column, from.cell.row.wrapping_sub(row)),
            DOWN => (column == from.cell.column, row.wrapping_sub(from.cell.row)),
            LEFT => (row == from.cell.row, from.cell.column.wrapping_sub(column)),
            _ => (row == from.cell.row, column.wrapping_sub(from.cell.column)),
        };
        // A goal behind gives a very large number (wrapping subtraction).
        if same_line && to_goal <= clear && to_goal > 0 {
            Some(to_goal)
        } else {
            (distance > 0).then_some(clear)
        }
    }

    #[inline(always)]
    fn diagonal<const STEP: usize>(&self, records: &JumpRecords<Record>, from: At) -> Option<u32> {
        let distance = records.record(from.place).distances[STEP];
        let clear = u32::from(distance.unsigned_abs());
        let (vertical, horizontal) = BESIDE[STEP - 4];
        let ahead = |here: u32, there: u32, back: bool| {
            if back { here.wrapping_sub(there) } else { there.wrapping_sub(here) }
        };
        let rows = ahead(from.cell.row, self.goal.row, vertical == UP);
        let columns = ahead(from.cell.column, self.goal.column, horizontal == LEFT);
        // Steps until the goal's row or column, whichever comes first and lies ahead. What lies
        // behind is a very large number.
        let crossing = rows.min(columns);
        if crossing.wrapping_sub(1) < clear && rows.max(columns).cast_signed() > 0 {
            Some(crossing)
        } else {
            (distance > 0).then_some(clear)
        }
    }

    #[inline(always)]
    fn prefetch(&self, records: &JumpRecords<Record>, place: usize) -> u64 {
        u64::from(records.record(place).distances[0].cast_unsigned())
    }

    #[inline(always)]
    fn forced(
        &self,
        records: &JumpRecords<Record>,
        place: usize,
        entered: usize,
        sides: [usize; 2],
    ) -> [bool; 2] {
        let distances = &records.record(place).distances;
        // The side is open, and the diagonal back to it is not, though both steps beside it are.
        sides.map(|side| {
            let back = diagonal_of(OPPOSITE[entered], side);
            distances[side] != 0 && distances[back] == 0
        })
    }
}
