//! The path of a label, found again after the search. Labels carry no parents: a label knows its last refill only by
//! how much it has used since. That is enough, for the leg from there is a shortest path, and each station is
//! entered once.

use super::board::{Aim, Board, Place};
use super::word::Word;
use crate::Cell;

/// One side's record of a station: when it was entered, and how long the leg was that led there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refill {
    pub(super) station: Place,
    pub(super) steps: u32,
    pub(super) leg: u32,
}

/// What one side's labels went by.
pub(super) struct Trail<'a> {
    /// Where the side began.
    pub(super) origin: Place,
    /// In order of their steps.
    pub(super) refills: &'a [Refill],
    /// The origin again.
    pub(super) behind: Aim,
    /// Where the other side began.
    pub(super) ahead: Aim,
}

impl Trail<'_> {
    /// The stations that were entered after exactly so many steps.
    fn refills_after(&self, steps: u32) -> &[Refill] {
        let first = self.refills.partition_point(|refill| refill.steps < steps);
        let count = self.refills[first..].iter().take_while(|refill| refill.steps == steps).count();
        &self.refills[first..first + count]
    }
}

/// The places from `meeting`, reached by the trail's side after `steps` of which the last `leg` since a refill,
/// back to the trail's origin, both included. `total` is the length of the whole path, which keeps the way
/// back near it; the first entries of `marks` are scratch space, [`Word::FRESH`] where labels may be and [`Word::UNSEEN`]
/// elsewhere, and are left so.
pub(super) fn back_to_origin<W: Word>(
    board: &Board<'_>,
    trail: &Trail<'_>,
    (meeting, mut steps, mut leg): (Place, u32, u32),
    total: u32,
    marks: &mut [W::Pair],
) -> Vec<Place> {
    let origin = [Refill { station: trail.origin, steps: 0, leg: 0 }];
    let mut path = Vec::with_capacity(steps as usize + 1);
    path.push(meeting);
    let mut finder = LegFinder::<W> { board, marks, touched: Vec::new(), waiting: Vec::new() };
    while steps > 0 {
        let from = *path.last().expect("the path begins with the meeting place");
        let left = steps - leg;
        let sources = if left == 0 { &origin } else { trail.refills_after(left) };
        let source = if leg > 0 {
            let near = |cell: Cell, used: u32| {
                trail.behind.distance(cell) <= steps - used
                    && trail.ahead.distance(cell) <= total - (steps - used)
            };
            finder.find(from, leg, sources, near)
        } else {
            sources.iter().find(|source| source.station == from).copied()
        };
        let source = source.expect("a label's leg began at a station or at the origin");
        if leg > 0 {
            path.extend(finder.take(source.station).into_iter().rev().skip(1));
        }
        steps = left;
        leg = source.leg;
    }
    path
}

/// More sources than this are not worth measuring the distance to.
const MOST_AIMS: usize = 16;

/// A\* for one leg after another.
struct LegFinder<'a, W: Word> {
    board: &'a Board<'a>,
    /// How many steps were used to get to a place.
    marks: &'a mut [W::Pair],
    touched: Vec<Place>,
    /// Places with the steps used, by what the whole leg would take at least.
    waiting: Vec<Vec<(Place, u32)>>,
}

impl<W: Word> LegFinder<'_, W> {
    /// One of the `sources` at exactly `leg` steps from a place, over `near` places.
    fn find(
        &mut self,
        from: Place,
        leg: u32,
        sources: &[Refill],
        near: impl Fn(Cell, u32) -> bool,
    ) -> Option<Refill> {
        let aims: Vec<Cell> = sources.iter().map(|source| self.board.cell(source.station)).collect();
        let estimate = |cell: Cell| {
            if aims.len() > MOST_AIMS {
                return 0;
            }
            let distance = |aim: &Cell| cell.row.abs_diff(aim.row) + cell.column.abs_diff(aim.column);
            aims.iter().map(distance).min().unwrap_or(0)
        };
        self.waiting.resize_with(self.waiting.len().max(leg as usize + 1), Vec::new);
        for bucket in &mut self.waiting {
            bucket.clear();
        }
        self.mark(from as usize, W::new(0));
        self.touched.push(from);
        self.waiting[estimate(self.board.cell(from)) as usize].push((from, 0));
        let mut least = 0;
        while least <= leg as usize {
            let Some((place, used)) = self.waiting[least].pop() else {
                least += 1;
                continue;
            };
            if used == leg
                && let Some(source) = sources.iter().find(|source| source.station == place)
            {
                return Some(*source);
            }
            if used == leg || W::split(self.marks[place as usize])[0].get() < used {
                continue;
            }
            for neighbour in self.board.neighbours(place) {
                let used = used + 1;
                let mark = W::split(self.marks[neighbour])[0];
                if mark > W::new(used) && mark != W::UNSEEN {
                    let cell = self.board.cell(neighbour as Place);
                    let whole = used + estimate(cell);
                    if whole <= leg && near(cell, used) {
                        if mark == W::FRESH {
                            self.touched.push(neighbour as Place);
                        }
                        self.mark(neighbour, W::new(used));
                        self.waiting[whole as usize].push((neighbour as Place, used));
                    }
                }
            }
        }
        None
    }

    fn mark(&mut self, place: usize, mark: W) {
        self.marks[place] = W::replace::<0>(self.marks[place], mark);
    }

    /// The places from what was found back to where the search began, which is then forgotten.
    fn take(&mut self, found: Place) -> Vec<Place> {
        let leg = self.board.descend(found, |place| W::split(self.marks[place])[0].get());
        for place in std::mem::take(&mut self.touched) {
            self.mark(place as usize, W::FRESH);
        }
        leg
    }
}
