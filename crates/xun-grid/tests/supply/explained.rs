//! Explanations against what trying every tank says.

use crate::families::{self, Random};
use crate::reference;
use xun_grid::supply::{Feasibility, Reason, explain, replay, smallest_tank};
use xun_grid::{Cell, Limits, Problem, Supply};

fn with_tank(problem: &Problem, tank: u32) -> Problem {
    let stations = problem.supply().unwrap().stations.clone();
    let supply = Some(Supply { tank, stations });
    Problem::with_supply(problem.map().clone(), problem.start(), problem.goal(), supply).unwrap()
}

fn distance(problem: &Problem, from: Cell) -> Option<u32> {
    let supply = Some(Supply { tank: u32::MAX, stations: Vec::new() });
    reference::steps(
        &Problem::with_supply(problem.map().clone(), from, problem.goal(), supply).unwrap(),
    )
}

fn check(problem: &Problem) {
    let tank = problem.supply().unwrap().tank;
    let explanation = explain(problem, &Limits::default());
    let direct = distance(problem, problem.start());
    let by_tank: Vec<Option<u32>> =
        (0..=direct.unwrap_or(0)).map(|tank| reference::steps(&with_tank(problem, tank))).collect();
    let smallest = by_tank.iter().position(Option::is_some).map(|tank| tank as u32);
    assert_eq!(explanation.smallest_tank, smallest, "{problem:?}");
    assert_eq!(smallest_tank(problem), smallest);
    assert_eq!(explanation.longest_leg.map(|leg| leg.steps), smallest.filter(|&tank| tank > 0));
    let expected = reference::steps(problem);
    match explanation.verdict {
        Feasibility::Possible(journey) => {
            assert_eq!(Some(journey.path.steps() as u32), expected);
            assert_eq!(replay(problem, &journey.path.cells).unwrap(), journey.stops);
            for refill in &journey.refills {
                let stop = journey.stops[refill.step];
                assert_eq!(
                    (stop.cell, stop.arrival, stop.supply),
                    (refill.cell, refill.arrival, tank)
                );
            }
            let mut table = vec![(tank, expected.unwrap())];
            for larger in tank + 1..=direct.unwrap() {
                let steps = by_tank[larger as usize].unwrap();
                if steps < table.last().unwrap().1 {
                    table.push((larger, steps));
                }
            }
            let rows: Vec<_> =
                journey.larger_tanks.iter().map(|row| (row.tank, row.steps)).collect();
            assert_eq!(rows, table, "{problem:?}");
            assert!(journey.larger_tanks.iter().all(|row| row.smallest));
        }
        Feasibility::Impossible(hindrance) => {
            assert_eq!(expected, None);
            let cells = reference::reached(problem);
            assert_eq!(hindrance.cells, cells.len() as u64, "{problem:?}");
            assert!(cells.contains(&hindrance.nearest));
            assert_eq!(hindrance.missing, distance(problem, hindrance.nearest));
            if direct.is_some() {
                let nearest = cells.iter().filter_map(|&cell| distance(problem, cell)).min();
                assert_eq!(hindrance.missing, nearest);
            }
            assert!(hindrance.dry.iter().all(|cell| cells.contains(cell)));
            let stations = &problem.supply().unwrap().stations;
            let start = problem.start();
            let mut reached: Vec<Cell> = stations.iter().map(|station| station.cell).collect();
            reached.retain(|cell| *cell != start && cells.contains(cell));
            reached.sort_unstable();
            reached.dedup();
            let mut told = hindrance.stations.clone();
            told.sort_unstable();
            assert_eq!(told, reached);
            let reason = match (direct, reached.is_empty()) {
                (None, _) => Reason::Walls,
                (_, true) => Reason::NoStationWithinReach,
                _ => Reason::ChainBreaks,
            };
            assert_eq!(hindrance.reason, reason);
        }
        Feasibility::Stopped => panic!("nothing stopped it"),
    }
}

#[test]
fn explanations_are_what_trying_every_tank_says() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        check(&families::random(&mut random));
        check(&families::comb(&mut random));
        check(&families::ladder(&mut random));
        check(&families::dead_end_station(&mut random));
        check(&families::corridor_by_one(&mut random));
    }
}
