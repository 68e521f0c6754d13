//! The fuzz target's body on its corpus and on a fixed number of changed inputs.

#[path = "../../../fuzz/bodies/puzzles.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

#[test]
fn puzzles() {
    mutate::run("puzzles", 300, bodies::puzzles);
}
