//! Every plain search against the reference.

mod reference;

use reference::{assert_is_path, least_cost};
use xun_grid::search::{Algorithm, Guarantee, Heuristic, Moves, Options, SearchError, Searcher};
use xun_grid::{Cell, Limits, Map, Outcome, Silent};

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
    Map::from_terrain(rows, columns, terrain).unwrap()
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
    let answer = match searcher.search(start, goal, options, limits, &mut Silent) {
        Ok(answer) => answer,
        Err(SearchError::Unsupported { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    let about = || format!("{start} to {goal}, {options:?}, {map:?}");
    match (answer.outcome, least) {
        (Outcome::Found(path), Some(least)) => {
            assert_is_path(map, start, goal, options.moves, &path);
            let most = match options.guarantee(map) {
                Guarantee::Optimal => least,
                Guarantee::Within(factor) => least * factor,
                Guarantee::FewestSteps | Guarantee::AnyPath => f64::INFINITY,
            };
            assert!(path.cost <= most + 1e-6, "{} instead of {least}: {}", path.cost, about());
            assert!(path.cost >= least - 1e-6, "{} is less than {least}: {}", path.cost, about());
        }
        (Outcome::Impossible, None) => {}
        (Outcome::Stopped, _) if options.algorithm == Algorithm::Ida => {}
        (outcome, least) => panic!("{outcome:?} instead of {least:?}: {}", about()),
    }
}

#[test]
fn random_maps() {
    let mut numbers = Numbers(0x5EED_0001);
    for round in 0..2_000 {
        let map = random_map(&mut numbers, round % 2 == 1);
        let open: Vec<Cell> =
            (0..map.cells()).map(|index| map.cell(index)).filter(|&cell| map.is_open(cell)).collect();
        if open.is_empty() {
            continue;
        }
        let mut searcher = Searcher::new(&map);
        for _ in 0..3 {
            let start = open[numbers.next(open.len() as u64) as usize];
            let goal = open[numbers.next(open.len() as u64) as usize];
            for moves in Moves::ALL {
                let least = least_cost(&map, start, goal, moves);
                for algorithm in Algorithm::ALL {
                    let heuristic = match numbers.next(8) as usize {
                        chosen if chosen < 5 => Some(Heuristic::ALL[chosen]),
                        _ => None,
                    };
                    let weight = 1.0 + numbers.next(30) as f64 / 10.0;
                    let options = Options { algorithm, heuristic, moves, weight };
                    check(&mut searcher, &map, (start, goal), &options, least);
                }
            }
        }
    }
}
