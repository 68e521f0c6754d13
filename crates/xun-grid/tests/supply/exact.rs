//! Fast search and textbook against the referee.

use crate::families::{self, Random};
use crate::reference;
use crate::searches::{labels, textbook};
use xun_grid::Heuristic;
use xun_grid::generate::{Kind, Recipe, generate};
use xun_grid::supply::replay;
use xun_grid::{
    Answer, Cell, Event, Limits, Map, Observer, Outcome, Problem, Silent, Station, Supply,
};

/// Checks an answer and its path against what is right.
pub(crate) fn check(problem: &Problem, answer: &Answer, expected: Option<u32>, what: &str) {
    match (&answer.outcome, expected) {
        (Outcome::Found(path), Some(steps)) => {
            assert_eq!(path.steps(), steps as usize, "{what} on {problem:?}");
            assert_eq!(path.cost.to_bits(), f64::from(steps).to_bits(), "{what} on {problem:?}");
            if let Err(error) = replay(problem, &path.cells) {
                panic!("{what}: {error} on {problem:?}");
            }
        }
        (Outcome::Impossible, None) => {}
        (outcome, _) => panic!("{what} says {outcome:?}, not {expected:?}, on {problem:?}"),
    }
}

/// Everything that must agree on one problem.
fn agree(problem: &Problem, heuristic: Heuristic) {
    let expected = reference::steps(problem);
    check(problem, &labels(problem, &Limits::default(), &mut Silent), expected, "labels");
    check(
        problem,
        &textbook(problem, heuristic, &Limits::default(), &mut Silent),
        expected,
        heuristic.name(),
    );
}

fn family(make: impl Fn(&mut Random) -> Problem) {
    let mut random = Random::new(1);
    for round in 0..20_000 {
        agree(&make(&mut random), Heuristic::SUPPLY[round % 4]);
    }
}

#[test]
fn random_problems() {
    family(families::random);
}

#[test]
fn combs() {
    family(families::comb);
}

#[test]
fn ladders() {
    family(families::ladder);
}

#[test]
fn dead_end_stations() {
    family(families::dead_end_station);
}

#[test]
fn corridors_by_one() {
    family(families::corridor_by_one);
}

#[test]
fn generated_combs() {
    family(|random| families::generated(Kind::Comb, random));
}

#[test]
fn generated_ladders() {
    family(|random| families::generated(Kind::Ladder, random));
}

#[test]
fn generated_dead_ends() {
    family(|random| families::generated(Kind::DeadEnd, random));
}

#[test]
fn generated_corridors() {
    family(|random| families::generated(Kind::Corridor, random));
}

#[test]
fn wide_problems_over_many_stations() {
    let mut random = Random::new(8);
    let mut over_many = 0;
    for _ in 0..3_000 {
        let problem = families::wide(&mut random);
        let expected = reference::steps(&problem);
        let answer = labels(&problem, &Limits::default(), &mut Silent);
        check(&problem, &answer, expected, "labels");
        let tank = problem.supply().unwrap().tank;
        over_many += u32::from(expected.is_some_and(|steps| steps > 3 * tank));
    }
    assert!(over_many > 500, "only {over_many} ways go over several stations");
}

#[test]
fn edge_cases() {
    let problem = |rows, columns, start, goal, tank, stations: &[(u32, u32)]| {
        let cell = |(row, column)| Cell::new(row, column);
        let stations = stations.iter().map(|&at| Station { cell: cell(at), price: 0 }).collect();
        let map = Map::open(rows, columns).unwrap();
        Problem::with_supply(map, cell(start), cell(goal), Some(Supply { tank, stations })).unwrap()
    };
    let cases = [
        (problem(1, 1, (0, 0), (0, 0), 0, &[]), Some(0)),
        (problem(1, 2, (0, 0), (0, 1), 0, &[]), None),
        (problem(1, 3, (0, 0), (0, 2), 0, &[(0, 1), (0, 0)]), None),
        (problem(1, 2, (0, 0), (0, 1), 1, &[]), Some(1)),
        (problem(1, 9, (0, 0), (0, 8), 4, &[(0, 4)]), Some(8)),
        (problem(9, 1, (8, 0), (0, 0), 4, &[(4, 0), (4, 0)]), Some(8)),
        (problem(9, 1, (8, 0), (0, 0), 3, &[(4, 0), (5, 0), (8, 0), (0, 0)]), None),
        (problem(5, 5, (0, 0), (4, 4), u32::MAX, &[(2, 2)]), Some(8)),
        (problem(5, 5, (2, 2), (2, 2), 3, &[(2, 2)]), Some(0)),
    ];
    for (problem, expected) in cases {
        assert_eq!(reference::steps(&problem), expected);
        agree(&problem, Heuristic::SupplyRegion);
    }
    let endless = Problem::new(Map::open(3, 3).unwrap(), Cell::new(0, 0), Cell::new(2, 2)).unwrap();
    check(&endless, &labels(&endless, &Limits::default(), &mut Silent), Some(4), "labels");
    check(
        &endless,
        &textbook(&endless, Heuristic::Exact, &Limits::default(), &mut Silent),
        Some(4),
        "textbook",
    );
}

/// Keeps all events.
#[derive(Default)]
struct Events(Vec<Event>);

impl Observer for Events {
    fn event(&mut self, event: Event) {
        self.0.push(event);
    }
}

fn steps_of(answer: &Answer) -> Option<usize> {
    match &answer.outcome {
        Outcome::Found(path) => Some(path.steps()),
        _ => None,
    }
}

fn by_the_book(problem: &Problem) -> Answer {
    textbook(problem, Heuristic::Manhattan, &Limits::default(), &mut Silent)
}

/// A problem large enough for everything that the fast search tries.
fn large(seed: u64) -> Problem {
    let tank = Some(14 + (seed / 50 % 40) as u32);
    let recipe = Recipe {
        rows: 80,
        columns: 90,
        seed,
        tank,
        stations: 120,
        density: Some(0.2),
        ..Recipe::default()
    };
    generate(&recipe).unwrap()
}

#[test]
fn watching_changes_nothing_and_tells_how_it_ended() {
    let mut random = Random::new(2);
    let (mut refills, mut dead_ends) = (0, 0);
    for round in 0..2_000 {
        // Now and then a large one, where chains of stations are tried first.
        let is_large = round % 100 == 0;
        let problem = if is_large { large(round as u64) } else { families::random(&mut random) };
        let heuristic = Heuristic::SUPPLY[round % 4];
        for textbook_wanted in [false, true] {
            if is_large && textbook_wanted {
                continue;
            }
            let mut events = Events::default();
            let limits = Limits::default();
            let (silent, watched) = if textbook_wanted {
                (
                    textbook(&problem, heuristic, &limits, &mut Silent),
                    textbook(&problem, heuristic, &limits, &mut events),
                )
            } else {
                (labels(&problem, &limits, &mut Silent), labels(&problem, &limits, &mut events))
            };
            assert_eq!(silent.outcome, watched.outcome);
            if is_large {
                assert_eq!(steps_of(&silent), steps_of(&by_the_book(&problem)), "{problem:?}");
            }
            assert_eq!(silent.statistics.expanded, watched.statistics.expanded);
            let found = matches!(watched.outcome, Outcome::Found(_));
            assert_eq!(matches!(events.0.last(), Some(Event::Found { .. })), found, "{problem:?}");
            refills +=
                events.0.iter().filter(|event| matches!(event, Event::Refill { .. })).count();
            dead_ends +=
                events.0.iter().filter(|event| matches!(event, Event::DeadEnd { .. })).count();
        }
    }
    assert!(refills > 1000 && dead_ends > 1000);
}
