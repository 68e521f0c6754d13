//! The ninths of the board: sums over each tell where something is. Corners are worth the same as
//! one another, and edges are.

use crate::rules::{Point, Size};

/// Thirds of the board's width times thirds of its height.
pub(super) const REGIONS: usize = 9;
/// Kinds of regions: corners, edges, the centre.
pub(super) const KINDS: usize = 3;

pub(super) const CORNERS: [usize; 4] = [0, 2, 6, 8];
pub(super) const EDGES: [usize; 4] = [1, 3, 5, 7];
pub(super) const CENTRE: [usize; 1] = [4];

/// The region of each point of a board, by the points' indices.
#[derive(Clone)]
pub(super) struct RegionMap(Box<[u8; FIELD]>);

const FIELD: usize = 1024;

impl RegionMap {
    /// The map of boards of this size.
    pub(super) fn new(size: Size) -> Self {
        let mut map = Box::new([0; FIELD]);
        for point in size.points() {
            let third = |place: u8, side: u8| u16::from(place) * 3 / u16::from(side.max(1));
            map[point.index() % FIELD] =
                (third(point.y(), size.height()) * 3 + third(point.x(), size.width())) as u8;
        }
        Self(map)
    }

    /// The region of a point.
    #[inline(always)]
    pub(super) fn of(&self, point: Point) -> u8 {
        self.0[point.index() % FIELD]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_falls_into_ninths() {
        let size = Size::STANDARD;
        let map = RegionMap::new(size);
        let mut counts = [0; REGIONS];
        for point in size.points() {
            counts[usize::from(map.of(point))] += 1;
        }
        assert_eq!(counts, [25; REGIONS]);
        assert_eq!(map.of(Point::new(14, 0)), 2);
        assert_eq!(map.of(Point::new(5, 9)), 4);
        // A region of the largest board has 64 points at most: its sums of up to 255 each stay
        // within 16 bits.
        let size = Size::new(22, 22).unwrap();
        let map = RegionMap::new(size);
        assert!(
            (0..9)
                .all(|region| size.points().filter(|&point| map.of(point) == region).count() <= 64)
        );
    }
}
