//! The referee: breadth-first search over (row, column, supply), and Dijkstra's algorithm for
//! terrain costs, both written to be obviously right.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashSet, VecDeque};
use xun_grid::{Cell, Problem, Step};

/// The least sum of terrain costs, if there is a way.
pub(crate) fn least_cost(problem: &Problem) -> Option<u32> {
    let map = problem.map();
    let supply = problem.supply().expect("a problem with supplies");
    let tank = supply.tank.min(map.cells() as u32);
    let stations: HashSet<Cell> = supply.stations.iter().map(|station| station.cell).collect();
    let mut settled = HashSet::new();
    let mut queue = BinaryHeap::from([Reverse((0, problem.start(), tank))]);
    while let Some(Reverse((cost, cell, left))) = queue.pop() {
        if cell == problem.goal() {
            return Some(cost);
        }
        if left == 0 || !settled.insert((cell, left)) {
            continue;
        }
        for next in Step::STRAIGHT.into_iter().filter_map(|step| cell.step(step)) {
            if map.is_open(next) {
                let left = if stations.contains(&next) { tank } else { left - 1 };
                queue.push(Reverse((cost + u32::from(map.terrain(next).cost()), next, left)));
            }
        }
    }
    None
}

/// The fewest steps, if there is a way.
pub(crate) fn steps(problem: &Problem) -> Option<u32> {
    search(problem, true).0
}

/// Every cell that can be reached at all.
pub(crate) fn reached(problem: &Problem) -> BTreeSet<Cell> {
    search(problem, false).1
}

fn search(problem: &Problem, stop_at_goal: bool) -> (Option<u32>, BTreeSet<Cell>) {
    let map = problem.map();
    let supply = problem.supply().expect("a problem with supplies");
    let tank = supply.tank.min(map.cells() as u32) as usize;
    let mut station = vec![false; map.cells()];
    for each in &supply.stations {
        station[map.index(each.cell)] = true;
    }
    let mut seen = vec![false; map.cells() * (tank + 1)];
    let mut queue = VecDeque::new();
    let mut cells = BTreeSet::new();
    seen[map.index(problem.start()) * (tank + 1) + tank] = true;
    queue.push_back((problem.start(), tank, 0));
    while let Some((cell, left, steps)) = queue.pop_front() {
        cells.insert(cell);
        if stop_at_goal && cell == problem.goal() {
            return (Some(steps), cells);
        }
        if left == 0 {
            continue;
        }
        let Cell { row, column } = cell;
        let around = [
            (row.wrapping_sub(1), column),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
        ];
        for (row, column) in around {
            let next = Cell::new(row, column);
            if !map.is_open(next) {
                continue;
            }
            let left = if station[map.index(next)] { tank } else { left - 1 };
            let state = map.index(next) * (tank + 1) + left;
            if !seen[state] {
                seen[state] = true;
                queue.push_back((next, left, steps + 1));
            }
        }
    }
    (None, cells)
}
