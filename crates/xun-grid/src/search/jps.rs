//! Jump point search on line: [the loop](super::jump_search) with jump points found by walking 64
//! cells at a time ([`lines`](super::lines)).
//!
//! Guarantee: the cheapest path. Nothing is made beforehand but the map's bits.

use super::best_first::Query;
use super::ground::{BESIDE, DOWN, Ground, LEFT, UP};
use super::jump_search::{self, At, Scout};
use super::jumps::Jumps;
use super::lines::{Lines, Stop};
use crate::{Answer, Cell, Map, Observer, WALL};

/// What is kept a place.
type Record = [u64; 2];

/// The map's bits and the search's records.
#[derive(Debug)]
pub(super) struct Workspace {
    rows: Lines,
    columns: Lines,
    jumps: Jumps<Record>,
}

impl Workspace {
    pub(super) fn new(map: &Map, ground: &Ground) -> Self {
        let (rows, columns) = Lines::both(map);
        Self { rows, columns, jumps: Jumps::new(ground, vec![[0; 2]; ground.len()]) }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.rows.bytes() + self.columns.bytes() + self.jumps.bytes()
    }

    fn set_goal(&mut self, goal: Cell, present: bool) {
        self.rows.set_goal(goal.row, goal.column, present);
        self.columns.set_goal(goal.column, goal.row, present);
    }
}

pub(super) fn run<O: Observer>(
    ground: &Ground,
    workspace: &mut Workspace,
    query: &Query<'_>,
    observer: &mut O,
) -> Answer {
    let goal = ground.cell(query.goal);
    workspace.set_goal(goal, true);
    let scout = Walker { ground, rows: &workspace.rows, columns: &workspace.columns };
    let answer = jump_search::run(ground, &scout, &mut workspace.jumps, query, observer);
    workspace.set_goal(goal, false);
    answer
}

struct Walker<'a> {
    ground: &'a Ground,
    rows: &'a Lines,
    columns: &'a Lines,
}

impl Walker<'_> {
    #[inline(always)]
    fn is_open(&self, place: usize, step: usize) -> bool {
        self.ground.cost()[place.wrapping_add_signed(self.ground.offsets()[step])] != WALL
    }
}

impl Scout for Walker<'_> {
    type Record = Record;
    const LOOKS_EARLY: bool = false;

    #[inline(always)]
    fn straight(&self, _: &Jumps<Record>, from: At, step: usize) -> Option<u32> {
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
    fn diagonal<const STEP: usize>(&self, _: &Jumps<Record>, from: At) -> Option<u32> {
        let (vertical, horizontal) = BESIDE[STEP - 4];
        let open = |step| self.is_open(from.place, step);
        (open(STEP) && open(vertical) && open(horizontal)).then_some(1)
    }

    #[inline(always)]
    fn forced(
        &self,
        _: &Jumps<Record>,
        place: usize,
        entered: usize,
        sides: [usize; 2],
    ) -> [bool; 2] {
        let before = place.wrapping_add_signed(-self.ground.offsets()[entered]);
        sides.map(|side| self.is_open(place, side) && !self.is_open(before, side))
    }
}
