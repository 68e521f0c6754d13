//! Questions about more than one path against a plain Dijkstra for every pair of cells and against
//! trying every order: 4,000 random maps, plain and weighted, with all moves.

mod reference;

use reference::{assert_is_path, least_cost};
use xun_grid::{
    Cell, Direction, Finding, Finish, Limits, Map, Moves, QueryError, Searcher, StopOrder,
};

struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % below
    }

    fn cells(&mut self, open: &[Cell], most: u64) -> Vec<Cell> {
        let count = 1 + self.next(most);
        (0..count).map(|_| open[self.next(open.len() as u64) as usize]).collect()
    }
}

fn random_map(numbers: &mut Numbers) -> Map {
    let (rows, columns) = (1 + numbers.next(9) as u32, 1 + numbers.next(9) as u32);
    let (density, weighted) = (numbers.next(60), numbers.next(2) == 0);
    let terrain = (0..rows * columns)
        .map(|_| match numbers.next(100) {
            wall if wall < density => 0,
            _ if weighted => 1 + numbers.next(9) as u8,
            _ => 1,
        })
        .collect();
    Map::from_costs(rows, columns, terrain).unwrap()
}

/// Calls `test` with 4,000 maps, their open cells and moves.
fn each_map(seed: u64, mut test: impl FnMut(&mut Numbers, &Map, &[Cell], Moves)) {
    let mut numbers = Numbers(0x0005_EED0_0000_0000 + seed);
    let mut maps = 0;
    while maps < 4_000 {
        let map = random_map(&mut numbers);
        let cells = (0..map.cells()).map(|index| map.cell(index));
        let open: Vec<Cell> = cells.filter(|&cell| map.is_open(cell)).collect();
        if open.is_empty() {
            continue;
        }
        let moves = Moves::ALL[numbers.next(3) as usize];
        test(&mut numbers, &map, &open, moves);
        maps += 1;
    }
}

fn same(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-6,
        (one, other) => one.is_none() && other.is_none(),
    }
}

#[test]
fn the_nearest_reachable_point_is_the_nearest() {
    each_map(1, |numbers, map, open, moves| {
        let start = open[numbers.next(open.len() as u64) as usize];
        let goal = map.cell(numbers.next(map.cells() as u64) as usize);
        let mut searcher = Searcher::new(map);
        let reply = searcher.nearest_reachable(start, goal, moves, &Limits::default()).unwrap();
        let nearest = reply.found().expect("the start is reachable");
        let squared = |cell: Cell| {
            (f64::from(cell.row) - f64::from(goal.row)).powi(2)
                + (f64::from(cell.column) - f64::from(goal.column)).powi(2)
        };
        let reachable = open
            .iter()
            .filter_map(|&cell| Some((squared(cell), least_cost(map, start, cell, moves)?)));
        let (square, cost) = reachable
            .reduce(|one, other| {
                let nearer = other.0 < one.0 || other.0 <= one.0 && other.1 < one.1;
                if nearer { other } else { one }
            })
            .unwrap();
        assert!((nearest.distance * nearest.distance - square).abs() < 1e-6);
        assert!((squared(nearest.cell) - square).abs() < 1e-6);
        assert!((nearest.path.cost - cost).abs() < 1e-6, "{start} {goal} {moves} {map:?}");
        assert_is_path(map, start, nearest.cell, moves, &nearest.path);
    });
}

#[test]
fn many_starts_and_goals_have_the_cheapest_paths() {
    each_map(2, |numbers, map, open, moves| {
        let (starts, goals) = (numbers.cells(open, 4), numbers.cells(open, 4));
        let mut searcher = Searcher::new(map);
        let none = Limits::default();
        let pairs: Vec<Vec<Option<f64>>> = starts
            .iter()
            .map(|&start| goals.iter().map(|&goal| least_cost(map, start, goal, moves)).collect())
            .collect();
        let matrix = searcher.matrix(&starts, &goals, moves, &none).unwrap();
        for (row, expected) in matrix.found().unwrap().iter().zip(&pairs) {
            assert!(row.iter().zip(expected).all(|(&one, &other)| same(one, other)));
        }
        let all = searcher.all_goals(&starts, &goals, moves, &none).unwrap();
        let least_to = |goal: usize| pairs.iter().filter_map(|row| row[goal]).reduce(f64::min);
        for (index, path) in all.found().unwrap().iter().enumerate() {
            assert!(same(path.as_ref().map(|path| path.cost), least_to(index)));
            if let Some(path) = path {
                assert!(starts.contains(&path.cells[0]));
                assert_is_path(map, path.cells[0], goals[index], moves, path);
            }
        }
        let nearest = searcher.nearest_goal(&starts, &goals, moves, &none).unwrap();
        let least = (0..goals.len()).filter_map(least_to).reduce(f64::min);
        assert!(same(nearest.found().map(|path| path.cost), least));
        assert_eq!(matches!(nearest.finding, Finding::Impossible), least.is_none());
        if let Some(path) = nearest.found() {
            let (first, last) = (path.cells[0], path.cells[path.steps()]);
            assert!(starts.contains(&first) && goals.contains(&last));
            assert_is_path(map, first, last, moves, path);
        }
    });
}

#[test]
fn fields_have_the_cost_and_the_path_of_every_cell() {
    each_map(3, |numbers, map, open, moves| {
        let sources = numbers.cells(open, 3);
        let mut searcher = Searcher::new(map);
        for direction in [Direction::FromSources, Direction::ToSources] {
            let reply = searcher.field(&sources, direction, moves, &Limits::default()).unwrap();
            let field = reply.found().unwrap();
            for cell in numbers.cells(open, 6) {
                let costs = sources.iter().filter_map(|&source| match direction {
                    Direction::FromSources => least_cost(map, source, cell, moves),
                    Direction::ToSources => least_cost(map, cell, source, moves),
                });
                assert!(same(field.cost(cell), costs.reduce(f64::min)), "{cell} {moves} {map:?}");
                let Some(path) = field.path(cell) else { continue };
                let (first, last) = (path.cells[0], path.cells[path.steps()]);
                let (own, source) = match direction {
                    Direction::FromSources => (last, first),
                    Direction::ToSources => (first, last),
                };
                assert!(own == cell && sources.contains(&source));
                assert_is_path(map, first, last, moves, &path);
            }
        }
    });
}

/// The least cost of any order by trying all of them.
fn try_orders(
    at: Cell,
    left: &mut Vec<Cell>,
    end: Option<Cell>,
    cost: &dyn Fn(Cell, Cell) -> f64,
) -> f64 {
    if left.is_empty() {
        return end.map_or(0.0, |end| cost(at, end));
    }
    let mut least = f64::INFINITY;
    for index in 0..left.len() {
        let next = left.swap_remove(index);
        least = least.min(cost(at, next) + try_orders(next, left, end, cost));
        left.push(next);
        let last = left.len() - 1;
        left.swap(index, last);
    }
    least
}

#[test]
fn tours_cost_the_least_of_all_orders() {
    each_map(4, |numbers, map, open, moves| {
        let start = open[numbers.next(open.len() as u64) as usize];
        let stops = if numbers.next(10) == 0 { Vec::new() } else { numbers.cells(open, 5) };
        let finish = match numbers.next(3) {
            0 => Finish::LastStop,
            1 => Finish::Start,
            _ => Finish::At(open[numbers.next(open.len() as u64) as usize]),
        };
        let end = match finish {
            Finish::LastStop => None,
            Finish::Start => Some(start),
            Finish::At(cell) => Some(cell),
        };
        let cost = |from, to| least_cost(map, from, to, moves).unwrap_or(f64::INFINITY);
        let mut searcher = Searcher::new(map);
        let none = Limits::default();
        for order in [StopOrder::Best, StopOrder::Given] {
            let expected = if order == StopOrder::Best {
                try_orders(start, &mut stops.clone(), end, &cost)
            } else {
                let points: Vec<Cell> =
                    [start].into_iter().chain(stops.iter().copied()).chain(end).collect();
                points.windows(2).map(|pair| cost(pair[0], pair[1])).sum()
            };
            let reply = searcher.tour(start, &stops, finish, order, moves, &none).unwrap();
            let Some(tour) = reply.found() else {
                assert!(expected.is_infinite() && reply.finding == Finding::Impossible);
                continue;
            };
            assert!((tour.path.cost - expected).abs() < 1e-6, "{start} {stops:?} {map:?}");
            assert!((tour.legs.iter().sum::<f64>() - expected).abs() < 1e-6);
            let mut visited = tour.order.clone();
            visited.sort_unstable();
            assert!(visited.into_iter().eq(0..stops.len()));
            let last = end.or(tour.order.last().map(|&stop| stops[stop])).unwrap_or(start);
            assert_is_path(map, start, last, moves, &tour.path);
            assert!(stops.iter().all(|stop| tour.path.cells.contains(stop)));
        }
    });
}

#[test]
fn the_best_order_of_fifteen_is_searched_and_sixteen_are_refused() {
    let map = Map::open(20, 20).unwrap();
    let mut searcher = Searcher::new(&map);
    let stops: Vec<Cell> = (0..16).map(|at| Cell::new(at * 7 % 20, at * 11 % 20)).collect();
    let (start, none) = (Cell::new(0, 0), Limits::default());
    let mut ask = |stops: &[Cell]| {
        searcher.tour(start, stops, Finish::Start, StopOrder::Best, Moves::Four, &none)
    };
    let tour = ask(&stops[..15]).unwrap();
    assert!(tour.found().is_some_and(|tour| tour.order.len() == 15));
    assert_eq!(ask(&stops), Err(QueryError::TooManyStops { found: 16, most: 15 }));
}

#[test]
fn wrong_cells_and_limits_are_refused_or_stop() {
    let mut map = Map::open(30, 30).unwrap();
    map.set(Cell::new(1, 1), xun_grid::Terrain::WALL);
    let mut searcher = Searcher::new(&map);
    let (none, moves) = (Limits::default(), Moves::Eight);
    let (good, wall, outside) = (Cell::new(0, 0), Cell::new(1, 1), Cell::new(30, 0));
    assert!(searcher.nearest_goal(&[], &[good], moves, &none).is_err());
    assert!(searcher.all_goals(&[good], &[], moves, &none).is_err());
    assert!(searcher.matrix(&[good], &[wall], moves, &none).is_err());
    assert!(searcher.field(&[outside], Direction::ToSources, moves, &none).is_err());
    assert!(searcher.nearest_reachable(good, outside, moves, &none).is_err());
    assert!(searcher.nearest_reachable(good, wall, moves, &none).is_ok());
    let few = Limits { expansions: Some(3), ..Limits::default() };
    let far = Cell::new(29, 29);
    assert!(matches!(
        searcher.matrix(&[good], &[far], moves, &few).unwrap().finding,
        Finding::Stopped
    ));
    assert!(matches!(
        searcher.field(&[good], Direction::FromSources, moves, &few).unwrap().finding,
        Finding::Stopped
    ));
}
