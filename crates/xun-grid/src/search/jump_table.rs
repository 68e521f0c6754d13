//! Distances to the next jump point in all eight directions from every place, made before the first query
//! (JPS+: Harabor and Grastien 2014; Rabin 2015).
//!
//! A positive distance leads to a jump point: for a straight step a place with a forced neighbour, for a
//! diagonal step a place from which one of its two straight directions leads to one. Otherwise the number is
//! minus the number of steps before a wall; so zero means that the step itself is blocked.

use super::ground::{BESIDE, DOWN, Ground, LEFT, RIGHT, UP};
use crate::{Map, WALL};

/// The distances from one place, by step.
type Distances = [i16; 8];

/// The same in two words.
pub(super) type Packed = [u64; 2];

/// One of the packed distances.
#[inline(always)]
pub(super) fn distance(packed: Packed, step: usize) -> i16 {
    (packed[step / 4] >> (step % 4 * 16)) as i16
}

/// Sides longer than this cannot be measured.
pub(super) const LONGEST: u32 = i16::MAX as u32;

/// 16 bytes a place.
#[derive(Debug)]
pub(super) struct JumpTable {
    distances: Vec<Distances>,
}

impl JumpTable {
    pub(super) fn new(map: &Map, ground: &Ground) -> Self {
        let mut table = Self { distances: vec![[0; 8]; ground.len()] };
        let (first, last) = (ground.index(map.cell(0)), ground.index(map.cell(map.cells() - 1)));
        // Each direction is swept from where it leads to.
        for place in first..=last {
            if ground.cost()[place] != WALL {
                table.straight(ground, place, UP);
                table.straight(ground, place, LEFT);
            }
        }
        for place in (first..=last).rev() {
            if ground.cost()[place] != WALL {
                table.straight(ground, place, DOWN);
                table.straight(ground, place, RIGHT);
            }
        }
        for place in first..=last {
            if ground.cost()[place] != WALL {
                table.diagonal(ground, place, 4);
                table.diagonal(ground, place, 5);
            }
        }
        for place in (first..=last).rev() {
            if ground.cost()[place] != WALL {
                table.diagonal(ground, place, 6);
                table.diagonal(ground, place, 7);
            }
        }
        table
    }

    /// The distances from every place, in order.
    pub(super) fn packed(&self) -> impl Iterator<Item = Packed> {
        let word = |four: &[i16]| four.iter().rev().fold(0, |word, &one| word << 16 | u64::from(one as u16));
        self.distances.iter().map(move |eight| [word(&eight[..4]), word(&eight[4..])])
    }

    #[inline(always)]
    fn straight(&mut self, ground: &Ground, place: usize, step: usize) {
        let (cost, offsets) = (ground.cost(), ground.offsets());
        let next = place.wrapping_add_signed(offsets[step]);
        if cost[next] == WALL {
            return;
        }
        let sides = if step < 2 { [LEFT, RIGHT] } else { [UP, DOWN] };
        let forced = sides.iter().any(|&side| {
            let before = place.wrapping_add_signed(offsets[side]);
            cost[before] == WALL && cost[before.wrapping_add_signed(offsets[step])] != WALL
        });
        self.distances[place][step] = if forced { 1 } else { further(self.distances[next][step]) };
    }

    #[inline(always)]
    fn diagonal(&mut self, ground: &Ground, place: usize, step: usize) {
        let (vertical, horizontal) = BESIDE[step - 4];
        let next = place.wrapping_add_signed(ground.offsets()[step]);
        let here = self.distances[place];
        if ground.cost()[next] == WALL || here[vertical] == 0 || here[horizontal] == 0 {
            return;
        }
        let there = self.distances[next];
        let turns = there[vertical] > 0 || there[horizontal] > 0;
        self.distances[place][step] = if turns { 1 } else { further(there[step]) };
    }
}

/// One step more in the same direction.
fn further(distance: i16) -> i16 {
    if distance > 0 { distance + 1 } else { distance - 1 }
}
