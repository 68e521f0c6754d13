//! Jump point search (Harabor and Grastien 2011, 2014) on line: A\* for unit costs and eight moves without
//! corner cutting that looks only at places where a shortest path may have to turn, and finds them by walking
//! 64 cells at a time ([`lines`](super::lines)).
//!
//! Guarantee: the cheapest path. Nothing is made beforehand but the map's bits.

use super::best_first::{Query, Teller};
use super::ground::{BESIDE, DOWN, Ground, LEFT, RIGHT, UP};
use super::jumps::Jumps;
use super::lines::{Lines, Stop};
use super::pace::Pace;
use crate::{Answer, Cell, Map, Observer, Outcome, Statistics, WALL};

/// The map's bits and the search's records.
#[derive(Debug)]
pub(super) struct Workspace {
    rows: Lines,
    columns: Lines,
    jumps: Jumps<2>,
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
    let mut search = Search {
        ground,
        rows: &workspace.rows,
        columns: &workspace.columns,
        jumps: &mut workspace.jumps,
        query,
        teller: Teller { ground, estimate: query.estimate },
        statistics: Statistics { generated: 1, ..Statistics::default() },
        observer,
    };
    let outcome = search.run();
    let statistics = search.statistics;
    workspace.set_goal(goal, false);
    Answer { outcome, statistics }
}

struct Search<'a, O> {
    ground: &'a Ground,
    rows: &'a Lines,
    columns: &'a Lines,
    jumps: &'a mut Jumps<2>,
    query: &'a Query<'a>,
    teller: Teller<'a>,
    statistics: Statistics,
    observer: &'a mut O,
}

/// The place that is being expanded.
#[derive(Clone, Copy)]
struct From {
    place: usize,
    cell: Cell,
    g: u64,
}

impl<O: Observer> Search<'_, O> {
    fn run(&mut self) -> Outcome {
        let Self { ground, query, .. } = *self;
        let start = From { place: query.start, cell: ground.cell(query.start), g: 0 };
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
            self.expand(From { place, cell: ground.cell(place), g }, entered);
            self.teller.close(self.observer, place);
        }
        let best = self.jumps.best();
        if best == u64::MAX {
            return Outcome::Impossible;
        }
        self.teller.found(self.observer, query.goal, best);
        Outcome::Found(self.jumps.path(ground, query.start, query.goal))
    }

    fn is_open(&self, place: usize) -> bool {
        self.ground.cost()[place] != WALL
    }

    /// Goes on from a jump point that was entered by a straight step: ahead, and to the sides where that is
    /// forced.
    fn expand(&mut self, from: From, entered: usize) {
        self.straight(from, from, entered);
        let offsets = self.ground.offsets();
        let back = offsets[entered];
        let sides = if entered < 2 { [LEFT, RIGHT] } else { [UP, DOWN] };
        for side in sides {
            let beside = from.place.wrapping_add_signed(offsets[side]);
            if self.is_open(beside) && !self.is_open(beside.wrapping_add_signed(-back)) {
                self.straight(from, from, side);
                self.diagonal(from, diagonal_of(entered, side));
            }
        }
    }

    /// Walks straight from `turn`, which was reached from `from`, and notes the jump point at the end.
    #[inline(always)]
    fn straight(&mut self, from: From, turn: From, step: usize) {
        let Cell { row, column } = turn.cell;
        let Stop { distance, is_jump_point } = match step {
            UP => self.columns.walk_down(column, row),
            DOWN => self.columns.walk_up(column, row),
            LEFT => self.rows.walk_down(row, column),
            _ => self.rows.walk_up(row, column),
        };
        if !is_jump_point {
            return;
        }
        let place = turn.place.wrapping_add_signed(self.ground.offsets()[step] * distance as isize);
        let cell = match step {
            UP => Cell::new(row - distance, column),
            DOWN => Cell::new(row + distance, column),
            LEFT => Cell::new(row, column - distance),
            _ => Cell::new(row, column + distance),
        };
        let g = turn.g + u64::from(distance) * self.ground.straight();
        self.reach(from, place, cell, g, step);
    }

    /// Most walks end at a wall: this is kept out of their loops.
    #[inline(never)]
    fn reach(&mut self, from: From, place: usize, cell: Cell, g: u64, step: usize) {
        let h = self.query.estimate.at(cell);
        self.jumps.reach(
            place,
            (from.place, step),
            (g, h),
            &mut self.statistics,
            &self.teller,
            self.observer,
        );
    }

    /// Goes diagonally. Each direction is compiled on its own, so that nothing in its loop asks which it is.
    fn diagonal(&mut self, from: From, step: usize) {
        match step {
            4 => self.diagonally::<4>(from),
            5 => self.diagonally::<5>(from),
            6 => self.diagonally::<6>(from),
            _ => self.diagonally::<7>(from),
        }
    }

    /// Walks diagonally, and from every place on the way straight to both sides.
    fn diagonally<const STEP: usize>(&mut self, from: From) {
        let offsets = self.ground.offsets();
        let (vertical, horizontal) = BESIDE[STEP - 4];
        let mut turn = from;
        loop {
            let next = turn.place.wrapping_add_signed(offsets[STEP]);
            let open = self.is_open(next)
                && self.is_open(turn.place.wrapping_add_signed(offsets[vertical]))
                && self.is_open(turn.place.wrapping_add_signed(offsets[horizontal]));
            if !open {
                return;
            }
            let row = if vertical == UP { turn.cell.row - 1 } else { turn.cell.row + 1 };
            let column = if horizontal == LEFT { turn.cell.column - 1 } else { turn.cell.column + 1 };
            turn = From { place: next, cell: Cell::new(row, column), g: turn.g + self.ground.diagonal() };
            if next == self.query.goal {
                self.reach(from, next, turn.cell, turn.g, horizontal);
                return;
            }
            self.straight(from, turn, vertical);
            self.straight(from, turn, horizontal);
        }
    }
}

/// The diagonal between two straight steps.
pub(super) fn diagonal_of(one: usize, other: usize) -> usize {
    let (vertical, horizontal) = if one < 2 { (one, other) } else { (other, one) };
    4 + vertical * 2 + (horizontal - 2)
}
