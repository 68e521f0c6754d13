//! Jump point search on weighted ground (after JPSW: Carlson, Moghadam, Harabor, Stuckey and Ebendt
//! 2023), for eight moves without corner cutting.
//!
//! Where all open cells around a place cost the same, the rules of jump point search hold, and
//! walks pass it 64 cells at a time. A place with different ground around it (*mixed*) stops every
//! walk. At each stop a neighbour is left out if the block of three by three cells has a way to it
//! from the cell before that avoids the stop and is cheaper, or as cheap and goes diagonally first
//! where this one goes straight first. What is left out that way is on no path that is needed:
//! among the cheapest paths, the one that goes diagonally earliest is never cut.
//!
//! All cells of a walk cost the same: between two stops every cell sees only its own ground.

use super::bit_lines::{BitPlane, Lines};
use super::records::JumpRecords;
use crate::answer::Finished;
use crate::observer::EventSink;
use crate::search::Query;
use crate::search::limit_check::LimitCheck;
use crate::search::padded_map::{BESIDE, DOWN, LEFT, OPPOSITE, PaddedMap, UP, stepped};
use crate::search::reporter::Reporter;
use crate::{Cell, Map, Outcome, Statistics, Step, WALL};

/// The map's bits and the search's records.
#[derive(Debug)]
pub(in crate::search) struct Workspace {
    rows: Lines,
    columns: Lines,
    mixed: BitPlane,
    detours: Vec<Vec<(u8, u8)>>,
    records: JumpRecords<[u64; 2]>,
}

/// In place of a second step: one is enough.
const DIRECT: usize = 8;

/// For each pair of steps, the other ways of one or two steps to the same place.
fn detours() -> Vec<Vec<(u8, u8)>> {
    let sum = |one: usize, other: usize| {
        let ((down, right), (more_down, more_right)) =
            (Step::ALL[one].delta(), Step::ALL[other].delta());
        (down + more_down, right + more_right)
    };
    let ways = |first: usize, second: usize| {
        let target = sum(first, second);
        let direct = (0..8).filter(|&one| Step::ALL[one].delta() == target);
        let direct = direct.map(|one| (one as u8, DIRECT as u8));
        let pairs = (0..8).flat_map(|one| (0..8).map(move |other| (one, other)));
        let pairs = pairs.filter(|&(one, other)| one != first && sum(one, other) == target);
        direct.chain(pairs.map(|(one, other)| (one as u8, other as u8))).collect()
    };
    (0..64).map(|pair| ways(pair / 8, pair % 8)).collect()
}

impl Workspace {
    pub(in crate::search) fn new(map: &Map, grid: &PaddedMap) -> Self {
        let (mut rows, mut columns) = Lines::both(map);
        let mixed = mixed_cells(map, &rows);
        rows.add_stops(&mixed);
        columns.add_stops(&mixed.transposed(&columns));
        let records = JumpRecords::new(grid, vec![[0; 2]; grid.len()]);
        Self { rows, columns, mixed, detours: detours(), records }
    }

    pub(in crate::search) fn bytes(&self) -> u64 {
        self.rows.bytes() + self.columns.bytes() + self.mixed.bytes() + self.records.bytes()
    }
}

/// The open cells that have open cells of different costs in the block around them.
fn mixed_cells(map: &Map, rows: &Lines) -> BitPlane {
    let mut mixed = BitPlane::like(rows);
    let (height, width) = (map.rows() as usize, map.columns() as usize);
    // The least and the dearest of three cells beside each other, walls left out.
    let line = |row: usize, least: &mut [u8], most: &mut [u8]| {
        let costs = &map.costs()[row * width..][..width];
        for column in 0..width {
            let around = &costs[column.saturating_sub(1)..(column + 2).min(width)];
            least[column] = around.iter().map(|&cost| cost.wrapping_sub(1)).min().unwrap_or(0);
            most[column] = around.iter().copied().max().unwrap_or(0);
        }
    };
    let mut window = vec![(vec![u8::MAX; width], vec![0_u8; width]); 3];
    for row in 0..=height {
        // Shift the window down by one row and fill its last line.
        window.rotate_left(1);
        let (least, most) = &mut window[2];
        if row < height {
            line(row, least, most);
        } else {
            least.fill(u8::MAX);
            most.fill(0);
        }
        if row == 0 {
            continue;
        }
        for column in 0..width {
            let least = window.iter().map(|(least, _)| least[column]).min().unwrap_or(0);
            let most = window.iter().map(|(_, most)| most[column]).max().unwrap_or(0);
            // `least` is one too small, so that walls are the largest number.
            if least != u8::MAX && least + 1 != most {
                mixed.set(row - 1, column);
            }
        }
    }
    mixed
}

pub(in crate::search) fn run<O: EventSink>(
    grid: &PaddedMap,
    workspace: &mut Workspace,
    query: &Query<'_>,
    observer: &mut O,
) -> Finished {
    let goal = grid.cell(query.goal);
    let row = workspace.rows.set_goal(goal.row, goal.column);
    let column = workspace.columns.set_goal(goal.column, goal.row);
    let mut search = Search {
        grid,
        rows: &workspace.rows,
        columns: &workspace.columns,
        mixed: &workspace.mixed,
        detours: &workspace.detours,
        records: &mut workspace.records,
        query,
        reporter: Reporter { grid, estimate: query.estimate },
        statistics: Statistics { generated: 1, ..Statistics::default() },
        observer,
    };
    let outcome = search.run();
    let statistics = search.statistics;
    workspace.rows.clear_goal(goal.row, goal.column, row);
    workspace.columns.clear_goal(goal.column, goal.row, column);
    Finished { outcome, statistics }
}

struct Search<'a, O> {
    grid: &'a PaddedMap,
    rows: &'a Lines,
    columns: &'a Lines,
    mixed: &'a BitPlane,
    detours: &'a [Vec<(u8, u8)>],
    records: &'a mut JumpRecords<[u64; 2]>,
    query: &'a Query<'a>,
    reporter: Reporter<'a>,
    statistics: Statistics,
    observer: &'a mut O,
}

/// A place and the cost of the path to it.
#[derive(Clone, Copy)]
struct At {
    place: usize,
    cell: Cell,
    g: u64,
}

impl<O: EventSink> Search<'_, O> {
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
        for step in 0..8 {
            self.go(start, step);
        }
        self.reporter.close(self.observer, query.start);
        while let Some((place, g, entered)) = self.records.next() {
            if limit.is_reached(self.statistics.expanded) {
                return Outcome::Stopped;
            }
            self.statistics.expanded += 1;
            self.reporter.expand(self.observer, place, g);
            let from = At { place, cell: grid.cell(place), g };
            let wanted = self.wanted(place, entered);
            for step in (0..8).filter(|step| wanted >> step & 1 != 0) {
                self.go(from, step);
            }
            self.reporter.close(self.observer, place);
        }
        let best = self.records.best();
        if best == u64::MAX {
            return Outcome::Impossible;
        }
        self.reporter.found(self.observer, query.goal, best);
        Outcome::Found(grid.path(self.records.cells(grid, query.start, query.goal)))
    }

    /// The steps from a stop that may lead to something better than the ways round it, one bit
    /// each.
    fn wanted(&self, place: usize, entered: usize) -> u8 {
        let (grid, offsets) = (self.grid, self.grid.offsets());
        let before = place.wrapping_add_signed(-offsets[entered]);
        let (straight, diagonal) = (grid.straight(), grid.diagonal());
        // Cost of each step from the cell before; the stop itself is left out.
        let mut first = [u64::MAX; 8];
        grid.neighbours(before, self.query.moves, |step, _, ticks| first[step] = ticks);
        let to_stop = std::mem::replace(&mut first[entered], u64::MAX);
        let mut wanted = 0;
        grid.neighbours(place, self.query.moves, |step, to, ticks| {
            let through = to_stop + ticks;
            let cost = u64::from(grid.cost()[to]);
            let may_be_earlier = entered < 4 && step >= 4;
            let is_better = |&(one, other): &(u8, u8)| {
                let (one, other) = (usize::from(one), usize::from(other));
                if first[one] == u64::MAX {
                    return false;
                }
                if other == DIRECT {
                    return first[one] <= through;
                }
                let round = first[one] + cost * if other < 4 { straight } else { diagonal };
                let earlier = may_be_earlier && one >= 4 && other < 4;
                (round < through || round == through && earlier)
                    && self.allows(before.wrapping_add_signed(offsets[one]), other)
            };
            if step != OPPOSITE[entered] && !self.detours[entered * 8 + step].iter().any(is_better)
            {
                wanted |= 1 << step;
            }
        });
        wanted
    }

    /// Whether a step from an open place to an open place passes no corner of a wall.
    fn allows(&self, from: usize, step: usize) -> bool {
        if step < 4 {
            return true;
        }
        let (vertical, horizontal) = BESIDE[step - 4];
        [vertical, horizontal].into_iter().all(|beside| self.is_open(from, beside))
    }

    #[inline(always)]
    fn is_open(&self, place: usize, step: usize) -> bool {
        self.grid.cost()[place.wrapping_add_signed(self.grid.offsets()[step])] != WALL
    }

    fn go(&mut self, from: At, step: usize) {
        if step < 4 {
            if let Some(end) = self.walk(from, step) {
                self.reach(from, end, step);
            }
        } else {
            self.diagonally(from, step);
        }
    }

    /// The next stop straight ahead.
    fn walk(&self, from: At, step: usize) -> Option<At> {
        let Cell { row, column } = from.cell;
        let stop = match step {
            UP => self.columns.walk_down(column, row),
            DOWN => self.columns.walk_up(column, row),
            LEFT => self.rows.walk_down(row, column),
            _ => self.rows.walk_up(row, column),
        };
        if !stop.is_jump_point {
            return None;
        }
        let distance = stop.distance;
        let cell = match step {
            UP => Cell::new(row - distance, column),
            DOWN => Cell::new(row + distance, column),
            LEFT => Cell::new(row, column - distance),
            _ => Cell::new(row, column + distance),
        };
        let offset = self.grid.offsets()[step];
        let next = from.place.wrapping_add_signed(offset);
        let each = u64::from(self.grid.cost()[next]) * self.grid.straight();
        let place = from.place.wrapping_add_signed(offset * distance as isize);
        Some(At { place, cell, g: from.g + u64::from(distance) * each })
    }

    /// Goes diagonally to the next mixed place or the goal, and from every place on the way
    /// straight to both sides.
    fn diagonally(&mut self, from: At, step: usize) {
        let (vertical, horizontal) = BESIDE[step - 4];
        let mut turn = from;
        while self.is_open(turn.place, step)
            && self.is_open(turn.place, vertical)
            && self.is_open(turn.place, horizontal)
        {
            let place = turn.place.wrapping_add_signed(self.grid.offsets()[step]);
            let g = turn.g + u64::from(self.grid.cost()[place]) * self.grid.diagonal();
            turn = At { place, cell: stepped(turn.cell, step), g };
            if place == self.query.goal || self.mixed.contains(turn.cell.row, turn.cell.column) {
                self.reach(from, turn, step);
                return;
            }
            for side in [vertical, horizontal] {
                if let Some(end) = self.walk(turn, side) {
                    self.reach(from, end, side);
                }
            }
        }
    }

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
}
