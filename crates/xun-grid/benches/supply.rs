//! Labels against the textbook search on problems that need their stations. Prints one line a
//! problem; the ratios to the textbook with the Manhattan estimate (as the labs have it) and with
//! the exact distance (its best) are taken in the same run. A textbook search is stopped after 25
//! million states (or `--patience STATES`), and its ratio is then more than what is printed (`>`).
//! `cargo bench -p xun-grid --bench supply [-- NAME…]` runs all, or those whose name contains one
//! of the words; with `--alone` the textbook is left out.

use cpu_time::ThreadTime;
use std::time::Duration;
use xun_grid::generate::{Kind, Random, Recipe, generate};
use xun_grid::supply::{replay, smallest_tank};
use xun_grid::{
    Algorithm, Answer, Cell, Heuristic, Limits, Map, Options, Outcome, Problem, Silent, Station,
    Supply, Terrain, solve,
};

/// States that a textbook search may expand unless told.
const PATIENCE: u64 = 25_000_000;

fn main() {
    let (mut alone, mut patience, mut wanted) = (false, PATIENCE, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {}
            "--alone" => alone = true,
            "--patience" => {
                let states = arguments.next().and_then(|states| states.parse().ok());
                patience = states.expect("--patience takes a number of states");
            }
            _ => wanted.push(argument),
        }
    }
    println!(
        "{:<36} {:>6} {:>7} {:>10} {:>11} {:>8} {:>6} {:>13} {:>9} {:>13} {:>9}",
        "problem",
        "tank",
        "steps",
        "labels",
        "time",
        "ns/label",
        "B/cell",
        "manhattan",
        "ratio",
        "exact",
        "ratio"
    );
    for (name, make, compare) in problems() {
        if wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str())) {
            measure(name, &make(), (compare && !alone).then_some(patience));
        }
    }
}

type Case = (&'static str, Box<dyn Fn() -> Problem>, bool);

fn problems() -> Vec<Case> {
    vec![
        ("100x100, no stations, by one unit", Box::new(|| by_one_unit(100)), true),
        ("100x100, 40 stations", Box::new(|| scattered(100, 15, 40, 2)), true),
        ("300x300, 90 stations", Box::new(|| scattered(300, 15, 90, 10)), true),
        ("1000x1000, no stations, by one unit", Box::new(|| by_one_unit(1000)), true),
        ("1000x1000, 1000 stations", Box::new(|| scattered(1000, 15, 1000, 0)), true),
        ("1000x1000, the same, tank +30", Box::new(|| scattered(1000, 15, 1000, 30)), true),
        ("1000x1000, the same, tank +60", Box::new(|| scattered(1000, 15, 1000, 60)), true),
        ("1000x1000, 1000 stations, 30% walls", Box::new(|| scattered(1000, 30, 1000, 0)), true),
        ("1000x1000, the same, tank +10", Box::new(|| scattered(1000, 30, 1000, 10)), true),
        ("1000x1000, open, 10000 stations", Box::new(|| scattered(1000, 0, 10_000, 0)), true),
        ("1000x1000, the same, tank +10 (open)", Box::new(|| scattered(1000, 0, 10_000, 10)), true),
        ("1001x1001, maze, 1000 stations", Box::new(|| winding(Kind::Maze, 1001, 1000)), true),
        ("1000x1000, caves, 1000 stations", Box::new(|| winding(Kind::Caves, 1000, 1000)), true),
        ("1000x1000, comb", Box::new(|| generated(Kind::Comb, 1000, 1000)), true),
        ("999x1000, corridor by one unit", Box::new(|| generated(Kind::Corridor, 999, 1000)), true),
        ("1000x1000, dead-end station", Box::new(|| generated(Kind::DeadEnd, 1000, 1000)), true),
        ("334x1000, ladder", Box::new(|| generated(Kind::Ladder, 334, 1000)), true),
        ("302x1302, ladder before a field", Box::new(|| ladder(300, 700, false)), true),
        ("302x1302, from the other end", Box::new(|| ladder(300, 700, true)), false),
        ("10000x10000, 100000 stations", Box::new(|| scattered(10_000, 15, 100_000, 5)), false),
    ]
}

fn measure(name: &str, problem: &Problem, patience: Option<u64>) {
    let labels = Options { algorithm: Algorithm::Labels, ..Options::default() };
    let (answer, time) = timed(|| run(problem, &labels, &Limits::default()));
    let Answer { outcome, statistics, .. } = answer;
    let steps = match &outcome {
        Outcome::Found(path) => {
            replay(problem, &path.cells).expect("the path obeys the rules");
            path.steps().to_string()
        }
        _ => "-1".to_owned(),
    };
    let per_label = time.as_nanos() as f64 / statistics.generated.max(1) as f64;
    let per_cell = statistics.memory as f64 / problem.map().cells() as f64;
    print!(
        "{name:<36} {:>6} {steps:>7} {:>10} {:>11} {per_label:>8.1} {per_cell:>6.1}",
        problem.supply().map_or(0, |supply| supply.tank),
        statistics.generated,
        text(time),
    );
    let heuristics = [Heuristic::Manhattan, Heuristic::Exact];
    for heuristic in &heuristics[..if patience.is_some() { 2 } else { 0 }] {
        let limits = Limits { expansions: patience, ..Limits::default() };
        let textbook = Options {
            algorithm: Algorithm::AStar,
            heuristic: Some(*heuristic),
            ..Options::default()
        };
        let (peer, peer_time) = timed(|| run(problem, &textbook, &limits));
        let ratio = peer_time.as_secs_f64() / time.as_secs_f64();
        let unfinished = if peer.outcome == Outcome::Stopped { ">" } else { "" };
        print!(" {unfinished:>1}{:>12} {unfinished:>1}{ratio:>8.0}", text(peer_time));
        if peer.outcome != Outcome::Stopped {
            let expected = if let Outcome::Found(path) = &peer.outcome {
                path.steps().to_string()
            } else {
                "-1".into()
            };
            assert_eq!(expected, steps, "{name}");
        }
    }
    println!();
}

fn run(problem: &Problem, options: &Options, limits: &Limits<'_>) -> Answer {
    solve(problem, options, limits, &mut Silent).expect("both know supplies")
}

/// The answer and the processor time of the quickest of several runs: what other programs do can
/// only make one slower.
fn timed(run: impl Fn() -> Answer) -> (Answer, Duration) {
    const ENOUGH: Duration = Duration::from_secs(1);
    let begun = ThreadTime::now();
    let answer = run();
    let mut best = begun.elapsed();
    // Quick ones several at a time, so that the clock can tell.
    let together = if best < Duration::from_millis(1) { 100 } else { 1 };
    while begun.elapsed() < ENOUGH {
        let before = ThreadTime::now();
        for _ in 0..together {
            run();
        }
        best = best.min(before.elapsed() / together);
    }
    (answer, best)
}

fn text(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

fn generated(kind: Kind, rows: u32, columns: u32) -> Problem {
    generate(&Recipe { kind, rows, columns, ..Recipe::default() }).expect("there is room for it")
}

/// A number below this one.
fn below(random: &mut Random, end: u32) -> u32 {
    (random.bits() % u64::from(end)) as u32
}

fn random_map(size: u32, walls: u32, random: &mut Random) -> Map {
    let mut map = Map::open(size, size).expect("a map of this size");
    for row in 0..size {
        for column in 0..size {
            if below(random, 100) < walls && row + column > 20 && row + column < 2 * size - 22 {
                map.set(Cell::new(row, column), Terrain::WALL);
            }
        }
    }
    map
}

/// From corner to corner over random stations, with the smallest tank that does and `more` units.
fn scattered(size: u32, walls: u32, stations: u32, more: u32) -> Problem {
    let mut random = Random::new(7);
    let map = random_map(size, walls, &mut random);
    let mut places = Vec::new();
    while places.len() < stations as usize {
        let cell = Cell::new(below(&mut random, size), below(&mut random, size));
        if map.is_open(cell) {
            places.push(Station { cell, price: 0 });
        }
    }
    with_tank(map, places, (Cell::new(0, 0), Cell::new(size - 1, size - 1)), more)
}

/// Random stations on ground of this kind, with the smallest tank that does.
fn winding(kind: Kind, size: u32, stations: u32) -> Problem {
    let recipe = Recipe {
        kind,
        rows: size,
        columns: size,
        stations,
        tank: Some(1),
        seed: 7,
        ..Recipe::default()
    };
    let problem = generate(&recipe).expect("there is room for it");
    let stations = problem.supply().map_or(Vec::new(), |supply| supply.stations.clone());
    with_tank(problem.map().clone(), stations, (problem.start(), problem.goal()), 0)
}

fn with_tank(map: Map, stations: Vec<Station>, (start, goal): (Cell, Cell), more: u32) -> Problem {
    let problem = |tank, map, stations| {
        Problem::with_supply(map, start, goal, Some(Supply { tank, stations }))
            .expect("the cells are open")
    };
    let tank = smallest_tank(&problem(0, map.clone(), stations.clone())).expect("there is a way");
    problem(tank + more, map, stations)
}

/// No stations, and the tank one unit short.
fn by_one_unit(size: u32) -> Problem {
    // With so many walls that rows plus columns do not decide it.
    let map = random_map(size, 36, &mut Random::new(3));
    let (start, goal) = (Cell::new(0, 0), Cell::new(size - 1, size - 1));
    let whole = with_tank(map.clone(), Vec::new(), (start, goal), 0);
    let tank = whole.supply().map_or(0, |supply| supply.tank) - 1;
    Problem::with_supply(map, start, goal, Some(Supply { tank, stations: Vec::new() }))
        .expect("the cells are open")
}

/// A corridor of stations, each of which leaves more for a field without any, at the price of a
/// detour.
fn ladder(rungs: u32, field: u32, backwards: bool) -> Problem {
    let columns = rungs * 2 + 2 + field;
    let rows = rungs + 2;
    let mut map = Map::open(rows, columns).expect("a map of this size");
    let mut stations = Vec::new();
    for column in 0..=rungs * 2 {
        for row in 1..rows {
            let rung = column % 2 == 1 && row <= column / 2 + 1;
            if !rung {
                map.set(Cell::new(row, column), Terrain::WALL);
            }
        }
        if column % 2 == 1 {
            stations.push(Station { cell: Cell::new(column / 2 + 1, column), price: 0 });
        }
    }
    let ends = (Cell::new(0, 0), Cell::new(rows - 1, columns - 1));
    let ends = if backwards { (ends.1, ends.0) } else { ends };
    with_tank(map, stations, ends, 0)
}
