//! Whatever problem there can be: nothing panics, everything agrees, limits are obeyed.

use crate::exact::check;
use crate::families::Random;
use crate::reference;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use xun_grid::generate::{Kind, Recipe, generate};
use xun_grid::supply::{Heuristic, Verdict, explain, labels, priced, smallest_tank, textbook};
use xun_grid::{Cell, Limits, Map, Outcome, Problem, Silent, Station, Supply};

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
    let mut map = Map::from_terrain(rows, columns, terrain).unwrap();
    for cell in stations.iter().map(|station| station.cell).chain([start, goal]) {
        if !map.is_open(cell) {
            map.set(cell, 1);
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
        check(&problem, &labels(&problem, &limits, &mut Silent), expected, "labels");
        let heuristic = Heuristic::ALL[round % 4];
        check(
            &problem,
            &textbook(&problem, heuristic, &limits, &mut Silent),
            expected,
            heuristic.name(),
        );
        let tank = problem.supply().unwrap().tank;
        assert_eq!(
            smallest_tank(&problem).is_some_and(|smallest| smallest <= tank),
            expected.is_some()
        );
        let cheapest = priced(&problem, &limits, &mut Silent).answer.outcome;
        assert_eq!(matches!(cheapest, Outcome::Found(_)), expected.is_some(), "{problem:?}");
        match explain(&problem, &limits).verdict {
            Verdict::Possible(journey) => assert_eq!(Some(journey.path.steps() as u32), expected),
            Verdict::Impossible(_) => assert_eq!(expected, None),
            Verdict::Stopped => panic!("nobody stopped it"),
        }
    }
}

#[test]
fn a_search_that_is_stopped_says_so_or_is_right() {
    let mut random = Random::new(11);
    let (stop, now) = (AtomicBool::new(true), Instant::now());
    for _ in 0..500 {
        let problem = arbitrary(&mut random);
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
                priced(&problem, &limits, &mut Silent).answer,
            ];
            for answer in answers {
                match answer.outcome {
                    Outcome::Found(_) => assert!(expected.is_some()),
                    Outcome::Impossible => assert_eq!(expected, None),
                    Outcome::Stopped => {}
                }
            }
            explain(&problem, &limits);
        }
    }
}

/// More steps than two bytes hold, over more stations than that.
#[test]
fn a_very_long_corridor() {
    let recipe =
        Recipe { kind: Kind::Corridor, rows: 601, columns: 600, spacing: 2, ..Recipe::default() };
    let problem = generate(&recipe).unwrap();
    let length = problem.map().terrain().iter().filter(|&&terrain| terrain > 0).count() as u32 - 1;
    assert!(length > 150_000);
    check(&problem, &labels(&problem, &Limits::default(), &mut Silent), Some(length), "labels");
    assert_eq!(smallest_tank(&problem), Some(2));
}
