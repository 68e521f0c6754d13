//! An answer as JSON. The names are part of the program's interface and listed in
//! `docs/paths.md`.

use crate::path::{explain, text};
use serde_json::{Map, Value, json};
use xun_grid::{Answer, Guarantee, Outcome, Problem, Statistics};

/// Everything that is known of an answer.
pub(super) fn answer(file: &str, problem: &Problem, answer: &Answer) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("file".to_owned(), json!(file));
    object.insert("rows".to_owned(), json!(problem.map().rows()));
    object.insert("columns".to_owned(), json!(problem.map().columns()));
    object.insert("algorithm".to_owned(), json!(answer.algorithm.name()));
    object.insert("heuristic".to_owned(), json!(answer.heuristic.map(xun_grid::Heuristic::name)));
    let (outcome, steps, path) = match &answer.outcome {
        Outcome::Found(path) => ("found", json!(path.steps()), Some(path)),
        Outcome::Impossible => ("impossible", json!(-1), None),
        Outcome::Stopped => ("stopped", Value::Null, None),
    };
    object.insert("outcome".to_owned(), json!(outcome));
    object.insert("steps".to_owned(), steps);
    object.insert("cost".to_owned(), json!(path.map(|path| path.cost)));
    object
        .insert("optimal".to_owned(), json!(path.map(|_| answer.guarantee == Guarantee::Optimal)));
    let moves = path.map(|path| path.letters().unwrap_or_else(|| text::compass(path)));
    object.insert("moves".to_owned(), json!(moves));
    let cells: Option<Vec<[u32; 2]>> =
        path.map(|path| path.cells.iter().map(|cell| [cell.row, cell.column]).collect());
    object.insert("cells".to_owned(), json!(cells));
    if problem.has_prices() {
        object.insert("purchases".to_owned(), explain::purchases_json(&answer.purchases));
    }
    object.insert("statistics".to_owned(), statistics(&answer.statistics));
    object
}

/// The object for a problem that could not be solved because of an error.
pub(super) fn failed(file: &str, why: &str) -> Value {
    json!({"file": file, "outcome": "failed", "error": why})
}

/// The search statistics as JSON.
pub(in crate::path) fn statistics(statistics: &Statistics) -> Value {
    let bounds: Vec<Value> = statistics
        .bounds
        .iter()
        .map(|bound| json!({"bound": bound.bound, "nodes": bound.nodes}))
        .collect();
    json!({
        "expanded": statistics.expanded,
        "generated": statistics.generated,
        "reopened": statistics.reopened,
        "largest_frontier": statistics.largest_frontier,
        "bounds": bounds,
        "seconds": statistics.time.as_secs_f64(),
        "memory_bytes": statistics.memory,
    })
}
