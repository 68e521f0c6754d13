//! Recipes give what they promise, at any size and seed.

use super::*;
use crate::{Algorithm, Cell, Options, Outcome, Step};
use std::collections::VecDeque;

fn sizes() -> impl Iterator<Item = (u32, u32)> {
    (1..14).flat_map(|rows| (1..24).map(move |columns| (rows, columns)))
}

#[test]
fn plain_kinds_have_a_path() {
    for kind in Kind::ALL.into_iter().filter(|kind| !kind.needs_supply()) {
        for (rows, columns) in sizes() {
            for density in [None, Some(0.0), Some(0.6), Some(1.0)] {
                let seed = u64::from(rows * 100 + columns);
                let recipe = Recipe {
                    kind,
                    rows,
                    columns,
                    seed,
                    density,
                    spacing: seed as u32 % 6,
                    ..Recipe::default()
                };
                let problem = generate(&recipe).unwrap();
                let options = Options { algorithm: Algorithm::Bfs, ..Options::default() };
                let answer = problem.without_supply().solve_with(&options).unwrap();
                assert!(matches!(answer.outcome, Outcome::Found(_)), "{recipe:?}");
                assert_eq!(generate(&recipe).unwrap(), problem);
            }
        }
    }
}

#[test]
fn a_perfect_maze_is_a_tree() {
    for (rows, columns) in sizes() {
        let recipe = Recipe { kind: Kind::Maze, rows, columns, ..Recipe::default() };
        let map = generate(&recipe).unwrap().map().clone();
        let open = |cell: &Cell| map.is_open(*cell);
        let cells: Vec<Cell> = (0..map.cells()).map(|index| map.cell(index)).filter(open).collect();
        let links: usize = cells
            .iter()
            .map(|cell| {
                [Step::Down, Step::Right]
                    .iter()
                    .filter_map(|&step| cell.step(step))
                    .filter(open)
                    .count()
            })
            .sum();
        assert_eq!(links + 1, cells.len(), "{rows}×{columns}");
    }
}

#[test]
fn recipes_that_cannot_be() {
    let make = |kind, rows, columns| generate(&Recipe { kind, rows, columns, ..Recipe::default() });
    assert!(matches!(make(Kind::Random, 0, 5), Err(GenerateError::Map(_))));
    assert!(matches!(make(Kind::Maze, 100_000, 100_000), Err(GenerateError::Map(_))));
    assert!(matches!(make(Kind::Comb, 1, 50), Err(GenerateError::TooSmall { .. })));
    assert_eq!("dead-end".parse(), Ok(Kind::DeadEnd));
    assert!("dead".parse::<Kind>().is_err());
    let recipe = Recipe { density: Some(f64::NAN), ..Recipe::default() };
    assert!(matches!(generate(&recipe), Err(GenerateError::Density(_))));
}

#[test]
fn supply_kinds_have_a_way_with_their_tank_and_none_with_less() {
    for kind in Kind::ALL.into_iter().filter(|kind| kind.needs_supply()) {
        let mut made = 0;
        for (rows, columns) in sizes() {
            for spacing in [1, 3, 8] {
                let seed = u64::from(rows * columns + spacing);
                let recipe = Recipe { kind, rows, columns, seed, spacing, ..Recipe::default() };
                let Ok(problem) = generate(&recipe) else { continue };
                made += 1;
                let tank = problem.supply().unwrap().tank;
                assert!(has_a_way(&problem), "{recipe:?}");
                let less = generate(&Recipe { tank: Some(tank - 1), ..recipe }).unwrap();
                assert!(!has_a_way(&less), "{recipe:?} with one unit less");
            }
        }
        assert!(made > 100, "{kind}: {made}");
    }
}

#[test]
fn stations_and_terrain_on_request() {
    let recipe = Recipe { tank: Some(9), stations: 12, costs: 5, ..Recipe::default() };
    let problem = generate(&recipe).unwrap();
    let supply = problem.supply().unwrap();
    assert_eq!((supply.tank, supply.stations.len()), (9, 12));
    assert_eq!(problem.map().costs().iter().max(), Some(&5));
}

/// Breadth first over (cell, supply).
fn has_a_way(problem: &Problem) -> bool {
    let supply = problem.supply().unwrap();
    let mut best: Vec<Option<u32>> = vec![None; problem.map().cells()];
    let mut queue = VecDeque::from([(problem.start(), supply.tank)]);
    best[problem.map().index(problem.start())] = Some(supply.tank);
    while let Some((cell, left)) = queue.pop_front() {
        if cell == problem.goal() {
            return true;
        }
        let Some(left) = left.checked_sub(1) else { continue };
        for next in Step::STRAIGHT.into_iter().filter_map(|step| cell.step(step)) {
            if !problem.map().is_open(next) {
                continue;
            }
            let refilled = supply.stations.iter().any(|station| station.cell == next);
            let left = if refilled { supply.tank } else { left };
            let known = &mut best[problem.map().index(next)];
            if known.is_none_or(|known| known < left) {
                *known = Some(left);
                queue.push_back((next, left));
            }
        }
    }
    false
}
