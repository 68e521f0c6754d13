//! Queries: the turns of both ends, the hubs that their labels share, and the path over them.

use super::entry::{Entry, Steps, find};
use super::{Oracle, lists};
use crate::{Cell, Limits, Path, ProblemError};

/// More than any distance.
pub(super) const FAR: u64 = u64::MAX / 4;

/// A first or a last turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) point: u32,
    /// Ticks between the end and the turn.
    pub(super) ticks: u64,
    /// The least that a path over the turn may take.
    bound: u64,
}

/// The course of a shortest path.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// A free line.
    Line,
    /// Over one jump point.
    One(u32),
    /// From a first turn to a last turn over a hub.
    Hub { first: u32, hub: u32, last: u32 },
    /// Over these jump points.
    Chain(Vec<u32>),
}

/// The outcome of a query.
#[derive(Debug)]
pub(in crate::search) enum Found {
    Route { cost: f64 },
    NoWay,
    Stopped,
}

/// The arrays that queries work with.
#[derive(Debug, Default)]
pub(in crate::search) struct Scratch {
    /// Ticks from the start to each hub.
    to_hub: Vec<u64>,
    pub(super) first: Vec<Turn>,
    pub(super) last: Vec<Turn>,
    /// First turns whose hubs are in `to_hub`.
    noted: Vec<Turn>,
    pub(super) remainder: super::remainder::Arrays,
    /// Points expanded by a search.
    pub(in crate::search) expanded: u64,
    pub(super) route: Option<(Route, Steps)>,
    corners: Vec<Cell>,
}

impl Scratch {
    pub(in crate::search) fn bytes(&self) -> u64 {
        self.to_hub.capacity() as u64 * 8 + self.remainder.bytes()
    }

    /// The cells at which the path of the last query turns, both ends included.
    pub(in crate::search) fn corners(&self) -> &[Cell] {
        &self.corners
    }
}

/// Asks an [`Oracle`]. Keeps the few arrays of a query: one for each thread.
#[derive(Debug)]
pub struct OracleQuery<'o> {
    oracle: &'o Oracle,
    scratch: Scratch,
}

impl<'o> OracleQuery<'o> {
    /// Queries of this oracle.
    #[must_use]
    pub fn new(oracle: &'o Oracle) -> Self {
        Self { oracle, scratch: Scratch::default() }
    }

    /// The cost of the cheapest path; none if there is no way.
    ///
    /// # Errors
    ///
    /// If start or goal is outside the map or in a wall.
    pub fn distance(&mut self, start: Cell, goal: Cell) -> Result<Option<f64>, ProblemError> {
        self.oracle.check_cell("start", start)?;
        self.oracle.check_cell("goal", goal)?;
        match self.oracle.find(&mut self.scratch, start, goal, &Limits::default()) {
            Found::Route { cost } => Ok(Some(cost)),
            Found::NoWay | Found::Stopped => Ok(None),
        }
    }

    /// The cheapest path; none if there is no way.
    ///
    /// # Errors
    ///
    /// If start or goal is outside the map or in a wall.
    pub fn path(&mut self, start: Cell, goal: Cell) -> Result<Option<Path>, ProblemError> {
        let distance = self.distance(start, goal)?;
        Ok(distance.map(|_| self.oracle.path(&mut self.scratch, start, goal)))
    }
}

impl Oracle {
    /// Finds the course of a shortest path, which stays in the scratch arrays.
    pub(in crate::search) fn find(
        &self,
        scratch: &mut Scratch,
        start: Cell,
        goal: Cell,
        limits: &Limits<'_>,
    ) -> Found {
        scratch.expanded = 0;
        scratch.route = None;
        let least = Steps::between(start, goal);
        if self.lines.is_free(start, goal) {
            scratch.route = Some((Route::Line, least));
            return Found::Route { cost: least.cost() };
        }
        self.read_turns(&mut scratch.first, &self.first_turns, start, goal);
        self.read_turns(&mut scratch.last, &self.last_turns, goal, start);
        self.over_turns(scratch, start, goal);
        if !self.is_complete() {
            let best = scratch.route.as_ref().map_or(FAR, |(_, steps)| steps.ticks());
            if !self.search_remainder(scratch, best, start, goal, limits) {
                return Found::Stopped;
            }
        }
        match &scratch.route {
            Some((_, steps)) => Found::Route { cost: steps.cost() },
            None => Found::NoWay,
        }
    }

    /// The turns in the list of one end.
    #[inline]
    fn read_turns(&self, turns: &mut Vec<Turn>, of: &[u32], end: Cell, other: Cell) {
        turns.clear();
        let index = end.row as usize * self.columns as usize + end.column as usize;
        turns.extend(lists::numbers(&self.lists, of[index]).map(|point| {
            let cell = self.cell(point);
            let ticks = Steps::between(end, cell).ticks();
            Turn { point, ticks, bound: ticks + Steps::between(cell, other).ticks() }
        }));
    }

    fn over_one(&self, point: u32, start: Cell, goal: Cell) -> (Route, Steps) {
        let cell = self.cell(point);
        let steps = Steps::between(start, cell).plus(Steps::between(cell, goal));
        (Route::One(point), steps)
    }

    /// Looks for the shortest way over one turn or over a hub. Leaves only the turns that may be
    /// part of a shorter one.
    fn over_turns(&self, scratch: &mut Scratch, start: Cell, goal: Cell) {
        let Scratch { to_hub, first, last, noted, route, .. } = scratch;
        if to_hub.len() < self.hubs as usize {
            to_hub.resize(self.hubs as usize, FAR);
        }
        let (mut best, mut found, mut one) = (FAR, None, None);
        // The most promising pair gives a bound for the others.
        let nearest = |turns: &[Turn]| turns.iter().copied().min_by_key(|turn| turn.bound);
        noted.clear();
        if let (Some(near_first), Some(near_last)) = (nearest(first), nearest(last)) {
            noted.push(near_first);
            self.note(near_first, to_hub);
            self.scan(near_last, to_hub, &mut best, &mut found);
        }
        for turn in &*first {
            if turn.bound < best && self.lines.is_free(self.cell(turn.point), goal) {
                (best, found, one) = (turn.bound, None, Some(turn.point));
            }
        }
        last.retain(|turn| turn.bound < best);
        first.retain(|turn| turn.bound < best && self.may_meet(*turn, last, best));
        let near = noted.first().map(|turn| turn.point);
        for &turn in first.iter().filter(|turn| Some(turn.point) != near) {
            noted.push(turn);
            self.note(turn, to_hub);
        }
        for &turn in &*last {
            if self.may_meet(turn, first, best) {
                self.scan(turn, to_hub, &mut best, &mut found);
            }
        }
        *route = match found {
            Some((hub, last_turn)) => self.hub_route(noted, hub, last_turn, start, goal),
            None => one.map(|point| self.over_one(point, start, goal)),
        };
        for turn in &*noted {
            for &word in self.label(turn.point) {
                to_hub[Entry(word).hub() as usize] = FAR;
            }
        }
    }

    /// Whether a path over this turn and one of the others may cost less than `best`.
    #[inline]
    fn may_meet(&self, turn: Turn, others: &[Turn], best: u64) -> bool {
        let cell = self.cell(turn.point);
        others.iter().any(|other| {
            let between = Steps::between(cell, self.cell(other.point)).ticks();
            turn.ticks + between + other.ticks < best
        })
    }

    /// Notes the hubs of a first turn.
    #[inline]
    fn note(&self, turn: Turn, to_hub: &mut [u64]) {
        for &word in self.label(turn.point) {
            let noted = &mut to_hub[Entry(word).hub() as usize];
            *noted = (*noted).min(turn.ticks + Entry(word).ticks());
        }
    }

    /// Looks for a hub of a last turn that was noted.
    #[inline]
    fn scan(&self, turn: Turn, to_hub: &[u64], best: &mut u64, found: &mut Option<(u32, u32)>) {
        for &word in self.label(turn.point) {
            let entry = Entry(word);
            let ticks = to_hub[entry.hub() as usize] + entry.ticks() + turn.ticks;
            if ticks < *best {
                *best = ticks;
                *found = Some((entry.hub(), turn.point));
            }
        }
    }

    /// The route from the nearest first turn over a hub to a last turn.
    fn hub_route(
        &self,
        turns: &[Turn],
        hub: u32,
        last: u32,
        start: Cell,
        goal: Cell,
    ) -> Option<(Route, Steps)> {
        let with_entry =
            turns.iter().filter_map(|turn| Some((turn, find(self.label(turn.point), hub)?)));
        let (turn, entry) = with_entry.min_by_key(|(turn, entry)| turn.ticks + entry.ticks())?;
        let after = find(self.label(last), hub)?.steps();
        let before = Steps::between(start, self.cell(turn.point)).plus(entry.steps());
        let steps = before.plus(after).plus(Steps::between(self.cell(last), goal));
        Some((Route::Hub { first: turn.point, hub, last }, steps))
    }

    /// The path of the last query, which found one.
    pub(in crate::search) fn path(&self, scratch: &mut Scratch, start: Cell, goal: Cell) -> Path {
        let Scratch { route, corners, .. } = scratch;
        corners.clear();
        corners.push(start);
        let steps = match route {
            Some((route, steps)) => {
                self.corners(route, corners);
                *steps
            }
            None => Steps::default(),
        };
        if start != goal {
            corners.push(goal);
        }
        let mut cells = Vec::with_capacity((steps.straight + steps.diagonal) as usize + 1);
        cells.push(start);
        for pair in corners.windows(2) {
            self.append(&mut cells, pair[0], pair[1]);
        }
        Path { cells, cost: steps.cost() }
    }

    /// Appends the jump points of a route.
    fn corners(&self, route: &Route, corners: &mut Vec<Cell>) {
        match route {
            Route::Line => {}
            Route::One(point) => corners.push(self.cell(*point)),
            Route::Chain(points) => corners.extend(points.iter().map(|&point| self.cell(point))),
            Route::Hub { first, hub, last } => {
                self.walk_to_hub(*first, *hub, corners);
                let turned = corners.len();
                self.walk_to_hub(*last, *hub, corners);
                // The hub is there already.
                corners.pop();
                corners[turned..].reverse();
            }
        }
    }

    /// Appends the points from a point to a hub of its label, both included.
    fn walk_to_hub(&self, from: u32, hub: u32, corners: &mut Vec<Cell>) {
        corners.push(self.cell(from));
        let mut at = find(self.label(from), hub).map(|entry| (from, entry));
        while let Some((point, entry)) = at {
            at = self.towards(point, entry);
            corners.extend(at.map(|(next, _)| self.cell(next)));
        }
    }

    /// Appends the cells of a line from one corner to the next: diagonally first if that is free.
    fn append(&self, cells: &mut Vec<Cell>, from: Cell, to: Cell) {
        let across = from.row.abs_diff(to.row).min(from.column.abs_diff(to.column));
        let along = from.row.abs_diff(to.row).max(from.column.abs_diff(to.column)) - across;
        let towards = |from: u32, to: u32| match from.cmp(&to) {
            std::cmp::Ordering::Less => 1_u32,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => u32::MAX,
        };
        let diagonal = (towards(from.row, to.row), towards(from.column, to.column));
        let is_wide = from.column.abs_diff(to.column) > from.row.abs_diff(to.row);
        let straight = if is_wide { (0, diagonal.1) } else { (diagonal.0, 0) };
        let parts = if across == 0 || along == 0 || self.lines.is_free(from, to) {
            [(diagonal, across), (straight, along)]
        } else {
            [(straight, along), (diagonal, across)]
        };
        let mut at = from;
        for ((down, right), count) in parts {
            cells.extend((1..=count).map(|step| {
                let row = at.row.wrapping_add(down.wrapping_mul(step));
                Cell::new(row, at.column.wrapping_add(right.wrapping_mul(step)))
            }));
            at = cells.last().copied().unwrap_or(at);
        }
    }
}
