//! Rooms of equal size with walls one cell thick and doors one cell wide.

use super::Random;
use crate::{Cell, Map, Terrain};

/// Builds rooms. Every room can be reached; `share` of the doors that this does not need are there
/// too.
pub(super) fn build(map: &mut Map, size: u32, share: f64, random: &mut Random) {
    let step = size.clamp(1, map.rows().max(map.columns())) + 1;
    let (rows, columns) = (map.rows(), map.columns());
    for index in 0..map.cells() {
        let cell = map.cell(index);
        if cell.row % step == size || cell.column % step == size {
            map.set(cell, Terrain::WALL);
        }
    }
    let (down, across) = (rows.div_ceil(step), columns.div_ceil(step));
    let mut groups = Groups::new(down as usize * across as usize);
    // Walls between rooms, in random order: open those that join what was apart, and some others.
    let mut walls: Vec<(u32, bool)> = Vec::new();
    for room in 0..down * across {
        if room % across + 1 < across {
            walls.push((room, true));
        }
        if room / across + 1 < down {
            walls.push((room, false));
        }
    }
    for last in (1..walls.len()).rev() {
        walls.swap(last, random.below(last as u32 + 1) as usize);
    }
    for (room, right) in walls {
        let other = if right { room + 1 } else { room + across };
        let joins = groups.join(room, other);
        if !joins && !random.chance(share) {
            continue;
        }
        let (top, left) = (room / across * step, room % across * step);
        let (height, width) = (size.min(rows - top), size.min(columns - left));
        let door = if right {
            Cell::new(top + random.below(height), left + size)
        } else {
            Cell::new(top + size, left + random.below(width))
        };
        if map.contains(door) {
            map.set(door, Terrain::PLAIN);
        }
    }
}

/// Rooms that can reach each other.
struct Groups(Vec<u32>);

impl Groups {
    fn new(rooms: usize) -> Self {
        Self((0..rooms as u32).collect())
    }

    fn root(&mut self, mut room: u32) -> u32 {
        while self.0[room as usize] != room {
            self.0[room as usize] = self.0[self.0[room as usize] as usize];
            room = self.0[room as usize];
        }
        room
    }

    /// Whether the two were apart.
    fn join(&mut self, one: u32, other: u32) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one as usize] = other;
        one != other
    }
}
