//! The oracle against the reference, with memory for all labels, for some and for none; and its
//! file.

mod reference;

use reference::{assert_is_path, least_cost};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use xun_grid::generate::{Kind, Random, Recipe, generate};
use xun_grid::{
    Algorithm, Cell, Limits, Map, Moves, Options, Oracle, OracleError, OracleOptions, OracleQuery,
    Searcher, Silent, Terrain,
};

fn open_cells(map: &Map) -> Vec<Cell> {
    (0..map.cells()).map(|index| map.cell(index)).filter(|&cell| map.is_open(cell)).collect()
}

/// A map of one of the kinds, of up to `side` rows and columns.
fn random_map(random: &mut Random, side: u32) -> Map {
    let kind = [Kind::Random, Kind::Random, Kind::Maze, Kind::Braided, Kind::Rooms, Kind::Caves]
        [random.below(6) as usize];
    let recipe = Recipe {
        kind,
        rows: 1 + random.below(side),
        columns: 1 + random.below(side),
        seed: random.bits(),
        density: (kind == Kind::Random).then(|| f64::from(random.below(60)) / 100.0),
        spacing: 1 + random.below(5),
        ..Recipe::default()
    };
    generate(&recipe).unwrap().map().clone()
}

fn build(map: &Map, bytes_per_cell: u32) -> Result<Oracle, OracleError> {
    Oracle::build(map, &OracleOptions { bytes_per_cell }, &Limits::default())
}

/// Compares distances and paths between random cells with the reference.
fn compare(oracle: &Oracle, map: &Map, pairs: u32, random: &mut Random) {
    let open = open_cells(map);
    if open.is_empty() {
        return;
    }
    let mut query = OracleQuery::new(oracle);
    for _ in 0..pairs {
        let [start, goal] = [(); 2].map(|()| open[random.below(open.len() as u32) as usize]);
        let least = least_cost(map, start, goal, Moves::Eight);
        let distance = query.distance(start, goal).unwrap();
        let about = || format!("{start} to {goal}: {distance:?} instead of {least:?} on {map:?}");
        match (distance, least) {
            (Some(found), Some(least)) => {
                assert!((found - least).abs() < 1e-6, "{}", about());
                let path = query.path(start, goal).unwrap().unwrap();
                assert_is_path(map, start, goal, Moves::Eight, &path);
                assert!((path.cost - least).abs() < 1e-6, "{}", about());
            }
            (None, None) => assert!(query.path(start, goal).unwrap().is_none()),
            _ => panic!("{}", about()),
        }
    }
}

#[test]
fn answers_are_those_of_the_reference() {
    let mut random = Random::new(22);
    for _ in 0..2_500 {
        let map = random_map(&mut random, 24);
        let oracle = build(&map, 10_000).unwrap();
        assert!(oracle.is_complete());
        compare(&oracle, &map, 8, &mut random);
    }
}

/// On larger maps, with so little memory that the labels end after a few hubs.
#[test]
fn answers_are_those_of_the_reference_with_little_memory() {
    let mut random = Random::new(23);
    let mut incomplete = 0;
    for _ in 0..300 {
        let map = random_map(&mut random, 90);
        let needed = match build(&map, 0) {
            Err(OracleError::TooLittleMemory { needed, .. }) => needed as u32,
            made => {
                compare(&made.unwrap(), &map, 4, &mut random);
                continue;
            }
        };
        for more in [0, 2, 20] {
            let oracle = build(&map, needed + more).unwrap();
            assert!(oracle.bytes() <= u64::from(needed + more) * map.cells() as u64 + 4096);
            incomplete += u32::from(!oracle.is_complete());
            compare(&oracle, &map, 8, &mut random);
            let again = Oracle::from_bytes(&oracle.to_bytes(), &map).unwrap();
            assert_eq!(again.is_complete(), oracle.is_complete());
            compare(&again, &map, 4, &mut random);
        }
    }
    assert!(incomplete > 100, "{incomplete} oracles had to search");
}

#[test]
fn a_searcher_takes_the_oracle_of_its_map_only() {
    let recipe = Recipe { kind: Kind::Caves, rows: 40, columns: 60, seed: 3, ..Recipe::default() };
    let map = generate(&recipe).unwrap().map().clone();
    let oracle = Arc::new(build(&map, 64).unwrap());
    let mut searcher = Searcher::new(&map);
    searcher.set_oracle(Arc::clone(&oracle)).unwrap();
    let options =
        Options { algorithm: Algorithm::Oracle, moves: Moves::Eight, ..Options::default() };
    let open = open_cells(&map);
    let (start, goal) = (open[0], open[open.len() - 1]);
    let limits = Limits::default();
    let answer = searcher.search(start, goal, &options, &limits, &mut Silent).unwrap();
    let least = least_cost(&map, start, goal, Moves::Eight);
    let found = answer.path().unwrap().cost;
    assert!((found - least.unwrap()).abs() < 1e-6, "{found} instead of {least:?}");
    assert_eq!(answer.algorithm, Algorithm::Oracle);
    assert!(answer.statistics.memory > oracle.bytes());

    let mut other = map.clone();
    other.set(open[5], Terrain::WALL);
    assert_eq!(Searcher::new(&other).set_oracle(oracle).unwrap_err(), OracleError::AnotherMap);
}

#[test]
fn a_raised_flag_stops_the_making() {
    let recipe = Recipe { kind: Kind::Random, rows: 60, columns: 60, ..Recipe::default() };
    let map = generate(&recipe).unwrap().map().clone();
    let stop = AtomicBool::new(true);
    let limits = Limits { stop: Some(&stop), ..Limits::default() };
    let made = Oracle::build(&map, &OracleOptions::default(), &limits);
    assert_eq!(made.unwrap_err(), OracleError::Stopped);
    let mut weighted = map;
    let cell = open_cells(&weighted)[0];
    weighted.set(cell, Terrain::new(3));
    assert_eq!(build(&weighted, 64).unwrap_err(), OracleError::WeightedTerrain);
}

/// Every byte of a file changed in turn, and every shorter file.
#[test]
fn damaged_files_are_refused() {
    let map = generate(&Recipe { rows: 9, columns: 9, seed: 5, ..Recipe::default() }).unwrap();
    let map = map.map().clone();
    let bytes = build(&map, 10_000).unwrap().to_bytes();
    assert!(Oracle::from_bytes(&bytes, &map).is_ok());
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(Oracle::from_bytes(&changed, &map).is_err(), "byte {at}");
        assert!(Oracle::from_bytes(&bytes[..at], &map).is_err(), "{at} bytes");
    }
    let message = Oracle::from_bytes(b"type octile", &map).unwrap_err().to_string();
    assert!(message.contains("XUNORACL"), "{message}");
    let other = Map::open(9, 9).unwrap();
    assert_eq!(Oracle::from_bytes(&bytes, &other).unwrap_err(), OracleError::AnotherMap);
}
