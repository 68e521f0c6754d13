//! Our searches and the crates `pathfinding` and `petgraph` on the same queries, in one run, as
//! ratios.
//!
//! ```text
//! cargo bench -p xun-grid --bench peers                      every contender
//! cargo bench -p xun-grid --bench peers -- --ours            ours alone
//! cargo bench -p xun-grid --bench peers -- Berlin maze512    only maps with these in their names
//! cargo bench -p xun-grid --bench peers -- --queries 400     more queries a map (20 unless told)
//! ```
//!
//! Maps are Moving AI's where they lie beside the repository, and generated ones. Every answer's
//! cost is compared; a difference ends the run.

mod contenders;
mod maps;

use contenders::{Contender, PEERS, ours, pathfinding_ida};
use cpu_time::ThreadTime;
use maps::{Field, fields};
use std::time::{Duration, Instant};
use xun_grid::Moves;

/// Repetitions of each query.
const ROUNDS: usize = 7;
/// And how often in a row where there is only one, so that the clock can tell.
const REPEATS: usize = 20;
/// A contender that has used this much on one map is not asked again.
const PATIENCE: Duration = Duration::from_secs(4);

fn main() {
    let mut only_ours = false;
    let mut queries = 20;
    let mut names = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {}
            "--ours" => only_ours = true,
            "--queries" => {
                queries = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(queries);
            }
            name => names.push(name.to_owned()),
        }
    }
    for field in fields(&names, queries) {
        race(&field, Moves::Four, only_ours);
        if !field.small {
            race(&field, Moves::Eight, only_ours);
        }
    }
}

fn race(field: &Field, moves: Moves, only_ours: bool) {
    println!("\n{}, {}-connected, {} queries", field.name, moves, field.queries.len());
    let mut runners = ours(&field.map, moves, field.small);
    if !only_ours {
        runners.extend(PEERS.iter().map(|make| make(&field.map, moves)));
        if field.narrow {
            runners.push(pathfinding_ida(&field.map, moves));
        }
    }
    let mut costs: Option<Vec<Option<f64>>> = None;
    let mut fastest = f64::INFINITY;
    for Contender { name, mut run } in runners {
        // The machine may be busy with other things: processor time, and the best of several
        // rounds.
        let mut best = Duration::MAX;
        let mut expanded = 0;
        let mut found = vec![None; field.queries.len()];
        let began = Instant::now();
        for _ in 0..ROUNDS {
            expanded = 0;
            let from = ThreadTime::now();
            let repeats = if field.small { REPEATS } else { 1 };
            for _ in 0..repeats {
                for (&(start, goal), found) in field.queries.iter().zip(&mut found) {
                    let (cost, nodes) = run(start, goal);
                    *found = cost;
                    expanded += nodes;
                }
            }
            expanded /= repeats as u64;
            best = best.min(from.elapsed() / repeats as u32);
            if began.elapsed() > PATIENCE {
                break;
            }
        }
        let costs = costs.get_or_insert_with(|| found.clone());
        for ((cost, expected), (start, goal)) in found.iter().zip(&*costs).zip(&field.queries) {
            let same = match (cost, expected) {
                (Some(one), _) if one.is_nan() => true, // It gave up; its time says so.
                (Some(one), Some(other)) => (one - other).abs() < 1e-3 * (1.0 + other),
                (one, other) => one.is_none() && other.is_none(),
            };
            assert!(same, "{name}: {cost:?} instead of {expected:?} from {start} to {goal}");
        }
        let asked = field.queries.len();
        let micros = best.as_secs_f64() * 1e6 / asked as f64;
        fastest = fastest.min(micros);
        let each = if expanded > 0 {
            format!("{:8.1} ns/node", micros * 1e3 * asked as f64 / expanded as f64)
        } else {
            String::new()
        };
        println!("  {name:24} {micros:12.1} µs/query {:9.1}× {each}", micros / fastest);
    }
}
