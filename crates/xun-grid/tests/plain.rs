//! Every plain search against the reference: 20,000 problems of every family, each by all
//! algorithms.

mod reference;

use reference::{assert_is_path, least_cost};
use xun_grid::generate::{Kind, Recipe, generate};
use xun_grid::{
    Algorithm, Cell, Guarantee, Heuristic, Limits, Map, Moves, Options, Outcome, Searcher, Silent,
    SolveError, Terrain,
};

/// A small generator of numbers, so that the maps do not depend on the crate's own.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % below
    }
}

fn random_map(numbers: &mut Numbers, weighted: bool) -> Map {
    let (rows, columns) = (1 + numbers.next(12) as u32, 1 + numbers.next(12) as u32);
    let density = numbers.next(60);
    let terrain = (0..rows * columns)
        .map(|_| match numbers.next(100) {
            wall if wall < density => 0,
            _ if weighted => 1 + numbers.next(9) as u8,
            _ => 1,
        })
        .collect();
    Map::from_costs(rows, columns, terrain).unwrap()
}

/// Ground of a few costs in rectangles, as on maps with roads, grass and swamps.
fn regions(numbers: &mut Numbers) -> Map {
    let (rows, columns) = (1 + numbers.next(20) as u32, 1 + numbers.next(20) as u32);
    let mut map = Map::open(rows, columns).unwrap();
    for _ in 0..=numbers.next(8) {
        let (top, left) = (numbers.next(u64::from(rows)), numbers.next(u64::from(columns)));
        let (high, wide) = (1 + numbers.next(9), 1 + numbers.next(9));
        let terrain = Terrain::new([0, 1, 2, 3, 9][numbers.next(5) as usize]);
        for row in top..(top + high).min(u64::from(rows)) {
            for column in left..(left + wide).min(u64::from(columns)) {
                map.set(Cell::new(row as u32, column as u32), terrain);
            }
        }
    }
    map
}

/// Asserts that the answer keeps what the options promise.
fn check(
    searcher: &mut Searcher<'_>,
    map: &Map,
    (start, goal): (Cell, Cell),
    options: &Options,
    least: Option<f64>,
) {
    let patience = if options.algorithm == Algorithm::Ida { 20_000 } else { 3_000_000 };
    let limits = Limits { expansions: Some(patience), ..Limits::default() };
    let answer = match searcher.search(start, goal, options, &limits, &mut Silent) {
        Ok(answer) => answer,
        Err(SolveError::Unsupported { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    let about = || format!("{start} to {goal}, {options:?}, {map:?}");
    match (answer.outcome, least) {
        (Outcome::Found(path), Some(least)) => {
            assert_is_path(map, start, goal, options.moves, &path);
            let most = match answer.guarantee {
                Guarantee::Optimal => least,
                Guarantee::Within(factor) => least * factor,
                _ => f64::INFINITY,
            };
            assert!(path.cost <= most + 1e-6, "{} instead of {least}: {}", path.cost, about());
            assert!(path.cost >= least - 1e-6, "{} is less than {least}: {}", path.cost, about());
            if options.algorithm != Algorithm::Ida {
                let alone = searcher.distance(start, goal, options).unwrap();
                assert_eq!(alone, Some(path.cost), "without cells: {}", about());
            }
        }
        (Outcome::Impossible, None) => {}
        (Outcome::Stopped, _) if options.algorithm == Algorithm::Ida => {}
        (outcome, least) => panic!("{outcome:?} instead of {least:?}: {}", about()),
    }
}

/// 20,000 problems on the maps that `make` makes.
fn family(seed: u64, mut make: impl FnMut(&mut Numbers) -> Map) {
    let mut numbers = Numbers(0x5EED_0000_0000 + seed);
    let mut problems = 0;
    while problems < 20_000 {
        let map = make(&mut numbers);
        let open: Vec<Cell> = (0..map.cells())
            .map(|index| map.cell(index))
            .filter(|&cell| map.is_open(cell))
            .collect();
        if open.is_empty() {
            continue;
        }
        let mut searcher = Searcher::new(&map);
        for _ in 0..4 {
            let start = open[numbers.next(open.len() as u64) as usize];
            let goal = open[numbers.next(open.len() as u64) as usize];
            let moves = Moves::ALL[numbers.next(3) as usize];
            let least = least_cost(&map, start, goal, moves);
            for &algorithm in Algorithm::ALL {
                let by_bounds = matches!(algorithm, Algorithm::Ida | Algorithm::IdaTable);
                if by_bounds && !map.is_uniform() && numbers.next(20) > 0 {
                    // Almost every cost is another bound there: correct, but slow.
                    continue;
                }
                let heuristic = match numbers.next(8) as usize {
                    chosen if chosen < 5 && !by_bounds => Some(Heuristic::ALL[chosen]),
                    1 => Some(Heuristic::Chebyshev),
                    _ => None,
                };
                let weight = 1.0 + numbers.next(30) as f64 / 10.0;
                let options = Options { algorithm, heuristic, moves, weight };
                check(&mut searcher, &map, (start, goal), &options, least);
            }
            problems += 1;
        }
    }
}

fn generated(kind: Kind, numbers: &mut Numbers) -> Map {
    let recipe = Recipe {
        kind,
        rows: 1 + numbers.next(17) as u32,
        columns: 1 + numbers.next(17) as u32,
        seed: numbers.next(u64::MAX),
        spacing: 1 + numbers.next(5) as u32,
        ..Recipe::default()
    };
    generate(&recipe).unwrap().map().clone()
}

#[test]
fn random() {
    family(1, |numbers| random_map(numbers, false));
}

#[test]
fn weighted() {
    family(2, |numbers| random_map(numbers, true));
}

#[test]
fn weighted_regions() {
    family(9, regions);
}

#[test]
fn mazes() {
    family(3, |numbers| generated(Kind::Maze, numbers));
}

#[test]
fn braided_mazes() {
    family(4, |numbers| generated(Kind::Braided, numbers));
}

#[test]
fn rooms() {
    family(5, |numbers| generated(Kind::Rooms, numbers));
}

#[test]
fn caves() {
    family(6, |numbers| generated(Kind::Caves, numbers));
}

/// Larger than a word of bits, so that walks cross words: both jump point searches against A\*.
#[test]
fn wide_maps() {
    let mut numbers = Numbers(0x5EED_0007);
    for round in 0..200 {
        let kinds = [Kind::Random, Kind::Rooms, Kind::Caves, Kind::Braided];
        let (rows, columns) = (60 + numbers.next(140) as u32, 60 + numbers.next(140) as u32);
        let density = (round % 2 == 0).then_some(numbers.next(35) as f64 / 100.0);
        let recipe = Recipe {
            kind: kinds[round % 4],
            rows,
            columns,
            seed: round as u64,
            density,
            ..Recipe::default()
        };
        let map = generate(&recipe).unwrap().map().clone();
        let mut searcher = Searcher::new(&map);
        let open: Vec<Cell> = (0..map.cells())
            .map(|index| map.cell(index))
            .filter(|&cell| map.is_open(cell))
            .collect();
        for _ in 0..10 {
            let start = open[numbers.next(open.len() as u64) as usize];
            let goal = open[numbers.next(open.len() as u64) as usize];
            let options =
                Options { algorithm: Algorithm::AStar, moves: Moves::Eight, ..Options::default() };
            let answer =
                searcher.search(start, goal, &options, &Limits::default(), &mut Silent).unwrap();
            let least = match answer.outcome {
                Outcome::Found(path) => Some(path.cost),
                _ => None,
            };
            for algorithm in
                [Algorithm::Jps, Algorithm::JpsTable, Algorithm::Bidirectional, Algorithm::Fringe]
            {
                check(&mut searcher, &map, (start, goal), &Options { algorithm, ..options }, least);
            }
        }
    }
}
