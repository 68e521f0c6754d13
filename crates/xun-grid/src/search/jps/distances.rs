//! Distances to the next jump point in all eight directions from every place, made before the first
//! query (JPS+: Harabor and Grastien 2014; Rabin 2015).
//!
//! A positive distance leads to a jump point: for a straight step a place with a forced neighbour,
//! for a diagonal step a place from which one of its two straight directions leads to one.
//! Otherwise the number is minus the number of steps before a wall; so zero means that the step
//! itself is blocked.

use crate::search::padded_map::{BESIDE, DOWN, LEFT, PaddedMap, RIGHT, UP};
use crate::{Map, WALL};

/// The distances from one place, by step.
pub(in crate::search) type Distances = [i16; 8];

/// Sides longer than this cannot be measured.
pub(crate) const LONGEST: u32 = i16::MAX as u32;

/// Storage of the distances, beside other data.
pub(in crate::search) trait Row: Clone {
    fn distances(&self) -> Distances;

    fn distances_mut(&mut self) -> &mut Distances;
}

/// All of them: 16 bytes a place, made where they will stay, for two such tables at a time would be
/// large.
pub(in crate::search) fn table<R: Row>(map: &Map, grid: &PaddedMap, empty: &R) -> Vec<R> {
    let mut table = JumpTable { rows: vec![empty.clone(); grid.len()] };
    let (first, last) = (grid.index(map.cell(0)), grid.index(map.cell(map.cells() - 1)));
    // Each direction is swept from where it leads to.
    for place in first..=last {
        if grid.cost()[place] != WALL {
            table.straight(grid, place, UP);
            table.straight(grid, place, LEFT);
        }
    }
    for place in (first..=last).rev() {
        if grid.cost()[place] != WALL {
            table.straight(grid, place, DOWN);
            table.straight(grid, place, RIGHT);
        }
    }
    for place in first..=last {
        if grid.cost()[place] != WALL {
            table.diagonal(grid, place, 4);
            table.diagonal(grid, place, 5);
        }
    }
    for place in (first..=last).rev() {
        if grid.cost()[place] != WALL {
            table.diagonal(grid, place, 6);
            table.diagonal(grid, place, 7);
        }
    }
    table.rows
}

struct JumpTable<R> {
    rows: Vec<R>,
}

impl<R: Row> JumpTable<R> {
    #[inline(always)]
    fn straight(&mut self, grid: &PaddedMap, place: usize, step: usize) {
        let (cost, offsets) = (grid.cost(), grid.offsets());
        let next = place.wrapping_add_signed(offsets[step]);
        if cost[next] == WALL {
            return;
        }
        let sides = if step < 2 { [LEFT, RIGHT] } else { [UP, DOWN] };
        let forced = sides.iter().any(|&side| {
            let before = place.wrapping_add_signed(offsets[side]);
            cost[before] == WALL && cost[before.wrapping_add_signed(offsets[step])] != WALL
        });
        let distance = if forced { 1 } else { further(self.rows[next].distances()[step]) };
        self.rows[place].distances_mut()[step] = distance;
    }

    #[inline(always)]
    fn diagonal(&mut self, grid: &PaddedMap, place: usize, step: usize) {
        let (vertical, horizontal) = BESIDE[step - 4];
        let next = place.wrapping_add_signed(grid.offsets()[step]);
        let here = self.rows[place].distances();
        if grid.cost()[next] == WALL || here[vertical] == 0 || here[horizontal] == 0 {
            return;
        }
        let there = self.rows[next].distances();
        let turns = there[vertical] > 0 || there[horizontal] > 0;
        self.rows[place].distances_mut()[step] = if turns { 1 } else { further(there[step]) };
    }
}

/// One step more in the same direction.
fn further(distance: i16) -> i16 {
    if distance > 0 { distance + 1 } else { distance - 1 }
}
