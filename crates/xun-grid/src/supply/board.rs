//! The map with a frame of walls, so that every open cell has four neighbours in the array, and
//! breadth-first floods over it. All searches of this folder but the textbook one stand on it.

use super::integer::Integer;
use crate::{Cell, Map, WALL};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// A place on the [`Board`]; places are numbered row by row, frame included.
pub(super) type Place = u32;

/// Not reached (yet) by a flood over four-byte numbers.
pub(super) const UNSEEN: u32 = <u32 as Integer>::UNSEEN;

/// The extent of a flood.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flooded {
    /// Places reached, sources included.
    pub(super) reached: u64,
    /// Layers made.
    pub(super) steps: u32,
}

/// Layout of the open cells in the arrays of a search. One wall lies between the end of a row and
/// the start of the next, and a row of walls above and below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<'a> {
    map: &'a Map,
    stride: usize,
    /// The next number above 2⁶⁴ divided by the stride: multiplying by it is quicker than dividing,
    /// and exact for every place.
    reciprocal: u64,
}

/// An end of the journey as the target of a leg. The Manhattan distance to it is a lower bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    row: u32,
    column: u32,
}

impl Aim {
    /// Rows plus columns.
    pub(super) fn distance(self, cell: Cell) -> u32 {
        cell.row.abs_diff(self.row) + cell.column.abs_diff(self.column)
    }

    /// The change of a place by the steps that lead nearer: of rows and of columns, 0
    /// where there is none.
    #[inline(always)]
    pub(super) fn towards(self, cell: Cell, [up, down, left, right]: [usize; 4]) -> [usize; 2] {
        let choose = |here: u32, there: u32, less: usize, more: usize| match here.cmp(&there) {
            Ordering::Less => more,
            Ordering::Equal => 0,
            Ordering::Greater => less,
        };
        [choose(cell.row, self.row, up, down), choose(cell.column, self.column, left, right)]
    }
}

impl<'a> Board<'a> {
    pub(super) fn new(map: &'a Map) -> Self {
        let stride = map.columns() as usize + 1;
        Self { map, stride, reciprocal: u64::MAX / stride as u64 + 1 }
    }

    pub(super) fn map(&self) -> &'a Map {
        self.map
    }

    /// Length of an array with one entry a place.
    pub(super) fn places(&self) -> usize {
        (self.map.rows() as usize + 2) * self.stride + 1
    }

    pub(super) fn place(&self, cell: Cell) -> Place {
        ((cell.row as usize + 1) * self.stride + cell.column as usize + 1) as Place
    }

    pub(super) fn cell(&self, place: Place) -> Cell {
        let row = ((u128::from(self.reciprocal) * u128::from(place)) >> 64) as u32;
        Cell::new(row - 1, place - row * self.stride as u32 - 1)
    }

    /// A place as what one is heading for.
    pub(super) fn aim(&self, place: Place) -> Aim {
        let Cell { row, column } = self.cell(place);
        Aim { row, column }
    }

    /// The change of a place for its neighbours up, down, left and right.
    pub(super) fn offsets(&self) -> [usize; 4] {
        [self.stride.wrapping_neg(), self.stride, 1_usize.wrapping_neg(), 1]
    }

    /// The neighbours of a place, walls included.
    pub(super) fn neighbours(&self, place: Place) -> [usize; 4] {
        let place = place as usize;
        [place - self.stride, place + self.stride, place - 1, place + 1]
    }

    /// An array with one entry a place, `open` for cells and `solid` for walls.
    fn entries<E: Copy>(&self, open: E, solid: E) -> Vec<E> {
        let columns = self.map.columns() as usize;
        let mut entries = Vec::with_capacity(self.places());
        entries.resize(self.stride, solid);
        for terrain in self.map.costs().chunks_exact(columns) {
            entries.push(solid);
            entries
                .extend(terrain.iter().map(|&terrain| if terrain == WALL { solid } else { open }));
        }
        entries.resize(self.places(), solid);
        entries
    }

    /// An array for [`flood`](Self::flood): every open cell unseen.
    pub(super) fn unseen<W: Integer>(&self) -> Vec<W> {
        self.entries(W::UNSEEN, W::SOLID)
    }

    /// An array for [`regions`](super::regions): every open cell unseen.
    pub(super) fn unowned<W: Integer>(&self) -> Vec<W::Pair> {
        self.entries(W::pair(W::UNSEEN, W::UNSEEN), W::pair(W::UNSEEN, W::new(0)))
    }

    /// Breadth-first distances from the `sources`, until nothing is left or `stop` says so, which
    /// is asked after each layer with the distances and the number of steps. Distances beyond
    /// [`Integer::LARGEST`] are not measured.
    pub(super) fn flood<W: Integer>(
        &self,
        distance: &mut [W],
        sources: &[Place],
        stop: impl Fn(&[W], u32) -> bool,
    ) -> Flooded {
        for &source in sources {
            distance[source as usize] = W::new(0);
        }
        // Whether a neighbour is new is as good as random to the processor, so nothing branches on
        // it: every neighbour is written to the next layer, and the next one over it if it was not
        // new.
        let offsets = self.offsets();
        let mut frontier = sources.to_vec();
        let mut waiting = frontier.len();
        let mut next: Vec<Place> = Vec::new();
        let mut reached = waiting as u64;
        let mut steps = 0;
        while waiting > 0 && steps < W::LARGEST && !stop(distance, steps) {
            steps += 1;
            if next.len() < waiting * 4 {
                next.resize(waiting * 4 + 1024, 0);
            }
            let mut found = 0;
            for &place in &frontier[..waiting] {
                for offset in offsets {
                    let neighbour = (place as usize).wrapping_add(offset);
                    let entry = &mut distance[neighbour];
                    let unseen = *entry == W::UNSEEN;
                    *entry = if unseen { W::new(steps) } else { *entry };
                    next[found] = neighbour as Place;
                    found += usize::from(unseen);
                }
            }
            reached += found as u64;
            waiting = found;
            std::mem::swap(&mut frontier, &mut next);
        }
        Flooded { reached, steps }
    }

    /// A flood from one source that tells `visit` each place reached, the one it was reached from
    /// and the steps, in order, until that returns true or `most` steps are made.
    pub(super) fn visit(
        &self,
        source: Place,
        most: u32,
        mut visit: impl FnMut(Place, Place, u32) -> bool,
    ) {
        let mut distance: Vec<u32> = self.unseen();
        distance[source as usize] = 0;
        let mut queue = VecDeque::from([source]);
        while let Some(place) = queue.pop_front() {
            let steps = distance[place as usize] + 1;
            if steps > most {
                return;
            }
            for neighbour in self.neighbours(place) {
                if distance[neighbour] == UNSEEN {
                    distance[neighbour] = steps;
                    if visit(neighbour as Place, place, steps) {
                        return;
                    }
                    queue.push_back(neighbour as Place);
                }
            }
        }
    }

    /// The places from `place` down the distances of a flood to where they are 0, both included.
    pub(super) fn descend(&self, place: Place, distance: impl Fn(usize) -> u32) -> Vec<Place> {
        let top = distance(place as usize);
        let mut path = Vec::with_capacity(top as usize + 1);
        let mut place = place;
        path.push(place);
        for lower in (0..top).rev() {
            let neighbour =
                self.neighbours(place).into_iter().find(|&neighbour| distance(neighbour) == lower);
            place =
                neighbour.expect("a place that was reached was reached from a lower one") as Place;
            path.push(place);
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_cells_are_each_other_s_inverse() {
        let map = Map::open(3, 5).unwrap();
        let board = Board::new(&map);
        for index in 0..map.cells() {
            assert_eq!(board.cell(board.place(map.cell(index))), map.cell(index));
        }
    }

    #[test]
    fn a_flood_goes_around_walls_and_not_around_the_edge() {
        let map = Map::from_costs(2, 3, vec![1, 0, 1, 1, 1, 1]).unwrap();
        let board = Board::new(&map);
        let mut distance: Vec<u32> = board.unseen();
        let start = board.place(Cell::new(0, 0));
        let reached = board.flood(&mut distance, &[start], |_, _| false);
        assert_eq!((reached.reached, reached.steps), (5, 5));
        let at = |row, column| distance[board.place(Cell::new(row, column)) as usize];
        assert_eq!([at(0, 0), at(1, 0), at(1, 1), at(1, 2), at(0, 2)], [0, 1, 2, 3, 4]);
        let path = board.descend(board.place(Cell::new(0, 2)), |place| distance[place]);
        assert_eq!(path.len(), 5);
        assert_eq!(path.last(), Some(&start));
    }
}
