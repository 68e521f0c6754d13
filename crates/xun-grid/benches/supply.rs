//! Labels against the textbook search on problems that need their stations. Prints one line a problem; the ratio of the two
//! is taken in the same run. `cargo bench -p xun-grid --bench supply [-- NAME…]` runs all, or those whose name
//! contains one of the words.

use cpu_time::ThreadTime;
use std::time::Duration;
use xun_grid::generate::{Kind, Recipe, generate};
use xun_grid::supply::{Heuristic, labels, replay, smallest_tank, textbook};
use xun_grid::{Answer, Cell, Limits, Map, Outcome, Problem, Silent, Station, Supply, WALL};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!(
        "{:<36} {:>6} {:>7} {:>10} {:>12} {:>8} {:>6} {:>15} {:>9}",
        "problem", "tank", "steps", "labels", "time", "ns/label", "B/cell", "textbook", "ratio"
    );
    for (name, make, compare) in problems() {
        if wanted.is_empty() || wanted.iter().any(|word| name.contains(word)) {
            measure(name, &make(), compare);
        }
    }
}

type Case = (&'static str, Box<dyn Fn() -> Problem>, bool);

fn problems() -> Vec<Case> {
    vec![
        ("random 100x100, no way by one unit", Box::new(|| by_one_unit(100)), true),
        ("random 100x100, 40 stations", Box::new(|| scattered(100, 15, 40, 2)), true),
        ("random 300x300, 90 stations", Box::new(|| scattered(300, 15, 90, 10)), false),
        ("random 1000x1000, 1000 stations", Box::new(|| scattered(1000, 15, 1000, 0)), true),
        ("  the same, tank 25% larger", Box::new(|| scattered(1000, 15, 1000, 30)), false),
        ("  the same, tank 50% larger", Box::new(|| scattered(1000, 15, 1000, 60)), false),
        ("random 1000x1000, 30% walls", Box::new(|| scattered(1000, 30, 1000, 10)), false),
        ("open 1000x1000, 10000 stations", Box::new(|| scattered(1000, 0, 10_000, 10)), false),
        ("ladder 333x1000", Box::new(|| generated(Kind::Ladder, 334, 1000)), true),
        ("comb 100x1000", Box::new(|| generated(Kind::Comb, 100, 1000)), true),
        ("corridor 999x1000", Box::new(|| generated(Kind::Corridor, 999, 1000)), false),
        ("ladder before a field", Box::new(|| ladder(300, 700, false)), false),
        ("  the same from the other end", Box::new(|| ladder(300, 700, true)), false),
        ("random 10000x10000, 100000 stations", Box::new(|| scattered(10_000, 15, 100_000, 5)), false),
    ]
}

fn measure(name: &str, problem: &Problem, compare: bool) {
    let (Answer { outcome, statistics }, time) = timed(|| labels(problem, &Limits::default(), &mut Silent));
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
        "{name:<36} {:>6} {steps:>7} {:>10} {:>12} {per_label:>8.1} {per_cell:>6.1}",
        problem.supply().map_or(0, |supply| supply.tank),
        statistics.generated,
        text(time),
    );
    if compare {
        let limits = Limits::default();
        let (peer, peer_time) = timed(|| textbook(problem, Heuristic::Manhattan, &limits, &mut Silent));
        let ratio = peer_time.as_secs_f64() / time.as_secs_f64();
        let unfinished = if peer.outcome == Outcome::Stopped { ">" } else { "" };
        print!(" {unfinished:>1}{:>14} {unfinished:>1}{ratio:>8.0}", text(peer_time));
        if peer.outcome != Outcome::Stopped {
            let expected =
                if let Outcome::Found(path) = &peer.outcome { path.steps().to_string() } else { "-1".into() };
            assert_eq!(expected, steps, "{name}");
        }
    }
    println!();
}

/// The answer and the processor time of the quickest of several runs: what other programs do can only make one slower.
fn timed(run: impl Fn() -> Answer) -> (Answer, Duration) {
    const ENOUGH: Duration = Duration::from_secs(1);
    let begun = ThreadTime::now();
    let answer = run();
    let mut best = begun.elapsed();
    while begun.elapsed() < ENOUGH {
        let before = ThreadTime::now();
        run();
        best = best.min(before.elapsed());
    }
    (answer, best)
}

fn text(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

fn generated(kind: Kind, rows: u32, columns: u32) -> Problem {
    generate(&Recipe { kind, rows, columns, ..Recipe::default() }).expect("there is room for it")
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % u64::from(end)) as u32
    }
}

fn random_map(size: u32, walls: u32, random: &mut Random) -> Map {
    let mut map = Map::open(size, size).expect("a map of this size");
    for row in 0..size {
        for column in 0..size {
            if random.below(100) < walls && row + column > 20 && row + column < 2 * size - 22 {
                map.set(Cell::new(row, column), WALL);
            }
        }
    }
    map
}

/// From corner to corner over random stations, with the smallest tank that does and `more` units.
fn scattered(size: u32, walls: u32, stations: u32, more: u32) -> Problem {
    let mut random = Random(7);
    let map = random_map(size, walls, &mut random);
    let mut places = Vec::new();
    while places.len() < stations as usize {
        let cell = Cell::new(random.below(size), random.below(size));
        if map.is_open(cell) {
            places.push(Station { cell, price: 0 });
        }
    }
    with_tank(map, places, (Cell::new(0, 0), Cell::new(size - 1, size - 1)), more)
}

fn with_tank(map: Map, stations: Vec<Station>, (start, goal): (Cell, Cell), more: u32) -> Problem {
    let problem = |tank, map, stations| {
        Problem::with_supply(map, start, goal, Some(Supply { tank, stations })).expect("the cells are open")
    };
    let tank = smallest_tank(&problem(0, map.clone(), stations.clone())).expect("there is a way");
    problem(tank + more, map, stations)
}

/// No stations, and the tank one unit short.
fn by_one_unit(size: u32) -> Problem {
    let map = random_map(size, 15, &mut Random(3));
    let (start, goal) = (Cell::new(0, 0), Cell::new(size - 1, size - 1));
    let whole = with_tank(map.clone(), Vec::new(), (start, goal), 0);
    let tank = whole.supply().map_or(0, |supply| supply.tank) - 1;
    Problem::with_supply(map, start, goal, Some(Supply { tank, stations: Vec::new() }))
        .expect("the cells are open")
}

/// A corridor of stations, each of which leaves more for a field without any, at the price of a detour.
fn ladder(rungs: u32, field: u32, backwards: bool) -> Problem {
    let columns = rungs * 2 + 2 + field;
    let rows = rungs + 2;
    let mut map = Map::open(rows, columns).expect("a map of this size");
    let mut stations = Vec::new();
    for column in 0..=rungs * 2 {
        for row in 1..rows {
            let rung = column % 2 == 1 && row <= column / 2 + 1;
            if !rung {
                map.set(Cell::new(row, column), WALL);
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
