//! Dijkstra's algorithm, as simply as it can be written, over nothing but `Map::cost`: what every
//! search is compared with. It shares no code with them.

use std::collections::BTreeSet;
use xun_grid::Moves;
use xun_grid::{Cell, Map, Path, Step};

/// The least cost from start to goal, if there is a way.
pub(crate) fn least_cost(map: &Map, start: Cell, goal: Cell, moves: Moves) -> Option<f64> {
    let mut cost = vec![f64::INFINITY; map.cells()];
    let mut frontier = BTreeSet::new();
    cost[map.index(start)] = 0.0;
    frontier.insert((0_u64, map.index(start)));
    while let Some((bits, index)) = frontier.pop_first() {
        let so_far = f64::from_bits(bits);
        let cell = map.cell(index);
        if cell == goal {
            return Some(so_far);
        }
        for (next, price) in neighbours(map, cell, moves) {
            let (to, total) = (map.index(next), so_far + price);
            // Sums differ by more than this or are the same sum in another order.
            if total < cost[to] - 1e-9 {
                frontier.remove(&(cost[to].to_bits(), to));
                cost[to] = total;
                frontier.insert((total.to_bits(), to));
            }
        }
    }
    None
}

/// Every step from a cell with its cost.
pub(crate) fn neighbours(map: &Map, cell: Cell, moves: Moves) -> Vec<(Cell, f64)> {
    let open = |step: Step| cell.step(step).is_some_and(|cell| map.is_open(cell));
    let mut found = Vec::new();
    for step in Step::ALL {
        let allowed = match step {
            Step::Up | Step::Down | Step::Left | Step::Right => true,
            Step::UpLeft => diagonal(moves, open(Step::Up), open(Step::Left)),
            Step::UpRight => diagonal(moves, open(Step::Up), open(Step::Right)),
            Step::DownLeft => diagonal(moves, open(Step::Down), open(Step::Left)),
            Step::DownRight => diagonal(moves, open(Step::Down), open(Step::Right)),
        };
        if allowed && open(step) {
            let next = cell.step(step).unwrap();
            let length = if step.letter().is_some() { 1.0 } else { 2.0_f64.sqrt() };
            found.push((next, f64::from(map.terrain(next).cost()) * length));
        }
    }
    found
}

fn diagonal(moves: Moves, one: bool, other: bool) -> bool {
    match moves {
        Moves::Four => false,
        Moves::Eight => one && other,
        Moves::EightCutting => one || other,
    }
}

/// Asserts that the path is one: its ends, each of its steps, its cost.
pub(crate) fn assert_is_path(map: &Map, start: Cell, goal: Cell, moves: Moves, path: &Path) {
    assert_eq!((path.cells.first(), path.cells.last()), (Some(&start), Some(&goal)));
    let mut cost = 0.0;
    for pair in path.cells.windows(2) {
        let step = neighbours(map, pair[0], moves).into_iter().find(|(cell, _)| *cell == pair[1]);
        cost += step.unwrap_or_else(|| panic!("no step from {} to {}", pair[0], pair[1])).1;
    }
    assert!((cost - path.cost).abs() < 1e-6, "the path costs {cost}, not {}", path.cost);
}
