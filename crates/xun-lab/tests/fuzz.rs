//! The fuzz target's body on its corpus and on a fixed number of changed inputs.

#[path = "../../../fuzz/bodies/class.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

#[test]
fn class() {
    mutate::run("class", 300, bodies::class);
}
