//! Mazes on the cells with odd row and column (from the top left, counting a wall around as far as
//! the map's size allows).

use super::Random;
use crate::{Cell, Map, Step, Terrain};

/// Makes the map a perfect maze, by walking at random and going back from dead ends.
pub(super) fn carve(map: &mut Map, random: &mut Random) {
    for index in 0..map.cells() {
        map.set(map.cell(index), Terrain::WALL);
    }
    // A map of one row or column has no room for walls around.
    let first = Cell::new(u32::from(map.rows() > 2), u32::from(map.columns() > 2));
    map.set(first, Terrain::PLAIN);
    let mut way = vec![first];
    while let Some(&cell) = way.last() {
        let mut choices = [None; 4];
        let mut count = 0;
        for step in Step::STRAIGHT {
            if let Some((between, next)) = two_steps(map, cell, step)
                && !map.is_open(next)
            {
                choices[count as usize] = Some((between, next));
                count += 1;
            }
        }
        if count == 0 {
            way.pop();
            continue;
        }
        if let Some((between, next)) = choices[random.below(count) as usize] {
            map.set(between, Terrain::PLAIN);
            map.set(next, Terrain::PLAIN);
            way.push(next);
        }
    }
}

/// Opens a wall of this share of the maze's dead ends.
pub(super) fn braid(map: &mut Map, share: f64, random: &mut Random) {
    for index in 0..map.cells() {
        let cell = map.cell(index);
        let room = cell.row % 2 == u32::from(map.rows() > 2)
            && cell.column % 2 == u32::from(map.columns() > 2);
        if !room || !map.is_open(cell) {
            continue;
        }
        let exits = Step::STRAIGHT
            .into_iter()
            .filter(|&step| cell.step(step).is_some_and(|next| map.is_open(next)))
            .count();
        if exits != 1 || !random.chance(share) {
            continue;
        }
        let from = random.below(4) as usize;
        let closed = (0..4).map(|turn| Step::STRAIGHT[(from + turn) % 4]).find_map(|step| {
            two_steps(map, cell, step)
                .filter(|(between, next)| !map.is_open(*between) && map.is_open(*next))
        });
        if let Some((between, _)) = closed {
            map.set(between, Terrain::PLAIN);
        }
    }
}

/// The cells one and two steps away, if both may be part of the maze.
fn two_steps(map: &Map, cell: Cell, step: Step) -> Option<(Cell, Cell)> {
    let between = cell.step(step)?;
    let next = between.step(step)?;
    let inside = |at: u32, size: u32| {
        at < size
            && (size <= 2 || at > 0 && at + 1 < size || at + 1 == size && size.is_multiple_of(2))
    };
    (map.contains(next) && inside(next.row, map.rows()) && inside(next.column, map.columns()))
        .then_some((between, next))
}
