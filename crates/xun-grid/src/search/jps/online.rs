//! Jump point search on line: [the loop](super::search) with jump points found by walking 64
//! cells at a time ([`lines`](super::bit_lines)).
//!
//! Guarantee: the cheapest path. Nothing is made beforehand but the map's bits.

use super::bit_lines::{Lines, Stop};
use super::records::JumpRecords;
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
    records: JumpRecords<Record>,
}

impl Workspace {
    pub(in crate::search) fn new(map: &Map, grid: &PaddedMap) -> Self {
        let (rows, columns) = Lines::both(map);
        Self { rows, columns, records: JumpRecords::new(grid, vec![[0; 2]; grid.len()]) }
    }

    pub(in crate::search) fn bytes(&self) -> u64 {
        self.rows.bytes() + self.columns.bytes() + self.records.bytes()
    }

    fn set_goal(&mut self, goal: Cell, present: bool) {
        self.rows.set_goal(goal.row, goal.column, present);
        self.columns.set_goal(goal.column, goal.row, present);
    }
}

pub(in crate::search) fn run<O: EventSink>(
    grid: &PaddedMap,
    workspace: &mut Workspace,
    query: &Query<'_>,
    observer: &mut O,
) -> Finished {
    let goal = grid.cell(query.goal);
    workspace.set_goal(goal, true);
    let finder = BitScanner { grid, rows: &workspace.rows, columns: &workspace.columns };
    let answer = search::run(grid, &finder, &mut workspace.records, query, observer);
    workspace.set_goal(goal, false);
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
}

impl JumpFinder for BitScanner<'_> {
    type Record = Record;
    const PREFETCHES: bool = false;

    #[inline(always)]
    fn straight(&self, _: &JumpRecords<Record>, from: At, step: usize) -> Option<u32> {
        let Cell { row, column } = from.cell;
        let Stop { distance, is_jump_point } = match step {
            UP => self.columns.walk_down(column, row),
            DOWN => self.columns.walk_up(column, row),
            LEFT => self.rows.walk_down(row, column),
            _ => self.rows.walk_up(row, column),
        };
        is_jump_point.then_some(distance)
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
        let before = place.wrapping_add_signed(-self.grid.offsets()[entered]);
        sides.map(|side| self.is_open(place, side) && !self.is_open(before, side))
    }
}
