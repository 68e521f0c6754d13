//! The supply searches by name, through the library's one entry.

use xun_grid::{
    Algorithm, Answer, Heuristic, Limits, Map, Observer, Options, Problem, Station, Supply, solve,
};

fn run(
    problem: &Problem,
    algorithm: Algorithm,
    heuristic: Option<Heuristic>,
    limits: &Limits<'_>,
    observer: &mut impl Observer,
) -> Answer {
    let options = Options { algorithm, heuristic, ..Options::default() };
    let answer = solve(problem, &options, limits, observer).expect("it handles the problem");
    assert_eq!((answer.algorithm, answer.heuristic), (algorithm, heuristic));
    answer
}

pub(crate) fn labels(
    problem: &Problem,
    limits: &Limits<'_>,
    observer: &mut impl Observer,
) -> Answer {
    run(problem, Algorithm::Labels, None, limits, observer)
}

/// A\* over (cell, supply).
pub(crate) fn textbook(
    problem: &Problem,
    heuristic: Heuristic,
    limits: &Limits<'_>,
    observer: &mut impl Observer,
) -> Answer {
    run(problem, Algorithm::AStar, Some(heuristic), limits, observer)
}

pub(crate) fn priced(
    problem: &Problem,
    limits: &Limits<'_>,
    observer: &mut impl Observer,
) -> Answer {
    run(problem, Algorithm::Priced, None, limits, observer)
}

/// The same problem on plain ground.
pub(crate) fn on_plain_ground(problem: &Problem) -> Problem {
    let map = problem.map();
    let terrain = map.costs().iter().map(|&cost| cost.min(1)).collect();
    let map = Map::from_costs(map.rows(), map.columns(), terrain).unwrap();
    Problem::with_supply(map, problem.start(), problem.goal(), problem.supply().cloned()).unwrap()
}

/// The same problem with stations that cost nothing.
pub(crate) fn with_free_stations(problem: &Problem) -> Problem {
    let Supply { tank, stations } = problem.supply().unwrap().clone();
    let stations = stations.into_iter().map(|station| Station { price: 0, ..station }).collect();
    let supply = Some(Supply { tank, stations });
    Problem::with_supply(problem.map().clone(), problem.start(), problem.goal(), supply).unwrap()
}
