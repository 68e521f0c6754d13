//! Jump point search with a table made beforehand: the walks of [`jps`](super::jps) become look-ups.
//!
//! Guarantee: the cheapest path. The table takes 16 bytes a cell and is made once a map, which pays from a few
//! queries on.

use super::best_first::{Query, Teller};
use super::ground::{BESIDE, DOWN, Ground, LEFT, OPPOSITE, RIGHT, UP};
use super::jps::diagonal_of;
use super::jump_table::{JumpTable, Packed, distance};
use super::jumps::Jumps;
use super::pace::Pace;
use crate::{Answer, Cell, Map, Observer, Outcome, Statistics};

/// The search's records, with the table's distances in each.
#[derive(Debug)]
pub(super) struct Workspace {
    jumps: Jumps<4>,
}

impl Workspace {
    pub(super) fn new(map: &Map, ground: &Ground) -> Self {
        let table = JumpTable::new(map, ground);
        let records = table.packed().map(|[straight, diagonal]| [0, 0, straight, diagonal]).collect();
        Self { jumps: Jumps::new(ground, records) }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.jumps.bytes()
    }
}

pub(super) fn run<O: Observer>(
    ground: &Ground,
    workspace: &mut Workspace,
    query: &Query<'_>,
    observer: &mut O,
) -> Answer {
    let mut search = Search {
        ground,
        jumps: &mut workspace.jumps,
        query,
        goal: ground.cell(query.goal),
        teller: Teller { ground, estimate: query.estimate },
        statistics: Statistics { generated: 1, ..Statistics::default() },
        observer,
    };
    let outcome = search.run();
    Answer { outcome, statistics: search.statistics }
}

struct Search<'a, O> {
    ground: &'a Ground,
    jumps: &'a mut Jumps<4>,
    query: &'a Query<'a>,
    goal: Cell,
    teller: Teller<'a>,
    statistics: Statistics,
    observer: &'a mut O,
}

/// A place, and what it costs to get there.
#[derive(Clone, Copy)]
struct At {
    place: usize,
    cell: Cell,
    g: u64,
}

impl<O: Observer> Search<'_, O> {
    fn run(&mut self) -> Outcome {
        let Self { ground, query, .. } = *self;
        let start = At { place: query.start, cell: ground.cell(query.start), g: 0 };
        self.jumps.begin(query.estimate.at(start.cell));
        self.jumps.start(query.start);
        self.teller.generate(self.observer, query.start, None, 0);
        if query.start == query.goal {
            self.teller.found(self.observer, query.goal, 0);
            return Outcome::Found(ground.path(vec![start.cell]));
        }
        let mut pace = Pace::new(query.limits);
        if pace.over(0) {
            return Outcome::Stopped;
        }
        self.statistics.expanded = 1;
        self.teller.expand(self.observer, query.start, 0);
        for step in 0..4 {
            self.straight(start, start, step);
        }
        for step in 4..8 {
            self.diagonal(start, step);
        }
        self.teller.close(self.observer, query.start);
        while let Some((place, g, entered)) = self.jumps.next() {
            if pace.over(self.statistics.expanded) {
                return Outcome::Stopped;
            }
            self.statistics.expanded += 1;
            self.teller.expand(self.observer, place, g);
            self.expand(At { place, cell: ground.cell(place), g }, entered);
            self.teller.close(self.observer, place);
        }
        let best = self.jumps.best();
        if best == u64::MAX {
            return Outcome::Impossible;
        }
        self.teller.found(self.observer, query.goal, best);
        Outcome::Found(self.jumps.path(ground, query.start, query.goal))
    }

    /// The distance to the next jump point or wall.
    #[inline(always)]
    fn distance(&self, place: usize, step: usize) -> i16 {
        distance(self.distances(place), step)
    }

    #[inline(always)]
    fn distances(&self, place: usize) -> Packed {
        let [_, _, straight, diagonal] = *self.jumps.record(place);
        [straight, diagonal]
    }

    /// Goes on from a jump point that was entered by a straight step: ahead, and to the sides where that is
    /// forced.
    #[inline(always)]
    fn expand(&mut self, from: At, entered: usize) {
        self.straight(from, from, entered);
        let distances = self.distances(from.place);
        let sides = if entered < 2 { [LEFT, RIGHT] } else { [UP, DOWN] };
        for side in sides {
            // The side is open, and the diagonal back to it is not, though both steps beside it are.
            let back = diagonal_of(OPPOSITE[entered], side);
            if distance(distances, side) != 0 && distance(distances, back) == 0 {
                self.straight(from, from, side);
                self.diagonal(from, diagonal_of(entered, side));
            }
        }
    }

    /// How far the goal lies in this straight direction; none if it does not.
    #[inline(always)]
    fn goal_ahead(&self, cell: Cell, step: usize) -> Option<u32> {
        let Cell { row, column } = self.goal;
        let (same_line, distance) = match step {
            UP => (column == cell.column, cell.row.wrapping_sub(row)),
            DOWN => (column == cell.column, row.wrapping_sub(cell.row)),
            LEFT => (row == cell.row, cell.column.wrapping_sub(column)),
            _ => (row == cell.row, column.wrapping_sub(cell.column)),
        };
        (same_line && distance.cast_signed() > 0).then_some(distance)
    }

    /// Notes the jump point (or the goal) straight ahead of `turn`, which was reached from `from`.
    #[inline(always)]
    fn straight(&mut self, from: At, turn: At, step: usize) {
        let distance = self.distance(turn.place, step);
        let clear = u32::from(distance.unsigned_abs());
        let jump = match self.goal_ahead(turn.cell, step) {
            Some(goal) if goal <= clear => goal,
            _ if distance > 0 => clear,
            _ => return,
        };
        let Cell { row, column } = turn.cell;
        let cell = match step {
            UP => Cell::new(row - jump, column),
            DOWN => Cell::new(row + jump, column),
            LEFT => Cell::new(row, column - jump),
            _ => Cell::new(row, column + jump),
        };
        let place = turn.place.wrapping_add_signed(self.ground.offsets()[step] * jump as isize);
        let g = turn.g + u64::from(jump) * self.ground.straight();
        self.reach(from, At { place, cell, g }, step);
    }

    /// Most walks end at a wall: this is kept out of their loops.
    #[inline(never)]
    fn reach(&mut self, from: At, to: At, step: usize) {
        let h = self.query.estimate.at(to.cell);
        self.jumps.reach(
            to.place,
            (from.place, step),
            (to.g, h),
            &mut self.statistics,
            &self.teller,
            self.observer,
        );
    }

    /// Goes diagonally. Each direction is compiled on its own, so that nothing in its loop asks which it is.
    fn diagonal(&mut self, from: At, step: usize) {
        match step {
            4 => self.diagonally::<4>(from),
            5 => self.diagonally::<5>(from),
            6 => self.diagonally::<6>(from),
            _ => self.diagonally::<7>(from),
        }
    }

    /// Jumps diagonally from turn to turn, and straight from each; also where the goal's row or column is
    /// crossed.
    fn diagonally<const STEP: usize>(&mut self, from: At) {
        if self.distance(from.place, STEP) == 0 {
            return;
        }
        let (vertical, horizontal) = BESIDE[STEP - 4];
        let down = if vertical == UP { -1 } else { 1 };
        let right = if horizontal == LEFT { -1 } else { 1 };
        // Steps until the goal's row or column, whichever comes first and lies ahead.
        let rows = (i64::from(self.goal.row) - i64::from(from.cell.row)) * i64::from(down);
        let columns = (i64::from(self.goal.column) - i64::from(from.cell.column)) * i64::from(right);
        let mut crossing = if rows > 0 && columns > 0 { rows.min(columns) as u32 } else { u32::MAX };
        let (mut turn, mut walked) = (from, 0_u32);
        loop {
            let distance = self.distance(turn.place, STEP);
            let clear = u32::from(distance.unsigned_abs());
            if crossing <= walked.saturating_add(clear) {
                let at = self.walk(from, STEP, (down, right), crossing);
                crossing = u32::MAX;
                self.toward_goal(from, at, vertical, horizontal);
            }
            if distance <= 0 {
                return;
            }
            walked += clear;
            turn = self.walk(from, STEP, (down, right), walked);
            for straight in [vertical, horizontal] {
                if self.distance(turn.place, straight) > 0 {
                    self.straight(from, turn, straight);
                }
            }
        }
    }

    /// The place so many diagonal steps from here.
    #[inline(always)]
    fn walk(&self, from: At, step: usize, (down, right): (i32, i32), steps: u32) -> At {
        let place = from.place.wrapping_add_signed(self.ground.offsets()[step] * steps as isize);
        let cell = Cell::new(
            from.cell.row.wrapping_add_signed(down * steps as i32),
            from.cell.column.wrapping_add_signed(right * steps as i32),
        );
        At { place, cell, g: from.g + u64::from(steps) * self.ground.diagonal() }
    }

    /// From a place in the goal's row or column: the goal, if it is there or nothing lies between.
    fn toward_goal(&mut self, from: At, at: At, vertical: usize, horizontal: usize) {
        if at.cell == self.goal {
            self.reach(from, at, horizontal);
            return;
        }
        let step = if at.cell.row == self.goal.row { horizontal } else { vertical };
        let clear = u32::from(self.distance(at.place, step).unsigned_abs());
        if self.goal_ahead(at.cell, step).is_some_and(|goal| goal <= clear) {
            self.straight(from, at, step);
        }
    }
}
