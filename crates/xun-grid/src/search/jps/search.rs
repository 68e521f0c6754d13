//! The loop that both jump point searches share (Harabor and Grastien 2011, 2014): A\* for unit
//! costs and eight moves without corner cutting that looks only at places where a shortest path may
//! have to turn. How those are found, by walking ([`jps`](super::online)) or in a table
//! ([`jps_table`](super::table)), is the [`JumpFinder`]'s business.

use super::records::{JumpRecords, Record};
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::search::Query;
use crate::search::limit_check::LimitCheck;
use crate::search::padded_map::{BESIDE, DOWN, LEFT, PaddedMap, RIGHT, UP};
use crate::search::reporter::Reporter;
use crate::{Cell, Outcome, Statistics};

/// A place and the cost of the path to it.
#[derive(Clone, Copy)]
pub(in crate::search) struct At {
    pub(in crate::search) place: usize,
    pub(in crate::search) cell: Cell,
    pub(in crate::search) g: u64,
}

/// Looks ahead from a place. The calls are compiled into the loop; nothing of this is left when it
/// runs.
pub(in crate::search) trait JumpFinder {
    /// The record of a place.
    type Record: Record;

    /// Whether [`prefetch`](Self::prefetch) says anything. Then all looks ahead come before what
    /// they find is noted.
    const PREFETCHES: bool;

    /// The number of straight steps that lead to the next jump point or to the goal; none if a wall
    /// comes first.
    fn straight(&self, records: &JumpRecords<Self::Record>, from: At, step: usize) -> Option<u32>;

    /// The number of diagonal steps that lead to the next place from which straight ones may lead
    /// to a jump point or the goal, or which is the goal; none if a wall comes first.
    fn diagonal<const STEP: usize>(
        &self,
        records: &JumpRecords<Self::Record>,
        from: At,
    ) -> Option<u32>;

    /// Some of what will be looked at of a place soon. Where that is a table too large for the
    /// cache, it is good to have asked for it prefetch, and for several places at once.
    #[inline(always)]
    fn prefetch(&self, _jumps: &JumpRecords<Self::Record>, _place: usize) -> u64 {
        0
    }

    /// Whether a path that has come to a place by this straight step may have to turn to each of
    /// these sides.
    fn forced(
        &self,
        records: &JumpRecords<Self::Record>,
        place: usize,
        entered: usize,
        sides: [usize; 2],
    ) -> [bool; 2];
}

/// Searches.
pub(in crate::search) fn run<S: JumpFinder, O: EventSink>(
    grid: &PaddedMap,
    finder: &S,
    records: &mut JumpRecords<S::Record>,
    query: &Query<'_>,
    observer: &mut O,
) -> Finished {
    let mut search = Search {
        grid,
        finder,
        records,
        query,
        reporter: Reporter { grid, estimate: query.estimate },
        statistics: Statistics { generated: 1, ..Statistics::default() },
        prefetch: 0,
        observer,
    };
    let outcome = search.run();
    // The sum only keeps the loads alive (prefetch).
    std::hint::black_box(search.prefetch);
    Finished { outcome, statistics: search.statistics }
}

struct Search<'a, S: JumpFinder, O> {
    grid: &'a PaddedMap,
    finder: &'a S,
    records: &'a mut JumpRecords<S::Record>,
    query: &'a Query<'a>,
    reporter: Reporter<'a>,
    statistics: Statistics,
    /// Sum over the prefetched records, which keeps the loads alive.
    prefetch: u64,
    observer: &'a mut O,
}

impl<S: JumpFinder, O: EventSink> Search<'_, S, O> {
    fn run(&mut self) -> Outcome {
        let Self { grid, query, .. } = *self;
        let start = At { place: query.start, cell: grid.cell(query.start), g: 0 };
        self.records.begin(query.estimate.at(start.cell));
        self.records.start(query.start);
        self.reporter.generate(self.observer, query.start, None, 0);
        if query.start == query.goal {
            self.reporter.found(self.observer, query.goal, 0);
            return Outcome::Found(grid.path(vec![start.cell]));
        }
        let mut limit = LimitCheck::new(query.limits);
        if limit.is_reached(0) {
            return Outcome::Stopped;
        }
        self.statistics.expanded = 1;
        self.reporter.expand(self.observer, query.start, 0);
        self.expand_start(start, grid.cell(query.goal));
        self.reporter.close(self.observer, query.start);
        while let Some((place, g, entered)) = self.records.next() {
            if limit.is_reached(self.statistics.expanded) {
                return Outcome::Stopped;
            }
            self.statistics.expanded += 1;
            self.reporter.expand(self.observer, place, g);
            self.expand(At { place, cell: grid.cell(place), g }, entered);
            self.reporter.close(self.observer, place);
        }
        let best = self.records.best();
        if best == u64::MAX {
            return Outcome::Impossible;
        }
        self.reporter.found(self.observer, query.goal, best);
        Outcome::Found(self.records.path(grid, query))
    }

    /// Goes in all directions, first in that of the goal: if the goal lies in one line, nothing can
    /// be cheaper, and the others need no look.
    fn expand_start(&mut self, start: At, goal: Cell) {
        let least = self.query.estimate.at(start.cell);
        let vertical = if goal.row < start.cell.row { UP } else { DOWN };
        let horizontal = if goal.column < start.cell.column { LEFT } else { RIGHT };
        let in_row = goal.row == start.cell.row;
        let ahead = if in_row {
            horizontal
        } else if goal.column == start.cell.column {
            vertical
        } else {
            diagonal_of(vertical, horizontal)
        };
        self.first_step(start, ahead);
        if self.records.best() == least {
            return;
        }
        for step in (0..8).filter(|&step| step != ahead) {
            self.first_step(start, step);
        }
    }

    fn first_step(&mut self, start: At, step: usize) {
        if step < 4 {
            self.straight(start, start, step);
        } else {
            self.diagonal(start, step);
        }
    }

    /// Goes on from a jump point that was entered by a straight step: ahead, and to the sides where
    /// that is forced.
    #[inline(always)]
    fn expand(&mut self, from: At, entered: usize) {
        let sides = if entered < 2 { [LEFT, RIGHT] } else { [UP, DOWN] };
        let forced = self.finder.forced(self.records, from.place, entered, sides);
        let ahead = if S::PREFETCHES {
            self.jump_point(from, entered)
        } else {
            self.straight(from, from, entered);
            None
        };
        for (side, forced) in sides.into_iter().zip(forced) {
            if forced {
                self.straight(from, from, side);
                self.diagonal(from, diagonal_of(entered, side));
            }
        }
        if let Some(ahead) = ahead {
            self.reach(from, ahead, entered);
        }
    }

    /// Notes the jump point straight ahead of `turn`, which was reached from `from`.
    #[inline(always)]
    fn straight(&mut self, from: At, turn: At, step: usize) {
        if let Some(ahead) = self.jump_point(turn, step) {
            self.reach(from, ahead, step);
        }
    }

    /// The jump point straight ahead.
    #[inline(always)]
    fn jump_point(&mut self, from: At, step: usize) -> Option<At> {
        let distance = self.finder.straight(self.records, from, step)?;
        let Cell { row, column } = from.cell;
        let cell = match step {
            UP => Cell::new(row - distance, column),
            DOWN => Cell::new(row + distance, column),
            LEFT => Cell::new(row, column - distance),
            _ => Cell::new(row, column + distance),
        };
        let place = from.place.wrapping_add_signed(self.grid.offsets()[step] * distance as isize);
        self.prefetch ^= self.finder.prefetch(self.records, place);
        Some(At { place, cell, g: from.g + u64::from(distance) * self.grid.straight() })
    }

    /// Most walks end at a wall: this is kept out of their loops.
    #[inline(never)]
    fn reach(&mut self, from: At, to: At, step: usize) {
        let h = self.query.estimate.at(to.cell);
        self.records.reach(
            to.place,
            (from.place, step),
            (to.g, h),
            &mut self.statistics,
            &self.reporter,
            self.observer,
        );
    }

    /// Goes diagonally. Each direction is compiled on its own, so that nothing in its loop asks
    /// which it is.
    fn diagonal(&mut self, from: At, step: usize) {
        match step {
            4 => self.diagonally::<4>(from),
            5 => self.diagonally::<5>(from),
            6 => self.diagonally::<6>(from),
            _ => self.diagonally::<7>(from),
        }
    }

    /// Goes diagonally, and from every place on the way that may be a turn straight to both sides.
    fn diagonally<const STEP: usize>(&mut self, from: At) {
        let (vertical, horizontal) = BESIDE[STEP - 4];
        let mut next = self.turn::<STEP>(from);
        while let Some(turn) = next {
            if turn.place == self.query.goal {
                self.reach(from, turn, horizontal);
                return;
            }
            if !S::PREFETCHES {
                self.straight(from, turn, vertical);
                self.straight(from, turn, horizontal);
                next = self.turn::<STEP>(turn);
                continue;
            }
            next = self.turn::<STEP>(turn);
            // Each on its own, so that the walks are compiled for their directions.
            let upright = self.jump_point(turn, vertical);
            let level = self.jump_point(turn, horizontal);
            if let Some(end) = upright {
                self.reach(from, end, vertical);
            }
            if let Some(end) = level {
                self.reach(from, end, horizontal);
            }
        }
    }

    /// The next place diagonally ahead that may be a turn.
    #[inline(always)]
    fn turn<const STEP: usize>(&mut self, from: At) -> Option<At> {
        let (vertical, horizontal) = BESIDE[STEP - 4];
        let steps = self.finder.diagonal::<STEP>(self.records, from)?;
        let Cell { row, column } = from.cell;
        let row = if vertical == UP { row - steps } else { row + steps };
        let column = if horizontal == LEFT { column - steps } else { column + steps };
        let place = from.place.wrapping_add_signed(self.grid.offsets()[STEP] * steps as isize);
        self.prefetch ^= self.finder.prefetch(self.records, place);
        Some(At {
            place,
            cell: Cell::new(row, column),
            g: from.g + u64::from(steps) * self.grid.diagonal(),
        })
    }
}

/// The diagonal between two straight steps.
pub(in crate::search) fn diagonal_of(one: usize, other: usize) -> usize {
    let (vertical, horizontal) = if one < 2 { (one, other) } else { (other, one) };
    4 + vertical * 2 + (horizontal - 2)
}
