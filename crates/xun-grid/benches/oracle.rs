//! The oracle on the Moving AI maps: its making, its memory, and its queries beside `jps-table`.
//!
//! ```text
//! cargo bench -p xun-grid --bench oracle                      every map, 64 bytes a cell
//! cargo bench -p xun-grid --bench oracle -- --bytes 1000 random512-40
//! ```
//!
//! All problems of each map's scenario file are asked in turn, five times over; the time of a query
//! is its best (wall time, with one look at the clock). Every length is compared with the file's.

use cpu_time::ThreadTime;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use xun_grid::format::{self, Scenario};
use xun_grid::{Cell, Limits, Oracle, OracleOptions, OracleQuery};

const ROUNDS: usize = 5;

fn main() {
    let mut options = OracleOptions::default();
    let mut names = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {}
            "--bytes" => {
                let given = arguments.next().and_then(|number| number.parse().ok());
                options.bytes_per_cell = given.expect("--bytes NUMBER");
            }
            name => names.push(name.to_owned()),
        }
    }
    let shared = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/movingai"));
    println!(
        "{:18} {:>8} {:>7} {:>7} {:>7} {:>9} {:>9} {:>9} {:>8}",
        "map", "made s", "B/cell", "points", "entries", "labels", "median ns", "mean ns", "ns/step"
    );
    for path in maps_below(shared) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if names.is_empty() || names.iter().any(|part| name.contains(part.as_str())) {
            measure(&name, &path, options);
        }
    }
}

fn measure(name: &str, path: &Path, options: OracleOptions) {
    let map = format::read(&fs::read(path).unwrap(), None, None).unwrap().map;
    let scenarios = fs::read(path.with_extension("map.scen")).unwrap();
    let scenarios = format::read_scenarios(&scenarios).unwrap();
    let began = ThreadTime::now();
    let oracle = Oracle::build(&map, &options, &Limits::default()).unwrap();
    let made = began.elapsed().as_secs_f64();
    let mut query = OracleQuery::new(&oracle);
    for scenario in &scenarios {
        check(&mut query, scenario);
    }
    let distance = |start, goal| std::hint::black_box(query.distance(start, goal)).is_ok();
    let mut nanos = best_times(&scenarios, distance);
    nanos.sort_unstable();
    let median = nanos[nanos.len() / 2];
    let mean = nanos.iter().sum::<u64>() / nanos.len() as u64;
    let mut steps = 0;
    let path = |start, goal| {
        let path = query.path(start, goal).unwrap();
        steps += path.as_ref().map_or(0, |path| path.cells.len());
        std::hint::black_box(path).is_some()
    };
    let with_path: u64 = best_times(&scenarios, path).iter().sum();
    let per_step = (with_path - nanos.iter().sum::<u64>().min(with_path)) as f64
        / (steps / ROUNDS).max(1) as f64;
    let (points, entries) = oracle.size();
    println!(
        "{name:18} {made:8.2} {:7.1} {points:7} {entries:7} {:>9} {median:9} {mean:9} {per_step:8.2}",
        oracle.bytes() as f64 / map.cells() as f64,
        if oracle.is_complete() { "all" } else { "some" },
    );
}

/// Compares the answer with the length in the file.
fn check(query: &mut OracleQuery<'_>, scenario: &Scenario) {
    let found = query.distance(scenario.start, scenario.goal).unwrap();
    let length = scenario.length;
    let expected = (length > 0.0 || scenario.start == scenario.goal).then_some(length);
    let is_same = match (found, expected) {
        (Some(found), Some(expected)) => (found - expected).abs() < 0.006_f64.max(expected * 1e-5),
        (found, expected) => found.is_none() && expected.is_none(),
    };
    assert!(is_same, "{scenario:?}: {found:?}");
}

/// The best time of each query, in nanoseconds.
fn best_times(scenarios: &[Scenario], mut ask: impl FnMut(Cell, Cell) -> bool) -> Vec<u64> {
    let mut best = vec![u64::MAX; scenarios.len()];
    for _ in 0..ROUNDS {
        for (scenario, best) in scenarios.iter().zip(&mut best) {
            let began = Instant::now();
            ask(scenario.start, scenario.goal);
            *best = (*best).min(began.elapsed().as_nanos() as u64);
        }
    }
    best
}

fn maps_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(maps_below(&path));
        } else if path.extension().is_some_and(|extension| extension == "map") {
            found.push(path);
        }
    }
    found.sort();
    found
}
