//! The fuzz target's body on its corpus and on a fixed number of changed inputs.

#[path = "../../../fuzz/bodies/tree.rs"]
mod bodies;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

#[test]
fn tree() {
    mutate::run("tree", 20_000, bodies::tree);
}
