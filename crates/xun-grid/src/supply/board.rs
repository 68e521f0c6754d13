//! The map with a frame of walls, so that every open cell has four neighbours in the array, and breadth-first
//! floods over it. All searches of this folder but the textbook one stand on it.

use crate::{Cell, Map, WALL};

/// A place on the [`Board`]; places are numbered row by row, frame included.
pub(super) type Place = u32;

/// Not reached (yet) by a flood.
pub(super) const UNSEEN: u32 = u32::MAX;

/// What a flood leaves in a wall.
const SOLID: u32 = u32::MAX - 1;

/// Where open cells lie in the arrays of a search. One wall lies between the end of a row and the start of the
/// next, and a row of walls above and below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<'a> {
    map: &'a Map,
    stride: usize,
}

impl<'a> Board<'a> {
    pub(super) fn new(map: &'a Map) -> Self {
        Self { map, stride: map.columns() as usize + 1 }
    }

    /// Length of an array with one entry a place.
    pub(super) fn places(&self) -> usize {
        (self.map.rows() as usize + 2) * self.stride + 1
    }

    pub(super) fn place(&self, cell: Cell) -> Place {
        ((cell.row as usize + 1) * self.stride + cell.column as usize + 1) as Place
    }

    pub(super) fn cell(&self, place: Place) -> Cell {
        let place = place as usize;
        Cell::new((place / self.stride - 1) as u32, (place % self.stride - 1) as u32)
    }

    /// What to add to a place for its neighbours up, down, left and right.
    pub(super) fn offsets(&self) -> [usize; 4] {
        [self.stride.wrapping_neg(), self.stride, 1_usize.wrapping_neg(), 1]
    }

    /// The neighbours of a place, walls included.
    pub(super) fn neighbours(&self, place: Place) -> [usize; 4] {
        self.offsets().map(|offset| (place as usize).wrapping_add(offset))
    }

    /// An array for [`flood`](Self::flood): every open cell unseen.
    pub(super) fn unseen(&self) -> Vec<u32> {
        let columns = self.map.columns() as usize;
        let mut distance = vec![SOLID; self.places()];
        let rows = distance[self.stride..].chunks_exact_mut(self.stride);
        for (row, terrain) in rows.zip(self.map.terrain().chunks_exact(columns)) {
            for (entry, &terrain) in row[1..].iter_mut().zip(terrain) {
                *entry = if terrain == WALL { SOLID } else { UNSEEN };
            }
        }
        distance
    }

    /// Breadth-first distances from the `sources`, until nothing is left, `most` steps are made, or `visit` (called
    /// with each place reached and the one it was reached from, in order) returns true. Returns how many
    /// places were reached.
    pub(super) fn flood(
        &self,
        distance: &mut [u32],
        sources: &[Place],
        most: u32,
        mut visit: impl FnMut(Place, Place, u32) -> bool,
    ) -> u64 {
        let mut frontier = Vec::with_capacity(sources.len().max(256));
        for &source in sources {
            if distance[source as usize] == UNSEEN {
                distance[source as usize] = 0;
                frontier.push(source);
            }
        }
        let mut reached = frontier.len() as u64;
        let mut next = Vec::with_capacity(256);
        let offsets = self.offsets();
        let mut steps = 0;
        while !frontier.is_empty() && steps < most {
            steps += 1;
            for &place in &frontier {
                for offset in offsets {
                    let neighbour = (place as usize).wrapping_add(offset);
                    let entry = &mut distance[neighbour];
                    if *entry == UNSEEN {
                        *entry = steps;
                        next.push(neighbour as Place);
                        if visit(neighbour as Place, place, steps) {
                            return reached + next.len() as u64;
                        }
                    }
                }
            }
            reached += next.len() as u64;
            frontier.clear();
            std::mem::swap(&mut frontier, &mut next);
        }
        reached
    }

    /// The cells from `place` down the distances of a flood to where they are 0, both included.
    pub(super) fn descend(&self, distance: &[u32], place: Place) -> Vec<Place> {
        let mut path = Vec::with_capacity(distance[place as usize] as usize + 1);
        let mut place = place;
        path.push(place);
        for lower in (0..distance[place as usize]).rev() {
            let neighbour =
                self.neighbours(place).into_iter().find(|&neighbour| distance[neighbour] == lower);
            place = neighbour.expect("a place that was reached was reached from a lower one") as Place;
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
        let map = Map::from_terrain(2, 3, vec![1, 0, 1, 1, 1, 1]).unwrap();
        let board = Board::new(&map);
        let mut distance = board.unseen();
        let start = board.place(Cell::new(0, 0));
        let reached = board.flood(&mut distance, &[start], UNSEEN, |_, _, _| false);
        assert_eq!(reached, 5);
        let at = |row, column| distance[board.place(Cell::new(row, column)) as usize];
        assert_eq!([at(0, 0), at(1, 0), at(1, 1), at(1, 2), at(0, 2)], [0, 1, 2, 3, 4]);
        let path = board.descend(&distance, board.place(Cell::new(0, 2)));
        assert_eq!(path.len(), 5);
        assert_eq!(path.last(), Some(&start));
    }
}
