//! The fuzz target's body on its corpus and on a fixed number of changed inputs.

#[path = "../../../fuzz/bodies/selfplay.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

#[test]
fn games() {
    mutate::run("selfplay-games", 10_000, bodies::games);
}
