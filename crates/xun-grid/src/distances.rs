//! Costs from one cell to every other (Dijkstra 1959, without a goal).

use crate::{Cell, Limits, Map, Moves, ProblemError, Step};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::SQRT_2;

/// Cells between two looks at the limits.
const CELLS_PER_CHECK: u64 = 4096;

/// The cost of the cheapest path from `start` to each cell, row by row; infinite where there is no
/// path. `None` if a limit was reached first.
///
/// ```
/// use xun_grid::{Cell, Limits, Map, Moves, distances};
///
/// let map = Map::from_costs(2, 3, vec![1, 0, 1, 1, 5, 1])?;
/// let costs = distances(&map, Cell::new(0, 0), Moves::Four, &Limits::default())?;
/// assert_eq!(costs, Some(vec![0.0, f64::INFINITY, 8.0, 1.0, 6.0, 7.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the start is outside the map or in a wall.
pub fn distances(
    map: &Map,
    start: Cell,
    moves: Moves,
    limits: &Limits<'_>,
) -> Result<Option<Vec<f64>>, ProblemError> {
    let what = "start";
    if !map.contains(start) {
        let (rows, columns) = (map.rows(), map.columns());
        return Err(ProblemError::Outside { what, cell: start, rows, columns });
    }
    if !map.is_open(start) {
        return Err(ProblemError::InWall { what, cell: start });
    }
    let mut costs = vec![f64::INFINITY; map.cells()];
    let mut open = BinaryHeap::from([Reverse((0, map.index(start)))]);
    costs[map.index(start)] = 0.0;
    let mut expanded = 0;
    // Costs are not negative, so their bits are in the order of the numbers.
    while let Some(Reverse((bits, index))) = open.pop() {
        let cost = f64::from_bits(bits);
        if cost > costs[index] {
            continue;
        }
        if expanded % CELLS_PER_CHECK == 0 && limits.reached(expanded) {
            return Ok(None);
        }
        expanded += 1;
        let cell = map.cell(index);
        let steps = if moves == Moves::Four { &Step::STRAIGHT[..] } else { &Step::ALL[..] };
        for &step in steps {
            let Some(next) = cell.step(step).filter(|&next| map.is_open(next)) else { continue };
            let factor = match step.delta() {
                (0, _) | (_, 0) => 1.0,
                (down, right) if may_cross(map, cell, (down, right), moves) => SQRT_2,
                _ => continue,
            };
            let reached = cost + factor * f64::from(map.terrain(next).cost());
            let known = &mut costs[map.index(next)];
            if reached < *known {
                *known = reached;
                open.push(Reverse((reached.to_bits(), map.index(next))));
            }
        }
    }
    Ok(Some(costs))
}

/// Whether the cells beside a diagonal step let it pass.
fn may_cross(map: &Map, cell: Cell, (down, right): (i32, i32), moves: Moves) -> bool {
    let row = cell.row.checked_add_signed(down).map(|row| Cell { row, ..cell });
    let column = cell.column.checked_add_signed(right).map(|column| Cell { column, ..cell });
    let [beside, above] = [row, column].map(|cell| cell.is_some_and(|cell| map.is_open(cell)));
    if moves == Moves::EightCutting { beside || above } else { beside && above }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Kind, Recipe, generate};
    use crate::{Options, Searcher, Silent};

    #[test]
    fn every_distance_is_the_cost_of_a_path() {
        for (kind, costs) in [(Kind::Random, 1), (Kind::Random, 9), (Kind::Rooms, 4)] {
            let recipe = Recipe { kind, rows: 12, columns: 15, costs, ..Recipe::default() };
            let problem = generate(&recipe).expect("a small map");
            let (map, start) = (problem.map(), problem.start());
            let mut searcher = Searcher::new(map);
            for moves in Moves::ALL {
                let none = Limits::default();
                let all = distances(map, start, moves, &none).expect("open").expect("no limit");
                let options = Options { moves, ..Options::default() };
                for (index, &cost) in all.iter().enumerate() {
                    let goal = map.cell(index);
                    if !map.is_open(goal) {
                        assert!(cost.is_infinite());
                        continue;
                    }
                    let answer =
                        searcher.search(start, goal, &options, &none, &mut Silent).expect("open");
                    match answer.path() {
                        Some(path) => assert!((path.cost - cost).abs() < 1e-9, "{goal} {moves}"),
                        None => assert!(cost.is_infinite(), "{goal} {moves}"),
                    }
                }
            }
        }
    }

    #[test]
    fn a_limit_ends_it_and_a_wall_is_no_start() {
        let mut map = Map::open(3, 3).expect("small");
        let limits = Limits { expansions: Some(0), ..Limits::default() };
        assert_eq!(distances(&map, Cell::new(0, 0), Moves::Four, &limits), Ok(None));
        map.set(Cell::new(0, 0), crate::Terrain::WALL);
        for cell in [Cell::new(0, 0), Cell::new(9, 0)] {
            assert!(distances(&map, cell, Moves::Four, &Limits::default()).is_err());
        }
    }
}
