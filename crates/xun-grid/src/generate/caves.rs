//! Caves: walls at random, then five times every cell becomes what most of its neighbourhood is.

use super::{Random, scatter};
use crate::{Map, Terrain, WALL};

const ROUNDS: usize = 5;

pub(super) fn grow(map: &mut Map, density: f64, random: &mut Random) {
    scatter::walls(map, density, random);
    let (rows, columns) = (map.rows() as usize, map.columns() as usize);
    let mut before = map.costs().to_vec();
    for _ in 0..ROUNDS {
        before.copy_from_slice(map.costs());
        let wall = |row: usize, column: usize| {
            row >= rows || column >= columns || before[row * columns + column] == WALL
        };
        for row in 0..rows {
            for column in 0..columns {
                let mut walls = 0;
                for near_row in [row.wrapping_sub(1), row, row + 1] {
                    for near_column in [column.wrapping_sub(1), column, column + 1] {
                        walls += u32::from(wall(near_row, near_column));
                    }
                }
                let cell = map.cell(row * columns + column);
                map.set(cell, if walls >= 5 { Terrain::WALL } else { Terrain::PLAIN });
            }
        }
    }
}
