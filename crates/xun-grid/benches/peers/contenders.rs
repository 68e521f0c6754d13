//! Everyone who takes part.

use petgraph::graph::{NodeIndex, UnGraph};
use std::cell::Cell as Counter;
use xun_grid::{Algorithm, Cell, Limits, Map, Moves, Options, Outcome, Searcher, Silent, Step};

/// Answers a query with the path's cost and how many nodes it expanded (0 where that is not told).
type Run<'m> = Box<dyn FnMut(Cell, Cell) -> (Option<f64>, u64) + 'm>;

/// One who takes part.
pub(crate) struct Contender<'m> {
    pub(crate) name: String,
    pub(crate) run: Run<'m>,
}

/// Ours, the fastest first.
pub(crate) fn ours(map: &Map, moves: Moves, small: bool) -> Vec<Contender<'_>> {
    let algorithms: &[Algorithm] = match moves {
        _ if small => &[Algorithm::AStar, Algorithm::Fringe, Algorithm::IdaTable, Algorithm::Ida],
        Moves::Four => {
            &[Algorithm::AStar, Algorithm::Bfs, Algorithm::Fringe, Algorithm::Bidirectional]
        }
        _ => &[Algorithm::JpsTable, Algorithm::Jps, Algorithm::AStar, Algorithm::Fringe],
    };
    algorithms
        .iter()
        .map(|&algorithm| {
            let mut searcher = Searcher::new(map);
            let options = Options { algorithm, moves, ..Options::default() };
            let run: Run<'_> = Box::new(move |start, goal| {
                let limits = Limits { expansions: Some(50_000_000), ..Limits::default() };
                let answer = searcher.search(start, goal, &options, &limits, &mut Silent).unwrap();
                let cost = match answer.outcome {
                    Outcome::Found(path) => Some(path.cost),
                    Outcome::Impossible => None,
                    Outcome::Stopped => Some(f64::NAN),
                };
                (cost, answer.statistics.expanded)
            });
            Contender { name: format!("xun {algorithm}"), run }
        })
        .collect()
}

/// The others.
pub(crate) const PEERS: [for<'m> fn(&'m Map, Moves) -> Contender<'m>; 3] =
    [pathfinding_astar, pathfinding_fringe, petgraph_astar];

/// Whole numbers for costs, as `pathfinding` needs them.
const STRAIGHT: u64 = 1_000_000;
const DIAGONAL: u64 = 1_414_214;

fn successors(map: &Map, cell: Cell, moves: Moves) -> impl Iterator<Item = (Cell, u64)> {
    let open = |step: Step| cell.step(step).is_some_and(|next| map.is_open(next));
    let [up, down, left, right] = Step::STRAIGHT.map(open);
    let eight = moves == Moves::Eight;
    let allowed = [
        up,
        down,
        left,
        right,
        eight && up && left && open(Step::UpLeft),
        eight && up && right && open(Step::UpRight),
        eight && down && left && open(Step::DownLeft),
        eight && down && right && open(Step::DownRight),
    ];
    (0..8).filter(move |&step| allowed[step]).map(move |step| {
        let next = cell.step(Step::ALL[step]).expect("open cells lie on the map");
        (next, if step < 4 { STRAIGHT } else { DIAGONAL })
    })
}

fn estimate(cell: Cell, goal: Cell, moves: Moves) -> u64 {
    let rows = u64::from(cell.row.abs_diff(goal.row));
    let columns = u64::from(cell.column.abs_diff(goal.column));
    if moves == Moves::Four {
        (rows + columns) * STRAIGHT
    } else {
        rows.max(columns) * STRAIGHT + rows.min(columns) * (DIAGONAL - STRAIGHT)
    }
}

fn pathfinding_astar(map: &Map, moves: Moves) -> Contender<'_> {
    let run: Run<'_> = Box::new(move |start, goal| {
        let expanded = Counter::new(0);
        let found = pathfinding::prelude::astar(
            &start,
            |&cell| {
                expanded.set(expanded.get() + 1);
                successors(map, cell, moves)
            },
            |&cell| estimate(cell, goal, moves),
            |&cell| cell == goal,
        );
        (found.map(|(_, cost)| cost as f64 / STRAIGHT as f64), expanded.get())
    });
    Contender { name: "pathfinding astar".into(), run }
}

fn pathfinding_fringe(map: &Map, moves: Moves) -> Contender<'_> {
    let run: Run<'_> = Box::new(move |start, goal| {
        let expanded = Counter::new(0);
        let found = pathfinding::prelude::fringe(
            &start,
            |&cell| {
                expanded.set(expanded.get() + 1);
                successors(map, cell, moves)
            },
            |&cell| estimate(cell, goal, moves),
            |&cell| cell == goal,
        );
        (found.map(|(_, cost)| cost as f64 / STRAIGHT as f64), expanded.get())
    });
    Contender { name: "pathfinding fringe".into(), run }
}

/// Without limits: for narrow maps only.
pub(crate) fn pathfinding_ida(map: &Map, moves: Moves) -> Contender<'_> {
    let run: Run<'_> = Box::new(move |start, goal| {
        let expanded = Counter::new(0);
        let found = pathfinding::prelude::idastar(
            &start,
            |&cell| {
                expanded.set(expanded.get() + 1);
                successors(map, cell, moves)
            },
            |&cell| estimate(cell, goal, moves),
            |&cell| cell == goal,
        );
        (found.map(|(_, cost)| cost as f64 / STRAIGHT as f64), expanded.get())
    });
    Contender { name: "pathfinding idastar".into(), run }
}

fn petgraph_astar(map: &Map, moves: Moves) -> Contender<'_> {
    let mut graph: UnGraph<(), u64> = UnGraph::default();
    for _ in 0..map.cells() {
        graph.add_node(());
    }
    for cell in (0..map.cells()).map(|index| map.cell(index)).filter(|&cell| map.is_open(cell)) {
        for (next, cost) in successors(map, cell, moves) {
            if map.index(next) > map.index(cell) {
                graph.add_edge(
                    NodeIndex::new(map.index(cell)),
                    NodeIndex::new(map.index(next)),
                    cost,
                );
            }
        }
    }
    let run: Run<'_> = Box::new(move |start, goal| {
        let to = NodeIndex::new(map.index(goal));
        let found = petgraph::algo::astar(
            &graph,
            NodeIndex::new(map.index(start)),
            |node| node == to,
            |edge| *edge.weight(),
            |node| estimate(map.cell(node.index()), goal, moves),
        );
        (found.map(|(cost, _)| cost as f64 / STRAIGHT as f64), 0)
    });
    Contender { name: "petgraph astar".into(), run }
}
