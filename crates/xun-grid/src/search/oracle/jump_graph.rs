//! The graph of jump points, and for every cell the jump points at which a path from it turns first
//! and a path to it turns last. All of it follows from the map.
//!
//! A shortest path in the canonical order of jump point search (diagonal steps first) from a start
//! to a goal that it does not reach in one line turns at jump points. The first of them is among
//! the start's *first turns*: the jump points that a search would find from there. The last, if
//! there are at least two, is among the goal's *last turns*: the jump points from which a search
//! would find the goal, if other jump points lead to them. (Most jump points along walls that are
//! neither upright nor level have none that lead to them and need not be listed.)

use super::lists::{ListStore, TooLong};
use crate::search::jps::diagonal_of;
use crate::search::jps::distances::{self, Distances};
use crate::search::padded_map::{BESIDE, DOWN, LEFT, OPPOSITE, PaddedMap, RIGHT, UP};
use crate::{Cell, Map};

impl distances::Row for Distances {
    fn distances(&self) -> Distances {
        *self
    }

    fn distances_mut(&mut self) -> &mut Distances {
        self
    }
}

/// Jump points, their neighbours, and the lists of all cells.
#[derive(Debug)]
pub(super) struct JumpGraph {
    pub(super) points: Vec<Cell>,
    /// The neighbours of point `p` are `edges[edges_from[p]..edges_from[p + 1]]`.
    pub(super) edges_from: Vec<u32>,
    pub(super) edges: Vec<u32>,
    pub(super) first_turns: Vec<u32>,
    pub(super) last_turns: Vec<u32>,
    pub(super) lists: ListStore,
}

/// Number of no point.
const NO_POINT: u32 = u32::MAX;

/// All places of the padded map with their jumps.
struct Scan<'a> {
    grid: &'a PaddedMap,
    jumps: Vec<Distances>,
    /// For each place, one bit for each straight step that finds a jump point there.
    entered: Vec<u8>,
    /// Number of the point at each place.
    numbers: Vec<u32>,
}

impl JumpGraph {
    pub(super) fn new(map: &Map) -> Result<Self, TooLong> {
        let grid = PaddedMap::new(map);
        let jumps = distances::table(map, &grid, &[0; 8]);
        let mut scan = Scan {
            grid: &grid,
            entered: vec![0; grid.len()],
            numbers: vec![NO_POINT; grid.len()],
            jumps,
        };
        let places: Vec<usize> = (0..map.cells())
            .filter(|&index| map.costs()[index] != 0)
            .map(|index| grid.index(map.cell(index)))
            .collect();
        let mut points = Vec::new();
        for &place in &places {
            let entered = scan.jump_point_steps(place);
            scan.entered[place] = entered;
            if entered != 0 {
                scan.numbers[place] = points.len() as u32;
                points.push(place);
            }
        }
        let (edges_from, edges, has_predecessor) = scan.edges(&points);
        let mut lists = ListStore::default();
        let mut first_turns = vec![0; map.cells()];
        let mut found = Vec::new();
        for &place in &places {
            found.clear();
            scan.successors(place, u8::MAX, |next, _| found.push(scan.numbers[next]));
            first_turns[map.index(grid.cell(place))] = lists.add(&mut found)?;
        }
        let last_turns = scan.last_turns(map, &points, &has_predecessor, &mut lists)?;
        let points = points.into_iter().map(|place| grid.cell(place)).collect();
        Ok(Self { points, edges_from, edges, first_turns, last_turns, lists })
    }

    /// Memory that an oracle needs for it.
    pub(super) fn bytes(&self) -> u64 {
        let words = self.edges_from.len()
            + self.edges.len()
            + self.first_turns.len()
            + self.last_turns.len()
            + self.points.len();
        (words * 4 + self.points.len() * 8 + self.lists.words.len() * 2) as u64
    }

    /// The neighbours of a point.
    #[inline]
    pub(super) fn neighbours(&self, point: u32) -> &[u32] {
        let at = point as usize;
        &self.edges[self.edges_from[at] as usize..self.edges_from[at + 1] as usize]
    }
}

impl Scan<'_> {
    /// The straight steps, one bit each, whose walks stop at this place with a forced neighbour.
    fn jump_point_steps(&self, place: usize) -> u8 {
        let before = |step: usize| place.wrapping_add_signed(-self.grid.offsets()[step]);
        let stops = |step: &usize| {
            self.grid.cost()[before(*step)] != 0 && self.jumps[before(*step)][*step] == 1
        };
        (0..4).filter(stops).fold(0, |bits, step| bits | 1 << step)
    }

    /// The steps, one bit each, by which a search goes on from a jump point entered like this.
    fn onward(&self, place: usize, entered: u8) -> u8 {
        let mut steps = 0;
        for step in (0..4).filter(|step| entered >> step & 1 != 0) {
            steps |= 1 << step;
            for side in if step < 2 { [LEFT, RIGHT] } else { [UP, DOWN] } {
                let back = diagonal_of(OPPOSITE[step], side);
                if self.jumps[place][side] != 0 && self.jumps[place][back] == 0 {
                    steps |= 1 << side | 1 << diagonal_of(step, side);
                }
            }
        }
        steps
    }

    /// Calls `visit(place, step)` for every jump point that a search finds from a place by some of
    /// its eight steps, with the straight step by which it is entered.
    fn successors(&self, place: usize, steps: u8, mut visit: impl FnMut(usize, usize)) {
        let offsets = self.grid.offsets();
        let mut straight = |from: usize, step: usize| {
            let jump = isize::from(self.jumps[from][step]);
            if jump > 0 {
                visit(from.wrapping_add_signed(offsets[step] * jump), step);
            }
        };
        for step in (0..8).filter(|step| steps >> step & 1 != 0) {
            if step < 4 {
                straight(place, step);
                continue;
            }
            let mut turn = place;
            while self.jumps[turn][step] > 0 {
                turn =
                    turn.wrapping_add_signed(offsets[step] * isize::from(self.jumps[turn][step]));
                let (vertical, horizontal) = BESIDE[step - 4];
                straight(turn, vertical);
                straight(turn, horizontal);
            }
        }
    }

    /// The neighbours of all points in both directions, and for each place the straight steps by
    /// which other jump points lead to it. Neighbours are those that a search would find that
    /// *begins* at the point: so the distances in the graph are those on the map between any two
    /// points, and one hub serves more pairs.
    fn edges(&self, points: &[usize]) -> (Vec<u32>, Vec<u32>, Vec<u8>) {
        let mut has_predecessor = vec![0; self.grid.len()];
        let mut pairs = Vec::new();
        for (number, &place) in points.iter().enumerate() {
            let onward = self.onward(place, self.entered[place]);
            self.successors(place, onward, |next, step| has_predecessor[next] |= 1 << step);
            self.successors(place, u8::MAX, |next, _| {
                if next != place {
                    pairs.push((number as u32, self.numbers[next]));
                    pairs.push((self.numbers[next], number as u32));
                }
            });
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut edges_from = vec![0; points.len() + 1];
        for &(from, _) in &pairs {
            edges_from[from as usize + 1] += 1;
        }
        for point in 0..points.len() {
            edges_from[point + 1] += edges_from[point];
        }
        (edges_from, pairs.into_iter().map(|(_, to)| to).collect(), has_predecessor)
    }

    /// Calls `visit(place)` for every place at which a search would find a goal from this one by
    /// some of its steps. A place may be visited more than once.
    fn found_from(&self, place: usize, steps: u8, mut visit: impl FnMut(usize)) {
        for step in (0..8).filter(|step| steps >> step & 1 != 0) {
            if step < 4 {
                self.line(place, step, &mut visit);
                continue;
            }
            let mut turn = place;
            while self.jumps[turn][step] != 0 {
                turn = turn.wrapping_add_signed(self.grid.offsets()[step]);
                visit(turn);
                let (vertical, horizontal) = BESIDE[step - 4];
                self.line(turn, vertical, &mut visit);
                self.line(turn, horizontal, &mut visit);
            }
        }
    }

    /// Visits the places straight ahead up to the next jump point or wall.
    fn line(&self, from: usize, step: usize, visit: &mut impl FnMut(usize)) {
        for distance in 1..=isize::from(self.jumps[from][step]).abs() {
            visit(from.wrapping_add_signed(self.grid.offsets()[step] * distance));
        }
    }

    /// The list of last turns of every cell.
    fn last_turns(
        &self,
        map: &Map,
        points: &[usize],
        has_predecessor: &[u8],
        lists: &mut ListStore,
    ) -> Result<Vec<u32>, TooLong> {
        // Twice over all points: to count, then to write.
        let each = |visit: &mut dyn FnMut(usize, u32)| {
            for (number, &place) in points.iter().enumerate() {
                let entered = self.entered[place] & has_predecessor[place];
                let steps = self.onward(place, entered);
                self.found_from(place, steps, |at| visit(at, number as u32));
            }
        };
        let mut from = vec![0_usize; self.grid.len() + 1];
        each(&mut |at, _| from[at + 1] += 1);
        for place in 0..self.grid.len() {
            from[place + 1] += from[place];
        }
        let mut turns = vec![0_u32; from[self.grid.len()]];
        let mut next = from.clone();
        each(&mut |at, number| {
            turns[next[at]] = number;
            next[at] += 1;
        });
        let mut last_turns = vec![0; map.cells()];
        let mut found = Vec::new();
        for (index, list) in last_turns.iter_mut().enumerate() {
            let place = self.grid.index(map.cell(index));
            found.clear();
            found.extend_from_slice(&turns[from[place]..from[place + 1]]);
            *list = lists.add(&mut found)?;
        }
        Ok(last_turns)
    }
}
