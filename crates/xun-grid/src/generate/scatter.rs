//! Walls at random, and what all plain maps need in the end: terrain, start, goal, stations.

use super::{Random, Recipe};
use crate::{Cell, Map, Problem, Station, Supply, Terrain, WALL};

/// Makes this share of cells walls.
pub(super) fn walls(map: &mut Map, density: f64, random: &mut Random) {
    for index in 0..map.cells() {
        if random.chance(density) {
            map.set(map.cell(index), Terrain::WALL);
        }
    }
}

/// Puts start and goal into the largest connected part, near opposite corners, and what the recipe
/// adds.
pub(super) fn finish(mut map: Map, recipe: &Recipe, random: &mut Random) -> Problem {
    let part = Parts::of(&map).largest();
    let (mut start, mut goal) = (None, None);
    for index in 0..map.cells() {
        if part.contains(index) {
            let cell = map.cell(index);
            let across = u64::from(cell.row) + u64::from(cell.column);
            if start.is_none_or(|(least, _)| across < least) {
                start = Some((across, cell));
            }
            if goal.is_none_or(|(most, _)| across > most) {
                goal = Some((across, cell));
            }
        }
    }
    let mut end = |found: Option<(u64, Cell)>| {
        let cell = found.map_or(Cell::new(0, 0), |(_, cell)| cell);
        // A map of walls alone gets one open cell.
        map.set(cell, Terrain::PLAIN);
        cell
    };
    let (start, goal) = (end(start), end(goal));
    if recipe.costs > 1 {
        for index in 0..map.cells() {
            let cell = map.cell(index);
            if map.is_open(cell) && cell != start && cell != goal {
                let cost = 1 + random.below(u32::from(recipe.costs)) as u8;
                map.set(cell, Terrain::new(cost));
            }
        }
    }
    let supply = recipe
        .tank
        .map(|tank| Supply { tank, stations: stations(&map, start, goal, recipe, random) });
    Problem::with_supply(map, start, goal, supply)
        .expect("start, goal and stations were put on open ground")
}

/// As many stations as asked for, or as there is room for, each in a cell of its own.
fn stations(
    map: &Map,
    start: Cell,
    goal: Cell,
    recipe: &Recipe,
    random: &mut Random,
) -> Vec<Station> {
    let mut wanted = u64::from(recipe.stations);
    let free = |index: &usize| {
        let cell = map.cell(*index);
        map.terrain(cell) == Terrain::PLAIN && cell != start && cell != goal
    };
    let mut left = (0..map.cells()).filter(free).count() as u64;
    let mut stations = Vec::new();
    // Each free cell in turn is taken with the chance that makes all choices equally likely.
    for index in (0..map.cells()).filter(free) {
        if wanted > 0 && random.chance(wanted as f64 / left as f64) {
            stations.push(Station { cell: map.cell(index), price: 0 });
            wanted -= 1;
        }
        left -= 1;
    }
    stations
}

/// Which connected part (by straight steps) each cell belongs to.
struct Parts {
    /// Zero for walls, else the part's number.
    numbers: Vec<u32>,
    largest: u32,
}

/// One connected part.
struct Part {
    numbers: Vec<u32>,
    number: u32,
}

impl Part {
    fn contains(&self, index: usize) -> bool {
        self.number != 0 && self.numbers[index] == self.number
    }
}

impl Parts {
    fn of(map: &Map) -> Self {
        let mut parts = Self { numbers: vec![0; map.cells()], largest: 0 };
        let (mut number, mut most) = (0, 0);
        let mut stack: Vec<u32> = Vec::new();
        for index in 0..map.cells() {
            if parts.numbers[index] != 0 || map.costs()[index] == WALL {
                continue;
            }
            number += 1;
            parts.numbers[index] = number;
            stack.push(index as u32);
            let mut size = 0_u64;
            while let Some(index) = stack.pop() {
                size += 1;
                let cell = map.cell(index as usize);
                for step in crate::Step::STRAIGHT {
                    if let Some(next) = cell.step(step)
                        && map.is_open(next)
                        && parts.numbers[map.index(next)] == 0
                    {
                        parts.numbers[map.index(next)] = number;
                        stack.push(map.index(next) as u32);
                    }
                }
            }
            if size > most {
                (most, parts.largest) = (size, number);
            }
        }
        parts
    }

    fn largest(self) -> Part {
        Part { numbers: self.numbers, number: self.largest }
    }
}
