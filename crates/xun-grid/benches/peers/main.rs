//! Our searches and the crates `pathfinding` and `petgraph` on the same queries, in one run, as ratios.
//!
//! ```text
//! cargo bench -p xun-grid --bench peers                      every contender
//! cargo bench -p xun-grid --bench peers -- --ours            ours alone
//! cargo bench -p xun-grid --bench peers -- Berlin maze512    only maps whose names contain one of these
//! cargo bench -p xun-grid --bench peers -- --queries 400     more queries a map (20 unless told)
//! ```
//!
//! Maps are Moving AI's where they lie beside the repository, and generated ones. Every answer's cost is
//! compared; a difference ends the run.

mod contenders;
mod maps;

use contenders::{Contender, PEERS, ours};
use maps::{Field, fields};
use std::time::{Duration, Instant};
use xun_grid::search::Moves;

/// How often each query is asked.
const ROUNDS: usize = 7;
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
            "--queries" => queries = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(queries),
            name => names.push(name.to_owned()),
        }
    }
    for field in fields(&names, queries) {
        for moves in [Moves::Four, Moves::Eight] {
            race(&field, moves, only_ours);
        }
    }
}

fn race(field: &Field, moves: Moves, only_ours: bool) {
    println!("\n{}, {}-connected, {} queries", field.name, moves, field.queries.len());
    let mut runners = ours(&field.map, moves);
    if !only_ours {
        runners.extend(PEERS.iter().map(|make| make(&field.map, moves)));
    }
    let mut costs: Vec<Option<f64>> = Vec::new();
    let mut fastest = f64::INFINITY;
    for Contender { name, mut run } in runners {
        // The machine may be busy with other things: the best of several rounds, query by query.
        let mut best = vec![Duration::MAX; field.queries.len()];
        let (mut expanded, mut asked) = (0, 0);
        let mut used = Duration::ZERO;
        for _ in 0..ROUNDS {
            (expanded, asked) = (0, 0);
            for (number, &(start, goal)) in field.queries.iter().enumerate() {
                let began = Instant::now();
                let (cost, nodes) = run(start, goal);
                let time = began.elapsed();
                best[number] = best[number].min(time);
                used += time;
                expanded += nodes;
                asked += 1;
                if costs.len() <= number {
                    costs.push(cost);
                }
                let same = match (cost, costs[number]) {
                    (Some(one), Some(other)) => (one - other).abs() < 1e-3 * (1.0 + other),
                    (one, other) => one.is_none() && other.is_none(),
                };
                assert!(same, "{name}: {cost:?} instead of {:?} from {start} to {goal}", costs[number]);
            }
            if used > PATIENCE {
                break;
            }
        }
        let micros = best.iter().sum::<Duration>().as_secs_f64() * 1e6 / asked as f64;
        fastest = fastest.min(micros);
        let each = if expanded > 0 {
            format!("{:8.1} ns/node", micros * 1e3 * asked as f64 / expanded as f64)
        } else {
            String::new()
        };
        println!("  {name:24} {micros:12.1} µs/query {:9.1}× {each}", micros / fastest);
    }
}
