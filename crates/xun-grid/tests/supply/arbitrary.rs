//! Whatever problem there can be: nothing panics, everything agrees, limits are obeyed.

use crate::exact::check;
use crate::families::Random;
use crate::reference;
use crate::searches::{labels, on_plain_ground, priced, textbook, with_free_stations};
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use xun_grid::Heuristic;
use xun_grid::generate::{Kind, Recipe, generate};
use xun_grid::supply::{Feasibility, explain, replay, smallest_tank};
use xun_grid::{
    Algorithm, Cell, Limits, Map, Moves, Options, Outcome, Problem, Silent, Station, Supply,
    Terrain,
};

/// A problem whose cells may coincide, be cut off or stand beside each other; any terrain, any
/// tank.
fn arbitrary(random: &mut Random) -> Problem {
    let (rows, columns) = match random.range(0, 3) {
        0 => (1, random.range(1, 30)),
        1 => (random.range(1, 30), 1),
        _ => (random.range(1, 9), random.range(1, 9)),
    };
    let walls = random.range(0, 60);
    let cell =
        |random: &mut Random| Cell::new(random.range(0, rows - 1), random.range(0, columns - 1));
    let [start, goal] = [(); 2].map(|()| cell(random));
    let stations: Vec<Station> = (0..random.range(0, 12))
        .map(|_| {
            let price = if random.chance(90) { random.range(0, 5) } else { u32::MAX };
            Station { cell: cell(random), price }
        })
        .collect();
    let mut terrain: Vec<u8> = Vec::new();
    for _ in 0..rows * columns {
        terrain.push(if random.chance(walls) { 0 } else { random.range(1, 255) as u8 });
    }
    let mut map = Map::from_costs(rows, columns, terrain).unwrap();
    for cell in stations.iter().map(|station| station.cell).chain([start, goal]) {
        if !map.is_open(cell) {
            map.set(cell, Terrain::PLAIN);
        }
    }
    let tank = match random.range(0, 9) {
        0 => 0,
        1 => 1,
        2 => u32::MAX,
        3 => random.range(30_000, 70_000),
        _ => random.range(2, 12),
    };
    Problem::with_supply(map, start, goal, Some(Supply { tank, stations })).unwrap()
}

#[test]
fn every_search_agrees_on_whatever_there_is() {
    let mut random = Random::new(10);
    for round in 0..10_000 {
        let problem = arbitrary(&mut random);
        let limits = Limits::default();
        let expected = reference::steps(&problem);
        let free = with_free_stations(&on_plain_ground(&problem));
        check(&free, &labels(&free, &limits, &mut Silent), expected, "labels");
        let heuristic = Heuristic::SUPPLY[round % 4];
        check(&free, &textbook(&free, heuristic, &limits, &mut Silent), expected, heuristic.name());
        let dear = with_free_stations(&problem);
        let answer = textbook(&dear, heuristic, &limits, &mut Silent);
        let cost = answer.path().map(|path| {
            replay(&dear, &path.cells).unwrap();
            path.cost as u32
        });
        assert_eq!(cost, reference::least_cost(&dear), "{heuristic} on {dear:?}");
        let bfs = Options { algorithm: Algorithm::Bfs, ..Options::default() };
        let answer = dear.solve_with(&bfs).unwrap();
        assert_eq!(answer.path().map(|path| path.steps() as u32), expected, "bfs on {dear:?}");
        let tank = problem.supply().unwrap().tank;
        assert_eq!(
            smallest_tank(&problem).is_some_and(|smallest| smallest <= tank),
            expected.is_some()
        );
        let cheapest = priced(&on_plain_ground(&problem), &limits, &mut Silent).outcome;
        assert_eq!(matches!(cheapest, Outcome::Found(_)), expected.is_some(), "{problem:?}");
        match explain(&problem, &limits).verdict {
            Feasibility::Possible(journey) => {
                assert_eq!(Some(journey.path.steps() as u32), expected);
            }
            Feasibility::Impossible(_) => assert_eq!(expected, None),
            Feasibility::Stopped => panic!("nothing stopped it"),
        }
    }
}

#[test]
fn a_search_that_is_stopped_says_so_or_is_right() {
    let mut random = Random::new(11);
    let (stop, now) = (AtomicBool::new(true), Instant::now());
    for _ in 0..500 {
        let priced_problem = on_plain_ground(&arbitrary(&mut random));
        let problem = with_free_stations(&priced_problem);
        let expected = reference::steps(&problem);
        let limits = [
            Limits { stop: Some(&stop), ..Limits::default() },
            Limits { deadline: Some(now), ..Limits::default() },
            Limits { expansions: Some(3), ..Limits::default() },
        ];
        for limits in limits {
            let answers = [
                labels(&problem, &limits, &mut Silent),
                textbook(&problem, Heuristic::Manhattan, &limits, &mut Silent),
                priced(&priced_problem, &limits, &mut Silent),
            ];
            for answer in answers {
                match answer.outcome {
                    Outcome::Found(_) => assert!(expected.is_some()),
                    Outcome::Impossible => assert_eq!(expected, None),
                    Outcome::Stopped => {}
                }
            }
            let _ = explain(&problem, &limits);
        }
    }
}

/// More steps than two bytes hold, over more stations than that.
#[test]
fn a_very_long_corridor() {
    let recipe =
        Recipe { kind: Kind::Corridor, rows: 601, columns: 600, spacing: 2, ..Recipe::default() };
    let problem = generate(&recipe).unwrap();
    let length = problem.map().costs().iter().filter(|&&terrain| terrain > 0).count() as u32 - 1;
    assert!(length > 150_000);
    check(&problem, &labels(&problem, &Limits::default(), &mut Silent), Some(length), "labels");
    assert_eq!(smallest_tank(&problem), Some(2));
}

/// The parts of a problem that a search does not handle are refused, never ignored.
#[test]
fn no_search_ignores_a_part_of_the_problem() {
    let mut random = Random::new(12);
    for _ in 0..2_000 {
        let problem = arbitrary(&mut random);
        for &algorithm in Algorithm::ALL {
            for moves in Moves::ALL {
                let options = Options { algorithm, moves, ..Options::default() };
                let Err(error) = options.effective(&problem) else {
                    assert_eq!(moves, Moves::Four);
                    let known = algorithm.capabilities();
                    assert!(known.supply && (known.prices || !problem.has_prices()));
                    assert!(known.terrain || problem.map().is_uniform());
                    continue;
                };
                assert_eq!(problem.solve_with(&options), Err(error));
            }
        }
    }
}
